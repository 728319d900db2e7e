// Occupancy of treatment rooms: set by the desk, followed by the room's screen.

import type { BoardRoom } from '../../../shared/exchange/board.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import { noteLeftRoom } from './arrivals.ts';
import { listPatids, resolvePatient, resolvePatients } from './read-patient.ts';
import { dropRoomStays, insertRoomStay, listRoomStays, type RoomStayRow } from './store.ts';

const changed = (w: Work): void => w.emit({ to: 'staff', event: { kind: 'changed' } });
/** A stay ends with its day: no patient is shown in yesterday's room. */
const isOfToday = (stay: RoomStayRow, now: number): boolean =>
  berlinDay(stay.since) === berlinDay(now);

/** Removes the person from their room, under all of their numbers. */
async function takeOut(
  w: Work,
  patid: string,
): Promise<{ left: RoomStayRow[]; numbers: string[] }> {
  const numbers = await listPatids(w, patid),
    left = (await listRoomStays(w)).filter((one) => numbers.includes(one.patid));
  await dropRoomStays(
    w,
    left.map((one) => one.room),
  );
  return { left, numbers };
}

/**
 * Puts a person into a room; they leave the previous one. Idempotent.
 * @throws AppError not_found, conflict (occupied by another person today)
 */
export async function enterRoom(
  w: Work,
  { patid, room }: { patid: string; room: string },
): Promise<void> {
  const patient = await resolvePatient(w, patid);
  if (!patient) throw new AppError('not_found');
  const here = (await listRoomStays(w)).find((one) => one.room === room),
    isSame = here !== undefined && (await resolvePatient(w, here.patid))?.patid === patient.patid;
  if (here && isSame && isOfToday(here, w.now)) return;
  if (here && !isSame && isOfToday(here, w.now)) throw new AppError('conflict');
  if (here) await dropRoomStays(w, [room]);
  await takeOut(w, patient.patid);
  // Two desks may send two people concurrently: the key lets one of them in.
  if (
    !(await insertRoomStay(w, { room, patid: patient.patid, since: w.now, by: actorWord(w.actor) }))
  )
    throw new AppError('conflict');
  await w.audit('room.entered', { room }, patient.patid);
  changed(w);
}

/** Removes the person from their room, if any. @throws AppError not_found */
export async function leaveRoom(w: Work, { patid }: { patid: string }): Promise<void> {
  const patient = await resolvePatient(w, patid);
  if (!patient) throw new AppError('not_found');
  const { left, numbers } = await takeOut(w, patient.patid),
    [first] = left;
  if (!first) return;
  if (isOfToday(first, w.now)) await noteLeftRoom(w, patient.patid, numbers, first.since);
  await w.audit('room.left', { room: first.room }, patient.patid);
  changed(w);
}

/**
 * Lists rooms occupied today, by name; a record that was merged meanwhile resolves to the living
 * one.
 */
export async function listRooms(look: Look): Promise<BoardRoom[]> {
  const rows = (await listRoomStays(look)).filter((one) => isOfToday(one, look.now)),
    people = await resolvePatients(
      look,
      rows.map((r) => r.patid),
    );
  return rows.flatMap(({ room, patid, since }) => {
    const p = people.get(patid);
    return p
      ? [{ room, patid: p.patid, name: listName(p), geburtsdatum: p.geburtsdatum, since }]
      : [];
  });
}
