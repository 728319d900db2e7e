/** The occasion of a rule on a day, and the types of its facts. */
import type { ServiceRow } from './practice.ts';
import type { Situation } from './situation.ts';

/** Context of a rule on that day: the triggering services and the tooth. */
export interface Occasion {
  readonly situation: Situation;
  readonly triggers: readonly ServiceRow[];
  readonly schalter: Readonly<Record<string, boolean>>;
  readonly schwellen: Readonly<Record<string, number>>;
}
/** A day, distinct from a word because it is compared with durations. */
export interface Day {
  readonly tag: string;
}
export type FactValue = number | string | boolean | Day | readonly (string | number)[] | undefined;
