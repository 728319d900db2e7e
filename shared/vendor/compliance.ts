// Rules of the page on data protection: which annexes of the guideline apply, and the clock of a data
// breach. Pure.

import { HOUR_MS } from '../base/day-math.ts';

export const POINT_STATES = ['open', 'done', 'not_applicable'] as const;
export type PointState = (typeof POINT_STATES)[number];
/** Most characters of a note and of a description. */
export const COMPLIANCE_LIMITS = { note: 1000, text: 4000 } as const;
/** Most people who work at data, for the form. */
export const MOST_PEOPLE = 1000;

export interface ComplianceProfile {
  /** People who constantly work at data of patients. */
  people: number;
  hasLargeDevices: boolean;
}
/** Returns the annexes of the guideline that apply: by people, large devices, and always 1 and 5. */
export const annexesOf = ({
  people,
  hasLargeDevices,
}: ComplianceProfile): (1 | 2 | 3 | 4 | 5)[] => [
  1,
  ...(people > 5 ? [2 as const] : []),
  ...(people > 20 ? [3 as const] : []),
  ...(hasLargeDevices ? [4 as const] : []),
  5,
];

/** Art. 33(1) GDPR: the authority is informed within 72 hours of awareness. */
const REPORT_MS = 72 * HOUR_MS;
export const breachDue = (awareAt: number): number => awareAt + REPORT_MS;

export const BREACH_DECISIONS = ['undecided', 'report', 'no_risk'] as const;
export type BreachDecision = (typeof BREACH_DECISIONS)[number];
export interface BreachFacts {
  awareAt: number;
  decision: BreachDecision;
  reportedAt: number | null;
}
/**
 * `running`: no decision, or a report is due · `late`: the same after 72 hours · `settled`: reported,
 * or laid down why there is no risk.
 */
export type BreachState = 'running' | 'late' | 'settled';
export const breachState = (
  { awareAt, decision, reportedAt }: BreachFacts,
  now: number,
): BreachState =>
  reportedAt !== null || decision === 'no_risk'
    ? 'settled'
    : now > breachDue(awareAt)
      ? 'late'
      : 'running';
