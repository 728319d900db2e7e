/**
 * Tables and lists of reports against a plain loop over all rows of the image, for random
 * practices, combined filters, and consecutive periods.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REVENUE_BASES, type PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs.ts';
import {
  buildSelection,
  narrowToPractitioner,
  narrowToWeekday,
  withPeriod,
  forEachService,
  forEachStretch,
  forEachAppointment,
  bookingViewOf,
  forEachNewestService,
  matchesService,
  matchesAppointment,
  type Selection,
} from '../../server/analytics/snapshot/selection.ts';
import {
  buildSnapshot,
  S,
  SYSTEM,
  PAYER,
  INSURANCE,
  type Snapshot,
} from '../../server/analytics/snapshot/snapshot.ts';
import {
  ageOn,
  EMPTY,
  periodsBetween,
  dayText,
  dayNumberOf,
  weekdayOf,
} from '../../server/analytics/snapshot/calendar.ts';
import { contributionsOf, figureResult } from '../../server/analytics/metrics/compute.ts';
import type { ReportContext, Part, Row } from '../../server/analytics/reports/report-kind.ts';
import { forEachAppointmentMade } from '../../server/analytics/reports/extended.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { NOW, TODAY } from './random-practice/draw.ts';
import { buildPractice, KEYWORDS } from './random-practice.ts';

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
const some = <T>(...words: T[]): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.subarray(words, { minLength: 1 }) },
  );
const SPANS: readonly (readonly [string, string])[] = [
  ['2024-01-01', '2026-12-31'],
  ['2025-01-01', '2025-12-31'],
  ['2026-01-15', '2026-03-31'],
  ['2025-12-31', '2026-01-01'],
  ['2023-01-01', '2024-06-30'],
  [TODAY, TODAY],
  ['2026-07-01', '2026-11-21'],
];
const filters: fc.Arbitrary<PracticeReportFilter> = fc
  .record({
    span: fc.constantFrom(...SPANS),
    behandler: some('b1', 'b2', 'b3', 'nobody'),
    zimmer: some('z1', 'z2'),
    stempel: some('s1'),
    versicherung: some(...VERSICHERUNG.slice(0, 2)),
    bereich: some(...SERVICE_AREAS.slice(0, 4)),
    terminart: some('ta1', 'ta2', 'ta3'),
    termingruppe: some('PROPHYLAXE', 'KONTROLLE'),
  })
  .map(({ span: [von, bis], ...rest }) => ({ ...FILTER, ...rest, von, bis }));
/** @param apart some services refer to appointments of other days */
function snapshotOf(seed: number, apart = false): Snapshot {
  const rawRows = new RawData();
  for (const row of buildPractice(seed, 2))
    rawRows.take(
      apart && row.entity === 'leistung' && !row.isDeleted && row.id.endsWith('3')
        ? { ...row, values: { ...row.values, terminId: `t${1 + (row.id.length % 4)}` } }
        : row,
    );
  return buildSnapshot(rawRows, dayNumberOf(TODAY), { rowGroups: new Map(), stichworte: KEYWORDS });
}
const placesOf = (n: number, is: (i: number) => boolean): number[] =>
  Array.from({ length: n }, (_, i) => i).filter(is);
const allServices = (a: Selection): number[] =>
  placesOf(
    a.snapshot.L.n,
    (i) => a.snapshot.L.tag[i]! >= a.von && a.snapshot.L.tag[i]! <= a.bis && matchesService(a, i),
  );
const allAppointments = (a: Selection): number[] =>
  placesOf(
    a.snapshot.T.n,
    (i) =>
      a.snapshot.T.tag[i]! >= a.von && a.snapshot.T.tag[i]! <= a.bis && matchesAppointment(a, i),
  );
