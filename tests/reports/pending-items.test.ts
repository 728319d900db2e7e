/** Pending plans, invoices and perio cases, counted by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { ListReport } from '../../shared/analytics/reports/worklist.schema.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { callsTo, kpiOf } from './calls.ts';
import { deliverRows, row, type DeliveredRow } from './deliver.ts';

const TODAY = '2026-11-20';
const patient = (id: string, more: Record<string, unknown> = {}): DeliveredRow =>
  row('patient', id, {
    nachname: id,
    vorname: 'Anna',
    geburtsdatum: '1960-01-01',
    versicherung: 'GKV',
    ...more,
  });
const plan = (id: string, patid: string, values: Record<string, unknown>): DeliveredRow =>
  row('hkp', id, { patid, art: 'ZE', erstelltAm: '2026-03-02', gesamt: 100_000, ...values });
const termin = (
  id: string,
  patid: string,
  start: string,
  values: Record<string, unknown> = {},
): DeliveredRow =>
  row('termin', id, {
    patid,
    start: Date.parse(start),
    dauerMin: 30,
    status: 'GEPLANT',
    ...values,
  });
const rechnung = (id: string, values: Record<string, unknown>): DeliveredRow =>
  row('rechnung', id, {
    patid: 'a',
    nummer: id,
    datum: '2026-08-03',
    faelligAm: '2026-09-02',
    betrag: 10_000,
    art: 'PRIVAT',
    status: 'OFFEN',
    ...values,
  });

describe('pending items, counted by hand', () => {
  let t: TestApp, p: Practice;
  const { read } = callsTo(() => ({ t, p }));
  const task = async (was: string): Promise<unknown[]> => {
    const found = (
      await read<PracticeReport>(`/dashboard/aufgaben?von=${TODAY}&bis=${TODAY}`)
    ).zeilen.find((one) => one['was'] === was);
    return [found?.['anzahl'], found?.['wert']];
  };
  const listed = async (grund: string): Promise<unknown[]> =>
    (await read<ListReport>(`/hkp?grund=${grund}`)).zeilen
      .map((one) => String(one['hkpid']))
      .toSorted();
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    const approved = { status: 'GENEHMIGT', genehmigtAm: '2026-10-01' };
    await deliverRows(t, p.cid, [
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => patient(id)),
      patient('c-alt', { zusammengefuehrtIn: 'c' }),
      plan('ohne', 'a', approved),
      plan('endet', 'a', { status: 'GENEHMIGT', genehmigtAm: '2026-06-01' }),
      plan('ohne-kasse', 'a', { status: 'ANGENOMMEN_OHNE_KASSE' }),
      plan('vorbei', 'a', { status: 'GENEHMIGT', genehmigtAm: '2026-01-05' }),
      plan('mit', 'b', approved),
      termin('t1', 'b', '2026-12-01T08:00:00Z'),
      // The appointment belongs to the merged record or to the previous one.
      plan('mit-akte', 'c-alt', approved),
      termin('t2', 'c', '2026-12-01T08:00:00Z'),
      // It is for another plan of the same person.
      plan('anderer', 'd', approved),
      plan('gemeint', 'd', approved),
      termin('t3', 'd', '2026-12-01T08:00:00Z', { hkpid: 'gemeint' }),
      plan('abgesagt', 'e', approved),
      termin('t4', 'e', '2026-12-01T08:00:00Z', { status: 'ABGESAGT_PATIENT' }),
      // An appointment of this morning was kept.
      plan('war-da', 'f', approved),
      termin('t5', 'f', '2026-11-20T07:00:00Z', { status: 'WAHRGENOMMEN' }),
      plan('gefragt', 'b', { status: 'BEI_PATIENT', erstelltAm: '2026-10-01' }),
      rechnung('faellig', {}),
      rechnung('kzv', { art: 'KZV' }),
      rechnung('bald', { faelligAm: '2026-11-20' }),
      rechnung('gutschrift', { betrag: -500 }),
      rechnung('ohne-tag', { faelligAm: null }),
      row('parfall', 'pa1', {
        patid: 'a',
        status: 'ABGELEHNT',
        erstelltAm: '2026-02-02',
        wert: 50_000,
      }),
      row('parfall', 'pa2', {
        patid: 'b',
        status: 'GENEHMIGT',
        erstelltAm: '2026-02-02',
        genehmigtAm: '2026-02-20',
        wert: 30_000,
      }),
    ]);
  });
  afterAll(() => t.drop());

  it('plans follow the work list: an ending one needs an appointment, an expired one does not', async () => {
    const without = ['abgesagt', 'anderer', 'endet', 'ohne', 'ohne-kasse', 'war-da'];
    expect([await listed('ohne_termin'), await task('GENEHMIGT_OHNE_TERMIN')]).toEqual([
      without,
      [without.length, without.length * 1000],
    ]);
    expect([await listed('laeuft_ab'), await task('LAEUFT_AB')]).toEqual([['endet'], [1, 1000]]);
    expect([await listed('beim_patienten'), await task('BEI_PATIENT_14')]).toEqual([
      ['gefragt'],
      [1, 1000],
    ]);
    const told = (
      await read<PracticeReport>(`/hkp/kennzahlen?von=2026-01-01&bis=${TODAY}`)
    ).zeilen.find((one) => one['was'] === 'GENEHMIGT_OHNE_TERMIN');
    const executive = (
      await read<PracticeReport>(`/dashboard/executive?von=2026-01-01&bis=${TODAY}`)
    ).zeilen.find((one) => one['id'] === 'HKP_OHNE_TERMIN');
    expect([told?.['anzahl'], executive?.['wert']]).toEqual([without.length, without.length]);
  });
  it('an invoice is overdue the day after its due date; KZV settlements and credits are not', async () => {
    expect(await task('RECHNUNG_UEBERFAELLIG')).toEqual([1, 100]);
    const report = await read<PracticeReport>(`/rechnungen/ueberfaellig?von=${TODAY}&bis=${TODAY}`);
    expect([
      report.zeilen.map((one) => one['nummer']),
      kpiOf(report, 'ueberfaelligePosten'),
    ]).toEqual([['faellig'], 100]);
  });
  it('a refused perio plan has no value and is not pending', async () => {
    const executive = await read<PracticeReport>(
        `/dashboard/executive?von=2026-01-01&bis=${TODAY}`,
      ),
      steps = (await read<PracticeReport>(`/extended/parpipeline?von=2026-01-01&bis=${TODAY}`))
        .zeilen;
    expect(executive.kpis.find((one) => one.key === 'parWert')).toMatchObject({
      wert: 300,
    });
    expect(
      steps
        .filter((one) => one['ueberfaellig'] !== null)
        .map((one) => [one['stufe'], one['ueberfaellig']]),
    ).toContainEqual(['PLAN', 0]);
    expect(steps.find((one) => one['stufe'] === 'GENEHMIGT')?.['ueberfaellig']).toBe(1);
  });
});
