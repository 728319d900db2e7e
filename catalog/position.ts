// What every position of a fee schedule is described by, whichever schedule it stands in.

import type { SERVICE_AREAS, GEBUEHREN } from '../shared/analytics/deliveries/pvs.ts';

export type Gebuehr = (typeof GEBUEHREN)[number];
export type Bereich = (typeof SERVICE_AREAS)[number];
/** How sure a fact is: `confirmed` by an official page or several that agree · `read` on one page · `derived` from confirmed ones · `memory` of the trade. Only the first may be shown without a word of doubt. */
export type Mark = 'confirmed' | 'read' | 'derived' | 'memory';
/** Both ends count; null where the end is not known or there is none. */
export interface Valid {
  readonly from: string | null;
  readonly to: string | null;
}
export interface Position extends Valid {
  readonly system: Gebuehr;
  readonly number: string;
  readonly abbr: string;
  readonly text: string;
  /** Null where a position has none of its own. */
  readonly points: number | null;
  readonly area: Bereich;
  /** What is counted: „Zahn“, „Sitzung“, … */
  readonly unit: string;
  /** Limits and exclusions in words. */
  readonly limits: string;
  readonly mark: Mark;
}
export const isValidOn = (one: Valid, day: string): boolean =>
  (one.from === null || one.from <= day) && (one.to === null || day <= one.to);