const practiceReport = async (
  snapshot: Snapshot,
  pfad: string,
  filter: PracticeReportFilter,
  previous: Selection | null = null,
  extra: ReportContext['extra'] = {},
): Promise<Part> => {
  const k: ReportContext = {
    a: buildSelection(snapshot, filter),
    vergleich: previous,
    previous,
    filter,
    stand: {
      snapshot,
      presets: { rowGroups: new Map(), ziele: [], hvm: [] },
      stand: null,
      quelle: '',
      schluessel: '',
      sequence: 0,
      touchedSince: () => 'alle',
    },
    extra,
    jetzt: NOW,
    cid: 'c',
    loadMarket: () => Promise.resolve([{ cid: 'c', snapshot }]),
    vorschlaege: () => Promise.resolve([]),
    openProposals: () => Promise.resolve(null),
  };
  return REPORTS.find((one) => one.pfad === pfad)!.build(k);
};
const eur = (cents: number): number => Math.round(cents) / 100;
const near = (x: unknown, y: number): boolean =>
  typeof x === 'number' && Math.abs(x - y) <= 0.0101 + Math.abs(y) * 1e-6;
const seeds = fc.integer({ min: 1, max: 1e6 });

describe('filtered rows', () => {
  it('equal a full scan, for periods in any order, with and without filters', () => {
    let chosen = 0;
    fc.assert(
      fc.property(
        seeds,
        fc.array(filters, { minLength: 2, maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom(...SPANS), fc.integer({ min: 0, max: 300 })), {
          minLength: 3,
          maxLength: 6,
        }),
        (seed, several, spans) => {
          const snapshot = snapshotOf(seed);
          for (const [span, less] of spans)
            for (const filter of several) {
              const whole = buildSelection(snapshot, { ...filter, von: span[0], bis: span[1] }),
                part = withPeriod(whole, Math.max(whole.von, whole.bis - less), whole.bis);
              for (const a of [
                whole,
                part,
                narrowToPractitioner(whole, 1),
                narrowToWeekday(part, 2),
                narrowToWeekday(narrowToPractitioner(whole, 0), 1),
              ]) {
                const l: number[] = [],
                  t: number[] = [],
                  back: number[] = [],
                  stretch: number[] = [];
                forEachService(a, (i) => {
                  l.push(i);
                });
                forEachAppointment(a, (i) => {
                  t.push(i);
                });
                forEachNewestService(a, (i) => {
                  back.push(i);
                  return false;
                });
                forEachStretch(a, (rows, _shares, from, to) => {
                  for (let k = from; k < to; k += 1) stretch.push(rows ? rows[k]! : k);
                });
                const plain = allServices(a);
                expect([l, t, back, stretch]).toEqual([
                  plain,
                  allAppointments(a),
                  plain.toReversed(),
                  plain,
                ]);
                if (plain.length > 0 && plain.length < snapshot.L.n) chosen += 1;
              }
            }
        },
      ),
      { numRuns: 12 },
    );
    expect(chosen).toBeGreaterThan(0);
  });

  it('of two filters that differ in one dimension are distinct, in each dimension', () => {
    const snapshot = snapshotOf(11),
      pairs: readonly (readonly [Partial<PracticeReportFilter>, Partial<PracticeReportFilter>])[] =
        [
          [{ zimmer: ['z1'] }, { zimmer: ['z2'] }],
          [{ behandler: ['b1'] }, { behandler: ['b2'] }],
          [{ behandler: ['b1', 'b2'] }, { behandler: ['b1', 'b3'] }],
          [{ stempel: ['s1'] }, { stempel: ['s2'] }],
          [{ versicherung: ['GKV'] }, { versicherung: ['PKV'] }],
          [{ bereich: ['KCH'] }, { bereich: ['ZE'] }],
          [{ terminart: ['ta1'] }, { terminart: ['ta2'] }],
          [{ termingruppe: ['PROPHYLAXE'] }, { termingruppe: ['KONTROLLE'] }],
        ];
    for (const pair of pairs) {
      const found = pair.map((choice) => {
        const a = buildSelection(snapshot, { ...FILTER, ...choice }),
          l: number[] = [],
          t: number[] = [];
        forEachService(a, (i) => {
          l.push(i);
        });
        forEachAppointment(a, (i) => {
          t.push(i);
        });
        expect([l, t]).toEqual([allServices(a), allAppointments(a)]);
        return l.join(' ');
      });
      expect(found[0]).not.toBe(found[1]);
    }
    const days = [0, 1].map((day) => {
      const a = narrowToWeekday(buildSelection(snapshot, { ...FILTER, zimmer: ['z1'] }), day),
        l: number[] = [];
      forEachService(a, (i) => {
        l.push(i);
      });
      expect(l).toEqual(allServices(a));
      return l.join(' ');
    });
    expect(days[0]).not.toBe(days[1]);
  });

  it('a walk from the newest row back ends when it has enough', () => {
    const snapshot = snapshotOf(7),
      a = buildSelection(snapshot, FILTER),
      found: number[] = [];
    forEachNewestService(a, (i) => {
      found.push(i);
      return found.length === 3;
    });
    expect(found).toEqual(allServices(a).toReversed().slice(0, 3));
  });
});

