// Reads the facts of all practices in a few grouped queries: numbers, times, versions and codes, no
// patient and no person.

import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lte, max, min } from 'drizzle-orm';
import {
  CONNECTED_MS,
  FLEET_WINDOW_MS,
  MOST_ERRORS,
  type FleetError,
  type FleetFacts,
} from '../../../shared/vendor/fleet.ts';
import { isReviewOverdue } from '../../../shared/vendor/grants.ts';
import { grantsToReview } from '../support/store.ts';
import { WAITING_OPS } from '../../platform/db/schema/tablet.ts';
import type { Store } from '../../platform/db/store.ts';

const NO_TABLETS: FleetFacts['tablets'] = {
  count: 0,
  connected: 0,
  silent: 0,
  behind: 0,
  unsent: 0,
  unsentSince: null,
};
/** Versions and codes come from devices and libraries: their length is limited. */
const short = (text: string): string => text.slice(0, 60);

interface Tablets {
  tablets: FleetFacts['tablets'];
  versions: Map<string, number>;
  seenAt: number | null;
}
async function readTablets({ read, t: { tablet } }: Store, version: string, now: number) {
  const rows = await read
    .select({
      cid: tablet.cid,
      seenAt: tablet.lastSeenAt,
      registeredAt: tablet.registeredAt,
      health: tablet.health,
    })
    .from(tablet)
    .where(and(isNull(tablet.revokedAt), isNull(tablet.guestOf)));
  const found = new Map<string, Tablets>();
  for (const { cid, seenAt, registeredAt, health } of rows) {
    const one = found.get(cid) ?? {
        tablets: { ...NO_TABLETS },
        versions: new Map<string, number>(),
        seenAt: null,
      },
      { tablets } = one,
      away = now - (seenAt ?? registeredAt);
    found.set(cid, one);
    tablets.count++;
    if (away < CONNECTED_MS) tablets.connected++;
    if (away >= FLEET_WINDOW_MS) tablets.silent++;
    if (seenAt !== null) one.seenAt = Math.max(one.seenAt ?? 0, seenAt);
    if (!health) continue;
    const app = short(health.appVersion);
    one.versions.set(app, (one.versions.get(app) ?? 0) + 1);
    // A tablet that is away loads the new version when it comes back.
    if (health.appVersion !== version && away < CONNECTED_MS) tablets.behind++;
    if (health.pending === 0) continue;
    const since = Math.round((seenAt ?? now) - health.oldestPendingMs);
    tablets.unsent += health.pending;
    tablets.unsentSince = Math.min(tablets.unsentSince ?? since, since);
  }
  return found;
}

async function readJobs({ read, t: { job } }: Store, now: number) {
  const due = await read
    .select({ cid: job.cid, n: count(), since: min(job.runAfter) })
    .from(job)
    .where(and(inArray(job.state, ['queued', 'running']), lte(job.runAfter, now)))
    .groupBy(job.cid);
  const failed = await read
    .select({ cid: job.cid, kind: job.kind, code: job.error, n: count(), at: max(job.runAfter) })
    .from(job)
    .where(and(eq(job.state, 'failed'), gte(job.runAfter, now - FLEET_WINDOW_MS)))
    .groupBy(job.cid, job.kind, job.error)
    .orderBy(desc(count()));
  const errors = new Map<string, FleetError[]>();
  for (const { cid, kind, code, n, at } of failed) {
    const own = errors.get(cid) ?? [];
    if (own.length < MOST_ERRORS)
      own.push({ kind, code: short(code ?? 'internal'), count: n, at: at ?? now });
    errors.set(cid, own);
  }
  return {
    due: new Map(due.map(({ cid, n, since }) => [cid, { due: n, since }])),
    errors,
  };
}

/**
 * Returns the facts of each practice.
 * @param version version of this server and its app
 * @param giveTurn lets other work run between two statements
 */
export async function readFleetFacts(
  store: Store,
  version: string,
  now: number,
  giveTurn: () => Promise<void>,
): Promise<Map<string, FleetFacts>> {
  const { read, t } = store,
    { session: s, user: u, mail: m, op: o, pvsBatch: b } = t;
  const practices = await read.select({ cid: t.praxis.cid }).from(t.praxis);
  const tablets = await readTablets(store, version, now);
  await giveTurn();
  const { due, errors } = await readJobs(store, now);
  await giveTurn();
  const seen = await read
    .select({ cid: s.cid, at: max(s.lastSeenAt) })
    .from(s)
    .groupBy(s.cid);
  await giveTurn();
  const people = await read
    .select({ cid: u.cid, n: count() })
    .from(u)
    .where(isNull(u.disabledAt))
    .groupBy(u.cid);
  await giveTurn();
  const mails = await read
    .select({ cid: m.cid, n: count() })
    .from(m)
    .where(and(eq(m.state, 'failed'), gte(m.createdAt, now - FLEET_WINDOW_MS)))
    .groupBy(m.cid);
  await giveTurn();
  const parked = await read
    .select({ cid: o.cid, n: count(), since: min(o.receivedAt) })
    .from(o)
    .where(WAITING_OPS)
    .groupBy(o.cid);
  const unreviewed = new Map<string, number>();
  for (const grant of await grantsToReview(store))
    if (isReviewOverdue(grant, now))
      unreviewed.set(grant.cid, (unreviewed.get(grant.cid) ?? 0) + 1);
  await giveTurn();
  const delivered = await read
    .select({ cid: b.cid, at: max(b.closedAt) })
    .from(b)
    .where(and(isNotNull(b.closedAt), isNull(b.withdrawnAt)))
    .groupBy(b.cid);
  const of = <Row extends { cid: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
    new Map(rows.map((row) => [row.cid, row]));
  const [seenOf, peopleOf, mailsOf, parkedOf, deliveredOf] = [
    of(seen),
    of(people),
    of(mails),
    of(parked),
    of(delivered),
  ];
  return new Map(
    practices.map(({ cid }): [string, FleetFacts] => {
      const own = tablets.get(cid),
        signs = [own?.seenAt, seenOf.get(cid)?.at].filter((at) => at !== null && at !== undefined);
      return [
        cid,
        {
          signAt: signs.length === 0 ? null : Math.max(...signs),
          people: peopleOf.get(cid)?.n ?? 0,
          tablets: own?.tablets ?? NO_TABLETS,
          versions: [...(own?.versions ?? [])]
            .map(([name, n]) => ({ version: name, count: n }))
            .sort((x, y) => y.count - x.count)
            .slice(0, MOST_ERRORS),
          jobs: due.get(cid) ?? { due: 0, since: null },
          errors: errors.get(cid) ?? [],
          mailsFailed: mailsOf.get(cid)?.n ?? 0,
          parked: {
            count: parkedOf.get(cid)?.n ?? 0,
            since: parkedOf.get(cid)?.since ?? null,
          },
          deliveryAt: deliveredOf.get(cid)?.at ?? null,
          unreviewed: unreviewed.get(cid) ?? 0,
        },
      ];
    }),
  );
}
