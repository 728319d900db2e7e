// State of an offered code: input is sent first; after closing no phone can take over any more.

import { useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Offer {
  readonly url: string;
  /** ms from now. */
  readonly forMs: number;
}
export interface OfferCalls {
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

/** Requests a code, and counts down until it expires or is withdrawn. */
export function useOffer({ begin, withdraw, onClose }: OfferCalls): {
  readonly state: State;
  /** Seconds until the code expires. */
  readonly left: number;
  /** Requests another code. */
  readonly again: () => void;
  readonly close: () => void;
} {
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
  return { state, left, again, close };
}
