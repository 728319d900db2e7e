/** A form being answered, as every part of the runner sees it. */
import { useCallback, useMemo, useState } from 'react';
import { sourceAt, type Source } from '../../../shared/forms/questionnaire/expressions/inputs.ts';
import type { FormState, Place } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf, type View } from '../../../shared/forms/questionnaire/view.ts';
import { piecesOf, type Page, type Piece } from '../pages.ts';
import { beforeOf } from '../record.ts';
import type { Before } from '../types.ts';
import { usePages } from '../usePages.ts';
import { useSpoken, type SpokenWords } from '../useWords.ts';
import { readingOf, type Reading } from '../words.ts';
import type { QuestionnaireRunnerProps } from './props.ts';
import { useFormActs, type FormActs } from './useFormActs.ts';

export interface RunningForm {
  /** The props passed by the app. */
  readonly given: QuestionnaireRunnerProps;
  /** The app's own words. */
  readonly words: SpokenWords;
  readonly reading: Reading;
  readonly view: View;
  readonly pieces: readonly Piece[];
  readonly pages: readonly Page[];
  /** The form begins with the list of known answers. */
  readonly hasList: boolean;
  /** Pages on the way through the form: after the list only those that still ask. */
  readonly path: readonly Page[];
  readonly previous: Before | undefined;
  readonly actions: FormActs;
  /** Where an answer comes from that the form gave. */
  readonly sourceOf: (state: FormState, place: Place) => Source | undefined;
}

const NO_KEYS: readonly string[] = [];

/** Holds the state of a form. @param hasProblems error messages are shown */
export function useForm(given: QuestionnaireRunnerProps, hasProblems: boolean): RunningForm {
  const { model, state, computed, language, plain, list } = given;
  const words = useSpoken(language);
  const reading = useMemo(() => readingOf(model, language, plain), [model, language, plain]);
  const view = useMemo(() => viewOf(model, state, computed), [model, state, computed]);
  const pieces = useMemo(() => piecesOf(model), [model]);
  const pages = usePages(pieces, view, computed);
  const values = given.known?.values;
  const previous = useMemo(() => beforeOf(given.previous, values), [given.previous, values]);
  const [hasList] = useState(
    () =>
      given.list !== undefined &&
      previous?.isRevisit === true &&
      given.list.notedOf({
        model,
        pieces,
        state,
        previous,
        opened: new Set(given.opened),
        computed,
      }).groups.length > 0,
  );
  const path = useMemo(
    () => (hasList && list && previous ? list.pagesAfter(pages, previous) : pages),
    [hasList, list, pages, previous],
  );
  const actions = useFormActs({
    model,
    state,
    computed,
    reading,
    previous,
    hasProblems,
    storePhoto: given.storePhoto,
    loadPhoto: given.loadPhoto,
    onState: given.onState,
    onConfirm: given.onConfirm,
    opened: given.opened ?? NO_KEYS,
    onOpen: given.onOpen,
  });
  const { hasRecord = false } = given;
  const sourceOf = useCallback(
    (now: FormState, place: Place) => sourceAt(model, now, place, hasRecord),
    [model, hasRecord],
  );
  return { given, words, reading, view, pieces, pages, hasList, path, previous, actions, sourceOf };
}
