// Queries of the fleet; the only writer of its rows. They are written for all practices at once, and
// read by the vendor's staff only.

import { and, asc, count, desc, eq, inArray, lt, max, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FLEET_LIGHTS, type FleetLight } from '../../../shared/vendor/fleet.ts';
import type { FleetView } from '../../../shared/vendor/fleet.schema.ts';
import { contains, patternOf } from '../../platform/db/query/contains.ts';
import {
  cidPlaces,
  cidValues,
  keptQuery,
  placesFor,
  shapedQuery,
} from '../../platform/db/query/shaped-query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Store, Writer } from '../../platform/db/store.ts';
import { readerOf, type Look } from '../../platform/work.ts';
import { PAGE_ROWS, placeText } from '../vendor-rows.ts';

export type FleetRow = Row<Schema['fleetState']>;
export type FleetChange = Row<Schema['fleetChange']>;
/** Rows of one statement, which holds a limited number of values. */
const AT_ONCE = 100;
const MOST_CHANGES = 100;

const fleetOf = shapedQuery((db, { fleetState: f }, places: number) =>
  db
    .select()
    .from(f)
    .where(inArray(f.cid, cidPlaces(places))),
);
/** Reads the states of some practices. */
export const listFleet = (store: Store, cids: readonly string[]): Promise<FleetRow[]> =>
  fleetOf(store, placesFor(cids), cidValues(cids));
/** Returns when the fleet was looked at last, ms: a look writes at least one row with its time. */
export const fleetCheckedAt = async ({ read, t }: Store): Promise<number | null> =>
  (await read.select({ at: max(t.fleetState.checkedAt) }).from(t.fleetState))[0]?.at ?? null;

async function putRows(tx: Writer, { fleetState: f }: Schema, rows: readonly FleetRow[]) {
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
}
/** Writes the states of some practices, and what changed since the last look. */
export const saveFleet = (
  store: Store,
  rows: readonly FleetRow[],
  changes: readonly FleetChange[],
): Promise<void> =>
  store.write(async (tx) => {
    await putRows(tx, store.t, rows);
    for (let at = 0; at < changes.length; at += AT_ONCE)
      await tx
        .insert(store.t.fleetChange)
        .values(changes.slice(at, at + AT_ONCE))
        .onConflictDoNothing();
  });
/** Ends a look: writes the row that keeps its time, and removes practices that left. */
export const endLook = (store: Store, first: FleetRow | undefined): Promise<void> =>
  store.write(async (tx) => {
    const { fleetState: f, praxis } = store.t;
    if (first) await putRows(tx, store.t, [first]);
    await tx
      .delete(f)
      .where(notInArray(f.cid, store.read.select({ cid: praxis.cid }).from(praxis)));
  });
export const removeOldChanges = (store: Store, before: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.delete(store.t.fleetChange).where(lt(store.t.fleetChange.at, before));
  });

/** A line of the fleet, with what orders it. */
type FleetLine = Omit<FleetRow, 'checkedAt' | 'search'> & {
  name: string;
  updateWindow: string | null;
};
/** What a page is asked by: the view, a search, and a place. */
interface Asked {
  view: FleetView;
  isSearch: boolean;
  isNext: boolean;
}
const shapeOf = ({ view, isSearch, isNext }: Asked): string =>
  [view, isSearch ? 'search' : '', isNext ? 'next' : ''].join(' ');
const fleetPage = shapedQuery((db, { fleetState: f, praxis }, shape: string) => {
  const words = shape.split(' ');
  return db
    .select({
      cid: f.cid,
      name: praxis.name,
      updateWindow: praxis.updateWindow,
      light: f.light,
      rank: f.rank,
      since: f.since,
      reasons: f.reasons,
      facts: f.facts,
    })
    .from(f)
    .innerJoin(praxis, eq(praxis.cid, f.cid))
    .where(
      and(
        words.includes('needs') ? lt(f.rank, rankOf('ok')) : undefined,
        words.includes('search') ? contains(f.search, sql.placeholder('q')) : undefined,
        words.includes('next')
          ? sql`(${f.rank}, ${f.since}, ${f.cid}) > (${sql.placeholder('rank')}, ${sql.placeholder('since')}, ${sql.placeholder('cid')})`
          : undefined,
      ),
    )
    .orderBy(asc(f.rank), asc(f.since), asc(f.cid))
    .limit(PAGE_ROWS + 1);
});
/** Place of a practice in the fleet: rank, instant and practice. */
export const fleetPlace = z.tuple([z.int(), z.int(), placeText]);
/** Reads the next practices that match, the worst first, and one more than a page holds. */
export const searchFleet = (
  store: Store,
  {
    view,
    q,
    after,
  }: { view: FleetView; q: string; after: z.output<typeof fleetPlace> | undefined },
): Promise<FleetLine[]> =>
  fleetPage(store, shapeOf({ view, isSearch: q !== '', isNext: after !== undefined }), {
    q: patternOf(q),
    rank: after?.[0],
    since: after?.[1],
    cid: after?.[2],
  });
const lightCounts = keptQuery((db, { fleetState: f }) =>
  // Each light has one rank, and the index of ranks answers alone.
  db.select({ rank: f.rank, n: count() }).from(f).groupBy(f.rank),
);
/** Counts the practices with each light. */
export async function countLights(store: Store): Promise<Record<FleetLight, number>> {
  const rows = await lightCounts(store),
    of = (light: FleetLight): number => rows.find((row) => row.rank === rankOf(light))?.n ?? 0;
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

const lastGood = shapedQuery((db, { backupRun: r }, kind: 'backup' | 'drill') =>
    db
      .select({ at: max(r.endedAt) })
      .from(r)
      .where(and(eq(r.kind, kind), eq(r.ok, true))),
  ),
  backupPath = keptQuery((db, { backupConfig: c }) => db.select({ path: c.path }).from(c).limit(1)),
  lastBackup = keptQuery((db, { backupRun: r }) =>
    db
      .select({ ok: r.ok })
      .from(r)
      .where(eq(r.kind, 'backup'))
      .orderBy(desc(r.startedAt), desc(r.id))
      .limit(1),
  );
/** Reads the backup of the installation, which holds all its practices. */
export async function readBackupAge(store: Store): Promise<{
  hasTarget: boolean;
  backupAt: number | null;
  drillAt: number | null;
  lastBackupFailed: boolean;
}> {
  const good = async (kind: 'backup' | 'drill'): Promise<number | null> =>
    (await lastGood(store, kind, {}))[0]?.at ?? null;
  const [config] = await backupPath(store),
    [last] = await lastBackup(store);
  return {
    hasTarget: config !== undefined && config.path !== null,
    backupAt: await good('backup'),
    drillAt: await good('drill'),
    lastBackupFailed: last?.ok === false,
  };
}
