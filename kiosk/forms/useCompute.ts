/** Loads the engine of expressions, only for forms with expressions, and runs it between frames. */
import { useEffect, useMemo, useState } from 'react';
import type { ComputeResult } from '../../shared/forms/questionnaire/expressions/computed.ts';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import type { ComputeOptions, Steps } from '../../shared/forms/questionnaire/expressions/scope.ts';
import type { FormState } from '../../shared/forms/questionnaire/state.ts';
import { loadCompute, type Compute } from './load-compute.ts';

/** A failed chunk is retried; until then no computed value is shown. */
const AGAIN_MS = 3_000;

/**
 * Returns the engine. `null`: the form computes nothing; `undefined` while the engine loads.
 */
export function useCompute(model: Model): Compute | null | undefined {
  const [compute, setCompute] = useState<Compute | undefined>(undefined);
  useEffect(() => {
    if (!model.usesFhirPath) return;
    let isOver = false,
      again: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      loadCompute()
        .then((loaded) => {
          if (!isOver) setCompute(() => loaded);
        })
        .catch(() => {
          if (!isOver) again = setTimeout(load, AGAIN_MS);
        });
    };
    load();
    return () => {
      isOver = true;
      clearTimeout(again);
    };
  }, [model]);
  return model.usesFhirPath ? compute : null;
}

/** Maximum work (ms) in one go: nearly all forms are computed before the frame of a keystroke. */
const SLICE_MS = 50;

/** A computation for one state of the answers. */
interface Run {
  readonly steps: Steps<ComputeResult>;
  result: ComputeResult | undefined;
}

/** Works on a run for some time. @returns whether it is finished */
function proceed(run: Run, ms: number): boolean {
  const end = performance.now() + ms;
  while (!run.result) {
    const step = run.steps.next();
    if (step.done === true) run.result = step.value;
    else if (performance.now() >= end) return false;
  }
  return true;
}

/** Begins computations, and keeps the last result while a longer one is under way. */
function computer() {
  let last: { readonly model: Model; readonly result: ComputeResult } | undefined,
    isSlow = false;
  const keep = (model: Model, run: Run): void => {
    if (run.result) last = { model, result: run.result };
  };
  return {
    keep,
    begin(compute: Compute, model: Model, state: FormState, options: ComputeOptions): Run {
      const run: Run = { steps: compute.steps(model, state, options), result: undefined },
        begun = performance.now();
      // A page cannot be drawn before the first result. A slow form leaves the frame to the letter.
      if (last?.model !== model) proceed(run, Infinity);
      else if (!isSlow) proceed(run, SLICE_MS);
      if (run.result) isSlow = performance.now() - begun > SLICE_MS;
      else isSlow = true;
      keep(model, run);
      return run;
    },
    /** The last result, with the newest answers. */
    meanwhile: (state: FormState): ComputeResult | null =>
      last ? { ...last.result, state } : null,
  };
}

export interface Result {
  /** `null` where the form has no expressions. */
  readonly result: ComputeResult | null;
  /** The result is of earlier answers: the newest ones are still being computed. */
  readonly isComputing: boolean;
}

/**
 * Computes a state of a form. A form whose expressions take long is computed between the frames;
 * until then it is shown with its last results, so that a letter never waits for a formula.
 */
export function useResult(
  compute: Compute | null,
  model: Model,
  state: FormState,
  options: ComputeOptions,
): Result {
  const [{ begin, keep, meanwhile }] = useState(computer),
    [, setFinished] = useState<Run | null>(null);
  const run = useMemo(
    () => compute && begin(compute, model, state, options),
    [compute, begin, model, state, options],
  );
  useEffect(() => {
    if (!run || run.result) return;
    let timer = setTimeout(function slice() {
      if (!proceed(run, SLICE_MS)) {
        timer = setTimeout(slice);
        return;
      }
      keep(model, run);
      setFinished(run);
    });
    return () => clearTimeout(timer);
  }, [run, keep, model]);
  const done = run?.result,
    stale = useMemo(() => (done ? null : meanwhile(state)), [done, meanwhile, state]);
  return { result: done ?? stale, isComputing: run !== null && !done };
}
