// Positions of the statutory fee schedule with points, area, limits and validity; former ones stay
// readable.

import type { Bereich, Mark, Position } from '../position.ts';
import bema from './bema@2026.json' with { type: 'json' };

const positionOf = ([number, abbr, text, points, area, unit, limits, mark, from, to]: readonly (
  | string
  | number
  | null
)[]): Position => ({
  system: 'BEMA',
  number: String(number),
  abbr: String(abbr),
  text: String(text),
  points: points as number | null,
  area: area as Bereich,
  unit: String(unit),
  limits: String(limits),
  mark: mark as Mark,
  from: from as string | null,
  to: to as string | null,
});
/** Source of the list; each row states its certainty. */
export const BEMA_SOURCE = { source: bema.source, readOn: bema.readOn } as const;
export const BEMA: readonly Position[] = bema.positions.map(positionOf);
/** Former positions: deleted numbers and earlier points of numbers that still exist. */
export const BEMA_FORMER: readonly Position[] = bema.former.map(positionOf);
