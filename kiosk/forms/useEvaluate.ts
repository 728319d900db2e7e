/** Loads the FHIRPath library, only for forms with expressions. */
import { useEffect, useState } from 'react';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import type { compute } from '../../shared/forms/questionnaire/computed.ts';
import type { Evaluate } from '../../shared/forms/questionnaire/scope.ts';

/** The evaluation, with the computation of a form: loaded together, since one needs the other. */
export type Computing = Evaluate & { readonly compute: typeof compute };

/** A failed chunk is retried; until then no computed value is shown. */
const AGAIN_MS = 3_000;

/**
 * Returns the evaluation. `null`: the form computes nothing; `undefined` while the library loads.
 */
export function useEvaluate(model: Model): Computing | null | undefined {
  const [evaluate, setEvaluate] = useState<Computing | undefined>(undefined);
  useEffect(() => {
    if (!model.usesFhirPath) return;
    let isOver = false,
      again: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      Promise.all([
        import('fhirpath'),
        import('fhirpath/fhir-context/r4'),
        import('../../shared/forms/questionnaire/fhirpath.ts'),
        import('../../shared/forms/questionnaire/computed.ts'),
      ])
        .then(([library, r4, { bindFhirPath }, { compute }]) => {
          const evaluate = bindFhirPath(library.default, r4.default);
          if (!isOver) setEvaluate(() => Object.assign(evaluate, { compute }));
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
  return model.usesFhirPath ? evaluate : null;
}
