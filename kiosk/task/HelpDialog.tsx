/**
 * Dialog after "Hilfe": help is coming, or, offline, where to go; the idle clock is paused
 * meanwhile.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';

export type HelpState = 'calling' | 'called' | 'offline' | 'answered';

export interface HelpDialogProps {
  /** Null keeps it closed. */
  readonly state: HelpState | null;
  /** A paper of this run is with the practice: names who corrects it. */
  readonly hasHandedIn: boolean;
  readonly onClose: () => void;
}

export function HelpDialog({ state, hasHandedIn, onClose }: HelpDialogProps) {
  const { t } = useTranslation('task');
  return (
    <Modal
      open={state !== null}
      title={t('help.title')}
      onEscape={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('help.close')}
        </Button>
      }
    >
      {state !== null && (
        <Notice
          kind={state === 'offline' ? 'offline' : state === 'answered' ? 'ok' : 'info'}
          title={t(`help.${state}`)}
          live
        />
      )}
      {hasHandedIn && <p>{t('thanks.change')}</p>}
      <p>{t('help.time')}</p>
    </Modal>
  );
}
