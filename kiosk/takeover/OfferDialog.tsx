/**
 * Shows the code by which the running task continues on a phone: first everything is sent to the
 * server; after closing it nobody can take over any more.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import './takeover.css';

export interface Offer {
  readonly url: string;
  /** ms from now. */
  readonly forMs: number;
}
export interface OfferDialogProps {
  readonly title: string;
  /** Text that says who scans the code, and with which device. */
  readonly scan: string;
  /** Alternative to the code. */
  readonly other?: { readonly label: string; readonly onPress: () => void };
  /**
   * Sends the input, then requests a code. `offline`: the server is unreachable; `refused`: the
   * task is not available any more.
   */
  readonly begin: () => Promise<Offer | 'offline' | 'refused'>;
  /** False: the server was unreachable, and the code stays valid until it expires. */
  readonly withdraw: () => Promise<boolean>;
  readonly onClose: () => void;
}

type State =
  | { readonly kind: 'saving' | 'offline' | 'refused' | 'over' }
  | { readonly kind: 'shown' | 'closing'; readonly url: string; readonly until: number };
const AGAIN_MS = 2_000;

export function OfferDialog({ title, scan, other, begin, withdraw, onClose }: OfferDialogProps) {
  const { t } = useTranslation('takeover');
  const [state, setState] = useState<State>({ kind: 'saving' });
  const [left, setLeft] = useState(0);
  const isGone = useRef(false);
  const ask = (): void => {
    begin().then(
      (offer) => {
        if (!isGone.current)
          setState(
            typeof offer === 'string'
              ? { kind: offer }
              : { kind: 'shown', url: offer.url, until: performance.now() + offer.forMs },
          );
      },
      () => {
        if (!isGone.current) setState({ kind: 'offline' });
      },
    );
  };
  const start = useEffectEvent(ask);
  const again = (): void => {
    setState({ kind: 'saving' });
    ask();
  };
  useEffect(() => {
    isGone.current = false;
    start();
    return () => {
      isGone.current = true;
    };
  }, []);

  const until = 'until' in state ? state.until : null,
    isClosing = state.kind === 'closing';
  const end = useEffectEvent(() => {
    if (isClosing) {
      onClose();
      return;
    }
    setState({ kind: 'over' });
    withdraw().catch(() => undefined);
  });
  useEffect(() => {
    if (until === null) return undefined;
    const look = (): void => {
      const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(look, 500);
    look();
    return () => clearInterval(timer);
  }, [until]);

  // No typing here while another device might take over: closed only by the server's response or by
  // expiry.
  const tryWithdraw = useEffectEvent(() => {
    withdraw().then(
      (isDone) => {
        if (isDone && !isGone.current) onClose();
      },
      () => undefined,
    );
  });
  useEffect(() => {
    if (!isClosing) return undefined;
    tryWithdraw();
    const timer = setInterval(tryWithdraw, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isClosing]);

  const close = (): void => {
    if (state.kind === 'shown') setState({ ...state, kind: 'closing' });
    else if (state.kind !== 'closing') onClose();
  };
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
        <>
          <p>{scan}</p>
          <QrCode text={state.url} label={t('offer.qr')} />
          <p className="takeover-left">{t('offer.left', { n: left })}</p>
        </>
      )}
      {state.kind === 'closing' && <p role="status">{t('offer.closing', { n: left })}</p>}
      {state.kind === 'over' && <Notice kind="info" title={t('offer.over')} live />}
      {state.kind === 'offline' && <Notice kind="offline" title={t('offer.offline')} live />}
      {state.kind === 'refused' && <Notice kind="info" title={t('offer.refused')} live />}
    </Modal>
  );
}
