/**
 * Skeleton of a key figure: the one walk that yields its sum, its table and its rows, with a test.
 */
import { camel, kebab, words } from './names.mjs';

/**
 * @param {string[]} args NAME
 * @returns {import('./names.mjs').Made}
 */
export function newFigure([what]) {
  const name = kebab(what, 'NAME');
  const figure = camel(name);
  const folder = 'server/analytics/metrics';
  const code = `/** The key figure ${words(name)}: which rows count, and with which value. */
import { forEachAppointment } from '../snapshot/selection/walk-appointments.ts';
import type { Definition } from './sink.ts';

/** Counts the chosen appointments; replace by the rows of the figure. */
export const ${figure}: Definition = (selection, sink) => {
  const { appointments } = selection.snapshot;
  forEachAppointment(selection, (at) => sink.numerator('termin', appointments.rawRows[at]!, 1));
};
`;
  const test = `/** Tests the rows of the key figure ${words(name)}. */
import { expect, it } from 'vitest';
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import { buildPractice } from '../../../tests/reports/random-practice.ts';
import { TODAY } from '../../../tests/reports/random-practice/draw.ts';
import { buildSnapshot } from '../snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { buildSelection } from '../snapshot/selection.ts';
import { RawData } from '../snapshot/tables/raw-tables.ts';
import { ${figure} } from './${name}.ts';

const FILTER: PracticeReportFilter = {
  von: '2024-01-01',
  bis: '2026-12-31',
  vergleich: 'KEIN',
  behandler: [],
  zimmer: [],
  teams: [],
  stempel: [],
  versicherung: [],
  bereich: [],
  terminart: [],
  termingruppe: [],
  basis: 'leistung',
  gruppierung: 'MONAT',
  kennzahl: 'umsatz',
};

it('counts each row once', () => {
  const raw = new RawData();
  for (const row of buildPractice(1)) raw.take(row);
  const groups = { rowGroups: new Map(), stichworte: [] };
  const snapshot = buildSnapshot(raw, dayNumberOf(TODAY), groups);
  const rows: number[] = [];
  ${figure}(buildSelection(snapshot, FILTER), {
    numerator: (_, at) => rows.push(at),
    denominator: () => undefined,
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows).size).toBe(rows.length);
});
`;
  return {
    files: [
      { path: `${folder}/${name}.ts`, text: code },
      { path: `${folder}/${name}.test.ts`, text: test },
    ],
    left: [
      `${folder}/compute.ts: ${figure} in the table of walks`,
      `shared/analytics/reports/figure-list.ts: the row of the figure (number, names, unit, clock)`,
      `shared/analytics/reports/figure-filters.ts: the filters that numerator and denominator follow`,
      `shared/analytics/reports/figure-fields.ts: the fields that its rows need`,
      `practice/analytics/reports/glossary/figure-words-de.ts and figure-words-en.ts: formula and meaning in both languages`,
      `shared/analytics/reports/overview.ts: its tile in TILES, if it has one, with the report that answers it`,
    ],
  };
}