describe('tables of money', () => {
  it('by room and area equal the sum of the rows, including services without one', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.oneof(fc.constant(FILTER), filters),
        fc.constantFrom('HONORAR', 'UMSATZ'),
        async (seed, filter, which) => {
          const snapshot = snapshotOf(seed),
            { L } = snapshot,
            asked: PracticeReportFilter = {
              ...filter,
              kennzahl: which === 'HONORAR' ? 'honorar' : 'umsatz',
            },
            money = which === 'HONORAR' ? L.honorar : L.betrag,
            rows = allServices(buildSelection(snapshot, asked));
          const areas = await practiceReport(snapshot, 'umsatz/bereiche', asked),
            rooms = await practiceReport(snapshot, 'umsatz/zimmer', asked),
            by = (key: (i: number) => string): Map<string, number> => {
              const sums = new Map<string, number>();
              for (const i of rows) sums.set(key(i), (sums.get(key(i)) ?? 0) + money[i]!);
              return sums;
            };
          const word = which === 'HONORAR' ? 'honorar' : 'umsatz',
            area = by((i) => SERVICE_AREAS[L.bereich[i]!]!),
            room = by((i) =>
              L.zimmer[i]! < 0 ? 'null' : snapshot.rawRows.tables.zimmer.ids[L.zimmer[i]!]!,
            );
          expect(new Map(areas.zeilen.map((row) => [row['bereich'], row[word]]))).toEqual(
            new Map([...area].map(([key, cents]) => [key, eur(cents)])),
          );
          // Rooms with hours of work alone stand there, too.
          expect(
            new Map(
              rooms.zeilen
                .filter((row) => room.has(String(row['id'])))
                .map((row) => [String(row['id']), row['umsatz']]),
            ),
          ).toEqual(new Map([...room].map(([key, cents]) => [key, eur(cents)])));
          const months = areas
              .serien!.flatMap((one) =>
                one.punkte.map((point) => [`${one.name} ${point.x}`, point.y] as const),
              )
              .filter(([, y]) => y !== 0),
            month = by((i) => `${SERVICE_AREAS[L.bereich[i]!]!} ${dayText(L.tag[i]!).slice(0, 7)}`);
          expect(new Map(months)).toEqual(
            new Map(
              [...month]
                .filter(([, cents]) => Math.round(cents) !== 0)
                .map(([key, cents]) => [key, eur(cents)]),
            ),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  it('by month of invoice or payment equal the shares of the rows, filtered or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.oneof(fc.constant(FILTER), filters),
        fc.constantFrom(...REVENUE_BASES.filter((one) => one !== 'leistung')),
        async (seed, filter, basis) => {
          const snapshot = snapshotOf(seed),
            { L } = snapshot,
            asked: PracticeReportFilter = { ...filter, basis },
            a = buildSelection(snapshot, asked),
            { tag, zeile, anteil } = bookingViewOf(snapshot, basis),
            found = await practiceReport(snapshot, 'umsatz/zeitreihe', asked);
          const sum = (von: number, bis: number, column: Float64Array): number =>
            placesOf(
              tag.length,
              (k) => tag[k]! >= von && tag[k]! <= bis && matchesService(a, zeile[k]!),
            ).reduce((cents, k) => cents + column[zeile[k]!]! * anteil[k]!, 0);
          const wrong = periodsBetween(a.von, a.bis, 'MONAT').filter(
            (p, at) =>
              !near(found.zeilen[at]!['umsatz'], sum(p.von, p.bis, L.betrag) / 100) ||
              !near(found.zeilen[at]!['honorar'], sum(p.von, p.bis, L.honorar) / 100),
          );
          expect(wrong).toEqual([]);
          for (const at of [0, 1, 2]) {
            const one = narrowToPractitioner(a, at),
              own = placesOf(
                tag.length,
                (k) => tag[k]! >= a.von && tag[k]! <= a.bis && matchesService(one, zeile[k]!),
              );
            expect([
              at,
              near(
                figureResult('umsatz', one).wert,
                own.reduce((cents, k) => cents + L.betrag[zeile[k]!]! * anteil[k]!, 0) / 100,
              ),
            ]).toEqual([at, true]);
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it('by weekday and hour equal the sum of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, filters, async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { L, T } = snapshot,
          sums = new Map<string, number>(),
          found = await practiceReport(snapshot, 'umsatz/wochentag', filter);
        for (const i of allServices(buildSelection(snapshot, filter))) {
          const key = `${['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'][weekdayOf(L.tag[i]!)]!} ${L.termin[i]! < 0 ? 'null' : Math.floor(T.minute[L.termin[i]!]! / 60)}`;
          sums.set(key, (sums.get(key) ?? 0) + L.betrag[i]!);
        }
        expect(
          new Map(
            found.zeilen.map((row) => [
              `${String(row['wochentag'])} ${String(row['stunde'])}`,
              row['umsatz'],
            ]),
          ),
        ).toEqual(new Map([...sums].map(([key, cents]) => [key, eur(cents)])));
      }),
      { numRuns: 8 },
    );
  });

  it('by hour are the fees of kept appointments, under the area with the highest fee', async () => {
    const seen = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.oneof(
          fc.constant(FILTER),
          fc.constant({ ...FILTER, von: '2026-02-01', bis: '2026-06-30' }),
          filters,
        ),
        fc.boolean(),
        async (seed, filter, apart) => {
          const snapshot = snapshotOf(seed, apart),
            { L, T } = snapshot,
            a = buildSelection(snapshot, filter),
            rows = allServices(a),
            sums = new Map<string, [number, number]>();
          for (const t of allAppointments(a)) {
            if (T.status[t] !== S.WAHRGENOMMEN) continue;
            const own = rows.filter((i) => L.termin[i] === t),
              fees = SERVICE_AREAS.map((_, area) =>
                own
                  .filter((i) => L.bereich[i] === area)
                  .reduce((cents, i) => cents + L.honorar[i]!, 0),
              ),
              most = own.length === 0 ? 'OHNE' : SERVICE_AREAS[fees.indexOf(Math.max(...fees))]!,
              key = `${most} ${weekdayOf(T.tag[t]!)} ${Math.floor(T.minute[t]! / 60)}`,
              sum = sums.get(key) ?? [0, 0];
            sums.set(key, [sum[0] + fees.reduce((x, y) => x + y, 0), sum[1] + T.dauer[t]!]);
          }
          const is = async (): Promise<Map<string, unknown>> =>
            new Map(
              (await practiceReport(snapshot, 'extended/stundensatz', filter)).zeilen.map((row) => [
                `${String(row['bereich'])} ${['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'].indexOf(String(row['wochentag']))} ${String(row['stunde'])}`,
                [row['minuten'], row['honorarProStunde']],
              ]),
            );
          const should = new Map(
            [...sums].map(([key, [fees, minutes]]) => [
              key,
              [
                minutes,
                minutes === 0 ? null : Math.round((fees / 100 / (minutes / 60)) * 100) / 100,
              ],
            ]),
          );
          expect(await is()).toEqual(should);
          seen.add(forEachAppointmentMade(snapshot) === undefined);
          expect(await is()).toEqual(should);
        },
      ),
      { numRuns: 20 },
    );
    // Both kinds of images occurred: each service on its own day, and some not.
    expect(seen.size).toBe(2);
  });

  it('by patient use the age on the last day', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, filters, async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { L, rawRows } = snapshot,
          a = buildSelection(snapshot, filter),
          born = rawRows.tables.patient.spalten['geburtsdatum']!,
          sums = new Map<string, number>();
        for (const i of allServices(a)) {
          const p = L.pat[i]!;
          if (p < 0 || born[p] === EMPTY) continue;
          const age = ageOn(born[p]!, a.cutoffDate),
            group = ['0-5', '6-17', '18-29', '30-44', '45-59', '60-74', '75+'][
              [5, 17, 29, 44, 59, 74, 200].findIndex((last) => age <= last)
            ]!;
          if (age >= 0) sums.set(group, (sums.get(group) ?? 0) + L.betrag[i]!);
        }
        const found = (await practiceReport(snapshot, 'umsatz/patienten', filter)).serien!.find(
          (one) => one.name === 'alter',
        )!;
        expect(
          found.punkte.filter((point) => point.y !== 0).map((point) => [point.x, point.y]),
        ).toEqual(
          found.punkte
            .filter((point) => Math.round(sums.get(point.x) ?? 0) !== 0)
            .map((point) => [point.x, eur(sums.get(point.x)!)]),
        );
      }),
      { numRuns: 10 },
    );
  });
});

