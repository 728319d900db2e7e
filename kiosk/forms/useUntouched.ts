/** Adds untouched earlier answers to the given ones: for the review page and the submission. */
import { useMemo } from 'react';
import { fieldOf } from '../../shared/forms/answers/master-answers.ts';
import type { Said } from '../../shared/desk/master-data.ts';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import type { Previous } from '../../shared/forms/answers/revisit.ts';
import type { ComputeOptions, Fault } from '../../shared/forms/questionnaire/expressions/scope.ts';
import type { FormState, Place } from '../../shared/forms/questionnaire/state.ts';
import { carryUntouched } from '../../shared/forms/answers/untouched.ts';
import type { Compute } from './load-compute.ts';
import type { Untouched } from './types.ts';

export interface UntouchedOptions {
  readonly model: Model;
  /** Answers of earlier visits; undefined at a first one. */
  readonly last: Previous | undefined;
  /** Keys of items that the person touched. */
  readonly opened: readonly string[];
  /** Values of the practice's record: newer than any earlier answer. */
  readonly known: Said;
  readonly compute: Compute | null;
  readonly options: ComputeOptions;
}
export interface WholeAnswers extends Untouched {
  readonly faults: readonly Fault[] | undefined;
}

/** Returns the untouched earlier answers. @returns undefined where there is no earlier visit */
export function useUntouched({
  model,
  last,
  opened,
  known,
  compute,
  options,
}: UntouchedOptions): ((state: FormState) => WholeAnswers) | undefined {
  return useMemo(
    () =>
      last &&
      ((state: FormState): WholeAnswers => {
        const at = (now: FormState) =>
          compute ? compute(model, now, { ...options, isRestored: true }) : undefined;
        const isKnown = ({ node }: Place): boolean => {
          const field = fieldOf(node);
          return field !== undefined && (known[field] ?? '') !== '';
        };
        const carried = carryUntouched(model, state, last, {
          opened: new Set(opened),
          isKnown,
          computedOf: (now) => at(now)?.computed,
        });
        const result = at(carried.state);
        return {
          state: result?.state ?? carried.state,
          since: carried.since,
          computed: result?.computed,
          faults: result?.faults,
        };
      }),
    [model, last, opened, known, compute, options],
  );
}
