// The private dental fee schedule as positions of the common type, with the area of each number.

import type { Bereich, Position } from '../position.ts';
import goz from './goz@2012.json' with { type: 'json' };

/** Sections of the schedule; cleaning is separate, because practices count it separately. */
export function gozArea(number: string): Bereich {
  const n = Number(number.slice(0, 4));
  if (n >= 1000 && n < 2000) return 'PZR';
  if ((n >= 2200 && n < 2330) || (n >= 5000 && n < 6000)) return 'GOZ_PROTHETIK';
  if (n >= 4000 && n < 5000) return 'PAR';
  if (n >= 6000 && n < 7000) return 'KFO';
  if (n >= 7000 && n < 9000) return n >= 7080 && n < 8000 ? 'GOZ_PROTHETIK' : 'FUNKTION';
  if (n >= 9000) return 'IMPLANTOLOGIE';
  return 'GOZ_KONS';
}
const of = (number: string, text: string, points: number | null, unit: string): Position => ({
  system: 'GOZ',
  number,
  abbr: '',
  text,
  points,
  area: gozArea(number),
  unit,
  limits: '',
  mark: 'confirmed',
  from: '2012-01-01',
  to: null,
});
export const GOZ_SOURCE = { source: goz.source, readOn: goz.readOn } as const;
export const GOZ: readonly Position[] = [
  ...goz.positions.map(([number, text, points, unit]) =>
    of(String(number), String(text), Number(points), String(unit)),
  ),
  ...goz.parts.map(([number, text, unit]) => of(String(number), String(text), null, String(unit))),
].toSorted((a, b) => (a.number < b.number ? -1 : 1));
