// Says that this window has a draft open, and hears which others have.

import { useEffect, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import {
  EDITING_BEAT_MS,
  type DraftName,
  type DraftWindow,
} from '../../../../shared/exchange/editing.ts';
import type { DraftWindows } from '../../../../shared/exchange/editing.schema.ts';
import { call, TIMEOUT } from '../../../api.ts';
import { followEditing } from '../../../live.ts';

interface Word {
  draft: DraftName;
  windowId: string;
  isOpen: boolean;
}
const post = (word: Word): Promise<DraftWindows> =>
  call<DraftWindows>('/editing', {
    isR4c: true,
    json: word,
    timeout: TIMEOUT,
    isLast: !word.isOpen,
  });

/** @returns the other windows in which the draft is open; without a draft none */
export function useAlsoOpen(draft: DraftName | null): readonly DraftWindow[] {
  const [windowId] = useState(() => uuid()),
    [windows, setWindows] = useState<readonly DraftWindow[]>([]),
    // The word of the end must not arrive before an earlier one.
    queue = useRef<Promise<unknown>>(Promise.resolve()),
    kind = draft?.kind,
    id = draft?.id;
  useEffect(() => {
    if (kind === undefined || id === undefined) return undefined;
    const own: DraftName = { kind, id };
    let isOver = false,
      saidAt = -Infinity;
    const say = (isOpen: boolean): void => {
      saidAt = performance.now();
      // A failed word is followed by the next one.
      queue.current = queue.current
        .then(() => post({ draft: own, windowId, isOpen }))
        .then(
          (answer) => {
            if (!isOver) setWindows(answer.windows);
          },
          () => undefined,
        );
    };
    const isHidden = (): boolean => document.visibilityState === 'hidden';
    const repeat = (): void => {
      // A browser slows the clock of a hidden page to a minute: its window would come and go.
      if (!isHidden() || performance.now() - saidAt < 2 * EDITING_BEAT_MS) say(true);
    };
    const onSight = (): void => {
      if (!isHidden()) say(true);
    };
    const onClose = (): void =>
      void post({ draft: own, windowId, isOpen: false }).catch(() => undefined);
    const timer = setInterval(repeat, EDITING_BEAT_MS),
      stop = followEditing({
        onEditing: (event) => {
          if (event.draft.kind === kind && event.draft.id === id) setWindows(event.windows);
        },
        // Events may have been missed.
        onState: (isLive) => {
          if (isLive) say(true);
        },
      });
    document.addEventListener('visibilitychange', onSight);
    addEventListener('pageshow', onSight);
    addEventListener('pagehide', onClose);
    say(true);
    return () => {
      isOver = true;
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', onSight);
      removeEventListener('pageshow', onSight);
      removeEventListener('pagehide', onClose);
      say(false);
      setWindows([]);
    };
  }, [kind, id, windowId]);
  return windows.filter((one) => one.windowId !== windowId);
}
