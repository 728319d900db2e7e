// Declares a signed paper void: asks for the reason; the paper is kept.

import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { VOID_REASONS, type VoidReason } from '../../../shared/papers/consent.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useConsentTexts } from './consent-texts.ts';
import { useConsentActs } from './use-consents.ts';
import { Modal } from '../../ui/Modal.tsx';

/** Asks for the reason and declares a signed paper void. */
export function VoidPaper({
  title,
  taskId,
  onClose,
}: {
  title: string;
  taskId: string;
  onClose: () => void;
}) {
  const t = useConsentTexts(),
    ui = useUiTexts(),
    acts = useConsentActs(),
    { isBusy, failed, run } = useSubmit();
  const [reason, setReason] = useState<VoidReason | null>(null);
  return (
    <Modal opened onClose={onClose} title={t('void.title', { title })}>
      <div className="p-stack">
        <p>{t('void.text')}</p>
        <Radio.Group label={t('void.why')} value={reason} onChange={(value) => setReason(value)}>
          <div className="p-stack ew-reasons">
            {VOID_REASONS.map((one) => (
              <Radio key={one} value={one} label={t(`void.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <div className="p-row">
          <Button
            color="red"
            loading={isBusy}
            disabled={reason === null}
            onClick={() => {
              if (reason !== null)
                void run(async () => {
                  await acts.void(taskId, reason);
                  onClose();
                });
            }}
          >
            {t('void')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
