/** The image: independent of the order of deliveries, with correct derived values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';
import { PVS_ENTITIES } from '../../shared/analytics/deliveries/pvs.ts';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { STATUS, type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import {
  berlinMinute,
  berlinDay,
  periodsBetween,
  plusMonths,
  dayText,
  dayNumberOf,
  comparisonSpan,
} from '../../server/analytics/snapshot/calendar.ts';
import { allMeasures, figureResult, definedKeys } from '../../server/analytics/metrics/compute.ts';
import { daySums } from '../../server/analytics/metrics/day-sums.ts';
import { firstVisitsBetween } from '../../server/analytics/metrics/derived/new-patients.ts';
import { warrantyFillings } from '../../server/analytics/metrics/derived/repeated-fillings.ts';
import { finishedPlans } from '../../server/analytics/reports/billing-checks/finished-plans.ts';
import { countFaults } from '../../server/analytics/reports/data-faults.ts';
import { visitsByDay } from '../../server/analytics/snapshot/selection/walk-visits.ts';
import { RawData, type RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { prepare } from '../../server/analytics/snapshot/derived.ts';
import { createRandom, shuffledRows } from './random.ts';
import { TODAY } from './random-practice/draw.ts';
import { buildPractice, KEYWORDS } from './random-practice.ts';

const FILTER: PracticeReportFilter = {
  von: '2025-01-01',
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
const snapshotFrom = (rows: readonly RawRow[]): Snapshot => {
  const rawRows = new RawData();
  for (const row of rows) rawRows.take(row);
  return buildSnapshot(rawRows, dayNumberOf(TODAY));
};
/** Sums of fractions may differ by a millionth when added in another order. */
const roundedCopy = (werte: unknown): unknown =>
  JSON.parse(JSON.stringify(werte), (_, one: unknown) =>
    typeof one === 'number' ? Number(one.toPrecision(8)) : one,
  ) as unknown;
const allValues = (snapshot: Snapshot, filter: PracticeReportFilter) =>
  FIGURE_BY_KEY.map((k) => [
    k.key,
    figureResult(
      k.key,
      buildSelection(
        snapshot,
        filter,
        new Map([
          ['umsatz', 5000],
          ['umsatzJeTermin', 150],
        ]),
      ),
    ),
  ]);

/** Checks all sums cached by day, for each filter dimension, in some periods. */
const totals = (snapshot: Snapshot): unknown =>
  [
    {},
    { behandler: ['b1'] },
    { behandler: ['b1', 'b2'] },
    { terminart: ['ta1'] },
    { zimmer: ['z1'] },
    { stempel: ['s1'] },
    { versicherung: ['GKV', 'PKV'] },
    { bereich: ['KCH', 'ZE'] },
  ].flatMap((choice) =>
    [
      ['2025-01-01', '2026-12-31'],
      ['2026-03-01', '2026-03-31'],
      ['2026-05-04', '2026-05-04'],
    ].map(([von, bis]) => {
      const a = buildSelection(snapshot, {
        ...FILTER,
        ...(choice as Partial<PracticeReportFilter>),
        von: von!,
        bis: bis!,
      });
      return [...allMeasures()].map((measure) => [measure.name, daySums(a, measure) ?? null]);
    }),
  );

/** Lists that are created once for an image. */
const lists = (snapshot: Snapshot): unknown => ({
  visits: visitsByDay(snapshot),
  firstVisits: firstVisitsBetween(snapshot, dayNumberOf('2025-01-01'), dayNumberOf('2026-12-31')),
  fillings: warrantyFillings(snapshot),
  plans: finishedPlans(snapshot),
  faults: PVS_ENTITIES.map((entity) =>
    countFaults(snapshot, entity, dayNumberOf('2026-03-01'), dayNumberOf('2026-05-31')).toSorted(
      (x, y) => x.bits - y.bits,
    ),
  ),
});

