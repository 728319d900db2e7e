// Other invoice details or another account of a practice: asked for here, decided by a second
// administrator, and stopped by any owner within a day.

import { Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import type { Payer } from '../../../shared/vendor/payment.ts';
import { REASON_LEAST } from '../../../shared/vendor/contract/request.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { say } from '../../ui/toast.tsx';
import { actOn, useFreshContracts } from './contract-calls.ts';
import { useContractTexts } from './contract-texts.ts';

const WHATS = ['method', 'name', 'email', 'address'] as const;
type What = (typeof WHATS)[number];
const WAYS = ['mail', 'phone'] as const;
type Way = (typeof WAYS)[number];
const FIELDS: Readonly<Record<What, readonly (keyof Payer)[]>> = {
  method: [],
  name: ['name'],
  email: ['email'],
  address: ['street', 'plz', 'city'],
};

interface Typed {
  what: What;
  way: Way;
  payer: Payer;
  reason: string;
}
const bodyOf = ({ what, way, payer, reason }: Typed): object => ({
  reason: reason.trim(),
  ...(what === 'method'
    ? { way }
    : { payer: { what, ...Object.fromEntries(FIELDS[what].map((one) => [one, payer[one]])) } }),
});
const isComplete = ({ what, payer, reason }: Typed, before: Payer): boolean =>
  reason.trim().length >= REASON_LEAST &&
  (what === 'method' ||
    (FIELDS[what].every((one) => payer[one].trim() !== '') &&
      FIELDS[what].some((one) => payer[one] !== before[one])));

function Fields({
  typed,
  failed,
  onType,
}: {
  typed: Typed;
  failed: unknown;
  onType: (change: Partial<Typed>) => void;
}) {
  const t = useContractTexts(),
    isWrong = (field: string): boolean =>
      failed instanceof CallError &&
      Object.keys(failed.fields ?? {}).some((one) => one.split('.').at(-1) === field);
  return (
    <>
      <Select
        label={t('details.what')}
        allowDeselect={false}
        value={typed.what}
        data={WHATS.map((value) => ({ value, label: t(`details.${value}`) }))}
        onChange={(value) => onType({ what: WHATS.find((one) => one === value) ?? typed.what })}
      />
      {typed.what === 'method' && (
        <Radio.Group
          label={t('details.way')}
          value={typed.way}
          onChange={(value) => onType({ way: WAYS.find((one) => one === value) ?? typed.way })}
        >
          <Stack gap={8} mt={4}>
            {WAYS.map((way) => (
              <Radio
                key={way}
                value={way}
                label={t(`details.${way}`)}
                description={t(`details.${way}Hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {FIELDS[typed.what].map((field) => (
        <TextInput
          key={field}
          label={t(`details.field.${field}`)}
          type={field === 'email' ? 'email' : 'text'}
          inputMode={field === 'plz' ? 'numeric' : undefined}
          maxLength={field === 'plz' ? 5 : 120}
          value={typed.payer[field]}
          error={isWrong(field) ? t('details.wrong') : undefined}
          onChange={(event) =>
            onType({ payer: { ...typed.payer, [field]: event.currentTarget.value } })
          }
        />
      ))}
      {typed.what === 'email' && <Text size="sm">{t('details.reader')}</Text>}
      <TextInput
        label={t('reason')}
        description={t('reason.hint')}
        maxLength={240}
        value={typed.reason}
        onChange={(event) => onType({ reason: event.currentTarget.value })}
      />
    </>
  );
}

export function DetailsDialog({
  tenant,
  payer,
  onClose,
}: {
  tenant: string;
  /** Details as they are. */
  payer: Payer;
  onClose: () => void;
}) {
  const t = useContractTexts(),
    fresh = useFreshContracts(),
    asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit(),
    [typed, setTyped] = useState<Typed>({ what: 'method', way: 'mail', payer, reason: '' });
  const submit = (): void =>
    void run(async () => {
      try {
        await asking.run(async () => {
          await actOn(tenant, typed.what === 'method' ? 'method' : 'payer', bodyOf(typed));
          say(t('act.asked'));
          onClose();
        });
      } finally {
        await fresh();
      }
    });
  return (
    <>
      <Modal opened={!asking.isAsked} onClose={onClose} title={t('details')}>
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text>{t('details.hint')}</Text>
          <Fields
            typed={typed}
            failed={failed}
            onType={(change) => {
              clear();
              setTyped({ ...typed, ...change });
            }}
          />
          {failed instanceof CallError && failed.code === 'state_conflict' ? (
            <Notice tone="bad" role="alert">
              {t('details.conflict')}
            </Notice>
          ) : (
            failed !== null && <ErrorNotice error={failed} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('back')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isComplete(typed, payer)}>
              {t('act.ask')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('confirm')}
      />
    </>
  );
}
