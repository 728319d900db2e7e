/** Follow-ups that an answer unfolds: shown without a jump of the pressed answer. */
import { useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { showBelow } from './showItem.ts';

interface Pressed {
  readonly tile: HTMLElement;
  readonly top: number;
  readonly places: ReadonlySet<string>;
}

const placesIn = (root: HTMLElement): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-place]'),
];

/**
 * Keeps a pressed answer under the finger when follow-ups above it close, and scrolls the new ones
 * into view.
 * @param state the answers
 * @returns the handler of clicks, before they change an answer
 */
export function useFollowUps(
  root: RefObject<HTMLElement | null>,
  state: unknown,
): (event: MouseEvent) => void {
  const pressed = useRef<Pressed | null>(null),
    drawn = useRef(state);
  useLayoutEffect(() => {
    // Other renders come in between: the answer is drawn with the next state.
    if (drawn.current === state) return;
    drawn.current = state;
    const before = pressed.current;
    pressed.current = null;
    if (!before || !root.current?.contains(before.tile)) return;
    const moved = before.tile.getBoundingClientRect().top - before.top;
    if (moved !== 0) window.scrollBy(0, moved);
    const opened = placesIn(root.current).filter(
      (one) => !before.places.has(one.dataset.place ?? ''),
    );
    const last = opened[opened.length - 1];
    if (last) showBelow(before.tile, last);
  }, [root, state]);
  return (event) => {
    const tile =
      event.target instanceof Element ? event.target.closest<HTMLElement>('.k-tile') : null;
    if (!tile || !root.current) return;
    pressed.current = {
      tile,
      top: tile.getBoundingClientRect().top,
      places: new Set(placesIn(root.current).map((one) => one.dataset.place ?? '')),
    };
  };
}
