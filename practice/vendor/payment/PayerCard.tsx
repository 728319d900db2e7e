// Whom invoices name: name, mail and address, each changed with a confirmation.

import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import type { Payer } from '../../../shared/vendor/payment.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { changePayer } from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';

const FIELDS = ['name', 'email', 'street', 'plz', 'city'] as const;
const isWrong = (failed: unknown, field: (typeof FIELDS)[number]): boolean =>
  failed instanceof CallError && failed.fields?.[field] !== undefined;

export function PayerCard({
  payer,
  confirm,
  onChanged,
}: {
  payer: Payer;
  /** Runs work that may need the password first. */
  confirm: (work: () => Promise<void>) => Promise<void>;
  onChanged: () => Promise<void>;
}) {
  const t = usePaymentTexts(),
    { isBusy, failed, run, clear } = useSubmit(),
    [typed, setTyped] = useState<Partial<Payer>>({});
  const now = { ...payer, ...typed },
    isChanged = FIELDS.some((field) => now[field] !== payer[field]);
  const save = (): void =>
    void run(async () => {
      await confirm(async () => {
        const states = await changePayer(payer, now);
        setTyped({});
        say(t(states.includes('waiting') ? 'payerWaiting' : 'payerDone'));
      });
      await onChanged();
    });
  return (
    <section className="p-card p-stack" aria-labelledby="v-payer">
      <Title order={2} id="v-payer">
        {t('payer')}
      </Title>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`payer.${field}`)}
            type={field === 'email' ? 'email' : 'text'}
            inputMode={field === 'plz' ? 'numeric' : undefined}
            maxLength={field === 'plz' ? 5 : 120}
            value={now[field]}
            error={isWrong(failed, field) ? t('payerWrong') : undefined}
            onChange={(event) => {
              clear();
              setTyped({ ...typed, [field]: event.currentTarget.value });
            }}
          />
        ))}
        {now.email !== payer.email && <Text size="sm">{t('payerReader')}</Text>}
        {failed instanceof CallError && failed.code === 'state_conflict' ? (
          <Notice tone="bad" role="alert">
            {t('payerTaken')}
          </Notice>
        ) : (
          failed !== null && <ErrorNotice error={failed} />
        )}
        <Group>
          <Button type="submit" variant="default" loading={isBusy} disabled={!isChanged}>
            {t('payerSave')}
          </Button>
        </Group>
      </form>
    </section>
  );
}
