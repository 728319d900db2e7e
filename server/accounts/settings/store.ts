// Queries of the installation, practices and their r4c hosts; the only writer of these tables.

import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { runPrepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { PraxisSettings } from '../../platform/db/schema/settings.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type PraxisRow = Row<Schema['praxis']>;
export type InstallationRow = Row<Schema['installation']>;
/** The single row; the store's write probe uses it too. */
const INSTALLATION_ID = '1';

export async function findInstallation({ read, t }: Store): Promise<InstallationRow | undefined> {
  return (await read.select().from(t.installation).limit(1))[0];
}
export async function insertInstallation(
  store: Store,
  row: Omit<InstallationRow, 'id' | 'clockSeenAt' | 'secret'>,
): Promise<void> {
  await store.write(async (tx) => {
    await tx
      .insert(store.t.installation)
      .values({ id: INSTALLATION_ID, ...row })
      .onConflictDoNothing();
  });
}
/** Stores the wrapped secret of derived keys, once. */
export async function fillSecret(store: Store, secret: Buffer): Promise<void> {
  const i = store.t.installation;
  await store.write(async (tx) => {
    await tx
      .update(i)
      .set({ secret })
      .where(and(eq(i.id, INSTALLATION_ID), isNull(i.secret)));
  });
}
/** Replaces it, unless it was replaced meanwhile. */
export async function replaceSecret(store: Store, from: Buffer, to: Buffer): Promise<void> {
  const i = store.t.installation;
  await store.write(async (tx) => {
    await tx
      .update(i)
      .set({ secret: to })
      .where(and(eq(i.id, INSTALLATION_ID), eq(i.secret, from)));
  });
}
/**
 * Sets a new identity after a restore; increments the security epoch, which ends every session and
 * link.
 */
export async function replaceEpoch(store: Store, epoch: string): Promise<void> {
  const i = store.t.installation;
  await store.write(async (tx) => {
    const row = (await tx.select().from(i).where(eq(i.id, INSTALLATION_ID)).limit(1))[0];
    if (row)
      await tx
        .update(i)
        .set({ epoch, securityEpoch: row.securityEpoch + 1 })
        .where(eq(i.id, INSTALLATION_ID));
  });
}

/**
 * Stores the time of the clock, and raises the security epoch if `backBy` returns a distance (ms) by
 * which the clock was set back.
 * @param backBy judges the stored time
 */
export async function noteClock(
  store: Store,
  now: number,
  backBy: (stored: number | null) => number,
): Promise<{ securityEpoch: number; backBy: number } | undefined> {
  const i = store.t.installation;
  return store.write(async (tx) => {
    const row = (await tx.select().from(i).where(eq(i.id, INSTALLATION_ID)).limit(1))[0];
    if (!row) return undefined;
    const back = backBy(row.clockSeenAt),
      securityEpoch = row.securityEpoch + (back > 0 ? 1 : 0);
    await tx.update(i).set({ clockSeenAt: now, securityEpoch }).where(eq(i.id, INSTALLATION_ID));
    return { securityEpoch, backBy: back };
  });
}

export const countPractices = ({ read, t }: Store): Promise<number> => read.$count(t.praxis);
export async function listPraxisRows({ read, t }: Store): Promise<PraxisRow[]> {
  return read.select().from(t.praxis).orderBy(asc(t.praxis.createdAt));
}
/** Lists the oldest practices, at most `most`. */
export const listFirst = async ({ read, t }: Store, most: number): Promise<string[]> =>
  (
    await read
      .select({ cid: t.praxis.cid })
      .from(t.praxis)
      .orderBy(asc(t.praxis.createdAt))
      .limit(most)
  ).map(({ cid }) => cid);
export async function findR4c(
  { read, t }: Store,
  r4cUuid: string,
): Promise<{ r4cUuid: string; cid: string } | undefined> {
  const { r4c } = t;
  return (
    await runPrepared(
      read,
      findR4c,
      () =>
        read
          .select({ r4cUuid: r4c.r4cUuid, cid: r4c.cid })
          .from(r4c)
          .where(eq(r4c.r4cUuid, sql.placeholder('r4cUuid')))
          .limit(1),
      { r4cUuid },
    )
  )[0];
}

export const findPraxis = (from: Look | Work): Promise<PraxisRow | undefined> =>
  readerOf(from).one(from.t.praxis);
export async function insertPraxis(
  w: Work,
  row: { name: string; settings: PraxisSettings },
): Promise<void> {
  await w.tx.insert(w.t.praxis, { ...row, version: 1, createdAt: w.now });
}
/** Finds the name of a practice's host in the directory. */
export async function findR4chost(
  { read, t }: Store,
  r4cUuid: string,
): Promise<string | undefined> {
  return (
    await read
      .select({ r4chost: t.r4c.r4chost })
      .from(t.r4c)
      .where(eq(t.r4c.r4cUuid, r4cUuid))
      .limit(1)
  )[0]?.r4chost;
}
export async function insertR4c(w: Work, row: { r4cUuid: string; r4chost: string }): Promise<void> {
  await w.tx.insert(w.t.r4c, row);
}
/** Counts the practices with each stored window of updates; its index answers alone. */
export const countWindows = ({
  read,
  t: { praxis },
}: Store): Promise<{ text: string | null; practices: number }[]> =>
  read
    .select({ text: praxis.updateWindow, practices: count() })
    .from(praxis)
    .groupBy(praxis.updateWindow);

/** Saves only when the version is still the one that was read; returns false otherwise. */
export async function savePraxis(
  w: Work,
  version: number,
  set: { name: string; settings: PraxisSettings; updateWindow?: string },
): Promise<boolean> {
  return (await w.tx.update(w.t.praxis, { ...set, version: version + 1 }, { version })).length > 0;
}
