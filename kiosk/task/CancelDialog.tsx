/** X9: asks for confirmation before deleting all input of the patient, here and at the practice. */
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

export interface CancelDialogProps {
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

export function CancelDialog({ open, onConfirm, onDismiss }: CancelDialogProps) {
  const { t } = useTranslation('task');
  return (
    <Modal
      alert
      open={open}
      title={t('cancel.title')}
      onEscape={onDismiss}
      actions={
        <>
          <Button onPress={onDismiss}>{t('cancel.no')}</Button>
          <Button onPress={onConfirm}>{t('cancel.yes')}</Button>
        </>
      }
    >
      <p>{t('cancel.body')}</p>
    </Modal>
  );
}
