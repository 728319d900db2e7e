/** A letter first: what follows from it elsewhere on the page is drawn behind the frame that shows it. Stores hold it at once; only the drawing waits. */
import { useMemo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isBehind = false;

/** What stores tell while `act` runs is drawn behind the next frame, by whoever reads them through `useStoreBehind`. */
export function drawnBehind(act: () => void): void {
  const before = isBehind;
  isBehind = true;
  try {
    act();
  } finally {
    isBehind = before;
  }
}

type Subscribe = (listener: () => void) => () => void;

/** Whatever a person does next meets the page with all that was typed; another letter changes nothing that the page says. */
const ACTS = ['pointerdown', 'click', 'keydown'] as const;
const isLetter = (event: Event): boolean =>
  event instanceof KeyboardEvent && event.key.length === 1;

function patient(subscribe: Subscribe): Subscribe {
  return (draw) => {
    let isWaiting = false;
    const drawWaiting = (): void => {
      if (!isWaiting) return;
      isWaiting = false;
      flushSync(draw);
    };
    const hear = (event: Event): void => {
      if (!isLetter(event)) drawWaiting();
    };
    const stop = subscribe(() => {
      if (!isBehind) {
        isWaiting = false;
        draw();
      } else if (!isWaiting) {
        isWaiting = true;
        requestAnimationFrame(() => {
          setTimeout(drawWaiting);
        });
      }
    });
    for (const kind of ACTS) addEventListener(kind, hear, true);
    return () => {
      isWaiting = false;
      for (const kind of ACTS) removeEventListener(kind, hear, true);
      stop();
    };
  };
}

/** `useSyncExternalStore` that lets `drawnBehind` have its frame. */
export function useStoreBehind<State>(subscribe: Subscribe, get: () => State): State {
  return useSyncExternalStore(
    useMemo(() => patient(subscribe), [subscribe]),
    get,
  );
}
