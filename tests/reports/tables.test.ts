/**
 * Tables of services, exports and changes against a plain loop over all rows, for random practices
 * and filters.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import { buildSelection, withPeriod } from '../../server/analytics/snapshot/selection.ts';
import { SYSTEM, PAYER, INSURANCE } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayText, dayNumberOf, weekdayOf } from '../../server/analytics/snapshot/calendar.ts';
import { contributionsOf, figureResult } from '../../server/analytics/metrics/compute.ts';
import type { Row } from '../../server/analytics/reports/report-kind.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { TODAY } from './random-practice/draw.ts';
import { KEYWORDS } from './random-practice.ts';

import {
  FILTER,
  allServices,
  eur,
  filters,
  placesOf,
  practiceReport,
  seeds,
  snapshotOf,
} from './table-scan.ts';

describe('tables of services', () => {
  const zahl = (zeilen: readonly Row[], key: string, by: string): Map<string, unknown> =>
    new Map(zeilen.map((row) => [String(row[by]), row[key]]));
  it('prophylaxis by practitioner counts each visit once under any filter', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(seeds, fc.oneof(fc.constant(FILTER), filters), async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { services: L, rawRows } = snapshot,
          rows = allServices(buildSelection(snapshot, filter)),
          found = await practiceReport(snapshot, 'extended/prophylaxe', filter),
          nr = (i: number): string => L.positionNumbers.words[L.nr[i]!] ?? '';
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
                .filter((i) => is(i) && L.visit[i]! >= 0 && L.behandler[i]! >= 0)
                .map((i) => `${rawRows.tables.behandler.ids[L.behandler[i]!]!} ${L.visit[i]!}`),
            ),
            each = new Map<string, number>();
          for (const one of visits) {
            const who = one.split(' ')[0]!;
            each.set(who, (each.get(who) ?? 0) + 1);
          }
          expect(new Map([...zahl(found.rows, key, 'id')].filter(([, n]) => n !== 0))).toEqual(
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
          { services: L, rawRows, mergedInto } = snapshot,
          m = rawRows.tables.mkv,
          own = allServices(buildSelection(snapshot, filter)).filter(
            (i) => L.versicherung[i] === INSURANCE.GKV,
          ),
          tooth = (i: number): string => rawRows.tables.leistung.text('zahn', L.rawRows[i]!);
        const fillings = own.filter(
          (i) =>
            L.system[i] === SYSTEM.BEMA &&
            /^13[A-D]$/.test(L.positionNumbers.words[L.nr[i]!] ?? '') &&
            /^[1-8][4-8]/.test(tooth(i)),
        );
        const withMore = fillings.filter(
          (i) =>
            L.pat[i]! >= 0 &&
            placesOf(
              m.count,
              (at) =>
                m.rowState[at] === 1 &&
                m.columns['patid']![at]! >= 0 &&
                mergedInto[m.columns['patid']![at]!] === L.pat[i] &&
                (m.text('zahn', at) === ''
                  ? m.columns['datum']![at] === L.day[i]
                  : m.text('zahn', at) === tooth(i) &&
                    m.columns['datum']![at]! <= L.day[i]! &&
                    m.columns['datum']![at]! >= L.day[i]! - 90),
            ).length > 0,
        );
        const cleanings = own.filter(
          (i) =>
            L.traeger[i] !== PAYER.GKV &&
            (SERVICE_AREAS[L.bereich[i]!] === 'PZR' ||
              (L.system[i] === SYSTEM.GOZ && L.positionNumbers.words[L.nr[i]!] === '1040')),
        );
        const rows = (await practiceReport(snapshot, 'extended/mehrkosten', filter)).rows,
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
            'offenPrivat',
            'offenKzv',
            'dso',
            'dsoPrivat',
            'dsoKzv',
          ]) {
            const sum = contributionsOf(key, a)
              .filter((one) => one.side === 'zaehler')
              .reduce((cents, one) => cents + one.value, 0);
            expect([key, figureResult(key, a).numerator]).toEqual([key, eur(sum)]);
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
          days = bills.rows.map((row) => String(row['datum']));
        expect(services.rows.map((row) => row['id'])).toEqual(
          allServices(a)
            .toReversed()
            .map((i) => snapshot.rawRows.tables.leistung.ids[snapshot.services.rawRows[i]!]!),
        );
        expect(days).toEqual(days.toSorted().toReversed());
        for (const day of new Set(days)) {
          const own = bills.rows
            .filter((row) => row['datum'] === day)
            .map((row) =>
              snapshot.invoices.live.indexOf(
                snapshot.rawRows.tables.rechnung.slotById.get(String(row['id']))!,
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
        menge: 1,
        betrag: 1000,
        honorar: 1000,
        status: 'ERBRACHT',
      },
    });
    for (let n = 0; n < most + 7; n += 1)
      rawRows.take(service(n) as unknown as Parameters<RawData['take']>[0]);
    const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY), {
      rowGroups: new Map(),
      keywords: KEYWORDS,
    });
    const shown = await practiceReport(snapshot, 'leistungen', FILTER),
      rest = await practiceReport(snapshot, 'leistungen', FILTER, null, { seite: '2' });
    expect([shown.rows.length, shown.whole]).toEqual([
      most,
      {
        anzahl: most + 7,
        jeSeite: most,
        summen: { anzahl: most + 7, honorar: (most + 7) * 10, betrag: (most + 7) * 10 },
      },
    ]);
    expect(rest.rows.length).toBe(7);
    expect(new Set([...shown.rows, ...rest.rows].map((row) => row['id'])).size).toBe(most + 7);
  });
});

describe('changes', () => {
  it("equal the difference of both periods' rows, and are measured against earlier months", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(seeds, fc.oneof(fc.constant(FILTER), filters), async (seed, filter) => {
        const snapshot = snapshotOf(seed),
          { services: L } = snapshot,
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
          WOCHENTAG: (i) => ['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'][weekdayOf(L.day[i]!)]!,
        };
        for (const row of found.rows) {
          const is = (i: number): boolean => of[String(row['art'])]!(i) === String(row['id']),
            sum = (list: readonly number[]): number =>
              list.filter(is).reduce((cents, i) => cents + L.betrag[i]!, 0),
            each = months.map((month) =>
              sum(past.filter((i) => dayText(L.day[i]!).startsWith(month))),
            ),
            mean = each.reduce((x, y) => x + y, 0) / 12;
          const spread =
              (Math.sqrt(each.reduce((x, y) => x + (y - mean) ** 2, 0) / 11) *
                Math.sqrt((now.to - now.from + 1) / 30.44)) /
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
