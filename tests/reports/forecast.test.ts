/** The forecasts of a month: one method for the page of the day, the targets and the months ahead. */
import { describe, expect, it } from 'vitest';
import { PVS_FIELDS, type PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { FILTER, practiceReport } from './table-scan.ts';

/** Thursday, the nineteenth of twenty-one working days of November. */
const TODAY = '2026-11-26';
const MONTH = { ...FILTER, von: '2026-11-01', bis: TODAY };

/** Each practitioner takes their euros on every day from Monday to Friday until the last day. */
function practice(
  until: string,
  more: readonly (readonly [string, string, number])[] = [],
  { since = '2025-10-01', closed = 'none', factorOf = (_month: number): number => 1 } = {},
): Snapshot {
  const rawRows = new RawData();
  const take = (entity: 'patient' | 'behandler' | 'leistung', id: string, given: object): void => {
    const empty = Object.fromEntries(PVS_FIELDS[entity].map(({ name }) => [name, null]));
    const values = { ...empty, ...given } as Record<string, PvsValue>;
    rawRows.take({ entity, id, version: 1, hash: 1, isDeleted: false, values });
  };
  const takings = (id: string, behandler: string, datum: string, euros: number): void => {
    const betrag = euros * 100;
    take('leistung', id, {
      patid: 'p',
      behandler,
      datum,
      system: 'GOZ',
      nr: '2060',
      menge: 1,
      honorar: betrag,
      betrag,
      status: 'ERBRACHT',
    });
  };
  take('patient', 'p', { nachname: 'N', versicherung: 'PKV' });
  for (const id of ['b1', 'b2', 'gone'])
    take('behandler', id, { name: id, austritt: id === 'gone' ? '2026-08-31' : null });
  for (let day = dayNumberOf(since); day <= dayNumberOf(until); day += 1) {
    const date = new Date(day * 86_400_000);
    if (date.getUTCDay() % 6 === 0) continue;
    const text = date.toISOString().slice(0, 10);
    if (text.startsWith(closed)) continue;
    takings(`1 ${text}`, 'b1', text, 1000 * factorOf(date.getUTCMonth()));
    // The second practitioner has a good month every other month.
    takings(`2 ${text}`, 'b2', text, date.getUTCMonth() % 2 === 0 ? 300 : 100);
    if (text < '2026-09-01') takings(`3 ${text}`, 'gone', text, 50);
  }
  for (const [behandler, day, euros] of more)
    takings(`m ${behandler} ${day}`, behandler, day, euros);
  return buildSnapshot(rawRows, dayNumberOf(TODAY));
}
const read = async (snapshot: Snapshot) => {
  const [today] = (
      await practiceReport(snapshot, 'heute/umsatz', { ...FILTER, von: TODAY, bis: TODAY })
    ).rows,
    targets = (await practiceReport(snapshot, 'umsatz/soll-ist', MONTH)).rows,
    ahead = await practiceReport(snapshot, 'umsatz/prognose', MONTH);
  return { today: today!, targets, ahead: ahead.rows, series: ahead.series! };
};

describe('the forecast of the running month', () => {
  it('is the same on the page of the day, in the sum of the targets and in the months ahead', async () => {
    const { today, targets, ahead } = await read(practice('2026-11-25')),
      now = ahead.find((row) => row['periode'] === '2026-11')!,
      sum = (key: string): number => targets.reduce((all, row) => all + Number(row[key] ?? 0), 0);
    expect(sum('hochrechnung')).toBeCloseTo(Number(now['hochrechnung']), 2);
    expect(sum('ist')).toBeCloseTo(Number(now['ist']), 2);
    expect([today['monatHochrechnung'], today['monatAb'], today['monatBis']]).toEqual([
      now['hochrechnung'],
      now['von'],
      now['bis'],
    ]);
    // Eighteen days are there, three are left; the share of the one who left has its own line.
    expect(targets.map((row) => row['id'])).toEqual(['b1', 'b2', null]);
    expect([targets[0]!['ist'], Number(targets[0]!['hochrechnung']) > 21_000]).toEqual([
      18_000,
      true,
    ]);
  });
  it('does not fall overnight: today is left until rows of it are there', async () => {
    const evening = await read(practice('2026-11-25')),
      morning = await read(practice('2026-11-25', [])),
      delivered = await read(practice('2026-11-25', [['b1', TODAY, 1]]));
    expect(morning.today['monatHochrechnung']).toBe(evening.today['monatHochrechnung']);
    const lost =
      Number(evening.today['monatHochrechnung']) - Number(delivered.today['monatHochrechnung']);
    // A poor day counts as one day, no more.
    expect([lost > 1000, lost < 1500]).toEqual([true, true]);
  });
  it('is a range, next to the twelve months before', async () => {
    const { ahead, series } = await read(practice('2026-11-25'));
    expect(ahead.map((row) => row['periode'])).toEqual([
      ...['11', '12'].map((m) => `2025-${m}`),
      ...Array.from({ length: 12 }, (_, m) => `2026-${String(m + 1).padStart(2, '0')}`),
      ...['01', '02', '03', '04'].map((m) => `2027-${m}`),
    ]);
    for (const row of ahead.slice(12))
      expect(
        Number(row['von']) < Number(row['hochrechnung']) &&
          Number(row['hochrechnung']) < Number(row['bis']),
      ).toBe(true);
    const past = series.find(({ name }) => name === 'ist')!.punkte;
    expect(past.filter(({ y }) => y !== null).map(({ x }) => x)).toEqual(
      ahead.slice(0, 12).map((row) => row['periode']),
    );
  });
  it('is unknown without a whole month of data', async () => {
    const rawRows = new RawData();
    const { today, ahead } = await read(buildSnapshot(rawRows, dayNumberOf(TODAY)));
    expect([today['monatHochrechnung'], ahead.at(-1)!['hochrechnung']]).toEqual([null, null]);
  });
  it('has a season where three years show one, the same on every page', async () => {
    const december = { since: '2023-10-01', factorOf: (month: number) => (month === 11 ? 0.4 : 1) },
      snapshot = practice('2026-11-25', [], december),
      { today, targets, ahead } = await read(snapshot),
      report = await practiceReport(snapshot, 'umsatz/prognose', MONTH),
      of = (month: string) =>
        Number(ahead.find((row) => row['periode'] === month)!['hochrechnung']);
    expect(report.hints).toContain('prognoseSaison');
    expect(of('2026-12')).toBeLessThan(of('2027-01') * 0.7);
    const sum = targets.reduce((all, row) => all + Number(row['hochrechnung'] ?? 0), 0);
    expect(sum).toBeCloseTo(of('2026-11'), 2);
    expect(today['monatHochrechnung']).toBe(of('2026-11'));
    const errors = Object.fromEntries(report.kpis!.map(({ key, wert }) => [key, wert]));
    expect(errors['fehlerSaison']).toBeLessThan(errors['fehlerTagesschnitt']!);
    expect(ahead.filter((row) => row['damalsSaison'] !== null)).toHaveLength(12);
  });
  it('is tested for a part of the practice by its own months', async () => {
    const snapshot = practice('2026-11-25', [], { since: '2023-10-01' }),
      testOf = async (behandler: readonly string[]) => {
        const { rows, kpis } = await practiceReport(snapshot, 'umsatz/prognose', {
          ...MONTH,
          behandler,
        });
        return {
          row: rows.find(({ periode }) => periode === '2026-10')!,
          errors: Object.fromEntries(kpis!.map(({ key, wert }) => [key, wert])),
        };
      };
    const [own, other, both] = [
      await testOf(['b1']),
      await testOf(['b2']),
      await testOf(['b1', 'b2']),
    ];
    // 1,000 € on each of twenty-two days of October, one of which is a holiday in some states.
    expect(own.row['ist']).toBe(22_000);
    // The second practitioner has a good month every other month: half a month's mean is missed.
    const missed = (one: typeof own): number =>
      one.errors['fehlerTagesschnitt']! / Number(one.row['ist']);
    expect(missed(own)).toBeLessThan(0.05);
    expect(missed(other)).toBeGreaterThan(0.3);
    expect(Number(own.row['damalsSchnitt']) + Number(other.row['damalsSchnitt'])).toBeCloseTo(
      Number(both.row['damalsSchnitt']),
      1,
    );
  });
  it('leaves out a month in which the practice was closed, as its back-test does', async () => {
    const aheadOf = async (closed: string) =>
        (await practiceReport(practice('2026-11-25', [], { closed }), 'umsatz/prognose', MONTH))
          .rows,
      of = (rows: Awaited<ReturnType<typeof aheadOf>>, month: string, key: string) =>
        Number(rows.find((row) => row['periode'] === month)![key]),
      [open, closed] = [await aheadOf('none'), await aheadOf('2026-02')];
    for (const [month, key] of [
      ['2027-01', 'hochrechnung'],
      ['2026-10', 'damalsSchnitt'],
    ] as const) {
      const ratio = of(closed, month, key) / of(open, month, key);
      expect([month, ratio > 0.98, ratio < 1.02]).toEqual([month, true, true]);
    }
  });
  it('shows what is booked on top of what is there, and states where it exceeds the range', async () => {
    const { rows, kpis, hints } = await practiceReport(
        practice('2026-11-25'),
        'umsatz/prognose',
        MONTH,
      ),
      now = rows.find((row) => row['periode'] === '2026-11')!;
    // Nothing is booked here.
    expect(now['mitGebucht']).toBe(now['ist']);
    expect(rows[0]!['mitGebucht']).toBeNull();
    expect(kpis!.map(({ key, wert }) => [key, wert]).slice(0, 2)).toEqual([
      ['monatBisher', now['ist']],
      ['monatErwartet', now['hochrechnung']],
    ]);
    expect(hints).toContain('prognoseGebucht');
    expect(hints).not.toContain('prognoseMehrGebucht');
  });
  it('has no season before 24 whole months', async () => {
    const report = await practiceReport(practice('2026-11-25'), 'umsatz/prognose', MONTH);
    expect(report.hints).toContain('prognoseTagesschnitt');
  });
});
