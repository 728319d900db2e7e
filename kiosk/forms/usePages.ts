/**
 * Memoized pages of a form: identical as long as no answer changes which questions are asked, so
 * that a keystroke renders only its own question.
 */
import { useMemo, useState } from 'react';
import { asksTheSame } from './same-answers.ts';
import type { Computed, View } from '../../shared/forms/questionnaire/view.ts';
import { pagesOf, type Page, type Piece } from './pages.ts';

interface Kept {
  readonly pieces: readonly Piece[];
  readonly view: View;
  readonly computed: Computed | undefined;
  readonly pages: readonly Page[];
}

/** Caches the last pages and returns the same ones for the same input. */
function keeper(): (
  pieces: readonly Piece[],
  view: View,
  computed: Computed | undefined,
) => readonly Page[] {
  let last: Kept | undefined;
  return (pieces, view, computed) => {
    const isSame =
      last?.pieces === pieces &&
      last.view.model === view.model &&
      asksTheSame(view.model, last.view.state, view.state, {
        before: last.computed,
        after: computed,
      });
    last = { pieces, view, computed, pages: last && isSame ? last.pages : pagesOf(pieces, view) };
    return last.pages;
  };
}

export function usePages(
  pieces: readonly Piece[],
  view: View,
  computed: Computed | undefined,
): readonly Page[] {
  const [keep] = useState(keeper);
  return useMemo(() => keep(pieces, view, computed), [keep, pieces, view, computed]);
}
