// Voids a printed agreement with a reason (V1); where its scan is filed, asks whether only the
// pages are wrong.

import { Button, Group, Radio, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Agreement } from '../../../shared/papers/agreement.schema.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../../../shared/base/comment.ts';
import { errorText } from '../../../shared/base/errors.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { voidAgreement, withdrawAgreement } from './agreement-calls.ts';
import { usePapersTexts } from './papers-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

export function FeeVoid({
  one,
  onClose,
  onDone,
}: {
  one: Agreement;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const t = usePapersTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit();
  const [note, setNote] = useState(''),
    [what, setWhat] = useState<'scan' | 'all' | ''>(''),
    [isTried, setTried] = useState(false),
    clean = note.trim(),
    isShort = isCommentShortEnough(clean),
    isScanned = one.state === 'scanned';
  const send = (): void => {
    setTried(true);
    if (clean === '' || !isShort || (isScanned && what === '')) return;
    const work = (): Promise<unknown> =>
      isScanned
        ? voidAgreement(one.agreementId, { note: clean, isScanOnly: what === 'scan' })
        : withdrawAgreement(one.agreementId, clean);
    void run(() =>
      asking.run(async () => {
        await work();
        await onDone();
        say(t('fee.withdrawn'));
        onClose();
      }),
    );
  };
  return (
    <>
      <Modal opened onClose={onClose} title={t('fee.withdrawOf', { name: one.name })}>
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          {isScanned ? (
            <WhatIsVoid what={what} isMissing={isTried && what === ''} onChange={setWhat} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('fee.withdrawHow')}
            </Text>
          )}
          <Textarea
            label={t('scan.reason')}
            rows={3}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            description={t('scan.length', { n: [...clean].length, max: COMMENT_MAX })}
            error={
              !isShort
                ? errorText('comment_too_long', language)
                : isTried && clean === ''
                  ? t('scan.reasonMissing')
                  : undefined
            }
          />
          {failed !== null && <ErrorNotice error={failed} isSave />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('fee.withdraw')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('fee.stepUp')}
        actionLabel={t('fee.withdraw')}
      />
    </>
  );
}

/** Only the scanned pages, or the whole agreement. */
function WhatIsVoid({
  what,
  isMissing,
  onChange,
}: {
  what: 'scan' | 'all' | '';
  isMissing: boolean;
  onChange: (what: 'scan' | 'all') => void;
}) {
  const t = usePapersTexts();
  return (
    <Radio.Group
      label={t('fee.what')}
      value={what}
      onChange={(value) => onChange(value === 'scan' ? 'scan' : 'all')}
      error={isMissing ? t('fee.whatMissing') : undefined}
    >
      <div className="pa-options">
        <Radio value="scan" label={t('fee.whatScan')} description={t('fee.whatScanHow')} />
        <Radio value="all" label={t('fee.whatAll')} description={t('fee.whatAllHow')} />
      </div>
    </Radio.Group>
  );
}
