/** Every key figure against a slow plain reference, for random practices and filters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';
import { REVENUE_BASES, type PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import {
  buildSelection,
  narrowToPractitioner,
  narrowToWeekday,
  narrowToAppointmentType,
  withPeriod,
} from '../../server/analytics/snapshot/selection.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { contributionsOf, figureResult } from '../../server/analytics/metrics/compute.ts';
import { kpi } from '../../server/analytics/metrics/kpi.ts';
import { ROWS_PER_PAGE, pageOf, dayOfRow } from '../../server/analytics/reports/page.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { reference } from './reference.ts';
import { TODAY } from './random-practice/draw.ts';
import { dated } from './random-practice/dated.ts';
import { buildPractice, KEYWORDS } from './random-practice.ts';

const few = <T>(...words: T[]): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.subarray(words, { minLength: 1, maxLength: 2 }) },
  );
const SPANS: readonly (readonly [string, string])[] = [
  ['2026-01-01', '2026-12-31'],
  ['2025-01-01', '2025-12-31'],
  ['2024-01-01', '2026-12-31'],
  ['2026-03-29', '2026-03-29'],
  ['2026-01-01', '2026-03-31'],
  ['2025-07-01', '2025-12-31'],
  ['2026-10-25', '2026-11-30'],
  ['2024-02-29', '2025-02-28'],
  [TODAY, TODAY],
  ['2026-11-21', '2026-12-31'],
];
const filters: fc.Arbitrary<PracticeReportFilter> = fc
  .record({
    span: fc.constantFrom(...SPANS),
    behandler: few('b1', 'b2', 'b3', 'b4', 'nobody'),
    zimmer: few('z1', 'z2'),
    teams: few('tm1', 'tm2'),
    stempel: few('s1', 's2'),
    versicherung: few(...VERSICHERUNG),
    bereich: few(...SERVICE_AREAS.slice(0, 8)),
    terminart: few('ta1', 'ta2', 'ta3'),
    termingruppe: few('g1', 'PROPHYLAXE', 'FUELLUNG', 'KONTROLLE'),
    basis: fc.constantFrom(...REVENUE_BASES),
  })
  .map(({ span: [von, bis], ...rest }) => ({
    von,
    bis,
    vergleich: 'KEIN',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
    ...rest,
  }));

/** Sums of shares are rounded at the end on both sides; they may differ by a cent. */
const isSame = (x: number | null, y: number | null): boolean =>
  x === null || y === null ? x === y : Math.abs(x - y) <= 0.0101 + Math.abs(y) * 1e-6;
/** Needs times that the reference does not read, or is derived from other figures. */
const OTHERWISE = new Set([
  'naechsterFreier',
  'terminqualitaet',
  'zielerreichung',
  'patientenSonst',
]);

