// Requests a grant to act for a practice: kind, reason and ticket, then the own password; or a code
// given on the telephone.

import {
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Radio,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { GRANT_MINUTES, type GrantKind } from '../../../shared/vendor/grants.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { patidsOf } from './grant-words.ts';
import { askGrant, redeemCode, type Client } from './use-grants.ts';
import { useSupportTexts } from './support-texts.ts';

interface Props {
  client: Client;
  onClose: () => void;
  onGranted: (grant: GrantView) => void;
}
const KINDS = ['impersonation', 'break_glass', 'spoken'] as const satisfies readonly GrantKind[];

export function AskDialog({ client, onClose, onGranted }: Props) {
  const t = useSupportTexts();
  const [kind, setKind] = useState<GrantKind>('impersonation');
  const [reason, setReason] = useState('');
  const [ticket, setTicket] = useState('');
  const [minutes, setMinutes] = useState<number | string>(30);
  const [mayWrite, setMayWrite] = useState(false);
  const [patids, setPatids] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const isSpoken = kind === 'spoken';
  const lacks = {
    reason: !isSpoken && reason.trim().length < 10,
    ticket: !isSpoken && ticket.trim() === '',
    patids: kind === 'break_glass' && patidsOf(patids).length === 0,
    code: isSpoken && !/^\d{4} ?\d{4}$/.test(code.trim()),
  };
  const most = GRANT_MINUTES[kind];

  const ask = async (): Promise<void> => {
    if (isSpoken) return;
    const length =
      kind === 'break_glass' ? most : Math.min(most, Math.max(1, Number(minutes) || most));
    onGranted(
      await askGrant({
        cid: client.cid,
        kind,
        reason: reason.trim(),
        ticket: ticket.trim(),
        minutes: length,
        mayWrite: kind === 'impersonation' && mayWrite,
        ...(kind === 'break_glass' && { patids: patidsOf(patids) }),
      }),
    );
  };
  const redeem = (): Promise<boolean> =>
    run(async () => onGranted(await redeemCode(client.cid, code.trim())));
  const submit = (): void => {
    setChecked(true);
    if (Object.values(lacks).some(Boolean)) {
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (isSpoken) void redeem();
    else setConfirming(true);
  };
  const missing = (is: boolean, text = t('ask.missing')): string | undefined =>
    isChecked && is ? text : undefined;

  return (
    <>
      <Modal
        opened={!isConfirming}
        onClose={onClose}
        title={t('betrieb.askFor', { name: client.name })}
        size="lg"
        closeButtonProps={{ 'aria-label': t('ask.cancel') }}
      >
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap={12}>
            <Radio.Group
              label={t('ask.kind')}
              value={kind}
              onChange={(value) => {
                setKind(value);
                setChecked(false);
                clear();
              }}
            >
              <Stack gap={8} mt={4}>
                {KINDS.map((one) => (
                  <Radio key={one} value={one} label={t(`ask.${one}`)} />
                ))}
              </Stack>
            </Radio.Group>
            {isSpoken ? (
              <TextInput
                label={t('ask.code')}
                inputMode="numeric"
                autoComplete="off"
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                error={missing(lacks.code)}
                data-autofocus
              />
            ) : (
              <>
                <Textarea
                  label={t('ask.reason')}
                  description={t('ask.reasonHint')}
                  maxLength={250}
                  autosize
                  minRows={2}
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value)}
                  error={missing(lacks.reason, t('ask.short'))}
                  data-autofocus
                />
                <TextInput
                  label={t('ask.ticket')}
                  maxLength={40}
                  value={ticket}
                  onChange={(event) => setTicket(event.currentTarget.value)}
                  error={missing(lacks.ticket)}
                />
                {kind === 'impersonation' && (
                  <NumberInput
                    label={t('ask.minutes')}
                    min={1}
                    max={most}
                    clampBehavior="strict"
                    value={minutes}
                    onChange={setMinutes}
                    w={140}
                  />
                )}
                {kind === 'impersonation' && (
                  <Checkbox
                    label={t('ask.mayWrite')}
                    checked={mayWrite}
                    onChange={(event) => setMayWrite(event.currentTarget.checked)}
                  />
                )}
                {kind === 'break_glass' && (
                  <TextInput
                    label={t('ask.patids')}
                    description={t('ask.patidsHint')}
                    value={patids}
                    onChange={(event) => setPatids(event.currentTarget.value)}
                    error={missing(lacks.patids)}
                  />
                )}
              </>
            )}
            {failed !== null && <ErrorNotice error={failed} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('ask.cancel')}
              </Button>
              <Button type="submit" loading={isBusy}>
                {t(kind === 'break_glass' ? 'ask.request' : 'ask.go')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <StepUp
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirmed={ask}
        title={t('betrieb.askFor', { name: client.name })}
        why={t('ask.why')}
        actionLabel={t(kind === 'break_glass' ? 'ask.request' : 'ask.go')}
      />
    </>
  );
}
