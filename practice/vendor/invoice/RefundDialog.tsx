// Asks a second administrator to give money of a paid invoice back.

import { Button, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { REASON_LEAST } from '../../../shared/vendor/contract/request.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { decimalSign } from '../../ui/wording/worth.ts';
import { useFreshContracts } from '../contract/contract-calls.ts';
import { refundInvoice } from './invoice-calls.ts';
import { useInvoiceTexts } from './invoice-texts.ts';
import { WholeNumber } from './WholeNumber.tsx';

export function RefundDialog({
  number,
  leftCents,
  onClose,
}: {
  number: string;
  /** Gross; what can still go back. */
  leftCents: number;
  onClose: () => void;
}) {
  const t = useInvoiceTexts(),
    language = useLanguage(),
    asking = useWithStepUp(),
    fresh = useFreshContracts(),
    { isBusy, failed, run, clear } = useSubmit(),
    [euros, setEuros] = useState<number | string>(leftCents / 100),
    [reason, setReason] = useState('');
  const cents = typeof euros === 'number' ? Math.round(euros * 100) : 0,
    isReady = cents > 0 && cents <= leftCents && reason.trim().length >= REASON_LEAST;
  const submit = (): void =>
    void run(async () => {
      try {
        await asking.run(async () => {
          await refundInvoice(number, { cents, reason: reason.trim() });
          say(t('refund.asked'));
          onClose();
        });
      } finally {
        await fresh();
      }
    });
  return (
    <>
      <Modal
        opened={!asking.isAsked}
        onClose={onClose}
        title={<WholeNumber text={t('refund.of', { number })} number={number} />}
      >
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text>{t('refund.hint')}</Text>
          <NumberInput
            label={t('refund.amount')}
            min={0.01}
            max={leftCents / 100}
            decimalScale={2}
            fixedDecimalScale
            decimalSeparator={decimalSign(language)}
            suffix=" €"
            value={euros}
            onChange={(value) => {
              clear();
              setEuros(value);
            }}
          />
          <TextInput
            data-autofocus
            label={t('vendor.reason')}
            description={t('refund.reason')}
            maxLength={240}
            value={reason}
            onChange={(event) => {
              clear();
              setReason(event.currentTarget.value);
            }}
          />
          {failed instanceof CallError && failed.code === 'state_conflict' ? (
            <Notice tone="bad" role="alert">
              {t('refund.conflict')}
            </Notice>
          ) : (
            failed !== null && <ErrorNotice error={failed} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('back')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isReady}>
              {t('refund.ask')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('refund.confirm')}
      />
    </>
  );
}
