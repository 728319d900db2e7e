// Queries of target, sheets and runs (the only writer of these tables), and the reads that
// verifying a backup needs.

import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  or,
  sql,
  sum,
} from 'drizzle-orm';
import type { BackupRunFacts } from '../../platform/db/schema/backup.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Revoked } from './revoked.ts';

export type SheetRow = Row<Schema['recoverySheet']>;
export type RunRow = Omit<Row<Schema['backupRun']>, 'facts'> & { facts: BackupRunFacts };
export type ConfigRow = Row<Schema['backupConfig']>;
const CONFIG_ID = '1';
const EVERY_MINUTES = 15;

export const listCids = async ({ read, t }: Store): Promise<string[]> =>
  (await read.select({ cid: t.praxis.cid }).from(t.praxis).orderBy(asc(t.praxis.createdAt))).map(
    (r) => r.cid,
  );
export const listPracticeNames = ({ read, t }: Store): Promise<{ cid: string; name: string }[]> =>
  read
    .select({ cid: t.praxis.cid, name: t.praxis.name })
    .from(t.praxis)
    .orderBy(asc(t.praxis.createdAt));

export async function readConfig({ read, t }: Store): Promise<ConfigRow> {
  return (
    (await read.select().from(t.backupConfig).limit(1))[0] ?? {
      id: CONFIG_ID,
      path: null,
      targetSince: null,
      everyMinutes: EVERY_MINUTES,
    }
  );
}
export async function saveConfig(store: Store, set: Partial<Omit<ConfigRow, 'id'>>): Promise<void> {
  const c = store.t.backupConfig,
    before = await readConfig(store);
  await store.write(async (tx) => {
    await tx
      .insert(c)
      .values({ ...before, ...set })
      .onConflictDoNothing();
    await tx.update(c).set(set).where(eq(c.id, CONFIG_ID));
  });
}

export const insertSheet = (store: Store, row: SheetRow): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(store.t.recoverySheet).values(row);
  });
export async function findSheet({ read, t }: Store, id: string): Promise<SheetRow | undefined> {
  return (await read.select().from(t.recoverySheet).where(eq(t.recoverySheet.id, id)).limit(1))[0];
}
/** Returns sheets, newest first. */
export const listSheets = ({ read, t }: Store): Promise<SheetRow[]> =>
  read
    .select()
    .from(t.recoverySheet)
    .orderBy(desc(t.recoverySheet.createdAt), desc(t.recoverySheet.id));
/** Replaces a sheet's wrapped key, unless it was replaced meanwhile. */
export const replaceMac = (store: Store, id: string, from: Buffer, to: Buffer): Promise<void> =>
  store.write(async (tx) => {
    const { recoverySheet: s } = store.t;
    await tx
      .update(s)
      .set({ macWrapped: to })
      .where(and(eq(s.id, id), eq(s.macWrapped, from)));
  });
export const confirmSheetRow = (store: Store, id: string, now: number): Promise<void> =>
  store.write(async (tx) => {
    await tx
      .update(store.t.recoverySheet)
      .set({ confirmedAt: now, confirmHash: null })
      .where(and(eq(store.t.recoverySheet.id, id), isNotNull(store.t.recoverySheet.confirmHash)));
  });

export const insertRun = (store: Store, row: RunRow): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(store.t.backupRun).values(row);
  });
/**
 * Returns the newest run not dated in the future: a run stamped by a clock that was ahead would
 * stay the newest and never become old.
 */
export async function lastRun(
  { read, t }: Store,
  kind: RunRow['kind'],
  now: number,
  onlyGood = false,
): Promise<RunRow | undefined> {
  const r = t.backupRun;
  return (
    await read
      .select()
      .from(r)
      .where(and(eq(r.kind, kind), lte(r.startedAt, now), onlyGood ? eq(r.ok, true) : undefined))
      .orderBy(desc(r.startedAt), desc(r.id))
      .limit(1)
  )[0];
}
/**
 * Resets future timestamps of target and sheets, set while the clock was ahead, to the current
 * time: no backup would be newer than they are.
 */
