/** Loads the FHIRPath library, only for forms with expressions. */
import { useEffect, useState } from 'react';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import type { Evaluate } from '../../shared/forms/questionnaire/scope.ts';

/** A failed chunk is retried; until then no computed value is shown. */
const AGAIN_MS = 3_000;

/**
 * Returns the evaluation. `null`: the form computes nothing; `undefined` while the library loads.
 */
export function useEvaluate(model: Model): Evaluate | null | undefined {
  const [evaluate, setEvaluate] = useState<Evaluate | undefined>(undefined);
  useEffect(() => {
    if (!model.usesFhirPath) return;
    let isOver = false,
      again: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      Promise.all([
        import('fhirpath'),
        import('fhirpath/fhir-context/r4'),
        import('../../shared/forms/questionnaire/fhirpath.ts'),
      ])
        .then(([library, r4, { bindFhirPath }]) => {
          if (!isOver) setEvaluate(() => bindFhirPath(library.default, r4.default));
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