describe('image of the delivered data', () => {
  it('every listed key figure has a definition, and there are no others', () => {
    expect(definedKeys().sort()).toEqual(FIGURE_BY_KEY.map((k) => k.key).sort());
    expect([...new Set(FIGURE_BY_KEY.map((k) => k.nr))].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 74 }, (_, at) => at + 1),
    );
  });

  it('is independent of the order and repetition of rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom('leistung', 'rechnung', 'zahlung'),
        (seed, basis) => {
          const rows = buildPractice(seed),
            filter = { ...FILTER, basis },
            r = createRandom(seed + 1);
          const shuffled = shuffledRows([...rows, ...rows.filter(() => r() < 0.2)], r);
          expect(roundedCopy(allValues(snapshotFrom(shuffled), filter))).toEqual(
            roundedCopy(allValues(snapshotFrom(rows), filter)),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  it('updated incrementally it equals a full build in every cell, and so do the daily sums', async () => {
    let followed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 5 }),
        async (seed, steps) => {
          const r = createRandom(seed + 2),
            first = shuffledRows(buildPractice(seed), r),
            later = first
              .filter(() => r() < 0.1)
              .map((row): RawRow => {
                const day = Date.parse('2026-03-01T08:00:00Z') + Math.floor(r() * 200) * 86_400_000,
                  more: Record<string, RawRow['values']> = {
                    leistung: {
                      storno: r() < 0.5,
                      datum: new Date(day).toISOString().slice(0, 10),
                    },
                    termin: { start: day, status: null, ...(r() < 0.5 && { stichworte: 'PZR' }) },
                    patient: {
                      versicherung: r() < 0.5 ? 'PKV' : 'GKV',
                      ...(r() < 0.05 && {
                        zusammengefuehrtIn:
                          first.find((one) => one.entity === 'patient')?.id ?? null,
                      }),
                    },
                    behandler: r() < 0.1 ? { stempel: null } : {},
                  };
                return {
                  ...row,
                  version: row.version + 1,
                  isDeleted: r() < 0.1,
                  values: { ...row.values, ...more[row.entity] },
                };
              });
          const all = [...first, ...later, ...first.slice(0, 50)],
            rawRows = new RawData(),
            whole = new RawData();
          // The last steps are small, as a day is compared to years.
          const cuts = [
            ...Array.from({ length: steps }, (_, at) =>
              Math.floor((all.length * (at + 1)) / (steps + 1)),
            ),
            all.length - 45,
            all.length - 30,
            all.length - 15,
            all.length,
          ];
          let snapshot: Snapshot | undefined,
            from = 0;
          const afterwards = { rowGroups: new Map([['ta1', 'ENDO']]), stichworte: KEYWORDS };
          for (const to of cuts.sort((a, b) => a - b)) {
            const last = snapshot,
              columns = (one: Snapshot): unknown =>
                structuredClone({
                  L: { ...one.services, positionNumbers: null },
                  T: one.appointments,
                  B: one.visits,
                }),
              before = last && columns(last),
              sums = last && totals(last);
            for (const row of all.slice(from, to)) rawRows.take(row);
            from = to;
            // Half-way the practice assigns its appointments to groups.
            snapshot = buildSnapshot(
              rawRows,
              dayNumberOf(TODAY),
              to > all.length / 2 ? afterwards : undefined,
              r() < 0.8,
            );
            if (await prepare(snapshot)) followed += 1;
            lists(snapshot);
            // Readers of the previous image still see its content.
            if (last && all.length - to < 30)
              expect([columns(last), totals(last)]).toEqual([before, sums]);
          }
          for (const row of all) whole.take(row);
          const { rawRows: _, ...once } = buildSnapshot(whole, dayNumberOf(TODAY), afterwards),
            { rawRows: __, ...grown } = snapshot!;
          expect(grown).toEqual(once);
          // Indexes of raw rows are equal in both: rows arrived in one order.
          expect(totals(snapshot!)).toEqual(totals({ ...once, rawRows: whole }));
          expect(lists(snapshot!)).toEqual(lists({ ...once, rawRows: whole }));
        },
      ),
      { numRuns: 8 },
    );
    expect(followed).toBeGreaterThan(0);
  });

  it('a missed appointment becomes kept once a service of its day arrives', () => {
    const rawRows = new RawData(),
      take = (entity: RawRow['entity'], id: string, values: RawRow['values']): void => {
        rawRows.take({ entity, id, version: 1, hash: 1, isDeleted: false, values });
      };
    const said = (): number => {
      const { appointments: T } = buildSnapshot(rawRows, dayNumberOf(TODAY));
      return T.status[0]!;
    };
    take('patient', 'P', { versicherung: 'GKV' });
    take('termin', 'T', {
      patid: 'P',
      start: Date.parse('2026-03-02T09:00:00Z'),
      dauerMin: 30,
      status: null,
    });
    expect(said()).toBe(STATUS.NICHT_ERSCHIENEN);
    take('leistung', 'L', {
      patid: 'P',
      datum: '2026-03-02',
      system: 'BEMA',
      nr: '01',
      menge: 1,
      betrag: 100,
      status: 'ERBRACHT',
    });
    expect(said()).toBe(STATUS.WAHRGENOMMEN);
  });

  it('a delivery that repeats everything changes nothing, even with a newer version', () => {
    const rows = buildPractice(5),
      rawRows = new RawData();
    for (const row of rows) rawRows.take(row);
    for (const row of rows) rawRows.take({ ...row, version: row.version + 1 });
    buildSnapshot(rawRows, dayNumberOf(TODAY));
    for (const row of rows) rawRows.take({ ...row, version: row.version + 2 });
    expect(
      ['patient', 'leistung', 'termin', 'behandler'].map(
        (entity) => rawRows.tables[entity as 'patient'].takeChanges()?.size,
      ),
    ).toEqual([0, 0, 0, 0]);
  });

  it('[sec F11] days and minutes in Berlin on both clock changes', () => {
    const of = (text: string): string =>
      `${dayText(berlinDay(Date.parse(text)))} ${berlinMinute(Date.parse(text))}`;
    expect(
      [
        '2026-03-28T22:59:00Z',
        '2026-03-28T23:00:00Z',
        '2026-03-29T00:59:00Z',
        '2026-03-29T01:00:00Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
        '2026-10-25T22:59:00Z',
        '2026-10-25T23:00:00Z',
      ].map(of),
    ).toEqual([
      '2026-03-28 1439',
      '2026-03-29 0',
      '2026-03-29 119',
      '2026-03-29 180',
      '2026-10-25 150',
      '2026-10-25 150',
      '2026-10-25 1439',
      '2026-10-26 0',
    ]);
  });

  it('periods at their edges: weeks of two years, leap days, ends of months', () => {
    expect(
      periodsBetween(dayNumberOf('2026-12-28'), dayNumberOf('2027-01-04'), 'WOCHE').map(
        (p) => p.name,
      ),
    ).toEqual(['2026-W53', '2027-W01']);
    expect(
      periodsBetween(dayNumberOf('2024-12-30'), dayNumberOf('2025-01-05'), 'WOCHE').map(
        (p) => p.name,
      ),
    ).toEqual(['2025-W01']);
    expect(
      periodsBetween(dayNumberOf('2026-01-15'), dayNumberOf('2026-07-01'), 'QUARTAL').map(
        (p) => `${p.name} ${dayText(p.from)} ${dayText(p.to)}`,
      ),
    ).toEqual([
      '2026-Q1 2026-01-15 2026-03-31',
      '2026-Q2 2026-04-01 2026-06-30',
      '2026-Q3 2026-07-01 2026-07-01',
    ]);
    expect([
      dayText(plusMonths(dayNumberOf('2024-02-29'), 12)),
      dayText(plusMonths(dayNumberOf('2026-08-31'), -18)),
      dayText(plusMonths(dayNumberOf('2025-12-31'), 2)),
    ]).toEqual(['2025-02-28', '2025-02-28', '2026-02-28']);
    const span = (von: string, bis: string, art: 'VORJAHR' | 'VORPERIODE'): string => {
      const s = comparisonSpan(dayNumberOf(von), dayNumberOf(bis), art);
      return `${dayText(s.from)} ${dayText(s.to)}`;
    };
    expect(span('2025-02-01', '2025-02-28', 'VORJAHR')).toBe('2024-02-01 2024-02-29');
    expect(span('2024-02-01', '2024-02-29', 'VORPERIODE')).toBe('2024-01-01 2024-01-31');
    expect(span('2026-01-01', '2026-03-31', 'VORPERIODE')).toBe('2025-10-01 2025-12-31');
    expect(span('2026-11-02', '2026-11-08', 'VORPERIODE')).toBe('2026-10-26 2026-11-01');
  });
});