describe('tables of services', () => {
  const zahl = (zeilen: readonly Row[], key: string, by: string): Map<string, unknown> =>
    new Map(zeilen.map((row) => [String(row[by]), row[key]]));
  it('prophylaxis by practitioner counts each visit once under any filter', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(seeds, fc.oneof(fc.constant(FILTER), filters), async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { L, rawRows } = snapshot,
          rows = allServices(buildSelection(snapshot, filter)),
          found = await practiceReport(snapshot, 'extended/prophylaxe', filter),
          nr = (i: number): string => L.positionNumbers.liste[L.nr[i]!] ?? '';
        for (const [key, is] of [
          [
            'pzr',
            (i: number) =>
              SERVICE_AREAS[L.bereich[i]!] === 'PZR' ||
              (L.system[i] === SYSTEM.GOZ && nr(i) === '1040'),
          ],
          ['upt', (i: number) => L.system[i] === SYSTEM.BEMA && nr(i).startsWith('UPT')],
          ['ip', (i: number) => L.system[i] === SYSTEM.BEMA && /^IP\d$/.test(nr(i))],
        ] as const) {
          const visits = new Set(
              rows
                .filter((i) => is(i) && L.besuch[i]! >= 0 && L.behandler[i]! >= 0)
                .map((i) => `${rawRows.tables.behandler.ids[L.behandler[i]!]!} ${L.besuch[i]!}`),
            ),
            each = new Map<string, number>();
          for (const one of visits) {
            const who = one.split(' ')[0]!;
            each.set(who, (each.get(who) ?? 0) + 1);
          }
          expect(new Map([...zahl(found.zeilen, key, 'id')].filter(([, n]) => n !== 0))).toEqual(
            each,
          );
          counted += visits.size;
        }
      }),
      { numRuns: 12 },
    );
    expect(counted).toBeGreaterThan(0);
  });

  it('co-payments count statutory back-tooth fillings and those with an agreement', async () => {
    let agreed = 0;
    await fc.assert(
      fc.asyncProperty(seeds, fc.oneof(fc.constant(FILTER), filters), async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { L, rawRows, mergedInto } = snapshot,
          m = rawRows.tables.mkv,
          own = allServices(buildSelection(snapshot, filter)).filter(
            (i) => L.versicherung[i] === INSURANCE.GKV,
          ),
          tooth = (i: number): string => rawRows.tables.leistung.text('zahn', L.rawRows[i]!);
        const fillings = own.filter(
          (i) =>
            L.system[i] === SYSTEM.BEMA &&
            /^13[A-D]$/.test(L.positionNumbers.liste[L.nr[i]!] ?? '') &&
            /^[1-8][4-8]/.test(tooth(i)),
        );
        const withMore = fillings.filter(
          (i) =>
            L.pat[i]! >= 0 &&
            placesOf(
              m.anzahl,
              (at) =>
                m.rowState[at] === 1 &&
                m.spalten['patid']![at]! >= 0 &&
                mergedInto[m.spalten['patid']![at]!] === L.pat[i] &&
                m.spalten['datum']![at] === L.tag[i] &&
                ['', tooth(i)].includes(m.text('zahn', at)),
            ).length > 0,
        );
        const cleanings = own.filter(
          (i) =>
            L.traeger[i] !== PAYER.GKV &&
            (SERVICE_AREAS[L.bereich[i]!] === 'PZR' ||
              (L.system[i] === SYSTEM.GOZ && L.positionNumbers.liste[L.nr[i]!] === '1040')),
        );
        const rows = (await practiceReport(snapshot, 'extended/mehrkosten', filter)).zeilen,
          of = (bereich: string): Row => rows.find((row) => row['bereich'] === bereich)!;
        expect([
          of('FUELLUNG')['moeglich'],
          of('FUELLUNG')['vereinbart'],
          of('PZR')['vereinbart'],
          of('PZR')['erloes'],
        ]).toEqual([
          fillings.length,
          withMore.length,
          new Set(cleanings.map((i) => L.pat[i]!).filter((p) => p >= 0)).size,
          eur(cleanings.reduce((cents, i) => cents + L.betrag[i]!, 0)),
        ]);
        agreed += withMore.length;
      }),
      { numRuns: 12 },
    );
    expect(agreed).toBeGreaterThan(0);
  });

  it('open items of a day are grouped by age of their invoices, on any day', () => {
    let open = 0;
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 0, max: 1100 }),
        fc.integer({ min: 0, max: 400 }),
        (seed, back, days) => {
          const all = buildSelection(snapshotOf(seed), FILTER),
            bis = dayNumberOf('2026-12-31') - back,
            a = withPeriod(all, bis - days, bis);
          for (const key of [
            'offenePosten',
            'offen0bis30',
            'offen31bis60',
            'offen61bis90',
            'offenUeber90',
            'dso',
          ]) {
            const sum = contributionsOf(key, a)
              .filter((one) => one.teil === 'zaehler')
              .reduce((cents, one) => cents + one.wert, 0);
            expect([key, figureResult(key, a).zaehler]).toEqual([key, eur(sum)]);
            open += Math.abs(sum);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(open).toBeGreaterThan(0);
  });

  it('lists begin with the newest day and keep the order within a day', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, filters, async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          a = buildSelection(snapshot, filter),
          services = await practiceReport(snapshot, 'leistungen', filter),
          bills = await practiceReport(snapshot, 'rechnungen', filter),
          days = bills.zeilen.map((row) => String(row['datum']));
        expect(services.zeilen.map((row) => row['id'])).toEqual(
          allServices(a)
            .toReversed()
            .map((i) => snapshot.rawRows.tables.leistung.ids[snapshot.L.rawRows[i]!]!),
        );
        expect(days).toEqual(days.toSorted().toReversed());
        for (const day of new Set(days)) {
          const own = bills.zeilen
            .filter((row) => row['datum'] === day)
            .map((row) =>
              snapshot.R.live.indexOf(
                snapshot.rawRows.tables.rechnung.nach.get(String(row['id']))!,
              ),
            );
          expect(own).toEqual(own.toSorted((x, y) => x - y));
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe('rows of an export', () => {
  it('are complete, while a response for the screen is truncated and marked', async () => {
    const rawRows = new RawData();
    const most = 5_000;
    const service = (n: number) => ({
      entity: 'leistung' as const,
      id: `l${n}`,
      version: 1,
      isDeleted: false,
      values: {
        patid: 'x',
        behandlerId: 'b1',
        datum: '2026-03-02',
        system: 'GOZ',
        nr: '1040',
        anzahl: 1,
        betrag: 1000,
        honorar: 1000,
        status: 'ERBRACHT',
      },
    });
    for (let n = 0; n < most + 7; n += 1)
      rawRows.take(service(n) as unknown as Parameters<RawData['take']>[0]);
    const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY), {
      rowGroups: new Map(),
      stichworte: KEYWORDS,
    });
    const shown = await practiceReport(snapshot, 'leistungen', FILTER),
      whole = await practiceReport(snapshot, 'leistungen', FILTER, null, { alles: 'ja' });
    expect([shown.zeilen.length, shown.hinweise]).toEqual([most, ['gekuerzt']]);
    expect([whole.zeilen.length, whole.hinweise]).toEqual([most + 7, []]);
    expect(new Set(whole.zeilen.map((row) => row['id'])).size).toBe(most + 7);
  });
});

