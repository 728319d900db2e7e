/**
 * The outcome of a recall is consistent: the tile, the figure with its rows, the daily report, the
 * work list and the patient's page agree for all appointments, records and people.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecallDue } from '../../shared/analytics/reports/worklist.ts';
import type { ListReport } from '../../shared/analytics/reports/worklist.schema.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import { recallCases } from '../../server/analytics/cases/recall-cases.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { yearOf } from '../../server/analytics/snapshot/derived.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { deliverRows, row, type DeliveredRow } from './deliver.ts';
import { TODAY } from './random-practice/draw.ts';
import { buildPractice } from './random-practice.ts';

const patient = (id: string, more: Record<string, unknown> = {}): DeliveredRow =>
  row('patient', id, {
    nachname: id,
    vorname: 'Anna',
    geburtsdatum: '1960-01-01',
    versicherung: 'GKV',
    ...more,
  });
const recall = (patid: string, more: Record<string, unknown> = {}): DeliveredRow =>
  row('recall', `r-${patid}`, { patid, art: 'KONTROLLE', faelligAm: '2026-06-01', ...more });
const termin = (id: string, patid: string, tag: string, status: string): DeliveredRow =>
  row('termin', id, { patid, start: Date.parse(`${tag}T08:00:00Z`), dauerMin: 30, status });

/**
 * Recalls due half a year ago, each named after its patient, and whether it still has to be
 * arranged.
 */
const CASES: readonly { wer: string; rows: readonly DeliveredRow[]; isToBeScheduled: boolean }[] = [
  { wer: 'offen', rows: [recall('offen')], isToBeScheduled: true },
  {
    wer: 'seit-jahren',
    rows: [recall('seit-jahren', { faelligAm: '2023-02-01' })],
    isToBeScheduled: true,
  },
  {
    wer: 'versaeumt',
    rows: [
      termin('t1', 'versaeumt', '2026-06-02', 'NICHT_ERSCHIENEN'),
      recall('versaeumt', { terminId: 't1', status: 'RECALLTERMIN_VEREINBART' }),
    ],
    isToBeScheduled: true,
  },
  {
    wer: 'abgesagt',
    rows: [
      termin('t2', 'abgesagt', '2026-12-02', 'ABGESAGT_PATIENT'),
      recall('abgesagt', { terminId: 't2' }),
    ],
    isToBeScheduled: true,
  },
  {
    wer: 'verschoben',
    rows: [
      termin('t3', 'verschoben', '2026-12-02', 'VERSCHOBEN'),
      recall('verschoben', { terminId: 't3' }),
    ],
    isToBeScheduled: true,
  },
  {
    wer: 'doppelt',
    rows: [patient('doppelt-alt', { zusammengefuehrtIn: 'doppelt' }), recall('doppelt-alt')],
    isToBeScheduled: true,
  },
  {
    wer: 'vereinbart',
    rows: [
      termin('t4', 'vereinbart', '2026-12-02', 'GEPLANT'),
      recall('vereinbart', { terminId: 't4' }),
    ],
    isToBeScheduled: false,
  },
  {
    wer: 'gesagt',
    rows: [recall('gesagt', { status: 'RECALLTERMIN_VEREINBART' })],
    isToBeScheduled: false,
  },
  {
    wer: 'kommt-ohnehin',
    rows: [termin('t5', 'kommt-ohnehin', '2026-11-25', 'BESTAETIGT'), recall('kommt-ohnehin')],
    isToBeScheduled: false,
  },
  // The appointment was made for the merged record.
  {
    wer: 'anderswo',
    rows: [
      patient('anderswo-alt', { zusammengefuehrtIn: 'anderswo' }),
      termin('t6', 'anderswo', '2026-11-25', 'GEPLANT'),
      recall('anderswo-alt'),
    ],
    isToBeScheduled: false,
  },
];
/** These need no action: the appointment was kept, or the patient has left. */
const PAST: readonly DeliveredRow[] = [
  patient('war-da'),
  termin('t7', 'war-da', '2026-06-02', 'WAHRGENOMMEN'),
  recall('war-da', { terminId: 't7' }),
  patient('fort', { aktiv: false }),
  recall('fort'),
  patient('fort-alt', { zusammengefuehrtIn: 'fort' }),
  recall('fort-alt'),
];
const OFFEN = CASES.filter((one) => one.isToBeScheduled).map((one) => one.wer),
  RECALLS = CASES.filter((one) => one.isToBeScheduled)
    .flatMap((one) => one.rows.filter(({ entity }) => entity === 'recall').map(({ id }) => id))
    .toSorted();
