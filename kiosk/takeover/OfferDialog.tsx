/**
 * Shows the code by which the running task continues on a phone: first everything is sent to the
 * server; after closing it no phone can take over any more.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { useOffer, type OfferCalls } from './useOffer.ts';
import './takeover.css';

export interface OfferDialogProps extends OfferCalls {
  readonly title: string;
  /** Text that says who scans the code, and with which device. */
  readonly scan: string;
  /** Alternative to the code. */
  readonly other?: { readonly label: string; readonly onPress: () => void };
}

export function OfferDialog({ title, scan, other, begin, withdraw, onClose }: OfferDialogProps) {
  const { t } = useTranslation('takeover');
  const { state, left, again, close } = useOffer({ begin, withdraw, onClose });
  const isClosing = state.kind === 'closing';
  const keep = (
    <Button
      kind={state.kind === 'shown' || state.kind === 'saving' ? 'secondary' : 'primary'}
      busy={isClosing}
      onPress={close}
    >
      {t('offer.keep')}
    </Button>
  );
  return (
    <Modal
      open
      title={title}
      onEscape={close}
      actions={
        state.kind === 'over' ? (
          <>
            <Button kind="primary" onPress={again}>
              {t('offer.again')}
            </Button>
            <Button onPress={onClose}>{t('offer.keep')}</Button>
          </>
        ) : (
          <>
            {state.kind === 'shown' && other && (
              <Button kind="primary" onPress={other.onPress}>
                {other.label}
              </Button>
            )}
            {keep}
          </>
        )
      }
    >
      {state.kind === 'saving' && <p role="status">{t('offer.saving')}</p>}
      {state.kind === 'shown' && (
        <div className="takeover-code">
          <p>{scan}</p>
          <QrCode text={state.url} label={t('offer.qr')} />
          <p className="takeover-left">{t('offer.left', { n: left })}</p>
        </div>
      )}
      {state.kind === 'closing' && <p role="status">{t('offer.closing', { n: left })}</p>}
      {state.kind === 'over' && <Notice kind="info" title={t('offer.over')} live />}
      {state.kind === 'offline' && <Notice kind="offline" title={t('offer.offline')} live />}
      {state.kind === 'refused' && <Notice kind="info" title={t('offer.refused')} live />}
    </Modal>
  );
}
