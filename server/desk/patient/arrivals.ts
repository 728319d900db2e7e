// Patients present today: noted by the desk, with or without a Mappe; kept when a patient leaves a
// treatment room.

import type { BoardArrival } from '../../../shared/exchange/board.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import { listPatids, resolvePatient, resolvePatients } from './read-patient.ts';
import { changeArrivals, dropArrivals, findArrivals, insertArrival } from './store.ts';

/**
 * Notes a patient as present or not; idempotent. Stays in a room are not undone.
 * @throws AppError not_found, state_conflict (they were in a treatment room already)
 */
export async function noteArrival(
  w: Work,
  { patid, isThere }: { patid: string; isThere: boolean },
): Promise<void> {
  const patient = await resolvePatient(w, patid);
  if (!patient) throw new AppError('not_found');
  const numbers = await listPatids(w, patient.patid),
    known = await findArrivals(w, berlinDay(w.now), numbers);
  if (isThere === known.length > 0) return;
  if (known.some((one) => one.leftRoomAt !== null)) throw new AppError('state_conflict');
  if (isThere)
    await insertArrival(w, {
      day: berlinDay(w.now),
      patid: patient.patid,
      at: w.now,
      by: actorWord(w.actor),
      leftRoomAt: null,
    });
  else await dropArrivals(w, berlinDay(w.now), numbers);
  await w.audit(isThere ? 'arrival.noted' : 'arrival.undone', {}, patient.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Notes that a patient left a treatment room they entered at `since` (ms).
 * @param numbers every number of the patient
 */
export async function noteLeftRoom(
  w: Work,
  patid: string,
  numbers: readonly string[],
  since: number,
): Promise<void> {
  const day = berlinDay(w.now);
  await insertArrival(w, { day, patid, at: since, by: actorWord(w.actor), leftRoomAt: w.now });
  await changeArrivals(w, day, numbers, { leftRoomAt: w.now });
}

/** Returns patients present today, by arrival; merged records count as one patient. */
export async function listArrivals(look: Look): Promise<BoardArrival[]> {
  const rows = await findArrivals(look, berlinDay(look.now)),
    people = await resolvePatients(
      look,
      rows.map((r) => r.patid),
    ),
    found = new Map<string, BoardArrival>();
  for (const { patid, at, leftRoomAt } of rows) {
    const p = people.get(patid),
      known = p && found.get(p.patid);
    if (p)
      found.set(p.patid, {
        patid: p.patid,
        name: listName(p),
        geburtsdatum: p.geburtsdatum,
        at: Math.min(at, known?.at ?? at),
        leftRoomAt: leftRoomAt ?? known?.leftRoomAt ?? null,
      });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}
