/**
 * Common behaviour of every page on a private phone: back navigation, the lock, language and text
 * size.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { applyComfort, type TextScale } from '../../ui/comfort.ts';
import type { Dialog } from '../HomeHeader.tsx';
import { LOCK_MS } from '../keeper.ts';
import { createBackStack, type BackStack } from './backstack.ts';
import { watchPerson } from './watch.ts';

/** A listener of the page that is open, for its own steps back. */
export type GoBack = (() => void) | null;

export interface PhoneWay {
  /** `null` until the page is mounted. */
  readonly stack: BackStack | null;
  readonly listen: (goBack: GoBack) => void;
}

/**
 * Navigates back by the phone's own button; an open dialog is closed first.
 * @param closeDialog stable
 * @param goBack stable; `true` done, `stay` the step was used for something else, `false` there is
 * none
 */
export function usePhoneWay(
  dialog: Dialog,
  closeDialog: () => void,
  goBack: (listener: GoBack) => boolean | 'stay',
): PhoneWay {
  const refs = useRef<{ dialog: Dialog; goBack: GoBack }>({ dialog: null, goBack: null });
  useLayoutEffect(() => {
    refs.current.dialog = dialog;
  });
  const [stack, setStack] = useState<BackStack | null>(null);
  const listen = useCallback((listener: GoBack) => {
    refs.current.goBack = listener;
  }, []);
  useEffect(() => {
    const made = createBackStack(window, () => {
      if (refs.current.dialog !== null) {
        closeDialog();
        return 'stay';
      }
      return goBack(refs.current.goBack);
    });
    setStack(made);
    return () => made.stop();
  }, [closeDialog, goBack]);
  return { stack, listen };
}

/** The part of a visit that the lock uses. */
export interface Lockable {
  lock(): void;
  flush(): Promise<void>;
  again(): void;
}

/**
 * Locks a visit after long idleness, and stores its input when the page is hidden.
 * @param closeDialog stable
 */
export function useLock(visit: Lockable, now: () => number, closeDialog: () => void): void {
  useEffect(
    () =>
      watchPerson({
        win: window,
        now,
        afterMs: LOCK_MS,
        onIdle: () => {
          closeDialog();
          visit.lock();
        },
        onHidden: () => {
          visit.flush().catch(() => undefined);
        },
        onHere: () => visit.again(),
      }),
    [visit, now, closeDialog],
  );
}

export interface PhoneLook {
  /** Language of the page. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly textScale: TextScale;
  readonly isCalm: boolean;
}

/**
 * Applies language and text size to the page.
 * @param speak stable; loads the texts of a language
 */
export function usePhoneLook(
  { language, direction, textScale, isCalm }: PhoneLook,
  speak: (language: string) => Promise<void>,
): void {
  useEffect(() => {
    applyComfort({
      lang: language,
      dir: direction,
      posture: 'hand',
      textScale,
      theme: 'system',
      calm: isCalm,
    });
    speak(language).catch(() => undefined);
  }, [language, direction, textScale, isCalm, speak]);
}
