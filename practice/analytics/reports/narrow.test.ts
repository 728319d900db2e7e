// Tests of opening a row: the filter of a report narrowed to the rows that the row counted, and
// never to others.

import { expect, test } from 'vitest';
import { byPractitioner, filter, overTime } from '../../report-kit/report.fixture.ts';
import { drawn } from './chart/drawn.ts';
import { daysOf, narrowTo, openedAddress } from './narrow.ts';

test('parses periods as reports name them', () => {
  expect(
    ['2026', '2026-Q4', '2028-02', '2026-W01', '2026-W53', '2026-11-20', 'Übrige'].map(daysOf),
  ).toEqual([
    { von: '2026-01-01', bis: '2026-12-31' },
    { von: '2026-10-01', bis: '2026-12-31' },
    { von: '2028-02-01', bis: '2028-02-29' },
    { von: '2025-12-29', bis: '2026-01-04' },
    { von: '2026-12-28', bis: '2027-01-03' },
    { von: '2026-11-20', bis: '2026-11-20' },
    undefined,
  ]);
});
test('a period is clipped to the span of the report', () => {
  const { spalten } = overTime();
  expect(narrowTo(filter, { periode: '2026-11' }, spalten)).toMatchObject({
    von: '2026-11-01',
    bis: '2026-11-20',
  });
  expect(narrowTo({ ...filter, von: '2026-03-10' }, { periode: '2026-03' }, spalten)).toMatchObject(
    { von: '2026-03-10', bis: '2026-03-31' },
  );
});
test('a person or room is filtered by id, an area by its word; an unassigned row opens nothing', () => {
  const { spalten, zeilen } = byPractitioner();
  expect(narrowTo(filter, zeilen[1] ?? {}, spalten)).toMatchObject({
    behandler: ['b2'],
    von: filter.von,
  });
  expect(narrowTo(filter, { behandler: 'ohne Behandler', id: null }, spalten)).toBeUndefined();
  expect(
    narrowTo(filter, { bereich: 'PAR' }, [{ key: 'bereich', titel: 'Bereich', typ: 'wort' }]),
  ).toMatchObject({ bereich: ['PAR'] });
  expect(
    narrowTo(filter, { traeger: 'AOK' }, [{ key: 'traeger', titel: 'Kostenträger', typ: 'wort' }]),
  ).toBeUndefined();
});

test("bars keep the table's initial order; a chart draws only its configured series", () => {
  const report = {
    spalten: [
      { key: 'behandler', titel: 'Behandler', typ: 'text' },
      { key: 'umsatz', titel: 'Umsatz', typ: 'eur' },
    ] as const,
    zeilen: [
      { behandler: 'A', umsatz: 1 },
      { behandler: 'B', umsatz: 3 },
      { behandler: 'C', umsatz: 2 },
    ],
    serien: [
      { name: 'umsatz', punkte: ['A', 'B', 'C', 'D'].map((x) => ({ x, y: 1 })) },
      { name: 'other', punkte: [] },
    ],
  };
  expect(
    drawn(report, { chart: 'rows', draws: ['umsatz'], sort: { key: 'umsatz', isDown: true } }).map(
      ({ name, punkte }) => [name, ...punkte.map(({ x }) => x)],
    ),
  ).toEqual([['umsatz', 'B', 'C', 'A', 'D']]);
  expect(drawn(report, { chart: 'line' })).toBe(report.serien);
});

test('a period opens the page of its lines for its own days, a period ahead opens nothing', () => {
  const { spalten, meta } = overTime(),
    opens = { path: 'gewinn/kosten', parameter: 'teil', isPeriod: true },
    open = (id: string | null) =>
      openedAddress({ opens }, { id, periode: '2026-11' }, { spalten, meta }, 'zeit=jahr&basis=x');
  expect([open('schwelle'), open(null)]).toEqual([
    '/berichte/gewinn/kosten?basis=x&teil=schwelle&von=2026-11-01&bis=2026-11-20',
    undefined,
  ]);
});

test('a row opens the page of its lines for the days of its report, also where these are its default', () => {
  const { spalten, meta } = overTime(),
    opens = { path: 'leistungen', parameter: 'position' },
    open = (search: string) =>
      openedAddress({ opens }, { id: 'BEMA 107' }, { spalten, meta }, search);
  expect([open(''), open('zeit=quartal&sort=nr')]).toEqual([
    `/berichte/leistungen?position=BEMA+107&von=${filter.von}&bis=${filter.bis}`,
    '/berichte/leistungen?zeit=quartal&position=BEMA+107',
  ]);
});
