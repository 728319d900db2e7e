// Looks at all practices every five minutes, and keeps what changed for ninety days.

import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { fleetLight, fleetReasons, type FleetFacts } from '../../../shared/vendor/fleet.ts';
import { searchable } from '../../platform/db/query/contains.ts';
import type { Store } from '../../platform/db/store.ts';
import { readFleetFacts } from './read-facts.store.ts';
import {
  endLook,
  fleetCheckedAt,
  listFleet,
  listNames,
  rankOf,
  removeOldChanges,
  saveFleet,
  type FleetChange,
  type FleetRow,
} from './store.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

export interface FleetDeps {
  store: Store;
  now: () => number;
  /** Version of this server and its apps. */
  version: string;
}
/** The last look that this process knows of: to read it takes a walk over all practices. */
const seen = new WeakMap<Store, number>();
const LOOK_MS = 5 * 60_000,
  KEPT_MS = 90 * DAY_MS;

/** A time ahead is replaced, too: the clock was ahead. */
const isSame = (row: FleetRow, last: FleetRow | undefined): boolean =>
  last !== undefined &&
  last.checkedAt <= row.checkedAt &&
  isDeepStrictEqual({ ...last, checkedAt: row.checkedAt }, row);

/** Practices that are judged at a time: the requests of practices run in between. */
const AT_ONCE = 250;

/** The verdict on some practices. */
interface Judged {
  rows: FleetRow[];
  /** Their rows of the look before. */
  before: ReadonlyMap<string, FleetRow>;
  changes: FleetChange[];
}
async function judge(
  store: Store,
  facts: ReadonlyMap<string, FleetFacts>,
  names: readonly { cid: string; name: string }[],
  at: number,
): Promise<Judged> {
  const cids = names.map(({ cid }) => cid),
    before = new Map((await listFleet(store, cids)).map((row) => [row.cid, row])),
    rows: FleetRow[] = [],
    changes: FleetChange[] = [];
  for (const { cid, name } of names) {
    const own = facts.get(cid);
    // A practice that was made during this look has its turn at the next one.
    if (!own) continue;
    const reasons = fleetReasons(own, at),
      light = fleetLight(reasons),
      last = before.get(cid),
      since = last?.light === light ? last.since : at;
    rows.push({
      cid,
      checkedAt: at,
      light,
      rank: rankOf(light),
      since,
      reasons,
      facts: own,
      search: searchable(name),
    });
    if (last === undefined || last.reasons.join() !== reasons.join())
      changes.push({ cid, at, light, reasons });
  }
  return { rows, before, changes };
}

/** Reads the facts of all practices, judges them, and stores both. @returns when it began, ms */
async function lookNow({ store, now, version }: FleetDeps): Promise<number> {
  const at = now(),
    facts = await readFleetFacts(store, version, at, letOthersRun),
    names = await listNames(store);
  let first: FleetRow | undefined;
  for (let from = 0; from < names.length; from += AT_ONCE) {
    await letOthersRun();
    const { rows, before, changes } = await judge(
      store,
      facts,
      names.slice(from, from + AT_ONCE),
      at,
    );
    first ??= rows[0];
    const news = rows.filter((row) => row !== first && !isSame(row, before.get(row.cid)));
    if (news.length + changes.length > 0) await saveFleet(store, news, changes);
  }
  // The first row keeps the time of the look, and is written last: a look that was cut off is
  // repeated.
  await endLook(store, first);
  return at;
}

/** Looks that run: further callers wait for the same one. */
const running = new WeakMap<Store, Promise<number>>();
function lookOnce(deps: FleetDeps): Promise<number> {
  const known = running.get(deps.store);
  if (known) return known;
  const look = lookNow(deps).finally(() => running.delete(deps.store));
  running.set(deps.store, look);
  return look;
}

/**
 * Looks at the fleet unless the last look is recent.
 * @returns when the fleet was looked at, ms
 */
export async function lookAtFleet(deps: FleetDeps): Promise<number> {
  const now = deps.now(),
    // A time ahead was written while the clock was ahead: it would never become old.
    isRecent = (at: number | null | undefined): at is number =>
      at !== null && at !== undefined && at <= now && now - at < LOOK_MS,
    known = seen.get(deps.store);
  if (isRecent(known)) return known;
  const last = await fleetCheckedAt(deps.store);
  const at = isRecent(last) ? last : await lookOnce(deps);
  seen.set(deps.store, at);
  return at;
}
/** Daily work: forgets old changes. */
export const fleetDaily = ({ store, now }: FleetDeps): Promise<void> =>
  removeOldChanges(store, now() - KEPT_MS);
