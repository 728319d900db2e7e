/** Hours that were available, and what became of them; revenue of new patients by cohort. */
import { describe, expect, it } from 'vitest';
import { UNASSIGNED } from '../../shared/analytics/reports/filter-kinds.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { FILTER, leistung, patient, snapshotFrom, termin, TODAY, type Row } from './few-rows.ts';
import { FILTER as LONG, practiceReport, snapshotOf } from './table-scan.ts';

const MONTH = { ...FILTER, von: '2026-11-01', bis: '2026-11-30' };
const shift = (id: string, behandler: string, day: string, hours: number): Row => [
  'arbeitszeit',
  id,
  { behandler, zimmer: 'z1', datum: day, von: 480, bis: 480 + hours * 60, typ: 'BEHANDLUNG' },
];

describe('available hours', () => {
  it('are shown next to scheduled and completed ones, with the fees of the same days', async () => {
    const { rows } = await practiceReport(
      snapshotFrom([
        patient('p1'),
        ['behandler', 'b1', { name: 'Ada' }],
        ['zimmer', 'z1', { name: 'Eins' }],
        shift('a1', 'b1', '2026-11-02', 6),
        shift('a2', 'b1', '2026-11-03', 4),
        // Today and the days after it do not count.
        shift('a3', 'b1', TODAY, 8),
        termin('t1', 'p1', '2026-11-02T08:00:00Z', 'WAHRGENOMMEN'),
        termin('t2', 'p1', '2026-11-02T09:00:00Z', 'WAHRGENOMMEN'),
        termin('t3', 'p1', '2026-11-03T08:00:00Z', 'NICHT_ERSCHIENEN'),
        termin('t4', 'p1', '2026-11-03T09:00:00Z', 'ABGESAGT_PATIENT'),
        termin('t5', 'p1', `${TODAY}T09:00:00Z`, 'WAHRGENOMMEN'),
        leistung('l1', 'p1', '2026-11-02', 50_000),
        leistung('l2', 'p1', TODAY, 70_000),
      ]),
      'extended/verfuegbarkeit',
      MONTH,
    );
    expect(rows).toEqual([
      {
        id: 'b1',
        behandler: 'Ada',
        eigenTage: '2026-11-01|2026-11-25',
        verfuegbar: 10,
        vergeben: 3,
        wahrgenommen: 2,
        auslastung: 0.3,
        auslastungErbracht: 0.2,
        honorar: 500,
        jeVerfuegbar: 50,
        stundensatz: 250,
      },
    ]);
  });
});

describe('accepted plans', () => {
  it('are shown by the practitioner of the plan, and the page says who is not known', async () => {
    const plan = (
      id: string,
      behandler: string | null,
      gesamt: number,
      begonnenAm: string | null,
    ): Row => [
      'hkp',
      id,
      {
        patid: 'p1',
        behandler,
        art: 'ZE',
        status: begonnenAm === null ? 'BEI_PATIENT' : 'IN_ARBEIT',
        erstelltAm: '2026-02-01',
        besprochenAm: '2026-02-02',
        gesamt,
        begonnenAm,
      },
    ];
    const { rows, hints } = await practiceReport(
      snapshotFrom([
        patient('p1'),
        ['behandler', 'b1', { name: 'Ada' }],
        ['behandler', 'b2', { name: 'Bob' }],
        ['behandler', 'b3', { name: 'Without plans' }],
        plan('h1', 'b1', 100_000, '2026-03-01'),
        plan('h2', 'b1', 300_000, null),
        plan('h3', 'b2', 50_000, '2026-03-01'),
        plan('h4', null, 70_000, null),
      ]),
      'extended/annahme',
      FILTER,
    );
    expect(hints).toContain('annahmeOhneGespraech');
    expect(
      rows.map((row) => [
        row['id'],
        row['plaene'],
        row['gesamt'],
        row['hkpAnnahme'],
        row['hkpAnnahmeWert'],
      ]),
    ).toEqual([
      ['b1', 2, 4000, 0.5, 0.25],
      ['b2', 1, 500, 1, 1],
      [UNASSIGNED, 1, 700, 0, 0],
    ]);
  });
});

describe('the revenue of new patients', () => {
  it('is what each cohort brought within its months, and empty while they last', async () => {
    const { rows } = await practiceReport(
      snapshotFrom([
        patient('p1'),
        patient('p2'),
        patient('p3'),
        leistung('1', 'p1', '2024-01-15', 10_000),
        leistung('2', 'p1', '2025-01-14', 5000),
        // A year later to the day is month 13.
        leistung('3', 'p1', '2025-01-15', 2000),
        leistung('4', 'p2', '2024-03-01', 30_000),
        leistung('5', 'p2', '2026-11-01', 7000),
        leistung('6', 'p3', '2026-05-05', 1000),
      ]),
      'extended/patientenwert',
      LONG,
    );
    expect(rows).toEqual([
      { kohorte: '2024-Q1', start: 2, m12: 225, m24: 235, m36: null, bisher: 270 },
      { kohorte: '2026-Q2', start: 1, m12: null, m24: null, m36: null, bisher: 10 },
    ]);
  });
  it('equals the sum over the services of its patients', async () => {
    const snapshot = snapshotOf(11),
      { services, visits } = snapshot,
      { rows } = await practiceReport(snapshot, 'extended/patientenwert', LONG),
      last = snapshot.today;
    let all = 0;
    for (let i = 0; i < services.n; i += 1) {
      const p = services.pat[i]!;
      if (p < 0 || services.day[i]! > last) continue;
      const said = snapshot.rawRows.tables.patient.columns['erstbesuch']![p]!,
        seen = visits.day[visits.from[p]!]!,
        first = said > 0 ? Math.min(said, seen) : seen;
      if (first >= dayNumberOf(LONG.von) && first <= dayNumberOf(LONG.bis))
        all += services.betrag[i]!;
    }
    const shown = rows.reduce((sum, row) => sum + Number(row['start']) * Number(row['bisher']), 0);
    // Each cohort is rounded to a cent per patient.
    expect(Math.abs(shown - all / 100)).toBeLessThan(0.01 * snapshot.rawRows.tables.patient.count);
    expect(all).toBeGreaterThan(0);
  });
});