describe('changes', () => {
  it("equal the difference of both periods' rows, and are measured against earlier months", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(seeds, fc.oneof(fc.constant(FILTER), filters), async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { L } = snapshot,
          now = buildSelection(snapshot, { ...filter, von: '2026-03-10', bis: '2026-08-20' }),
          before = withPeriod(now, dayNumberOf('2025-03-10'), dayNumberOf('2025-08-20')),
          months = Array.from(
            { length: 12 },
            (_, at) => `${at < 10 ? 2025 : 2026}-${String(((at + 2) % 12) + 1).padStart(2, '0')}`,
          );
        const past = allServices(
            withPeriod(now, dayNumberOf('2025-03-01'), dayNumberOf('2026-02-28')),
          ),
          rows = [allServices(now), allServices(before)] as const,
          found = await practiceReport(snapshot, 'dashboard/aenderungen', now.filter, before);
        const of: Readonly<Record<string, (i: number) => string>> = {
          BEHANDLER: (i) => snapshot.rawRows.tables.behandler.ids[L.behandler[i]!] ?? 'null',
          BEREICH: (i) => SERVICE_AREAS[L.bereich[i]!] ?? 'null',
          VERSICHERUNG: (i) => VERSICHERUNG[L.versicherung[i]!] ?? 'null',
          WOCHENTAG: (i) => ['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'][weekdayOf(L.tag[i]!)]!,
        };
        for (const row of found.zeilen) {
          const is = (i: number): boolean => of[String(row['art'])]!(i) === String(row['id']),
            sum = (list: readonly number[]): number =>
              list.filter(is).reduce((cents, i) => cents + L.betrag[i]!, 0),
            each = months.map((month) =>
              sum(past.filter((i) => dayText(L.tag[i]!).startsWith(month))),
            ),
            mean = each.reduce((x, y) => x + y, 0) / 12;
          const spread =
              (Math.sqrt(each.reduce((x, y) => x + (y - mean) ** 2, 0) / 11) *
                Math.sqrt((now.bis - now.von + 1) / 30.44)) /
              100,
            jetzt = eur(sum(rows[0])),
            vorher = eur(sum(rows[1]));
          expect([row['jetzt'], row['vorher'], row['auffaellig']]).toEqual([
            jetzt,
            vorher,
            spread > 0 && Math.abs(Math.round((jetzt - vorher) * 100) / 100) > 2 * spread,
          ]);
          told += 1;
        }
      }),
      { numRuns: 12 },
    );
    expect(told).toBeGreaterThan(0);
  });
});