export async function setRight(store: Store, now: number): Promise<void> {
  const { backupConfig: c, recoverySheet: s } = store.t,
    isAhead = or(gt(s.createdAt, now), gt(s.confirmedAt, now));
  const { targetSince } = await readConfig(store),
    [sheet] = await store.read.select({ id: s.id }).from(s).where(isAhead).limit(1);
  if (sheet === undefined && (targetSince ?? 0) <= now) return;
  await store.write(async (tx) => {
    await tx.update(c).set({ targetSince: now }).where(gt(c.targetSince, now));
    await tx.update(s).set({ createdAt: now }).where(gt(s.createdAt, now));
    await tx.update(s).set({ confirmedAt: now }).where(gt(s.confirmedAt, now));
  });
}
export const runsSince = (
  { read, t }: Store,
  since: number,
): Promise<{ startedAt: number; ok: boolean }[]> =>
  read
    .select({ startedAt: t.backupRun.startedAt, ok: t.backupRun.ok })
    .from(t.backupRun)
    .where(and(eq(t.backupRun.kind, 'backup'), gte(t.backupRun.startedAt, since)));

export const removeOldRuns = (store: Store, before: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.delete(store.t.backupRun).where(lt(store.t.backupRun.startedAt, before));
  });

/**
 * Returns a fingerprint that differs when data worth a backup changed; heartbeats, sessions and the
 * backup's own rows do not count.
 */
export async function changeMark({ read, t }: Store): Promise<string> {
  const [ops] = await read.select({ n: sum(t.opHead.n) }).from(t.opHead);
  const [drafts] = await read
    .select({ at: max(t.draft.at), n: sql<number>`count(*)` })
    .from(t.draft);
  const [tasks] = await read
    .select({ at: max(t.task.stateAt), n: sql<number>`count(*)` })
    .from(t.task);
  const counts = await Promise.all(
    [t.audit, t.patient, t.termin, t.blob, t.user].map((table) => read.$count(table)),
  );
  return JSON.stringify(
    [ops?.n, drafts?.at, drafts?.n, tasks?.at, tasks?.n, ...counts].map((v) =>
      v === null || v === undefined ? 0 : Number(v),
    ),
  );
}

/** Lists revoked tablets and users. */
export async function listRevoked({ read, t }: Store, now: number): Promise<Revoked[]> {
  const tablets = await read
    .select({ cid: t.tablet.cid, id: t.tablet.id, at: t.tablet.revokedAt })
    .from(t.tablet)
    .where(isNotNull(t.tablet.revokedAt));
  const users = await read
    .select({ cid: t.user.cid, id: t.user.id, at: t.user.disabledAt })
    .from(t.user)
    .where(isNotNull(t.user.disabledAt));
  // Only links that would still be valid: the others stay ended anyway.
  const shares = await read
    .select({ cid: t.share.cid, id: t.share.id, at: t.share.endedAt })
    .from(t.share)
    .where(and(isNotNull(t.share.endedAt), gt(t.share.expiresAt, now)));
  const links = await read
    .select({ cid: t.homeLink.cid, id: t.homeLink.id, at: t.homeLink.endedAt })
    .from(t.homeLink)
    .where(
      and(
        isNotNull(t.homeLink.endedAt),
        or(isNull(t.homeLink.expiresAt), gt(t.homeLink.expiresAt, now)),
      ),
    );
  return [
    ...tablets.map((r) => ({ kind: 'tablet' as const, ...r })),
    ...users.map((r) => ({ kind: 'user' as const, ...r })),
    ...shares.map((r) => ({ kind: 'share' as const, ...r })),
    ...links.map((r) => ({ kind: 'link' as const, ...r })),
  ].map((r) => ({ ...r, at: r.at ?? 0 }));
}

/**
 * Lists documents in a pseudo-random order; uploads of the practice have no seal of this system.
 */
export async function documentsAtRandom(
  { read, t }: Store,
  limit: number,
): Promise<{ cid: string; sha256: string; fileId: string; isSealed: boolean }[]> {
  const d = t.document;
  const rows = await read
    .select({ cid: d.cid, sha256: d.sha256, fileId: d.fileId, uploadKind: d.uploadKind })
    .from(d)
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map(({ uploadKind, ...row }) => ({ ...row, isSealed: uploadKind === null }));
}
/** Returns roots that sealed a practice's documents, including old ones. */
export async function authoritiesOf({ read, t }: Store, cid: string): Promise<Buffer[]> {
  const k = t.practiceKey;
  return (
    await read
      .select({ certificate: k.certificate })
      .from(k)
      .where(and(eq(k.cid, cid), eq(k.purpose, 'authority')))
  ).flatMap((r) => (r.certificate ? [r.certificate] : []));
}
