// Lazily loads the library that evaluates formulas, when a form has its first one, once for all
// forms.

import { useEffect, useState } from 'react';
import type { Evaluate } from '../../../../shared/forms/questionnaire/expressions/scope.ts';

let loading: Promise<Evaluate> | undefined;
/**
 * Loads the evaluation: ready from the first formula on; undefined before, and where it cannot be
 * loaded.
 */
export function useEvaluate(isWanted: boolean): Evaluate | undefined {
  const [evaluate, setEvaluate] = useState<{ run: Evaluate }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    loading ??= Promise.all([
      import('fhirpath'),
      import('fhirpath/fhir-context/r4'),
      import('../../../../shared/forms/questionnaire/expressions/fhirpath.ts'),
    ]).then(([library, r4, { bindFhirPath }]) => bindFhirPath(library.default, r4.default));
    loading.then(
      (run) => {
        if (!isOver) setEvaluate({ run });
      },
      () => {
        loading = undefined;
      },
    );
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return evaluate?.run;
}
