// Web worker for the ten thousand synthetic patients, so that the page stays responsive.

import { modelOf } from '../../../../../shared/forms/questionnaire/model.ts';
import { simulate, type Simulation } from './simulate.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';

export interface SimulateAsk {
  readonly form: Questionnaire;
  readonly patients: number;
}
export type SimulateSaid = { readonly result: Simulation } | { readonly failed: true };

addEventListener('message', ({ data }: MessageEvent<SimulateAsk>) => {
  let said: SimulateSaid;
  try {
    said = { result: simulate(modelOf(data.form), { patients: data.patients }) };
  } catch {
    said = { failed: true };
  }
  postMessage(said);
});
