/** Cases whose right values were computed by hand: past days, shares, clock changes, overlaps. */
import { expect, it } from 'vitest';
import type { PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import { FILTER, leistung, patient, snapshotFrom, termin, wert, type Row } from './few-rows.ts';

const PEOPLE: readonly Row[] = ['b1', 'b2', 'b3'].map((id) => ['behandler', id, { name: id }]);
const until = (bis: string, more: object = {}) => ({ von: '2026-01-01', bis, ...more });
/** One private invoice of 100.00 € by three people: 33.33 €, 33.33 € and 33.34 €. */
const shared = (...payments: readonly (readonly [string, number])[]) =>
  snapshotFrom([
    ...PEOPLE,
    patient('p'),
    [
      'rechnung',
      'r',
      { patid: 'p', nummer: 'r', art: 'PRIVAT', datum: '2026-03-20', betrag: 10_000 },
    ],
    ...[3333, 3333, 3334].map((cents, at) =>
      leistung(`l${at}`, 'p', '2026-03-02', cents, { behandler: `b${at + 1}`, rechnungId: 'r' }),
    ),
    ...payments.map(([datum, betrag], at): Row => [
      'zahlung',
      `z${at}`,
      { rechnungId: 'r', datum, betrag, art: 'ZAHLUNG' },
    ]),
  ]);
const each = (of: (behandler: string) => number | null) => ['b1', 'b2', 'b3'].map(of);

it('open items of a past day are shared by the largest remainder, before and after a payment', () => {
  const snapshot = shared(['2026-04-10', 5000]),
    openOn = (day: string) =>
      each((id) => wert(snapshot, 'offenePosten', until(day, { behandler: [id] })));
  expect([openOn('2026-03-19'), openOn('2026-04-09')]).toEqual([
    [0, 0, 0],
    [33.33, 33.33, 33.34],
  ]);
  // Exact parts of 50.00 € are 16.665, 16.665 and 16.67.
  const open = openOn('2026-04-30');
  expect([open, wert(snapshot, 'offenePosten', until('2026-04-30'))]).toEqual([
    [16.67, 16.66, 16.67],
    50,
  ]);
});
it('a payment of one cent goes to one person, and a chargeback takes it back', () => {
  const paid = (snapshot: ReturnType<typeof shared>) =>
    each((id) => wert(snapshot, 'umsatz', { basis: 'zahlung', behandler: [id] }));
  expect(paid(shared(['2026-04-10', 1]))).toEqual([0, 0, 0.01]);
  expect(paid(shared(['2026-04-10', 1], ['2026-04-11', -1]))).toEqual([0, 0, 0]);
});
it('a service is unbilled again after its invoice was cancelled, by the days of both', () => {
  const snapshot = snapshotFrom([
    ...PEOPLE,
    patient('p'),
    [
      'rechnung',
      'r',
      { patid: 'p', art: 'PRIVAT', datum: '2026-03-12', betrag: 10_000, stornoAm: '2026-03-20' },
    ],
    leistung('l', 'p', '2026-03-02', 10_000, { rechnungId: 'r' }),
  ]);
  const on = (day: string) =>
    ['nichtFakturiert', 'nichtFakturiert30'].map((key) => wert(snapshot, key, until(day)));
  expect(
    ['2026-03-09', '2026-03-10', '2026-03-15', '2026-03-31', '2026-04-01', '2026-04-02'].map(on),
  ).toEqual([
    [0, 0],
    [100, 0],
    [0, 0],
    [100, 0],
    [100, 0],
    [100, 100],
  ]);
});
it('appointments around midnight and on both nights of the clock count on their day in Berlin', () => {
  const at = (id: string, start: string): Row => termin(id, 'p', start, 'WAHRGENOMMEN'),
    snapshot = snapshotFrom([
      ...PEOPLE,
      patient('p'),
      // 00:30 on 29 March, and 03:30 after the lost hour.
      at('spring-1', '2026-03-28T23:30:00Z'),
      at('spring-2', '2026-03-29T01:30:00Z'),
      // 02:30 twice.
      at('autumn-1', '2026-10-25T00:30:00Z'),
      at('autumn-2', '2026-10-25T01:30:00Z'),
      // 00:15 on New Year's Day.
      at('year', '2025-12-31T23:15:00Z'),
    ]),
    hours = (von: string, bis = von) => wert(snapshot, 'behandlungsstunden', { von, bis });
  const [one] = [hours('2026-01-01')];
  expect([
    hours('2025-12-31'),
    hours('2026-03-28'),
    hours('2026-03-29'),
    hours('2026-10-24'),
    hours('2026-10-25'),
    hours('2026-01-01', '2026-10-31'),
  ]).toEqual([0, 0, 2 * one!, 0, 2 * one!, 5 * one!]);
});
it('a person with an earlier first visit in the record is new once, in that year', () => {
  const snapshot = snapshotFrom([
      ...PEOPLE,
      ['patient', 'p', { nachname: 'p', versicherung: 'GKV', erstbesuch: '2025-12-30' }],
      leistung('l1', 'p', '2026-01-05', 100),
      leistung('l2', 'p', '2026-01-06', 100),
    ]),
    count = (von: string, bis: string) => wert(snapshot, 'neupatienten', { von, bis });
  expect([
    count('2025-12-01', '2025-12-31'),
    count('2026-01-01', '2026-01-31'),
    count('2025-01-01', '2026-12-31'),
  ]).toEqual([1, 0, 1]);
});
it('sick notes over Easter count each day from Monday to Friday once, in any order', () => {
  const notes: readonly Record<string, PvsValue>[] = [
      { von: '2026-04-01', bis: '2026-04-08' },
      { von: '2026-03-30', bis: '2026-04-03' },
      { von: '2026-04-02', bis: '2026-04-02' },
    ],
    daysOf = (given: typeof notes) =>
      figureResult(
        'krankheitstage',
        buildSelection(
          snapshotFrom([
            ['mitarbeiter', 'm', { name: 'M', fte: 1, eintritt: '2020-01-01' }],
            ...given.map((note, at): Row => [
              'fehlzeit',
              `f${at}`,
              { mitarbeiter: 'm', art: 'KRANK', ...note },
            ]),
          ]),
          FILTER,
        ),
      ).numerator;
  // 30 March to 3 April and 6 to 8 April: every day from Monday to Friday, holidays as well.
  expect([daysOf(notes), daysOf([...notes].reverse())]).toEqual([8, 8]);
});
it('a shift inside another one and one that continues it count each minute once', () => {
  const shift = (id: string, von: number, bis: number, typ = 'BEHANDLUNG'): Row => [
      'arbeitszeit',
      id,
      { behandler: 'b1', zimmer: 'z', datum: '2026-05-11', von: von * 60, bis: bis * 60, typ },
    ],
    minutesOf = (...shifts: Row[]) =>
      figureResult(
        'auslastung',
        buildSelection(
          snapshotFrom([...PEOPLE, ['zimmer', 'z', { name: 'Z' }], ...shifts]),
          FILTER,
        ),
      ).denominator;
  expect([
    minutesOf(shift('a', 8, 16), shift('b', 9, 10)),
    minutesOf(shift('a', 8, 12), shift('b', 10, 14), shift('c', 14, 15)),
    minutesOf(shift('a', 8, 12), shift('b', 9, 10.5, 'ABWESEND')),
  ]).toEqual([480, 420, 150]);
});
it('open plans of a day are those open then, so that a year later the same sum is no change', () => {
  const plan = (id: string, values: Record<string, PvsValue>): Row => [
      'hkp',
      id,
      { patid: 'p', behandler: 'b1', art: 'ZE', gesamt: 100_000, ...values },
    ],
    snapshot = snapshotFrom([
      ...PEOPLE,
      patient('p'),
      plan('then', {
        status: 'ABGERECHNET',
        erstelltAm: '2025-11-01',
        besprochenAm: '2025-11-02',
        angenommenAm: '2025-12-20',
        genehmigtAm: '2025-12-20',
        begonnenAm: '2026-01-10',
        abgerechnetAm: '2026-02-01',
      }),
      plan('now', { status: 'ENTWURF', erstelltAm: '2026-11-01' }),
    ]),
    on = (day: string) => wert(snapshot, 'hkpOffen', { von: day, bis: day });
  expect(
    ['2025-10-31', '2025-11-26', '2025-12-19', '2025-12-20', '2026-10-31', '2026-11-26'].map(on),
  ).toEqual([0, 1000, 1000, 0, 0, 1000]);
});
it('an agreement covers its tooth for ninety days and never an earlier filling', () => {
  const filling = (id: string, day: string, zahn: string): Row =>
      leistung(`l${id}`, id, day, 5000, {
        system: 'BEMA',
        nr: '13a',
        bereich: 'KCH',
        kostentraeger: 'GKV',
        zahn,
      }),
    agreed = (id: string, datum: string, zahn: string): Row => [
      'mkv',
      `m${id}`,
      { patid: id, datum, zahn, betrag: 8000 },
    ],
    ids = ['ninety', 'later', 'tooth', 'after', 'same'];
  const snapshot = snapshotFrom([
    ...PEOPLE,
    ...ids.map(patient),
    ...ids.map((id) => filling(id, '2026-08-10', '36')),
    agreed('ninety', '2026-05-12', '36'),
    agreed('later', '2026-05-11', '36'),
    agreed('tooth', '2026-08-03', '37'),
    agreed('after', '2026-08-11', '36'),
    agreed('same', '2026-08-10', '36'),
  ]);
  const { numerator, denominator } = figureResult(
    'mehrkostenquote',
    buildSelection(snapshot, FILTER),
  );
  expect([numerator, denominator]).toEqual([2, 5]);
});
it('a patient is lost on a day without an appointment that was made by then', () => {
  const ahead = (id: string, made: string, start: string): Row => [
      'termin',
      `t${id}`,
      {
        patid: id,
        behandler: 'b1',
        start: Date.parse(start),
        dauerMin: 30,
        status: 'WAHRGENOMMEN',
        angelegtAm: Date.parse(made),
      },
    ],
    ids = ['booked', 'later', 'none'],
    snapshot = snapshotFrom([
      ...PEOPLE,
      ...ids.map(patient),
      ...ids.map((id) => leistung(`l${id}`, id, '2024-12-10', 5000)),
      ahead('booked', '2026-05-02T08:00:00Z', '2026-08-03T08:00:00Z'),
      ahead('later', '2026-07-20T08:00:00Z', '2026-08-03T08:00:00Z'),
    ]);
  const lost = (day: string) =>
    figureResult('abwanderung', buildSelection(snapshot, { ...FILTER, von: day, bis: day }))
      .numerator;
  // Eighteen months after the last visit are over on 11 June.
  expect([lost('2026-06-09'), lost('2026-06-30')]).toEqual([0, 2]);
});
