// Queries of the fleet; the only writer of its rows. They are written for all practices at once, and
// read by the vendor's staff only.

import { and, asc, count, desc, eq, lt, max, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import { FLEET_LIGHTS, type FleetLight } from '../../../shared/vendor/fleet.ts';
import type { FleetView } from '../../../shared/vendor/fleet.schema.ts';
import { contains } from '../../platform/db/query/contains.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look } from '../../platform/work.ts';

export type FleetRow = Row<Schema['fleetState']>;
export type FleetChange = Row<Schema['fleetChange']>;
/** Rows of one statement, which holds a limited number of values. */
const AT_ONCE = 100;
const MOST_SHOWN = 200;
const MOST_CHANGES = 100;

export const listFleet = ({ read, t }: Store): Promise<FleetRow[]> =>
  read.select().from(t.fleetState);
/** Returns when the fleet was looked at last, ms: a look writes at least one row with its time. */
export const fleetCheckedAt = async ({ read, t }: Store): Promise<number | null> =>
  (await read.select({ at: max(t.fleetState.checkedAt) }).from(t.fleetState))[0]?.at ?? null;

/** Writes the state of all practices, and what changed since the last look. */
export const saveFleet = (
  store: Store,
  rows: readonly FleetRow[],
  changes: readonly FleetChange[],
): Promise<void> =>
  store.write(async (tx) => {
    const { fleetState: f, fleetChange: c } = store.t;
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE);
      await tx
        .insert(f)
        .values([...some])
        .onConflictDoUpdate({
          target: f.cid,
          set: {
            checkedAt: sql`excluded.checked_at`,
            light: sql`excluded.light`,
            rank: sql`excluded.rank`,
            since: sql`excluded.since`,
            reasons: sql`excluded.reasons`,
            facts: sql`excluded.facts`,
            search: sql`excluded.search`,
          },
        });
    }
    for (let at = 0; at < changes.length; at += AT_ONCE)
      await tx
        .insert(c)
        .values(changes.slice(at, at + AT_ONCE))
        .onConflictDoNothing();
    // Practices that were removed meanwhile.
    await tx
      .delete(f)
      .where(
        notInArray(f.cid, store.read.select({ cid: store.t.praxis.cid }).from(store.t.praxis)),
      );
  });
export const removeOldChanges = (store: Store, before: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.delete(store.t.fleetChange).where(lt(store.t.fleetChange.at, before));
  });

/**
 * Reads the first practices that match, the worst first, and how many match.
 * @param lights how many practices have each light
 */
export async function searchFleet(
  { read, t: { fleetState: f, praxis } }: Store,
  { view, q }: { view: FleetView; q: string },
  lights: Readonly<Record<FleetLight, number>>,
): Promise<{ items: (FleetRow & { name: string })[]; count: number }> {
  const wanted: (SQL | undefined)[] = [
    view === 'needs' ? ne(f.light, 'ok') : undefined,
    q === '' ? undefined : contains(f.search, q),
  ];
  const where = and(...wanted),
    rows = await read
      .select({ state: f, name: praxis.name })
      .from(f)
      .innerJoin(praxis, eq(praxis.cid, f.cid))
      .where(where)
      .orderBy(asc(f.rank), asc(f.since), asc(f.cid))
      .limit(MOST_SHOWN);
  const items = rows.map(({ state, name }) => ({ ...state, name }));
  if (rows.length < MOST_SHOWN) return { items, count: rows.length };
  // Without a search the lights are counted already.
  if (q === '')
    return { items, count: lights.bad + lights.warn + (view === 'needs' ? 0 : lights.ok) };
  const [all] = await read
    .select({ n: count() })
    .from(f)
    .innerJoin(praxis, eq(praxis.cid, f.cid))
    .where(where);
  return { items, count: all?.n ?? 0 };
}
export async function countLights({
  read,
  t: { fleetState: f },
}: Store): Promise<Record<FleetLight, number>> {
  const rows = await read.select({ light: f.light, n: count() }).from(f).groupBy(f.light);
  const of = (light: FleetLight): number => rows.find((row) => row.light === light)?.n ?? 0;
  return { bad: of('bad'), warn: of('warn'), ok: of('ok') };
}
export const rankOf = (light: FleetLight): number => FLEET_LIGHTS.indexOf(light);

/** Lists the changes of a practice, the newest first. */
export const changesOf = (s: Look): Promise<FleetChange[]> =>
  readerOf(s).find(s.t.fleetChange, undefined, {
    orderBy: desc(s.t.fleetChange.at),
    limit: MOST_CHANGES,
  });
export const listNames = ({ read, t }: Store): Promise<{ cid: string; name: string }[]> =>
  read.select({ cid: t.praxis.cid, name: t.praxis.name }).from(t.praxis);
export const isPractice = async ({ read, t }: Store, cid: string): Promise<boolean> =>
  (await read.select({ cid: t.praxis.cid }).from(t.praxis).where(eq(t.praxis.cid, cid)).limit(1))
    .length > 0;

/** Reads the backup of the installation, which holds all its practices. */
export async function readBackupAge({ read, t }: Store): Promise<{
  hasTarget: boolean;
  backupAt: number | null;
  drillAt: number | null;
  lastBackupFailed: boolean;
}> {
  const { backupRun: r, backupConfig: c } = t;
  const good = async (kind: 'backup' | 'drill'): Promise<number | null> =>
    (
      await read
        .select({ at: max(r.endedAt) })
        .from(r)
        .where(and(eq(r.kind, kind), eq(r.ok, true)))
    )[0]?.at ?? null;
  const [config] = await read.select({ path: c.path }).from(c).limit(1),
    [last] = await read
      .select({ ok: r.ok })
      .from(r)
      .where(eq(r.kind, 'backup'))
      .orderBy(desc(r.startedAt), desc(r.id))
      .limit(1);
  return {
    hasTarget: config !== undefined && config.path !== null,
    backupAt: await good('backup'),
    drillAt: await good('drill'),
    lastBackupFailed: last?.ok === false,
  };
}
