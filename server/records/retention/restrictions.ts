// Closed records (Art. 18 GDPR): they cannot be found, read or changed, unless an owner opens one
// for themselves for a while with a reason.

import { listName } from '../../../shared/desk/patient.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { KEPT_PERIODS } from '../../../catalog/retention/periods.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { dueOf, OPENING_MS } from '../../../shared/records/retention.ts';
import type { ClosedList } from '../../../shared/records/retention.schema.ts';
import { END_STATES } from '../../../shared/desk/task.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { actorWord, type Actor, type Look, type Work } from '../../platform/work.ts';
import type { KeptPerson } from './due.ts';
import {
  allPatients,
  findRestriction,
  insertOpenings,
  insertRestrictions,
  liftRestrictions,
  openRestrictions,
  openTasks,
} from './store.ts';

/** Returns the actor with access to closed records: without it none could be reopened. */
export const seeingClosed = (actor: Actor): Actor =>
  actor.kind === 'user' ? { ...actor, seesClosed: true } : actor;
const nameOf = (w: Work): string => (w.actor.kind === 'user' ? w.actor.name : '');
/** Unfinished papers older than this block nothing. */
export const OPEN_MS = 365 * DAY_MS;

/** Returns the last day a record has to be kept, including X-rays, as known at present. */
export const untilOf = (one: Pick<KeptPerson, 'facts'>, now: number): string =>
  dueOf('xray', one.facts, KEPT_PERIODS, berlinDay(now)).until;

/**
 * Closes every number of a person; idempotent by id.
 * @param erasedAt when a demand for erasure was met by it
 * @param isAgain after a restore: despite papers in progress
 * @throws AppError conflict when the id belongs to another; state_conflict when it is closed
 * already, or a paper of theirs is in progress
 */
export async function closeRecord(
  w: Work,
  input: { id: string; reason: string },
  one: Pick<KeptPerson, 'patid' | 'patids' | 'facts'>,
  erasedAt: number | null = null,
  isAgain = false,
): Promise<void> {
  const before = await findRestriction(w, input.id);
  if (before) {
    if (before.patid !== one.patid || before.reason !== input.reason)
      throw new AppError('conflict');
    return;
  }
  if (
    (await openRestrictions(w, one.patids)).length > 0 ||
    (!isAgain && (await openTasks(w, one.patids, [...END_STATES], w.now - OPEN_MS)) > 0)
  )
    throw new AppError('state_conflict');
  const row = {
    reason: input.reason,
    until: untilOf(one, w.now),
    setBy: actorWord(w.actor),
    setByName: nameOf(w),
    setAt: w.now,
    liftedAt: null,
    liftedBy: null,
    liftedByName: null,
    erasedAt,
  };
  const made = await insertRestrictions(
    w,
    [one.patid, ...one.patids.filter((other) => other !== one.patid)].map((patid, at) => ({
      id: at === 0 ? input.id : w.newId(),
      patid,
      ...row,
    })),
  );
  if (!made) throw new AppError('conflict');
  await w.audit(
    'restriction.set',
    { restrictionId: input.id, ...(erasedAt !== null && { demand: true }) },
    one.patid,
  );
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Reopens a record for all; no effect when reopened before. @throws AppError not_found */
export async function liftRecord(
  w: Work,
  one: Pick<KeptPerson, 'patid' | 'patids'> | undefined,
): Promise<void> {
  if (!one) throw new AppError('not_found');
  if (
    (await liftRestrictions(w, one.patids, {
      liftedBy: actorWord(w.actor),
      liftedByName: nameOf(w),
    })) > 0
  )
    await w.audit('restriction.lifted', {}, one.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Opens a closed record to the caller for half an hour; idempotent by id.
 * @throws AppError state_conflict when it is not closed
 */
export async function openRecord(
  w: Work,
  input: { id: string; reason: string },
  one: Pick<KeptPerson, 'patid' | 'patids'> | undefined,
): Promise<void> {
  if (!one) throw new AppError('not_found');
  if ((await openRestrictions(w, one.patids)).length === 0) throw new AppError('state_conflict');
  const row = {
    reason: input.reason,
    by: actorWord(w.actor),
    byName: nameOf(w),
    at: w.now,
    until: w.now + OPENING_MS,
  };
  if (
    await insertOpenings(
      w,
      [one.patid, ...one.patids.filter((other) => other !== one.patid)].map((patid, at) => ({
        id: at === 0 ? input.id : w.newId(),
        patid,
        ...row,
      })),
    )
  )
    await w.audit('restriction.opened', { openingId: input.id }, one.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Lists closed records. @param look a database access that includes closed records */
export async function listClosed(look: Look): Promise<ClosedList> {
  const rows = await openRestrictions(look),
    people = new Map(
      (rows.length === 0 ? [] : await allPatients(look)).map((one) => [one.patid, one]),
    );
  return {
    items: rows.flatMap(({ patid, reason, until, setAt }) => {
      const one = people.get(patid);
      return one === undefined || one.mergedInto !== null
        ? []
        : [
            {
              patid,
              name: listName(one),
              geburtsdatum: one.geburtsdatum,
              reason,
              until,
              setAt,
            },
          ];
    }),
  };
}
