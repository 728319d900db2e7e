/** Edge cases of time: appointments left open, shifts and absences that overlap, sick notes. */
import { describe, expect, it } from 'vitest';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import type { PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { contributionsOf, figureResult } from '../../server/analytics/metrics/compute.ts';
import {
  FILTER,
  TODAY,
  leistung,
  patient,
  snapshotFrom,
  termin,
  wert,
  type Row,
} from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

describe('appointments that the practice software never closes', () => {
  const open = ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'];
  const snapshot = snapshotFrom([
    ['behandler', 'b1', { name: 'Eins' }],
    ...open.map(patient),
    patient('ohne'),
    patient('heute'),
    patient('abgesagt'),
    ...open.flatMap((status, at) => [
      termin(`t${at}`, status, '2026-05-11T08:00:00Z', status),
      leistung(`l${at}`, status, '2026-05-11', 10_000),
    ]),
    termin('ohne', 'ohne', '2026-05-11T08:00:00Z', 'GEPLANT'),
    termin('heute', 'heute', `${TODAY}T15:00:00Z`, 'GEPLANT'),
    leistung('l-heute', 'heute', TODAY, 10_000),
    termin('abgesagt', 'abgesagt', '2026-05-12T08:00:00Z', 'ABGESAGT_PATIENT'),
    leistung('l-abgesagt', 'abgesagt', '2026-05-12', 10_000),
  ]);
  it('count as kept if the day has a service; future and cancelled ones do not', () => {
    expect(wert(snapshot, 'behandlungsstunden')).toBe(4);
    expect(wert(snapshot, 'stundensatz', { bis: '2026-05-11' })).toBe(100);
    expect(wert(snapshot, 'umsatzJeTermin', { bis: '2026-05-11' })).toBe(100);
  });
  it('without a service are listed, and count neither as kept nor as missed', () => {
    const all = buildSelection(snapshot, FILTER);
    expect(
      contributionsOf('ohneErgebnis', all).map(({ at }) => snapshot.rawRows.tables.termin.ids[at]),
    ).toEqual(['ohne']);
    // Four were kept and one was cancelled; the one of today is not due yet.
    expect(figureResult('ausfallquote', all)).toMatchObject({ numerator: 1, denominator: 5 });
  });
  it('of today are due up to the last one with an outcome', () => {
    const morning = (first: string): Snapshot =>
      snapshotFrom([
        ['behandler', 'b1', { name: 'Eins' }],
        patient('p'),
        termin('frueh', 'p', `${TODAY}T07:00:00Z`, first),
        termin('abgesagt', 'p', `${TODAY}T06:00:00Z`, 'ABGESAGT_PATIENT'),
        termin('spaeter-abgesagt', 'p', `${TODAY}T14:00:00Z`, 'ABGESAGT_PATIENT'),
        termin('spaet', 'p', `${TODAY}T15:00:00Z`, 'GEPLANT'),
      ]);
    const dueOf = (first: string): unknown[] => {
      const { numerator, denominator } = figureResult(
        'ausfallquote',
        buildSelection(morning(first), FILTER),
      );
      return [numerator, denominator];
    };
    expect([dueOf('GEPLANT'), dueOf('WAHRGENOMMEN')]).toEqual([
      [0, 0],
      [1, 2],
    ]);
  });
});

describe('working hours', () => {
  const dienst = (
    id: string,
    behandler: string,
    von: number,
    bis: number,
    more: Record<string, PvsValue> = {},
  ): Row => [
    'arbeitszeit',
    id,
    { behandler, datum: '2026-05-11', von: von * 60, bis: bis * 60, typ: 'BEHANDLUNG', ...more },
  ];
  const snapshot = snapshotFrom([
    ['behandler', 'b1', { name: 'Eins' }],
    ['behandler', 'b2', { name: 'Zwei' }],
    ['zimmer', 'z1', { name: 'Z1' }],
    ['zimmer', 'z2', { name: 'Z2' }],
    patient('p'),
    // In two rooms at once, and away for an hour.
    dienst('a1', 'b1', 8, 12, { zimmer: 'z1' }),
    dienst('a2', 'b1', 10, 14, { zimmer: 'z2' }),
    dienst('weg', 'b1', 9, 10, { typ: 'ABWESEND' }),
    dienst('a3', 'b2', 11, 13, { zimmer: 'z1' }),
    termin('kam', 'p', '2026-05-11T06:00:00Z', 'WAHRGENOMMEN'),
    termin('fehlte', 'p', '2026-05-11T08:00:00Z', 'NICHT_ERSCHIENEN'),
  ]);
  const of = (key: string, filter: Partial<PracticeReportFilter> = {}): unknown[] => {
    const { numerator, denominator } = figureResult(
      key,
      buildSelection(snapshot, { ...FILTER, ...filter }),
    );
    return [numerator, denominator];
  };
  it('count each minute of a person and of a room once, and none of an absence', () => {
    expect(of('auslastung')).toEqual([120, 420]);
    expect(of('auslastung', { behandler: ['b1'] })).toEqual([120, 300]);
    expect(of('stuhlauslastung')[1]).toBe(240 + 240);
  });
  it('of a practitioner who left are not among the team of the day', async () => {
    const left = snapshotFrom([
      ['behandler', 'b1', { name: 'Eins' }],
      ['behandler', 'b2', { name: 'Zwei', austritt: '2026-05-10' }],
      dienst('a1', 'b1', 8, 12),
      dienst('a2', 'b2', 8, 12),
    ]);
    const day = { ...FILTER, von: '2026-05-11', bis: '2026-05-11' };
    expect((await practiceReport(left, 'heute/team', day)).rows.map((row) => row['name'])).toEqual([
      'Eins',
    ]);
  });
  it('tell completed from scheduled time', () => {
    expect([of('auslastung'), of('auslastungErbracht')]).toEqual([
      [120, 420],
      [60, 420],
    ]);
  });
});

describe('sick notes', () => {
  const note = (id: string, mitarbeiter: string, von: string, bis: string): Row => [
    'fehlzeit',
    id,
    { mitarbeiter, von, bis, art: 'KRANK' },
  ];
  const person = (id: string, more: Record<string, PvsValue>): Row => [
    'mitarbeiter',
    id,
    { name: id, fte: 100, eintritt: '2020-01-01', ...more },
  ];
  const tage = (rows: readonly Row[]): number | null =>
    figureResult('krankheitstage', buildSelection(snapshotFrom(rows), FILTER)).numerator;
  it('that overlap count each day once, in either order', () => {
    expect(
      tage([
        person('m', {}),
        note('a', 'm', '2026-03-03', '2026-03-07'),
        note('b', 'm', '2026-03-05', '2026-03-11'),
      ]),
    ).toBe(7);
    expect(
      tage([
        person('m', {}),
        note('a', 'm', '2026-03-02', '2026-03-13'),
        note('b', 'm', '2026-03-04', '2026-03-05'),
        note('c', 'm', '2026-03-12', '2026-03-16'),
      ]),
    ).toBe(11);
    expect(
      tage([
        person('m', {}),
        person('n', {}),
        note('a', 'm', '2026-03-03', '2026-03-03'),
        note('b', 'n', '2026-03-03', '2026-03-03'),
      ]),
    ).toBe(2);
  });
  it('count during employment only', () => {
    expect(
      tage([
        person('fort', { austritt: '2026-03-03' }),
        note('a', 'fort', '2026-03-02', '2026-03-06'),
      ]),
    ).toBe(2);
    expect(
      tage([
        person('fort', { austritt: '2025-01-31' }),
        note('a', 'fort', '2026-03-03', '2026-03-07'),
      ]),
    ).toBe(0);
    expect(
      tage([
        person('neu', { eintritt: '2026-03-05' }),
        note('a', 'neu', '2026-03-02', '2026-03-06'),
      ]),
    ).toBe(2);
  });
  it('the rows behind the figure add up to it', () => {
    const a = buildSelection(
      snapshotFrom([
        person('m', {}),
        note('a', 'm', '2026-03-03', '2026-03-07'),
        note('b', 'm', '2026-03-05', '2026-03-11'),
      ]),
      FILTER,
    );
    expect(
      contributionsOf('krankheitstage', a)
        .filter((one) => one.entity === 'fehlzeit')
        .map((one) => one.value),
    ).toEqual([4, 3]);
  });
});
