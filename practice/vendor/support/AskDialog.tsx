// Requests a grant to act for a practice: kind, reason and ticket, then the own password; or a code
// given on the telephone.

import {
  Button,
  Checkbox,
  Group,
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
import { Modal } from '../../ui/Modal.tsx';

interface Props {
  client: Client;
  onClose: () => void;
  onGranted: (grant: GrantView) => void;
}
const KINDS = ['impersonation', 'break_glass', 'spoken'] as const satisfies readonly GrantKind[];

/** Entered values of the requested access. */
interface Wish {
  kind: GrantKind;
  reason: string;
  ticket: string;
  minutes: number | string;
  mayWrite: boolean;
  patids: string;
  code: string;
}

/** Holds the wish; redeems a spoken code, or asks for the grant once it is confirmed. */
function useAsking({ client, onGranted }: Pick<Props, 'client' | 'onGranted'>) {
  const t = useSupportTexts();
  const [wish, setWish] = useState<Wish>({
    kind: 'impersonation',
    reason: '',
    ticket: '',
    minutes: 30,
    mayWrite: false,
    patids: '',
    code: '',
  });
  const { kind, reason, ticket, minutes, mayWrite, patids, code } = wish;
  const change = (part: Partial<Wish>): void => setWish((old) => ({ ...old, ...part }));
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
  const choose = (next: GrantKind): void => {
    change({ kind: next });
    setChecked(false);
    clear();
  };
  const errors = {
    reason: missing(lacks.reason, t('ask.short')),
    ticket: missing(lacks.ticket),
    patids: missing(lacks.patids),
    code: missing(lacks.code),
  };
  return {
    form,
    wish,
    change,
    choose,
    errors,
    submit,
    ask,
    isConfirming,
    cancel: () => setConfirming(false),
    isBusy,
    failed,
  };
}

export function AskDialog({ client, onClose, onGranted }: Props) {
  const t = useSupportTexts();
  const asking = useAsking({ client, onGranted }),
    { form, wish, failed } = asking,
    { kind } = wish;
  return (
    <>
      <Modal
        opened={!asking.isConfirming}
        onClose={onClose}
        title={t('betrieb.askFor', { name: client.name })}
        size="lg"
      >
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            asking.submit();
          }}
        >
          <Stack gap={12}>
            <Radio.Group label={t('ask.kind')} value={kind} onChange={asking.choose}>
              <Stack gap={8} mt={4}>
                {KINDS.map((one) => (
                  <Radio key={one} value={one} label={t(`ask.${one}`)} />
                ))}
              </Stack>
            </Radio.Group>
            <WishFields asking={asking} />
            {failed !== null && <ErrorNotice error={failed} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('ask.cancel')}
              </Button>
              <Button type="submit" loading={asking.isBusy}>
                {t(kind === 'break_glass' ? 'ask.request' : 'ask.go')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isConfirming}
        onClose={asking.cancel}
        onConfirmed={asking.ask}
        title={t('betrieb.askFor', { name: client.name })}
        why={t('ask.why')}
        actionLabel={t(kind === 'break_glass' ? 'ask.request' : 'ask.go')}
      />
    </>
  );
}

/** The spoken code, or reason and extent of the access. */
function WishFields({
  asking: { wish, change, errors },
}: {
  asking: ReturnType<typeof useAsking>;
}) {
  const t = useSupportTexts();
  if (wish.kind === 'spoken')
    return (
      <TextInput
        label={t('ask.code')}
        inputMode="numeric"
        autoComplete="off"
        value={wish.code}
        onChange={(event) => change({ code: event.currentTarget.value })}
        error={errors.code}
        data-autofocus
      />
    );
  return (
    <>
      <Textarea
        label={t('ask.reason')}
        description={t('ask.reasonHint')}
        maxLength={250}
        autosize
        minRows={2}
        value={wish.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
        error={errors.reason}
        data-autofocus
      />
      <TextInput
        label={t('ask.ticket')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={wish.ticket}
        onChange={(event) => change({ ticket: event.currentTarget.value })}
        error={errors.ticket}
      />
      {wish.kind === 'impersonation' && (
        <NumberInput
          label={t('ask.minutes')}
          min={1}
          max={GRANT_MINUTES[wish.kind]}
          clampBehavior="strict"
          value={wish.minutes}
          onChange={(minutes) => change({ minutes })}
          w={140}
        />
      )}
      {wish.kind === 'impersonation' && (
        <Checkbox
          label={t('ask.mayWrite')}
          checked={wish.mayWrite}
          onChange={(event) => change({ mayWrite: event.currentTarget.checked })}
        />
      )}
      {wish.kind === 'break_glass' && (
        <TextInput
          label={t('ask.patids')}
          description={t('ask.patidsHint')}
          value={wish.patids}
          onChange={(event) => change({ patids: event.currentTarget.value })}
          error={errors.patids}
        />
      )}
    </>
  );
}
