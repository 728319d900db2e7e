/** Loads the engine of expressions: most forms have none and never load it. */

import type { ComputeResult } from '../../shared/forms/questionnaire/expressions/computed.ts';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import type { ComputeOptions, Steps } from '../../shared/forms/questionnaire/expressions/scope.ts';
import type { FormState } from '../../shared/forms/questionnaire/state.ts';

/** Computes a state of a form; see `compute` of `shared/forms/questionnaire/expressions/computed.ts`. */
export interface Compute {
  (model: Model, state: FormState, options?: ComputeOptions): ComputeResult;
  /** The same in steps, between which a page can draw itself. */
  steps(model: Model, state: FormState, options?: ComputeOptions): Steps<ComputeResult>;
}

/** @throws where a chunk cannot be loaded */
export async function loadCompute(): Promise<Compute> {
  const [library, r4, { bindFhirPath }, { compute, computing }] = await Promise.all([
    import('fhirpath'),
    import('fhirpath/fhir-context/r4'),
    import('../../shared/forms/questionnaire/expressions/fhirpath.ts'),
    import('../../shared/forms/questionnaire/expressions/computed.ts'),
  ]);
  const evaluate = bindFhirPath(library.default, r4.default);
  return Object.assign(
    (model: Model, state: FormState, options?: ComputeOptions) =>
      compute(model, state, evaluate, options),
    {
      steps: (model: Model, state: FormState, options?: ComputeOptions) =>
        computing(model, state, evaluate, options),
    },
  );
}
