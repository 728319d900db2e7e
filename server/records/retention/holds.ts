// Holds: while one is active, no data of the person is deleted, whatever its period.

import { listName } from '../../../shared/desk/patient.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { LegalHold } from '../../../shared/records/retention.schema.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import {
  allPatients,
  findHold,
  insertHold,
  itemsUnderWay,
  liftHoldRow,
  openHolds,
} from './store.ts';

const nameOf = (w: Work): string => (w.actor.kind === 'user' ? w.actor.name : '');

/**
 * Sets a hold; idempotent by id.
 * @throws AppError not_found for a person without a record; conflict when the id belongs to another
 * hold; state_conflict once the deletion has begun
 */
export async function setHold(
  w: Work,
  input: { id: string; patid: string; reason: string },
  person: { patid: string; patids: string[] } | undefined,
): Promise<void> {
  if (!person) throw new AppError('not_found');
  const before = await findHold(w, input.id);
  if (before) {
    if (before.patid !== person.patid || before.reason !== input.reason)
      throw new AppError('conflict');
    return;
  }
  if ((await itemsUnderWay(w, person.patids)).some((one) => one.state === 'erasing'))
    throw new AppError('state_conflict');
  if (
    !(await insertHold(w, {
      id: input.id,
      patid: person.patid,
      reason: input.reason,
      setBy: actorWord(w.actor),
      setByName: nameOf(w),
      setAt: w.now,
      liftedAt: null,
      liftedBy: null,
      liftedByName: null,
    }))
  )
    throw new AppError('conflict');
  await w.audit('hold.set', { holdId: input.id }, person.patid);
}
/** Lifts a hold; no effect when lifted before. @throws AppError not_found */
export async function liftHold(w: Work, holdId: string): Promise<void> {
  const row = await findHold(w, holdId);
  if (!row) throw new AppError('not_found');
  if (await liftHoldRow(w, holdId, { liftedBy: actorWord(w.actor), liftedByName: nameOf(w) }))
    await w.audit('hold.lifted', { holdId }, row.patid);
}
export async function listHolds(look: Look): Promise<LegalHold[]> {
  const rows = await openHolds(look),
    people = new Map(
      (rows.length === 0 ? [] : await allPatients(look)).map((one) => [one.patid, one]),
    );
  return rows.map(({ id, patid, reason, setAt, setByName }) => {
    const one = people.get(patid);
    return {
      id,
      patid,
      reason,
      setAt,
      setByName,
      name: one ? listName(one) : patid,
      geburtsdatum: one?.geburtsdatum ?? '',
    };
  });
}
