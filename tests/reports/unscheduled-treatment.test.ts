/** Planned treatment without a future appointment, by patient, today and on past days. */
import { describe, expect, it } from 'vitest';
import type { PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import { FILTER, patient, snapshotFrom, TODAY, wert, type Row } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

const NOW = { ...FILTER, von: TODAY, bis: TODAY };
const plan = (
  id: string,
  patid: string,
  status: string,
  gesamt: number,
  more: Record<string, PvsValue> = {},
): Row => [
  'hkp',
  id,
  { patid, behandler: 'b1', art: 'ZE', status, gesamt, erstelltAm: '2026-02-01', ...more },
];
const appointment = (
  id: string,
  patid: string,
  day: string,
  more: Record<string, PvsValue>,
): Row => [
  'termin',
  id,
  {
    patid,
    behandler: 'b1',
    start: Date.parse(`${day}T09:00:00Z`),
    dauerMin: 30,
    status: 'GEPLANT',
    angelegtAm: Date.parse('2026-06-01T09:00:00Z'),
    ...more,
  },
];
const rowsOf = async (
  rows: readonly Row[],
  filter: typeof NOW = NOW,
): Promise<readonly (readonly unknown[])[]> =>
  (await practiceReport(snapshotFrom(rows), 'extended/ohnetermin', filter)).rows.map((row) => [
    row['patid'],
    row['plaene'],
    row['gesamt'],
    row['entschieden'],
    row['erstellt'],
  ]);
const THREE = ['p1', 'p2', 'p3'].map(patient);

describe('planned treatment without an appointment', () => {
  const rows = [
    ...THREE,
    plan('h1', 'p1', 'GENEHMIGT', 120_000, { genehmigtAm: '2026-03-01' }),
    plan('h2', 'p1', 'BEI_PATIENT', 30_050, { erstelltAm: '2026-01-15' }),
    plan('h3', 'p2', 'SOFORT', 200_000),
    plan('h4', 'p3', 'IN_ARBEIT', 500_000, { begonnenAm: '2026-04-01' }),
    plan('h5', 'p3', 'ABGELEHNT', 500_000, { beantwortetAm: '2026-04-01' }),
  ];
  it('is listed by patient, the highest value first, with the part that was decided', async () => {
    expect(await rowsOf(rows)).toEqual([
      ['p2', 1, 2000, 2000, '2026-02-01'],
      ['p1', 2, 1500.5, 1200, '2026-01-15'],
    ]);
    expect(wert(snapshotFrom(rows), 'ohneTermin', NOW)).toBe(3500.5);
  });
  it('leaves the list with an appointment for the plan, or for the patient without a plan', async () => {
    const forPlan = appointment('t1', 'p1', '2026-12-03', { hkpid: 'h1' }),
      forPatient = appointment('t2', 'p2', '2026-12-04', {});
    expect(await rowsOf([...rows, forPlan, forPatient])).toEqual([
      ['p1', 1, 300.5, 0, '2026-01-15'],
    ]);
  });
  it('stays in the list with a cancelled appointment, a past one, or one for another plan', async () => {
    const others = [
      appointment('t1', 'p1', '2026-12-03', { hkpid: 'h1', status: 'ABGESAGT_PATIENT' }),
      appointment('t2', 'p2', '2026-11-20', { status: 'NICHT_ERSCHIENEN' }),
      appointment('t3', 'p2', '2026-12-20', { hkpid: 'h9' }),
    ];
    expect((await rowsOf([...rows, ...others])).map(([patid]) => patid)).toEqual(['p2', 'p1']);
  });
  it('is known for a past day from the days of plans and appointments', async () => {
    const filter = { ...FILTER, von: '2026-01-01', bis: '2026-05-31' },
      later = appointment('t1', 'p1', '2026-12-03', { hkpid: 'h1' }),
      undated = appointment('t2', 'p1', '2026-12-03', { hkpid: 'h1', angelegtAm: null });
    // At the end of May the appointment had not been made.
    const past = [...THREE, rows[3]!, rows[4]!];
    expect(await rowsOf([...past, later], filter)).toEqual([['p1', 2, 1500.5, 1200, '2026-01-15']]);
    expect(wert(snapshotFrom([...past, later]), 'ohneTermin', filter)).toBe(1500.5);
    const unknown = snapshotFrom([...past, undated]);
    expect(wert(unknown, 'ohneTermin', filter)).toBe(null);
    expect((await practiceReport(unknown, 'extended/ohnetermin', filter)).hints).toEqual([
      'ohneTerminUnbekannt',
    ]);
  });
});
