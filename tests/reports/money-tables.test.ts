/** Tables of money against a plain loop over all rows, for random practices and filters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REVENUE_BASES, type PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { UNASSIGNED } from '../../shared/analytics/reports/filter-kinds.ts';
import { SERVICE_AREAS } from '../../shared/analytics/deliveries/pvs-words.ts';
import { buildSelection, narrowToPractitioner } from '../../server/analytics/snapshot/selection.ts';
import { bookingViewOf } from '../../server/analytics/snapshot/selection/walk-bookings.ts';
import { matchesService } from '../../server/analytics/snapshot/selection/matches.ts';
import { STATUS as S } from '../../server/analytics/snapshot/snapshot.ts';
import {
  ageOn,
  EMPTY,
  periodsBetween,
  dayText,
  weekdayOf,
} from '../../server/analytics/snapshot/calendar.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import { forEachAppointmentMade } from '../../server/analytics/reports/extended/hourly-fees.ts';

import {
  FILTER,
  allAppointments,
  allServices,
  eur,
  filters,
  near,
  placesOf,
  practiceReport,
  seeds,
  snapshotOf,
} from './table-scan.ts';

describe('tables of money', () => {
  it('by room and area equal the sum of the rows, including services without one', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.oneof(fc.constant(FILTER), filters),
        fc.constantFrom('HONORAR', 'UMSATZ'),
        async (seed, filter, which) => {
          const snapshot = snapshotOf(seed),
            { services: L } = snapshot,
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
              L.zimmer[i]! < 0 ? UNASSIGNED : snapshot.rawRows.tables.zimmer.ids[L.zimmer[i]!]!,
            );
          expect(new Map(areas.rows.map((row) => [row['bereich'], row[word]]))).toEqual(
            new Map([...area].map(([key, cents]) => [key, eur(cents)])),
          );
          // Rooms that only have working hours are listed, too.
          expect(
            new Map(
              rooms.rows
                .filter((row) => room.has(String(row['id'])))
                .map((row) => [String(row['id']), row['umsatz']]),
            ),
          ).toEqual(new Map([...room].map(([key, cents]) => [key, eur(cents)])));
          const months = areas
              .series!.flatMap((one) =>
                one.punkte.map((point) => [`${one.name} ${point.x}`, point.y] as const),
              )
              .filter(([, y]) => y !== 0),
            month = by((i) => `${SERVICE_AREAS[L.bereich[i]!]!} ${dayText(L.day[i]!).slice(0, 7)}`);
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
            { services: L } = snapshot,
            asked: PracticeReportFilter = { ...filter, basis },
            a = buildSelection(snapshot, asked),
            view = bookingViewOf(snapshot, basis),
            { day: tag, service: zeile, share: anteil } = view,
            found = await practiceReport(snapshot, 'umsatz/zeitreihe', asked);
          const sum = (von: number, bis: number, centsOf: (k: number) => number): number =>
            placesOf(
              tag.length,
              (k) => tag[k]! >= von && tag[k]! <= bis && matchesService(a, zeile[k]!),
            ).reduce((cents, k) => cents + centsOf(k), 0);
          const wrong = periodsBetween(a.from, a.to, 'MONAT').filter(
            (p, at) =>
              !near(
                found.rows[at]!['umsatz'],
                sum(p.from, p.to, (k) => L.betrag[zeile[k]!]! * anteil[k]!) / 100,
              ) ||
              !near(found.rows[at]!['honorar'], sum(p.from, p.to, (k) => view.honorar[k]!) / 100),
          );
          expect(wrong).toEqual([]);
          for (const at of [0, 1, 2]) {
            const one = narrowToPractitioner(a, at),
              own = placesOf(
                tag.length,
                (k) => tag[k]! >= a.from && tag[k]! <= a.to && matchesService(one, zeile[k]!),
              );
            expect([
              at,
              near(
                figureResult('umsatz', one).value,
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
          { services: L, appointments: T } = snapshot,
          sums = new Map<string, number>(),
          found = await practiceReport(snapshot, 'umsatz/wochentag', filter);
        for (const i of allServices(buildSelection(snapshot, filter))) {
          const key = `${['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'][weekdayOf(L.day[i]!)]!} ${L.termin[i]! < 0 ? 'null' : Math.floor(T.minute[L.termin[i]!]! / 60)}`;
          sums.set(key, (sums.get(key) ?? 0) + L.betrag[i]!);
        }
        expect(
          new Map(
            found.rows.map((row) => [
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
            { services: L, appointments: T } = snapshot,
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
              key = `${most} ${weekdayOf(T.day[t]!)} ${Math.floor(T.minute[t]! / 60)}`,
              sum = sums.get(key) ?? [0, 0];
            sums.set(key, [sum[0] + fees.reduce((x, y) => x + y, 0), sum[1] + T.dauer[t]!]);
          }
          const is = async (): Promise<Map<string, unknown>> =>
            new Map(
              (await practiceReport(snapshot, 'extended/stundensatz', filter)).rows.map((row) => [
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
          { services: L, rawRows } = snapshot,
          a = buildSelection(snapshot, filter),
          born = rawRows.tables.patient.columns['geburtsdatum']!,
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
        const found = (await practiceReport(snapshot, 'umsatz/patienten', filter)).series!.find(
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
