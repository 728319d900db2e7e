/** Automatic capitals: at the start of names and of sentences, never in addresses and numbers. */
import { useEffect, useState } from 'react';
import type { Keys } from './keyboardContext.ts';
import { focusedEditable } from './typing.ts';

/** Start of a word; the letter after a house number („5 a“) is none. */
const AT_WORD = /^\s*$|[^\d\s]\s+$|\p{L}[-'’]$/u;
const AT_SENTENCE = /^\s*$|[.!?…]["»“”’)]?\s+$|\n\s*$/u;

/** Checks whether the next letter is a capital. @param before text in front of the cursor */
export const isCapitalNext = (before: string, keys: Keys): boolean =>
  keys === 'name' || keys === 'latin'
    ? AT_WORD.test(before)
    : keys === 'text' && AT_SENTENCE.test(before);

const isExpected = (keys: Keys): boolean => {
  const field = focusedEditable();
  return (
    field !== null && isCapitalNext(field.value.slice(0, field.selectionStart ?? undefined), keys)
  );
};

/** Returns whether the focused field expects a capital at its cursor. */
export function useCapital(keys: Keys): boolean {
  const [isNext, setNext] = useState(() => isExpected(keys));
  useEffect(() => {
    const look = (): void => setNext(isExpected(keys));
    const kinds = ['input', 'focusin', 'selectionchange'] as const;
    for (const kind of kinds) document.addEventListener(kind, look);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look);
    };
  }, [keys]);
  return isNext;
}
