// Counts over all practices for the operator's monitor: numbers only, no practice and no person.

import { and, count, eq, inArray, isNotNull, isNull, lte, max, min, ne, sql } from 'drizzle-orm';
import type { Store } from '../../platform/db/store.ts';

/** A tablet that called within this time is connected. */
const CONNECTED_MS = 5 * 60_000;

export interface ServerState {
  /** Jobs whose time has come, and failed ones, by kind; `oldestAt`: ms, since when the oldest waits. */
  jobs: readonly { kind: string; state: 'due' | 'failed'; count: number; oldestAt: number }[];
  tablets: { connected: number; away: number };
  mails: readonly { state: string; count: number }[];
  tickets: readonly { priority: string; count: number }[];
  practices: number;
  /** End of the last good backup and drill, ms. */
  backupAt: number | null;
  drillAt: number | null;
}

async function jobsOf(
  { read, t: { job } }: Store,
  now: number,
): Promise<ServerState['jobs'][number][]> {
  const counted = async (state: 'due' | 'failed'): Promise<ServerState['jobs'][number][]> =>
    (
      await read
        .select({ kind: job.kind, count: count(), oldestAt: min(job.runAfter) })
        .from(job)
        .where(
          state === 'due'
            ? and(inArray(job.state, ['queued', 'running']), lte(job.runAfter, now))
            : eq(job.state, 'failed'),
        )
        .groupBy(job.kind)
    ).map((row) => ({ ...row, state, oldestAt: row.oldestAt ?? now }));
  return [...(await counted('due')), ...(await counted('failed'))];
}

async function lastGood(
  { read, t: { backupRun } }: Store,
  kind: 'backup' | 'drill',
): Promise<number | null> {
  const [row] = await read
    .select({ at: max(backupRun.endedAt) })
    .from(backupRun)
    .where(and(eq(backupRun.kind, kind), eq(backupRun.ok, true)));
  return row?.at ?? null;
}

/** Reads the state of the server. @param now ms */
export async function readServerState(store: Store, now: number): Promise<ServerState> {
  const { read, t } = store,
    since = now - CONNECTED_MS;
  const [tablets] = await read
    .select({
      all: count(),
      connected:
        sql<number>`coalesce(sum(case when ${t.tablet.lastSeenAt} >= ${since} then 1 else 0 end), 0)`.mapWith(
          Number,
        ),
    })
    .from(t.tablet)
    .where(isNull(t.tablet.revokedAt));
  const connected = tablets?.connected ?? 0;
  return {
    jobs: await jobsOf(store, now),
    tablets: { connected, away: (tablets?.all ?? 0) - connected },
    mails: await read
      .select({ state: t.mail.state, count: count() })
      .from(t.mail)
      .groupBy(t.mail.state),
    tickets: await read
      .select({ priority: t.ticket.priority, count: count() })
      .from(t.ticket)
      .where(and(isNotNull(t.ticket.dueAt), ne(t.ticket.state, 'solved')))
      .groupBy(t.ticket.priority),
    practices: await read.$count(t.praxis),
    backupAt: await lastGood(store, 'backup'),
    drillAt: await lastGood(store, 'drill'),
  };
}
