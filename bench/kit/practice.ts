/**
 * Generated practice on the measured disk, imported by the product's own import: its tables folder,
 * its database, and the import rate.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { OWN_MAPPING } from '../../catalog/pvs/mappings.ts';
import { appendAudit } from '../../server/platform/audit/store.ts';
import { importFiles, planFiles } from '../../server/analytics/collector/csv/import-files.ts';
import { leaveTurns } from '../../server/analytics/collector/csv/leave-turns.ts';
import { readInThread } from '../../server/analytics/collector/csv/reader.ts';
import { type Store } from '../../server/platform/db/store.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import { deliveryTo } from '../../server/compose/demo.links.ts';
import type { Delivery } from '../../server/operations/demo/deliver-demo.ts';
import { csvFolder } from '../../server/operations/demo/generate/csv.ts';
import { generate } from '../../server/operations/demo/generate/generate.ts';
import type { TemplateName } from '../../server/operations/demo/generate/templates.ts';
import type { Truth } from '../../server/operations/demo/generate/truth.ts';
import { createWorkshop } from '../../server/platform/work.ts';
import { tablesWorker } from '../../tests/support/setup/workers.ts';
import { freshFolder } from './server.ts';

/** Last day before its first services. */
export const TODAY = '2026-11-20';
export const CID = 'bench';
export interface MadePractice {
  readonly folder: string;
  /** Of the database. */
  readonly file: string;
  readonly truth: Truth;
  readonly rows: number;
  readonly services: number;
  readonly importedPerSecond: number;
  /**
   * Rows per CPU second, reading and writing together, so that load on the machine does not distort
   * it.
   */
  readonly importedPerCpuSecond: number;
  readonly store: Store;
  /** Collector verbs for later deliveries. */
  readonly delivery: Delivery;
  remove(): Promise<void>;
}

/** Returns the workshop of a practice under measurement. */
export const workshopOf = (store: Store) =>
  createWorkshop({
    store,
    now: Date.now,
    newId: randomUUID,
    appendAudit,
    enqueue: () => Promise.resolve(),
    publish: () => undefined,
    wakeJobs: () => undefined,
  });
/** Returns the collector verbs for an existing practice. */
export const deliveryIn = (store: Store): Delivery =>
  deliveryTo({ workshop: workshopOf(store), cid: CID });

/** Key of the database files: they are encrypted, as a server's are. */
export const FILE_KEY = new Uint8Array(32).fill(7);

/** Generates tables and imports them as `npm run import` does. */
export async function makePractice(
  template: TemplateName,
  years: number,
  seed: number,
  say: (line: string) => void,
): Promise<MadePractice> {
  const folder = freshFolder('practice'),
    tables = path.join(folder, 'tables'),
    csv = csvFolder(tables);
  say(`making up ${years} years of the ${template} template …`);
  const truth = generate({ template, years, seed, today: TODAY, isSynthetic: true }, csv.sink);
  csv.close();
  const rows = Object.values(truth.zeilen).reduce((all, one) => all + one, 0),
    file = path.join(folder, 'molar.db'),
    store = await openStore({ file, key: FILE_KEY });
  const workshop = workshopOf(store);
  const files = readdirSync(tables).map((name) => {
    const at = path.join(tables, name);
    return { name, size: statSync(at).size, source: { kind: 'file' as const, file: at } };
  });
  const reader = readInThread(await tablesWorker());
  say(`reading in ${rows.toLocaleString('en')} rows …`);
  const began = performance.now(),
    cpu = process.cpuUsage(),
    { plans, bad } = await planFiles(files, OWN_MAPPING);
  const done = await importFiles(
    { workshop, cid: CID, actor: { kind: 'system', cid: CID } },
    reader,
    plans,
    { mapping: OWN_MAPPING, way: 'befehl', isDry: false, goesOn: false },
    { between: leaveTurns(), progress: () => undefined, refuse: () => undefined },
  );
  if (bad.length > 0 || done.outcome !== 'closed' || done.rows !== rows)
    throw new Error(`only ${done.rows} of ${rows} rows were taken in: ${done.outcome}`);
  const importedPerSecond = done.rows / ((performance.now() - began) / 1000),
    used = process.cpuUsage(cpu),
    importedPerCpuSecond = (done.rows * 1_000_000) / (used.user + used.system);
  return {
    folder,
    file,
    truth,
    rows,
    services: truth.zeilen.leistung ?? 0,
    importedPerSecond,
    importedPerCpuSecond,
    store,
    delivery: deliveryIn(store),
    async remove() {
      await store.close();
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
