/** The report worker: built as in the real server, with its own connection besides the writer's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerHere,
  createAnswerSources,
  createThreadWorker,
  type ReportWorker,
  type Query,
} from '../../server/analytics/snapshot/report-worker.ts';
import { sourceFrom } from '../../server/analytics/snapshot/store.ts';
import { createProposalSource } from '../../server/analytics/proposal-engine/store.ts';
import { type Store } from '../../server/platform/db/store.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { AppError } from '../../shared/base/errors.ts';
import { reportsWorker } from '../support/setup/workers.ts';
import { NOW } from './random-practice/draw.ts';

let store: Store, workerThread: ReportWorker;
const folder = mkdtempSync(path.join(tmpdir(), 'molar-faden-')),
  file = path.join(folder, 'molar.db');
beforeAll(async () => {
  store = await openStore({ file });
  workerThread = createThreadWorker(await reportsWorker(), { file });
});
afterAll(async () => {
  await workerThread.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** On a busy machine the worker may start slower than a page's timeout. */
async function patientlyAsk(work: () => Promise<PracticeReport>): Promise<PracticeReport> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'reports_loading') throw error;
    }
}
const query = (pfad: string, extra: Record<string, string> = {}): Query => ({
  cid: 'c1',
  path: pfad,
  extra,
  now: NOW,
  filter: {
    von: '2026-01-01',
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
    gruppierung: 'JAHR',
    kennzahl: 'umsatz',
  },
});

describe('the report worker', () => {
  it('computes no question whose request ended while the data was read', async () => {
    const { read, t } = store,
      sources = createAnswerSources(sourceFrom(read, t), createProposalSource(read, t)),
      ask = (isWanted: () => boolean) =>
        answerHere(sources, query('umsatz/zeitreihe'), isWanted).then(
          () => 'answered',
          (error: unknown) => (error instanceof AppError ? error.code : error),
        );
    expect(await ask(() => false)).toBe('reports_loading');
    expect(await ask(() => true)).toBe('answered');
  });

  it('sees later commits, and reports a missing resource', async () => {
    expect(
      (await patientlyAsk(() => workerThread.practiceReport(query('umsatz/zeitreihe')))).meta.stand,
    ).toBeNull();
    const { t } = store;
    await store.write(async (db) => {
      await db.insert(t.pvsBatch).values({
        cid: 'c1',
        batch: 1,
        run: 'a',
        state: 'closed',
        source: 'Test',
        way: 'api',
        sha256: 'x',
        rows: 1,
        counts: {},
        refused: 0,
        openedAt: 1,
        closedAt: 2,
        withdrawnAt: null,
        by: 'test',
        withdrawnBy: null,
      });
      await db.insert(t.pvsLeistung).values({
        cid: 'c1',
        id: 'l1',
        version: 1,
        hash: 1,
        batch: 1,
        deleted: false,
        patid: 'p1',
        behandler: 'b1',
        datum: '2026-02-01',
        system: 'GOZ',
        nr: '1040',
        menge: 1,
        honorar: 9000,
        betrag: 9550,
      } as never);
    });
    const { kpis, meta } = await patientlyAsk(() =>
      workerThread.practiceReport(query('umsatz/zeitreihe')),
    );
    expect(meta).toMatchObject({ stand: 2, datenBis: '2026-02-01', quelle: 'Test' });
    expect(kpis.map((k) => [k.key, k.wert])).toEqual([
      ['umsatz', 95.5],
      ['honorarumsatz', 90],
    ]);
    await expect(
      workerThread.practiceReport(query('patient/{patid}', { patid: 'nobody' })),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
