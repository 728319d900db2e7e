/**
 * Renders a typed letter first: its effects elsewhere on the page are rendered after the frame that
 * shows it. Stores update at once; only the rendering waits.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isBehind = false;

/**
 * Delays rendering: store updates during `act` are rendered after the next frame by components that
 * read them through `useStoreBehind`.
 */
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

/**
 * The next action of the person meets a page with all input rendered; another letter does not
 * change the page's content.
 */
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

/** Works like `useSyncExternalStore`, but lets `drawnBehind` delay the rendering by a frame. */
export function useStoreBehind<State>(subscribe: Subscribe, get: () => State): State {
  return useSyncExternalStore(
    useMemo(() => patient(subscribe), [subscribe]),
    get,
  );
}
