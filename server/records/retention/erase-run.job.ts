// Executes a released deletion, person by person: each is checked again, and nothing starts twice
// or stays half done when the process dies.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { addCounts, NO_COUNTS, type SkipReason } from '../../../shared/records/retention.ts';
import { END_STATES } from '../../../shared/desk/task.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { Actor } from '../../platform/work.ts';
import { mayGoWhole } from './demand.ts';
import { dueKind, keptPeople, keptXrays, type KeptPerson } from './due.ts';
import { eraseRows, noteErased, removeFiles, type Whom } from './erase.ts';
import type { RetentionDeps } from './links.ts';
import { OPEN_MS } from './restrictions.ts';
import {
  findRun,
  itemsOfRuns,
  moveItem,
  moveRun,
  openHolds,
  openTasks,
  type ItemRow,
  type RunRow,
} from './store.ts';

/** People of one job: well within the lease time of a job. */
const MOST = 25;

/** Why a person is skipped after all. */
async function whyNot(
  deps: RetentionDeps,
  run: RunRow,
  item: ItemRow,
  one: KeptPerson | undefined,
): Promise<SkipReason | undefined> {
  if (!one) return 'gone';
  const look = deps.workshop.look(run.cid, { kind: 'system', cid: run.cid }),
    today = berlinDay(look.now);
  if (one.facts.hasHold) return 'hold';
  if ((await openTasks(look, one.patids, [...END_STATES], look.now - OPEN_MS)) > 0) return 'open';
  if (run.origin === 'due') return dueKind(one, today)?.kind === item.kind ? undefined : 'not_due';
  return mayGoWhole(one, today) ? undefined : 'not_due';
}

export async function eraseRun(deps: RetentionDeps, job: Job): Promise<void> {
  const { cid } = job,
    actor: Actor = { kind: 'system', cid },
    look = deps.workshop.look(cid, actor),
    run = await findRun(look, String(job.payload.runId));
  if (!run || run.state === 'stopped' || run.state === 'done') return;
  if (deps.now() < run.runAfter) throw new AppError('state_conflict');
  // From here on it cannot be stopped.
  if (
    run.state === 'waiting' &&
    !(await deps.workshop.write(cid, actor, (w) =>
      moveRun(w, run.id, 'waiting', { state: 'running', startedAt: w.now }),
    ))
  )
    throw new AppError('state_conflict');
  const open = (await itemsOfRuns(look, [run.id])).filter(
    (one) => one.state === 'waiting' || one.state === 'erasing' || one.blobs.length > 0,
  );
  const people = new Map(
    (open.length === 0 ? [] : await keptPeople(look)).flatMap((one) =>
      one.patids.map((patid) => [patid, one] as const),
    ),
  );
  for (const item of open.slice(0, MOST))
    await eraseItem(deps, run, item, item.patid === null ? undefined : people.get(item.patid));
  await deps.workshop.write(cid, actor, async (w) => {
    const items = await itemsOfRuns(w, [run.id]),
      left = items.filter(
        (one) => one.state === 'waiting' || one.state === 'erasing' || one.blobs.length > 0,
      ).length;
    if (left > 0) {
      await w.job('erase-run', `erase-run:${run.id}:${items.length - left}`, { runId: run.id });
      return;
    }
    const counts = items.map((one) => one.counts).reduce(addCounts, NO_COUNTS);
    if (await moveRun(w, run.id, 'running', { state: 'done', endedAt: w.now, counts }))
      await w.audit('erasure.done', {
        runId: run.id,
        ...counts,
        skipped: items.filter((one) => one.state === 'skipped').length,
      });
  });
}

async function eraseItem(
  deps: RetentionDeps,
  run: RunRow,
  item: ItemRow,
  one: KeptPerson | undefined,
): Promise<void> {
  const { cid } = run,
    actor: Actor = { kind: 'system', cid };
  if (item.state === 'waiting') {
    const why = await whyNot(deps, run, item, one);
    // A concurrent hold is seen here: holds are refused once this is committed.
    const begun = await deps.workshop.write(cid, actor, async (w) => {
      const held =
        one && why === undefined && (await openHolds(w, one.patids)).length > 0 ? 'hold' : why;
      await moveItem(
        w,
        item.id,
        'waiting',
        held === undefined
          ? { state: 'erasing', at: w.now }
          : { state: 'skipped', why: held, patid: null, at: w.now },
      );
      return held === undefined;
    });
    if (!begun) return;
  }
  if (item.state !== 'done' && !one) {
    await deps.workshop.write(cid, actor, async (w) => {
      await moveItem(w, item.id, 'erasing', {
        state: 'skipped',
        why: 'gone',
        patid: null,
        at: w.now,
      });
    });
    return;
  }
  if (item.state !== 'done' && one) {
    const whom: Whom = {
      patids: one.patids,
      keep:
        run.origin === 'due' && item.kind === 'record' ? keptXrays(one, berlinDay(deps.now())) : [],
    };
    await noteErased(deps, cid, whom);
    await eraseRows(deps, cid, whom, async (w, { counts, blobs }) => {
      await moveItem(w, item.id, 'erasing', {
        state: 'done',
        patid: null,
        blobs,
        counts,
        at: w.now,
      });
      await w.audit('record.erased', {
        runId: run.id,
        number: item.number,
        kind: item.kind,
        ...counts,
      });
    });
  }
  const now = (await itemsOfRuns(deps.workshop.look(cid, actor), [run.id])).find(
    (row) => row.id === item.id,
  );
  if (now === undefined || now.blobs.length === 0) return;
  await removeFiles(deps, cid, now.blobs);
  await deps.workshop.write(cid, actor, async (w) => {
    await moveItem(w, item.id, 'done', { state: 'done', blobs: [] });
  });
}
