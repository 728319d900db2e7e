/** A text field that the browser draws by itself: of a letter that follows others, everything else is worked out behind the frame that shows it. */
import { useEffect, useLayoutEffect, useRef, useState, type ChangeEvent } from 'react';
import { flushSync } from 'react-dom';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Whatever comes next meets the answer with all that was typed; a hidden page draws no more frames. */
const ACTS = ['pointerdown', 'click', 'keydown', 'pagehide', 'visibilitychange'] as const;
/** A browser that holds back its frames. */
const LATEST_MS = 200;
/** Fields whose last letter is not taken yet: one, or two for a moment. One set for all, since a page may hold two hundred fields. */
const takers = new Set<() => void>();
let isListening = false;
function listen(): void {
  isListening = true;
  for (const kind of ACTS) addEventListener(kind, (event) => { if (takers.size > 0 && !isLetter(event)) flushSync(() => { for (const take of takers) take(); }); }, true);
}
const isLetter = (event: Event): boolean => event instanceof KeyboardEvent && event.key.length === 1;

export interface OwnText<Field extends TextField> {
  readonly ref: (field: Field | null) => void;
  readonly defaultValue: string;
  readonly onChange: (event: ChangeEvent<Field>) => void;
}

/**
 * @param typed what the field shows as far as the page knows; a change from outside is put into it
 * @param change takes what was typed; at once for a first letter and for the last one that goes
 */
export function useOwnText<Field extends TextField>(typed: string, change: (next: string) => void): OwnText<Field> {
  const field = useRef<Field | null>(null), waiting = useRef<string | null>(null), latest = useRef({ typed, change });
  const [first] = useState(typed);
  useLayoutEffect(() => {
    latest.current = { typed, change };
    if (waiting.current === null && field.current && field.current.value !== typed) field.current.value = typed;
  });
  const [made] = useState(() => {
    const take = (): void => {
      const next = waiting.current;
      if (next === null) return;
      waiting.current = null;
      takers.delete(take);
      latest.current.change(next);
    };
    return {
      take,
      ref: (one: Field | null): void => { field.current = one; },
      onChange: ({ target: { value } }: ChangeEvent<Field>): void => {
        const isWaiting = waiting.current !== null;
        waiting.current = value;
        if (value.trim() === '' || latest.current.typed.trim() === '') take();
        else if (!isWaiting) {
          if (!isListening) listen();
          takers.add(take);
          requestAnimationFrame(() => { setTimeout(take); });
          setTimeout(take, LATEST_MS);
        }
      },
    };
  });
  useEffect(() => made.take, [made]);
  return { ref: made.ref, defaultValue: first, onChange: made.onChange };
}