describe('key figures', () => {
  it('each equals a slow plain reference over the raw rows, for any deliveries and filters', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.array(filters, { minLength: 3, maxLength: 3 }),
        fc.shuffledSubarray([...KEYWORDS]),
        (seed, chosen, stichworte) => {
          // Half of the practices deliver every day, so that past states are known.
          const rows = seed % 2 === 0 ? dated(buildPractice(seed)) : buildPractice(seed),
            rawRows = new RawData();
          for (const row of rows) rawRows.take(row);
          const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY), {
            rowGroups: new Map(),
            keywords: stichworte,
          });
          for (const filter of chosen) {
            const a = buildSelection(snapshot, filter),
              expected = reference(rows, filter, stichworte),
              wrong: unknown[] = [];
            for (const { key, factor } of FIGURE_BY_KEY) {
              if (OTHERWISE.has(key)) continue;
              const is = figureResult(key, a),
                should = expected[key];
              // A quotient may differ by the rounding of its parts.
              const parts =
                  should !== undefined &&
                  isSame(is.numerator, should.zaehler) &&
                  isSame(is.denominator, should.nenner),
                room =
                  is.denominator === null || is.numerator === null
                    ? 0.0101
                    : (0.006 * factor * (1 + Math.abs(is.value ?? 0))) /
                        Math.max(1e-9, Math.abs(is.denominator)) +
                      2e-6;
              const quotient =
                should === undefined || is.value === null || should.wert === null
                  ? is.value === (should?.wert ?? null)
                  : Math.abs(is.value - should.wert) <= room + Math.abs(should.wert) * 1e-6;
              if (!parts || !quotient) wrong.push({ key, is, should });
            }
            expect(wrong).toEqual([]);
          }
        },
      ),
      { numRuns: 10 },
    );
  }, 30_000);

  it('a group defined by keywords is filtered like one by types, for one type and for all', () => {
    let chosen = 0,
      ofOne = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.shuffledSubarray([...KEYWORDS], { minLength: KEYWORDS.length }),
        fc.constantFrom('PROPHYLAXE', 'FUELLUNG', 'KONTROLLE', 'ZE'),
        fc.constantFrom<string[]>([], ['g1']),
        few('ta1', 'ta2', 'ta3'),
        (seed, stichworte, gruppe, eigene, terminart) => {
          const rows = buildPractice(seed),
            rawRows = new RawData(),
            filter: PracticeReportFilter = {
              von: '2024-01-01',
              bis: '2026-12-31',
              vergleich: 'KEIN',
              behandler: [],
              zimmer: [],
              teams: [],
              stempel: [],
              versicherung: [],
              bereich: [],
              terminart,
              termingruppe: [gruppe, ...eigene],
              basis: 'leistung',
              gruppierung: 'MONAT',
              kennzahl: 'umsatz',
            };
          for (const row of rows) rawRows.take(row);
          const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY), {
              rowGroups: new Map(),
              keywords: stichworte,
            }),
            a = buildSelection(snapshot, filter),
            expected = reference(rows, filter, stichworte),
            keys = [
              'umsatz',
              'behandlungsstunden',
              'ausfallquote',
              'wiedervorstellung',
              'umsatzJeTermin',
            ];
          for (const key of keys)
            expect([
              key,
              isSame(figureResult(key, a).numerator, expected[key]!.zaehler),
              isSame(figureResult(key, a).denominator, expected[key]!.nenner),
            ]).toEqual([key, true, true]);
          if (
            figureResult('umsatz', a).value !==
            figureResult(
              'umsatz',
              buildSelection(buildSnapshot(rawRows, dayNumberOf(TODAY)), filter),
            ).value
          )
            chosen += 1;
          const { ids } = snapshot.rawRows.tables.terminarten;
          for (const [at, id] of ids.entries()) {
            if (terminart.length > 0 && !terminart.includes(id)) continue;
            const one = narrowToAppointmentType(a, at),
              same = buildSelection(snapshot, { ...filter, terminart: [id] });
            for (const key of keys)
              expect([id, key, figureResult(key, one)]).toEqual([id, key, figureResult(key, same)]);
            if (one.chosenMarks.stichwort && figureResult('umsatz', one).value !== 0) ofOne += 1;
          }
        },
      ),
      { numRuns: 16 },
    );
    // Otherwise keywords were not covered.
    expect([chosen > 0, ofOne > 0]).toEqual([true, true]);
  });

  it('the rows behind a number sum up to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), filters, (seed, filter) => {
        const rawRows = new RawData();
        for (const row of buildPractice(seed)) rawRows.take(row);
        const a = buildSelection(
          buildSnapshot(rawRows, dayNumberOf(TODAY)),
          filter,
          new Map([['umsatz', 1000]]),
        );
        for (const { key, art, zaehlerIn } of FIGURE_BY_KEY) {
          if (art === 'median' || art === 'zusammengesetzt' || key === 'naechsterFreier') continue;
          const sum = contributionsOf(key, a)
              .filter((b) => b.side === 'zaehler')
              .reduce((all, b) => all + b.value, 0),
            { numerator: zaehler, undated } = figureResult(key, a);
          if (undated !== undefined) continue;
          // Without a value under a filter there are no rows.
          expect(
            isSame(zaehler ?? 0, zaehlerIn === 'eur' ? sum / 100 : sum),
            `${key} ${String(zaehler)} ${sum}`,
          ).toBe(true);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('daily sums equal a full scan: unfiltered, by each single filter, by weekday, in any period', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(...SPANS),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 6 }),
        (seed, [von, bis], length, weekday) => {
          const rawRows = new RawData();
          for (const row of buildPractice(seed)) rawRows.take(row);
          const all = buildSelection(
            buildSnapshot(rawRows, dayNumberOf(TODAY)),
            {
              von,
              bis,
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
            },
            new Map([['umsatz', 1000]]),
          );
          const other = withPeriod(all, all.to - length, all.to),
            one = narrowToPractitioner(other, 1);
          const narrowed = [
            { zimmer: ['z1', 'z2'] },
            { stempel: ['s1'] },
            { versicherung: ['GKV', 'SELBST'] },
            { bereich: ['KCH', 'PZR'] },
            { behandler: ['b1', 'b3'] },
            { teams: ['tm1'] },
          ].map((choice) =>
            buildSelection(
              all.snapshot,
              { ...other.filter, ...(choice as Partial<PracticeReportFilter>), von, bis },
              new Map([['umsatz', 1000]]),
            ),
          );
          for (const a of [
            all,
            other,
            one,
            narrowToAppointmentType(other, 2),
            narrowToWeekday(other, weekday),
            narrowToWeekday(one, weekday),
            ...narrowed,
          ])
            for (const { key, art } of FIGURE_BY_KEY) {
              if (art === 'median' || art === 'zusammengesetzt' || key === 'naechsterFreier')
                continue;
              const rows = contributionsOf(key, a),
                sum = (teil: string): number =>
                  rows.filter((b) => b.side === teil).reduce((cents, b) => cents + b.value, 0),
                is = figureResult(key, a);
              if (is.undated !== undefined) continue;
              const meta = FIGURE_BY_KEY.find((k) => k.key === key)!;
              expect(
                isSame(
                  is.numerator ?? 0,
                  meta.zaehlerIn === 'eur' ? sum('zaehler') / 100 : sum('zaehler'),
                ),
                `${key} ${String(is.numerator)} ${sum('zaehler')}`,
              ).toBe(true);
              // A target has no rows.
              if (is.denominator !== null && key !== 'zielerreichung')
                expect(
                  isSame(
                    is.denominator,
                    meta.nennerIn === 'eur' ? sum('nenner') / 100 : sum('nenner'),
                  ),
                  `${key}: ${is.denominator} ${sum('nenner')}`,
                ).toBe(true);
            }
        },
      ),
      { numRuns: 4 },
    );
  });

  it('incomplete periods and periods with too little data are not compared', () => {
    const rawRows = new RawData();
    for (const row of buildPractice(4711)) rawRows.take(row);
    const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY)),
      of = (von: string, bis: string) =>
        buildSelection(snapshot, {
          von,
          bis,
          vergleich: 'VORJAHR',
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
        });
    const young = kpi('hkpAnnahme', of('2026-01-01', TODAY)),
      old = kpi('hkpAnnahme', of('2025-11-24', '2026-05-24'));
    expect([young.vergleich === null, young.delta, young.vollstaendigAb]).toEqual([
      false,
      null,
      '2027-05-19',
    ]);
    expect([old.delta === null, old.vollstaendigAb]).toEqual([false, undefined]);
    // Deliveries begin in June 2023.
    expect(kpi('reaktiviert', of('2026-01-01', TODAY)).vergleich).toBeNull();
    expect(kpi('reaktiviert', of('2027-12-01', '2027-12-31')).vergleich).not.toBeNull();
  });

  it('pages of rows behind a number are complete and unique: numerator first, newest first, then by id', () => {
    const rawRows = new RawData();
    for (const row of buildPractice(4711, 3)) rawRows.take(row);
    const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY)),
      filter: PracticeReportFilter = {
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
    // First by payment, then figures whose rows have separate days: for all rows, and with two
    // filters at once.
    for (const [choice, key] of [
      { basis: 'zahlung' as const },
      {},
      { zimmer: ['z1'], versicherung: ['GKV' as const] },
    ].flatMap((one) =>
      [
        'umsatz',
        'stundensatz',
        'wiedervorstellung',
        'umsatzJePatient',
        'freieZeit',
        'recallquote',
        'nichtFakturiert',
        'auslastung',
      ].map((word) => [one, word] as const),
    )) {
      const a = buildSelection(snapshot, { ...filter, ...choice });
      const plain = contributionsOf(key, a).map((b) => ({
          ...b,
          day: dayOfRow(a.snapshot, b.entity)(b.at),
        })),
        id = (b: (typeof plain)[number]): string => rawRows.tables[b.entity].ids[b.at]!;
      plain.sort((x, y) =>
        x.side === y.side
          ? y.day - x.day || (id(x) < id(y) ? -1 : id(x) > id(y) ? 1 : 0)
          : x.side === 'zaehler'
            ? -1
            : 1,
      );
      const pages = Array.from({ length: Math.ceil(plain.length / ROWS_PER_PAGE) + 1 }, (_, n) =>
        pageOf(a, key, n + 1),
      );
      expect(pages.flatMap((p) => p.page)).toEqual(plain);
      expect(new Set(pages.map((p) => p.count))).toEqual(new Set([plain.length]));
    }
  });
});
