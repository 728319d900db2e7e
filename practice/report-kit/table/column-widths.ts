// Widths of the columns of a report's table.

import type { Column } from '../../../shared/analytics/reports/report.ts';

const WIDTHS: Partial<Record<Column['typ'], number>> = {
  text: 220,
  wort: 170,
  patient: 96,
  eur: 132,
  code: 96,
  tag: 112,
  periode: 128,
  uhrzeit: 88,
  janein: 120,
};
const OWN: Readonly<Record<string, number>> = { text: 320, kennzahl: 250, nummer: 136 };
/** Mean width of a letter in a head, and a head's edges with the arrow of sorting; in px. */
const LETTER = 8.5,
  EDGES = 48;
/** Returns the width in px at which no word of a head is torn. */
const headWidth = (title: string): number =>
  Math.ceil(Math.max(0, ...title.split(/[\s/-]/).map((word) => word.length)) * LETTER) + EDGES;
/** Returns the width of a column in px. */
export const widthOf = ({ typ, key, titel }: Column): number =>
  Math.max(OWN[key] ?? WIDTHS[typ] ?? 124, headWidth(titel));
/** Returns the width in px at which no column is cut. */
export const tableWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, one) => sum + widthOf(one), 0);