const MONTH = `von=2026-11-01&bis=${TODAY}`;

describe('outcome of recalls', () => {
  let t: TestApp, p: Practice;
  const read = async <T>(path: string): Promise<T> => {
    const answer = await t.call(`/api${path}`, { as: p.users.owner });
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(200);
    return answer.json as T;
  };
  const tile = async (): Promise<unknown> =>
      (await read<PracticeReport>(`/dashboard/aufgaben?${MONTH}`)).zeilen.find(
        (z) => z['was'] === 'RECALL_UEBERFAELLIG',
      )?.['anzahl'],
    list = (query = ''): Promise<ListReport> => read(`/recall?n=2000${query}`),
    figure = ({ kpis }: ListReport | PracticeReport, key: string) =>
      kpis.find((one) => one.key === key)?.wert;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    await deliverRows(t, p.cid, [
      ...CASES.flatMap((one) => [patient(one.wer), ...one.rows]),
      ...PAST,
      patient('bald'),
      recall('bald', { faelligAm: '2026-11-23' }),
      patient('bald-da'),
      termin('t8', 'bald-da', '2026-12-01', 'GEPLANT'),
      recall('bald-da', { faelligAm: '2026-11-23' }),
      patient('spaeter'),
      recall('spaeter', { faelligAm: '2026-12-21' }),
    ]);
  });
  afterAll(() => t.drop());

  it('tile, figure, rows and list show the same number', async () => {
    const rows = await read<PracticeReport>(`/zeilen/recallUeberfaellig?${MONTH}`),
      lines = await list('&grund=ueberfaellig'),
      named = (id: string): string => id.replace(/^r-/, '').replace(/-alt$/, '');
    expect([
      await tile(),
      figure(rows, 'recallUeberfaellig'),
      figure(lines, 'recallUeberfaellig'),
      figure(lines, 'treffer'),
    ]).toEqual(Array.from({ length: 4 }, () => OFFEN.length));
    expect(rows.zeilen.map((z) => String(z['id'])).toSorted()).toEqual(RECALLS);
    expect(lines.zeilen.map((z) => String(z['recallId'])).toSorted()).toEqual(RECALLS);
    // The nearest day first, the longest overdue last; the owner is the current record.
    expect(lines.zeilen[0]).toMatchObject({ recallId: 'r-abgesagt', tag: '2026-06-01' });
    expect(lines.zeilen.at(-1)).toMatchObject({
      recallId: 'r-seit-jahren',
      tag: '2023-02-01',
      grund: 'ueberfaellig',
    });
    expect(lines.zeilen.map((z) => z['patid'])).toEqual(
      lines.zeilen.map((z) => named(String(z['recallId']))),
    );
    expect((await list('&grund=ueberfaellig&monate=12')).zeilen).toHaveLength(OFFEN.length - 1);
    expect(
      (await read<PracticeReport>(`/dashboard/executive?${MONTH}`)).zeilen.find(
        (z) => z['id'] === 'RECALL_UEBERFAELLIG',
      )?.['wert'],
    ).toBe(OFFEN.length);
  });

  it('patients with an appointment rest in the list; kept ones and former patients are absent', async () => {
    const all = await list('&alle=ja'),
      arranged = all.zeilen
        .filter((z) => z['grund'] === null)
        .map((z) => String(z['patid']))
        .toSorted();
    expect(arranged).toEqual(
      [...CASES.filter((one) => !one.isToBeScheduled).map((one) => one.wer), 'bald-da'].toSorted(),
    );
    // One has been due for more than a year: it rests until it is asked for.
    expect(['recallTerminiert', 'recallFaellig', 'ruhend'].map((key) => figure(all, key))).toEqual([
      arranged.length,
      OFFEN.length,
      1,
    ]);
    expect(all.zeilen.filter((z) => z['grund'] === 'faellig').map((z) => z['patid'])).toEqual([
      'bald',
    ]);
    expect(
      all.zeilen.filter((z) =>
        ['war-da', 'fort', 'fort-alt', 'spaeter'].includes(String(z['patid'])),
      ),
    ).toEqual([]);
  });

  it("the daily report and the patient's page agree", async () => {
    const day = await read<PracticeReport>(`/heute/recall?von=${TODAY}&bis=${TODAY}`),
      page = async (wer: string) =>
        (await read<PracticeReport>(`/patient/${wer}?${MONTH}`)).zeilen[0]?.['recallFaellig'];
    expect(day.zeilen.map((z) => [z['grund'], z['patid'], z['faelligAm']])).toEqual([
      ['FAELLIG', 'bald', '2026-11-23'],
    ]);
    for (const wer of OFFEN)
      expect([wer, await page(wer)]).toEqual([
        wer,
        wer === 'seit-jahren' ? '2023-02-01' : '2026-06-01',
      ]);
    for (const wer of ['vereinbart', 'gesagt', 'war-da', 'fort'])
      expect([wer, await page(wer)]).toEqual([wer, null]);
  });

  it("a closed record is in no list; the practice's number stays correct", async () => {
    const wer = 'offen',
      id = t.deps.newId();
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.insert(w.t.restriction, {
        id,
        patid: wer,
        reason: 'Widerspruch',
        until: '2027-01-01',
        setBy: 'x',
        setByName: 'X',
        setAt: w.now,
        liftedAt: null,
        liftedBy: null,
        liftedByName: null,
        erasedAt: null,
      });
    });
    t.deps.closed.forget(p.cid);
    expect([
      (await list('&grund=ueberfaellig')).zeilen.some((z) => z['patid'] === wer),
      await tile(),
    ]).toEqual([false, OFFEN.length]);
  });

  it('a missed appointment brings its recall back, and a new one removes it', async () => {
    await deliverRows(t, p.cid, [
      row(
        'termin',
        't4',
        {
          patid: 'vereinbart',
          start: Date.parse('2026-11-19T08:00:00Z'),
          dauerMin: 30,
          status: 'NICHT_ERSCHIENEN',
        },
        2,
      ),
    ]);
    const overdue = async (): Promise<unknown[]> =>
      (await list('&grund=ueberfaellig')).zeilen.map((z) => z['patid']);
    expect([await tile(), (await overdue()).includes('vereinbart')]).toEqual([
      OFFEN.length + 1,
      true,
    ]);
    await deliverRows(t, p.cid, [termin('t9', 'vereinbart', '2026-12-09', 'GEPLANT')]);
    expect([await tile(), (await overdue()).includes('vereinbart')]).toEqual([OFFEN.length, false]);
  });
});

it('the list has as many overdue recalls as the figure, in any practice', () => {
  let seen = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const rawRows = new RawData();
      for (const one of buildPractice(seed)) rawRows.take(one);
      const snapshot = buildSnapshot(rawRows, dayNumberOf(TODAY)),
        overdue = recallCases(snapshot, []).filter(
          (one) => isRecallDue(one, TODAY)?.grund === 'ueberfaellig',
        ).length;
      seen += overdue;
      expect(overdue).toBe(figureResult('recallUeberfaellig', yearOf(snapshot)).value ?? 0);
    }),
    { numRuns: 15 },
  );
  expect(seen).toBeGreaterThan(0);
});
