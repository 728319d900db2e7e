// Erasure on a person's demand (Art. 17 GDPR): complete when nothing has to be kept, a day later
// like any deletion; otherwise data without a retention duty is erased at once and the record is
// closed (Art. 17 Abs. 3 Buchst. b, § 35 Abs. 3 BDSG).

import path from 'node:path';
import { KEPT_PERIODS } from '../../../catalog/retention/periods.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { dueOf, type DemandStop, type DemandWay } from '../../../shared/records/retention.ts';
import { END_STATES } from '../../../shared/desk/task.ts';
import { addErased, LEDGER, type Marked } from '../../platform/db/carry/erased-list.ts';
import { actorWord, type Actor, type Look, type Work } from '../../platform/work.ts';
import type { KeptPerson } from './due.ts';
import type { RetentionDeps } from './links.ts';
import { open } from './release.ts';
import { closeRecord, OPEN_MS, seeingClosed, untilOf } from './restrictions.ts';
import {
  findRun,
  insertErasureItems,
  insertRun,
  itemsUnderWay,
  markErased,
  openHolds,
  openRestrictions,
  openTasks,
} from './store.ts';
import { usedElsewhere } from './store-erase.ts';
import { eraseRest, restOf } from './store-rest.ts';

/** Checks that nothing was ever done with or for a person: then no retention period begins. */
const isWithoutTreatment = (one: KeptPerson): boolean => !one.isTreated && one.documents === 0;
/** Checks whether no data of the person has to be kept any more. */
export const mayGoWhole = (one: KeptPerson, today: string): boolean =>
  dueOf('xray', { ...one.facts, hasHold: false }, KEPT_PERIODS, today).isDue ||
  isWithoutTreatment(one);
export const wayOf = (one: KeptPerson, today: string): DemandWay =>
  mayGoWhole(one, today) ? 'whole' : 'rest';

/** Returns the reason why nothing can be erased at present. */
export async function stopsOf(s: Look | Work, one: KeptPerson): Promise<DemandStop[]> {
  const [held, tasks, under, closed] = [
    await openHolds(s, one.patids),
    await openTasks(s, one.patids, [...END_STATES], s.now - OPEN_MS),
    await itemsUnderWay(s, one.patids),
    await openRestrictions(s, one.patids),
  ];
  return [
    ...(held.length > 0 ? ['hold' as const] : []),
    ...(tasks > 0 ? ['open' as const] : []),
    ...(under.length > 0 ? ['under_way' as const] : []),
    ...(closed.some((row) => row.erasedAt !== null) && wayOf(one, berlinDay(s.now)) === 'rest'
      ? ['done' as const]
      : []),
  ];
}

/**
 * Writes the lines about a closed record, in the list of this machine and of the backup's target.
 */
export async function noteMark(
  deps: RetentionDeps,
  cid: string,
  patids: readonly string[],
  mark: Marked['mark'],
  at: number,
): Promise<void> {
  const lines: Marked[] = patids.map((patid) => ({
    at,
    cid,
    id: deps.keys.lineOf(cid, patid),
    mark,
  }));
  await addErased(path.join(deps.data, LEDGER), lines);
  for (const file of await deps.otherLists())
    await addErased(file, lines).catch((error: unknown) => {
      deps.log.failure({ code: 'erasure.target', error });
    });
}

/** Stored as the reason of a record that was closed by a demand. */
export const DEMAND_REASON = 'Verlangen auf Löschung (Art. 17 DSGVO)';
/**
 * Executes a demand; idempotent by id.
 * @throws AppError not_found; state_conflict when something prevents it (`extra.stops`)
 */
export async function meetDemand(
  deps: RetentionDeps,
  cid: string,
  actor: Actor,
  id: string,
  one: KeptPerson | undefined,
  write: <T>(work: (w: Work) => Promise<T>) => Promise<T>,
): Promise<void> {
  if (!one) throw new AppError('not_found');
  const look = deps.workshop.look(cid, { kind: 'system', cid }),
    today = berlinDay(look.now);
  if (await findRun(look, id)) return;
  const stops = await stopsOf(look, one);
  if (stops.length > 0) throw new AppError('state_conflict', { extra: { stops } });
  if (wayOf(one, today) === 'whole') {
    const year = Number(dueOf('xray', one.facts, KEPT_PERIODS, today).until.slice(0, 4));
    await write(async (w) => {
      if ((await stopsOf(w, one)).length > 0) throw new AppError('state_conflict');
      await open(w, deps.keys, id, 'demand', [{ one, kind: 'record', year }]);
    });
    return;
  }
  await noteMark(deps, cid, one.patids, 'rest', look.now);
  await restNow(deps, cid, actor, id, one);
}

/**
 * Erases data without a retention duty, closes the record and notes both as a run, whose job
 * deletes the files; in one transaction.
 */
export async function restNow(
  deps: RetentionDeps,
  cid: string,
  actor: Actor,
  id: string,
  one: KeptPerson,
): Promise<void> {
  const look = deps.workshop.look(cid, { kind: 'system', cid }),
    before = await restOf(look, one.patids),
    elsewhere = await usedElsewhere(look, {
      ...before.all,
      shas: before.unfinished.shas,
      taskIds: before.unfinished.taskIds,
    }),
    mails = await deps.mailsOf(look, before.all.emails, one.patids);
  await deps.workshop.write(cid, seeingClosed(actor), async (w) => {
    if (await findRun(w, id)) return;
    if ((await openHolds(w, one.patids)).length > 0) throw new AppError('state_conflict');
    const rest = await restOf(w, one.patids),
      { counts, blobs } = await eraseRest(w, rest, elsewhere, mails);
    if ((await openRestrictions(w, one.patids)).length === 0)
      await closeRecord(w, { id: w.newId(), reason: DEMAND_REASON }, one, w.now);
    else await markErased(w, one.patids);
    const by = actorWord(actor),
      name = actor.kind === 'user' ? actor.name : '';
    if (
      !(await insertRun(w, {
        id,
        origin: 'demand',
        state: 'running',
        releasedBy: by,
        releasedByName: name,
        releasedAt: w.now,
        runAfter: w.now,
        startedAt: w.now,
        endedAt: null,
        stoppedByName: null,
        counts,
      }))
    )
      throw new AppError('conflict');
    await insertErasureItems(w, [
      {
        id: w.newId(),
        runId: id,
        number: deps.keys.numberOf(cid, one.patid),
        kind: 'rest',
        patid: null,
        year: Number(untilOf(one, w.now).slice(0, 4)),
        state: 'done',
        why: null,
        blobs,
        counts,
        at: w.now,
      },
    ]);
    await w.job('erase-run', `erase-run:${id}:0`, { runId: id });
    await w.audit('erasure.demanded', { runId: id, ...counts }, one.patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
  deps.closedChanged(cid);
}
