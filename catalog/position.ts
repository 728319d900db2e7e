// Common type of the positions of all fee schedules.

import type { SERVICE_AREAS, GEBUEHREN } from '../shared/analytics/deliveries/pvs-words.ts';

export type Gebuehr = (typeof GEBUEHREN)[number];
export type Bereich = (typeof SERVICE_AREAS)[number];
/**
 * Certainty of a fact: `confirmed` by an official page or several that agree · `read` on one page ·
 * `derived` from confirmed ones · `memory` of the trade. Only the first may be shown without a
 * caveat.
 */
export type Mark = 'confirmed' | 'read' | 'derived' | 'memory';
/** Both ends inclusive; null if the end is unknown or open. */
export interface Valid {
  readonly from: string | null;
  readonly to: string | null;
}
export interface Position extends Valid {
  readonly system: Gebuehr;
  readonly number: string;
  readonly abbr: string;
  readonly text: string;
  /** Null for a position without its own. */
  readonly points: number | null;
  readonly area: Bereich;
  /** Unit of counting: „Zahn“, „Sitzung“, … */
  readonly unit: string;
  /** Limits and exclusions as text. */
  readonly limits: string;
  readonly mark: Mark;
}
export const isValidOn = (one: Valid, day: string): boolean =>
  (one.from === null || one.from <= day) && (one.to === null || day <= one.to);
