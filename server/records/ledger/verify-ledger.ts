// Verifies a database: nothing acknowledged is lost, duplicated or incomplete, and every task is
// closed with proof or open.

import type { Schema } from '../../platform/db/schema.ts';
import { scopeReader, type ScopedReader } from '../../platform/db/scope.ts';
import type { Reader } from '../../platform/db/store.ts';
import { checkOps } from './check-ops.ts';
import { checkTasks, type OpenTask } from './check-tasks.ts';
import type { Finding, Say } from './findings.ts';
import { readTrails } from './read-trail.ts';
import { countOps, practices, shareIds, tablets, waitingParked } from './store.ts';

/** Checks one stored file; rejects when it is missing or its content does not match its name. */
export type LookAtFile = (db: ScopedReader, sha256: string) => Promise<void>;
export interface Loss {
  tabletId: string;
  name: string;
  count: number;
  isExact: boolean;
  since: number | null;
}
export interface PracticeReport {
  cid: string;
  states: Record<string, number>;
  operations: number;
  submissions: number;
  sealed: number;
  files: number;
  auditRows: number;
  /** Parked for staff and not settled yet. */
  parked: number;
  open: (OpenTask & { tablet: string | null })[];
  losses: Loss[];
}
export interface LedgerReport {
  at: number;
  practices: PracticeReport[];
  findings: Finding[];
}

/** Verifies the ledger. @param now ms; ages are measured from it */
export async function verifyLedger(
  read: Reader,
  t: Schema,
  lookAt: LookAtFile,
  now: number,
): Promise<LedgerReport> {
  const findings: Finding[] = [],
    reports: PracticeReport[] = [];
  const say: Say = (rule, what) => {
    findings.push({ rule, what });
  };
  for (const { cid } of await practices(read, t))
    reports.push(await verifyPractice(scopeReader(read, cid), t, lookAt, now, say));
  const owned = reports.reduce((sum, r) => sum + r.operations, 0),
    all = await countOps(read, t);
  if (owned !== all) say('op.nobody', `${all - owned} operations outside of every practice`);
  return { at: now, practices: reports, findings };
}

async function verifyPractice(
  db: ScopedReader,
  t: Schema,
  lookAt: LookAtFile,
  now: number,
  say: Say,
): Promise<PracticeReport> {
  const devices = await tablets(db, t),
    names = new Map(devices.map((d) => [d.id, d.name]));
  const { trails, rows } = await readTrails(db, t, say);
  const ops = await checkOps(
    db,
    t,
    new Set([...names.keys(), ...(await shareIds(db, t))]),
    now,
    say,
  );
  const tasks = await checkTasks(db, t, ops, trails, now, say);
  for (const file of tasks.files)
    await lookAt(db, file).catch(() => {
      say('document.blob', `file ${file}`);
    });
  return {
    cid: db.cid,
    states: tasks.states,
    operations: ops.count,
    submissions: ops.accepted.length,
    sealed: tasks.sealed,
    files: tasks.files.length,
    auditRows: rows,
    parked: await waitingParked(db, t),
    open: tasks.open.map((o) => ({
      ...o,
      tablet: o.tabletId === null ? null : (names.get(o.tabletId) ?? o.tabletId),
    })),
    losses: devices.flatMap((d) =>
      d.lostSubmissions === null
        ? []
        : [
            {
              tabletId: d.id,
              name: d.name,
              count: d.lostSubmissions,
              isExact: d.loss?.isExact ?? true,
              since: d.loss?.since ?? null,
            },
          ],
    ),
  };
}
