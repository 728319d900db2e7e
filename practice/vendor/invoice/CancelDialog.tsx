// Cancels an invoice with a reason, and replaces it where asked.

import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { REASON_LEAST } from '../../../shared/vendor/contract/request.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { say } from '../../ui/toast.tsx';
import { cancelInvoice, useFreshInvoices } from './invoice-calls.ts';
import { useInvoiceTexts } from './invoice-texts.ts';
import { WholeNumber } from './WholeNumber.tsx';

function Problem({ failed }: { failed: unknown }) {
  const t = useInvoiceTexts(),
    code = failed instanceof CallError ? failed.code : undefined;
  if (failed === null) return null;
  if (code === 'state_conflict') return <Notice tone="bad">{t('vendor.paid')}</Notice>;
  if (failed instanceof CallError && failed.fields?.buyer !== undefined)
    return <Notice tone="bad">{t('vendor.incomplete')}</Notice>;
  return <ErrorNotice error={failed} />;
}

export function CancelDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useInvoiceTexts(),
    asking = useWithStepUp(),
    fresh = useFreshInvoices(),
    { isBusy, failed, run, clear } = useSubmit(),
    [reason, setReason] = useState(''),
    [isReplaced, setReplaced] = useState(true);
  const submit = (): void =>
    void run(async () => {
      await asking.run(async () => {
        await cancelInvoice(number, { reason: reason.trim(), isReplaced });
        say(t('vendor.done'));
        onClose();
      });
      await fresh();
    });
  return (
    <>
      <Modal
        opened={!asking.isAsked}
        onClose={onClose}
        title={<WholeNumber text={t('vendor.cancelOf', { number })} number={number} />}
      >
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text>{t('vendor.cancelHint')}</Text>
          <TextInput
            data-autofocus
            label={t('vendor.reason')}
            maxLength={240}
            value={reason}
            onChange={(event) => {
              clear();
              setReason(event.currentTarget.value);
            }}
          />
          <Checkbox
            label={t('vendor.replace')}
            description={t('vendor.replaceHint')}
            checked={isReplaced}
            onChange={(event) => {
              clear();
              setReplaced(event.currentTarget.checked);
            }}
          />
          <Problem failed={failed} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('back')}
            </Button>
            <Button
              type="submit"
              color="bad"
              loading={isBusy}
              disabled={reason.trim().length < REASON_LEAST}
            >
              {t('vendor.cancel')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('vendor.confirm')}
      />
    </>
  );
}
