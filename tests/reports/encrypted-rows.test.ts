/**
 * Delivered rows on PostgreSQL: no text of a person in the tables, and the report worker builds the
 * same image from them, also after a new key.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeBatch,
  openBatch,
  putPart,
  type DeliverDeps,
} from '../../server/analytics/collector/deliver.ts';
import {
  createThreadWorker,
  type ReportWorker,
} from '../../server/analytics/snapshot/report-worker.ts';
import { pvsTable, trueRows } from '../../server/platform/db/pvs-rows.ts';
import {
  createCellKeyring,
  type OwnCellKeyring,
} from '../../server/platform/keys/cells/cell-keys.ts';
import { rotateCellKey, sealStored } from '../../server/platform/keys/cells/seal-stored.ts';
import { textOfKeys } from '../../server/platform/keys/rootkey/root-key.ts';
import type { CheckedRow } from '../../shared/analytics/deliveries/pvs-check.ts';
import { PVS_FIELDS, type PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { AppError } from '../../shared/base/errors.ts';
import { openTestStore, type StoreKind, type TestStore } from '../support/stores.ts';
import { createTestBench, type TestBench } from '../support/workshop.ts';
import { reportsWorker } from '../support/setup/workers.ts';

const ROOT = Buffer.alloc(32, 9),
  CID = 'c1',
  WORD = 'Kanarienvogel',
  BORN = '1931-03-17',
  KINDS: StoreKind[] = ['sqlite', 'postgres'];
const rowOf = (
  entity: PvsEntity,
  id: string,
  given: Record<string, string | number>,
): CheckedRow => ({
  id,
  version: 1,
  isDeleted: false,
  values: PVS_FIELDS[entity].map((field) => given[field.name] ?? null),
});
const ROWS: Partial<Record<PvsEntity, CheckedRow[]>> = {
  behandler: [rowOf('behandler', 'b1', { name: `${WORD} Müller` })],
  patient: [
    rowOf('patient', 'p1', {
      vorname: WORD,
      nachname: `${WORD} "Zwei" \\ Ä`,
      geburtsdatum: BORN,
      plz: '10999',
      versicherung: 'GKV',
    }),
  ],
  leistung: [
    rowOf('leistung', 'l1', {
      patid: 'p1',
      behandler: 'b1',
      datum: '2026-03-02',
      system: 'GOZ',
      nr: '0010',
      menge: 1,
      faktorgrund: WORD,
      honorar: 1000,
      betrag: 1000,
    }),
  ],
  tagesnotiz: [rowOf('tagesnotiz', 'n1', { patid: 'p1', datum: '2026-03-02', text: WORD })],
};

describe.each(KINDS)('delivered rows (%s)', (kind) => {
  let opened: TestStore, bench: TestBench, cells: OwnCellKeyring, worker: ReportWorker;
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-rows-')),
    rootKeyFile = path.join(folder, 'root.key');
  const actor = { kind: 'system' as const, cid: CID };
  beforeAll(async () => {
    writeFileSync(rootKeyFile, textOfKeys([ROOT]), { mode: 0o600 });
    opened = await openTestStore(kind, true);
    cells = createCellKeyring({
      store: opened.store,
      rootKey: ROOT,
      now: () => bench.now(),
      newId: uuidv7,
    });
    bench = createTestBench(opened.store, undefined, cells);
    worker = createThreadWorker(
      await reportsWorker(),
      kind === 'sqlite' ? { file: opened.url } : { url: opened.url },
      rootKeyFile,
    );
    const deps: DeliverDeps = { workshop: bench.workshop, cid: CID, actor },
      { batch } = await openBatch(deps, { run: 'a', source: 'Test', way: 'api' });
    let part = 0;
    for (const [entity, rows] of Object.entries(ROWS) as [PvsEntity, CheckedRow[]][])
      await putPart(deps, { batch, part: (part += 1), entity, sha256: 'x', rows });
    await bench.workshop.write(CID, actor, (w) => closeBatch(w, batch, { parts: part }));
  });
  afterAll(async () => {
    await worker.close();
    await opened.drop();
    rmSync(folder, { recursive: true });
  });
  const stored = async (): Promise<string> => {
    const found: unknown[] = [];
    for (const entity of Object.keys(ROWS) as PvsEntity[])
      found.push(await opened.store.read.select().from(pvsTable(opened.store.t, entity)));
    return JSON.stringify(found);
  };
  const report = async (): Promise<PracticeReport> => {
    for (;;)
      try {
        return await worker.practiceReport({
          cid: CID,
          path: 'umsatz/behandler',
          extra: {},
          now: Date.parse('2026-11-20T09:00:00Z'),
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
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'reports_loading') throw error;
      }
  };

  it('show no text of a person in the tables of PostgreSQL, and everything to the program', async () => {
    const text = await stored();
    expect([text.includes(WORD), text.includes(BORN)]).toEqual(
      kind === 'sqlite' ? [true, true] : [false, false],
    );
    const look = bench.workshop.look(CID, actor);
    expect(await trueRows(look, 'patient')).toMatchObject([
      { vorname: WORD, nachname: `${WORD} "Zwei" \\ Ä`, geburtsdatum: BORN, plz: '10999' },
    ]);
    expect(await trueRows(look, 'leistung')).toMatchObject([{ faktorgrund: WORD, betrag: 1000 }]);
  });

  it('make the same report in the worker, also from rows of a new key', async () => {
    expect(JSON.stringify(await report())).toContain(`${WORD} Müller`);
    await bench.workshop.write(CID, actor, (w) => rotateCellKey(w, ROOT));
    await sealStored(
      { store: opened.store, cells, now: () => 1, log: { note: () => undefined } },
      CID,
    );
    // A later delivery makes the worker read again.
    const deps: DeliverDeps = { workshop: bench.workshop, cid: CID, actor },
      { batch } = await openBatch(deps, { run: 'b', source: 'Test', way: 'api' }),
      rows = [rowOf('behandler', 'b1', { name: `${WORD} Meier` })].map((row) => ({
        ...row,
        version: 2,
      }));
    await putPart(deps, { batch, part: 1, entity: 'behandler', sha256: 'x', rows });
    await bench.workshop.write(CID, actor, (w) => closeBatch(w, batch, { parts: 1 }));
    await expect
      .poll(async () => JSON.stringify(await report()), { timeout: 10_000 })
      .toContain(`${WORD} Meier`);
  });

  it('leave the report open when a row is damaged, with words in its place', async () => {
    if (kind === 'sqlite') return;
    const table = pvsTable(opened.store.t, 'behandler');
    await opened.store.write((db) =>
      db.update(table).set({ name: sql`overlay(name placing 'AAAA' from 60)` } as never),
    );
    const look = bench.workshop.look(CID, actor);
    expect((await trueRows(look, 'behandler'))[0]?.name).not.toContain(WORD);
  });
});
