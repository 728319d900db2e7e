// Release of a list for deletion: exactly the due persons, with the count typed by the releasing
// user, started a day later; until then it can be stopped.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  addCounts,
  NO_COUNTS,
  RELEASE_WAIT_MS,
  type ErasureOrigin,
  type KeptKind,
} from '../../../shared/records/retention.ts';
import type { ErasureRun } from '../../../shared/records/retention.schema.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import { dueKind, type KeptPerson } from './due.ts';
import type { ErasureKeys } from './erasure-keys.ts';
import {
  dropWaiting,
  findRun,
  insertErasureItems,
  insertRun,
  itemsOfRuns,
  itemsUnderWay,
  listRuns,
  moveRun,
  openHolds,
  type ItemRow,
  type RunRow,
} from './store.ts';

export interface Released {
  id: string;
  count: number;
  items: readonly { patid: string; kind: KeptKind }[];
}
const nameOf = (w: Work): string => (w.actor.kind === 'user' ? w.actor.name : '');

/**
 * Releases a list for deletion.
 * @param people all people as just read
 * @throws AppError validation (`count`) when the typed number does not match the list;
 * record_changed when an entry is no longer due, is held, or was released already; conflict when
 * the id is taken
 */
export async function release(
  w: Work,
  keys: ErasureKeys,
  order: Released,
  people: readonly KeptPerson[],
): Promise<void> {
  if (await findRun(w, order.id)) return;
  if (order.count !== order.items.length)
    throw new AppError('validation', { fields: { count: 'differs' } });
  const today = berlinDay(w.now),
    byNumber = new Map(people.map((one) => [one.patid, one])),
    rows: { one: KeptPerson; kind: KeptKind; year: number }[] = [];
  for (const { patid, kind } of order.items) {
    const one = byNumber.get(patid),
      due = one && dueKind(one, today);
    if (!one || due?.kind !== kind || rows.some((row) => row.one === one))
      throw new AppError('record_changed');
    rows.push({ one, kind, year: Number(due.due.until.slice(0, 4)) });
  }
  const patids = rows.flatMap((row) => row.one.patids);
  // Read again under the write lock.
  if ((await openHolds(w, patids)).length > 0 || (await itemsUnderWay(w, patids)).length > 0)
    throw new AppError('record_changed');
  await open(w, keys, order.id, 'due', rows);
}

/** Records a run and its start time. */
export async function open(
  w: Work,
  keys: ErasureKeys,
  id: string,
  origin: ErasureOrigin,
  rows: readonly { one: Pick<KeptPerson, 'patid'>; kind: KeptKind; year: number }[],
): Promise<void> {
  const runAfter = w.now + RELEASE_WAIT_MS;
  if (
    !(await insertRun(w, {
      id,
      origin,
      state: 'waiting',
      releasedBy: actorWord(w.actor),
      releasedByName: nameOf(w),
      releasedAt: w.now,
      runAfter,
      startedAt: null,
      endedAt: null,
      stoppedByName: null,
      counts: NO_COUNTS,
    }))
  )
    throw new AppError('conflict');
  await insertErasureItems(
    w,
    rows.map(({ one, kind, year }) => ({
      id: w.newId(),
      runId: id,
      number: keys.numberOf(w.cid, one.patid),
      kind,
      patid: one.patid,
      year,
      state: 'waiting' as const,
      why: null,
      blobs: [],
      counts: NO_COUNTS,
      at: null,
    })),
  );
  await w.job('erase-run', `erase-run:${id}:0`, { runId: id }, runAfter);
  await w.audit('erasure.released', { runId: id, origin, people: rows.length, runAfter });
}

/**
 * Stops a run that has not begun; no effect when stopped before.
 * @throws AppError not_found; state_conflict once it has begun
 */
export async function stopRun(w: Work, runId: string): Promise<void> {
  const run = await findRun(w, runId);
  if (!run) throw new AppError('not_found');
  if (run.state === 'stopped') return;
  if (
    !(await moveRun(w, runId, 'waiting', {
      state: 'stopped',
      endedAt: w.now,
      stoppedByName: nameOf(w),
    }))
  )
    throw new AppError('state_conflict');
  await dropWaiting(w, runId);
  await w.audit('erasure.stopped', { runId });
}

const RUNS = 100;
export function runOf(run: RunRow, items: readonly ItemRow[]): ErasureRun {
  const own = items.filter((one) => one.runId === run.id),
    why = own.flatMap((one) => one.why ?? []);
  return {
    id: run.id,
    origin: run.origin,
    state: run.state,
    releasedByName: run.releasedByName,
    releasedAt: run.releasedAt,
    runAfter: run.runAfter,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    stoppedByName: run.stoppedByName,
    people: own.length,
    counts: own.map((one) => one.counts).reduce(addCounts, NO_COUNTS),
    skipped: [...new Set(why)].map((one) => ({
      why: one,
      count: why.filter((other) => other === one).length,
    })),
  };
}
export async function readRuns(look: Look): Promise<ErasureRun[]> {
  const runs = await listRuns(look, RUNS),
    items = await itemsOfRuns(
      look,
      runs.map((one) => one.id),
    );
  return runs.map((run) => runOf(run, items));
}
