// Looks at all practices every five minutes, and keeps what changed for ninety days.

import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { fleetLight, fleetReasons } from '../../../shared/vendor/fleet.ts';
import { searchable } from '../../platform/db/query/contains.ts';
import type { Store } from '../../platform/db/store.ts';
import { readFleetFacts } from './read-facts.store.ts';
import {
  fleetCheckedAt,
  listFleet,
  listNames,
  rankOf,
  removeOldChanges,
  saveFleet,
  type FleetChange,
  type FleetRow,
} from './store.ts';

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

/** Reads the facts of all practices, judges them, and stores both. */
async function lookNow({ store, now, version }: FleetDeps): Promise<void> {
  const at = now(),
    facts = await readFleetFacts(store, version, at),
    before = new Map((await listFleet(store)).map((row) => [row.cid, row]));
  const rows: FleetRow[] = [],
    changes: FleetChange[] = [];
  for (const { cid, name } of await listNames(store)) {
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
  // The first row keeps the time of the look; others are written when something changed.
  const news = rows.filter((row, i) => i === 0 || !isSame(row, before.get(row.cid)));
  await saveFleet(store, news, changes);
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
  if (!isRecent(last)) await lookNow(deps);
  const at = isRecent(last) ? last : now;
  seen.set(deps.store, at);
  return at;
}
/** Daily work: forgets old changes. */
export const fleetDaily = ({ store, now }: FleetDeps): Promise<void> =>
  removeOldChanges(store, now() - KEPT_MS);
