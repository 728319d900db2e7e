// Imports appointments of an external calendar: unchanged ones are skipped, newer ones move or
// cancel, older ones are ignored; patients are matched by number, or by name and birth date, never
// by name alone.

import { berlinDay, berlinTime } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { fitOf } from '../../../shared/records/identity.ts';
import { listName, searchText } from '../../../shared/desk/patient.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { DoctosyncLinks, Person } from './links.ts';
import type { LaterChange, OnlineTermin, Termine, Version, Whole } from './online.ts';
import { onlineId } from './read-csv.ts';
import { findOnline, ofSeries, putOnline, type OnlineRow } from './store.ts';

export interface TakenTermine {
  taken: number;
  moved: number;
  cancelled: number;
  /** New or changed, and not matched to a patient yet. */
  open: number;
}

const identityOf = ({
  firstName,
  lastName,
  geburtsdatum,
}: Pick<Person, 'firstName' | 'lastName' | 'geburtsdatum'>) => ({
  firstName,
  lastName,
  geburtsdatum,
});
/** The only active record that matches. */
async function whoseIs(
  w: Work,
  links: DoctosyncLinks,
  t: Pick<OnlineTermin, 'patid' | 'firstName' | 'lastName' | 'geburtsdatum'>,
): Promise<Person | undefined> {
  const byNumber = t.patid === '' ? undefined : await links.person(w, t.patid);
  // A number from another practice may belong to someone else here: no other data may contradict
  // it.
  if (byNumber && fitOf(identityOf(byNumber), identityOf(t)) === 'agrees') return byNumber;
  if (t.lastName === '' || t.geburtsdatum === '') return undefined;
  const search = searchText(t),
    alike = (await links.alike(w, [t.geburtsdatum], search)).filter(
      (one) => one.geburtsdatum === t.geburtsdatum && one.search === search,
    );
  return alike.length === 1 ? alike[0] : undefined;
}
const isOlder = (t: Version, row: Version): boolean =>
  t.sequence < row.sequence || (t.sequence === row.sequence && t.stamp < row.stamp);
const KEYS = ['day', 'time', 'minutes', 'zimmer', 'behandler', 'art'] as const;

/** The record that matches, or the patient whom staff assigned to the rest of the series. */
async function ownerOf(
  w: Work,
  links: DoctosyncLinks,
  t: OnlineTermin,
  series: readonly OnlineRow[],
): Promise<string | null> {
  const found = await whoseIs(w, links, t);
  if (found) return found.patid;
  const assigned = new Set(
    series
      .filter(
        (row) =>
          row.patid !== null &&
          row.firstName === t.firstName &&
          row.lastName === t.lastName &&
          row.geburtsdatum === t.geburtsdatum,
      )
      .map((row) => row.patid),
  );
  const [only = null] = assigned;
  if (assigned.size !== 1 || only === null) return null;
  return (await links.person(w, only)) ? only : null;
}

/**
 * Returns the patient whom a newer version of an appointment keeps; null if staff decide again,
 * undefined if it is matched again. A patient assigned by staff stays unless the number names another
 * one; a dismissed appointment stays dismissed.
 */
async function keptOwner(
  w: Work,
  links: DoctosyncLinks,
  t: OnlineTermin,
  known: OnlineRow,
): Promise<string | null | undefined> {
  if (known.state === 'dismissed') return known.patid;
  if (known.state !== 'matched' || known.patid === null) return undefined;
  const person = await links.person(w, known.patid);
  if (!person) return undefined;
  const byNumber = t.patid === '' ? undefined : await links.person(w, t.patid);
  if (
    byNumber &&
    byNumber.patid !== person.patid &&
    fitOf(identityOf(byNumber), identityOf(t)) === 'agrees'
  )
    return known.byStaff === true ? null : undefined;
  const isSame =
    known.firstName === t.firstName &&
    known.lastName === t.lastName &&
    known.geburtsdatum === t.geburtsdatum;
  return known.byStaff === true || isSame || fitOf(identityOf(person), identityOf(t)) === 'agrees'
    ? known.patid
    : undefined;
}

/** The stored appointments of each id of a file. */
type Stored = (uid: string) => Promise<OnlineRow[]>;
function storedIn(w: Work): Stored {
  const known = new Map<string, Promise<OnlineRow[]>>();
  return (uid) => {
    const rows = known.get(uid) ?? ofSeries(w, uid);
    known.set(uid, rows);
    return rows;
  };
}

/**
 * Takes the appointments of a file in one transaction: newer ones move or cancel, and those that a
 * whole event lists no more are cancelled.
 */
export async function takeTermine(
  w: Work,
  links: DoctosyncLinks,
  { termine, whole, later }: Omit<Termine, 'left'>,
  source: 'ical' | 'csv',
): Promise<TakenTermine> {
  const sum: TakenTermine = { taken: 0, moved: 0, cancelled: 0, open: 0 };
  const stored = source === 'ical' ? storedIn(w) : async () => Promise.resolve([]);
  for (const t of termine) {
    if (t.isCancelled && t.part === '' && source === 'ical')
      sum.cancelled += await cancelSeries(w, links, t);
    else sum[await takeOne(w, links, t, source, await stored(t.uid))]++;
  }
  const listed = new Set(termine.map((t) => onlineId(source, t.uid, t.part)));
  for (const one of whole) sum.cancelled += await cancelUnlisted(w, links, one, listed);
  for (const one of later) await changeLater(w, links, one, sum);
  return sum;
}
/** A cancellation without an instance cancels the whole series. */
async function cancelSeries(w: Work, links: DoctosyncLinks, t: OnlineTermin): Promise<number> {
  const all = (await ofSeries(w, t.uid)).filter((row) => row.source === 'ical');
  const rows = all.filter((row) => row.state !== 'cancelled' && !isOlder(t, row));
  for (const row of rows) await cancel(w, links, row, t);
  // Stored, so that an older file does not restore it.
  const id = onlineId('ical', t.uid, '');
  if (!all.some((row) => row.terminId === id))
    await putOnline(w, { ...rowOf(t, 'ical', w.now), state: 'cancelled', patid: null });
  return rows.length;
}
/** Cancels stored appointments of an event that its newer version does not list. */
async function cancelUnlisted(
  w: Work,
  links: DoctosyncLinks,
  one: Whole,
  listed: ReadonlySet<string>,
): Promise<number> {
  const rows = (await ofSeries(w, one.uid)).filter(
    (row) =>
      row.source === 'ical' &&
      row.state !== 'cancelled' &&
      !listed.has(row.terminId) &&
      row.day >= one.from &&
      row.day <= one.to &&
      // A changed occurrence counts its versions on its own: only the stamps compare.
      row.stamp <= one.stamp,
  );
  for (const row of rows) {
    // Its own version stays, so that it can return.
    await cancel(w, links, row, { sequence: row.sequence, stamp: row.stamp });
  }
  return rows.length;
}
/** Moves or cancels an occurrence and all later ones of a stored series. */
async function changeLater(
  w: Work,
  links: DoctosyncLinks,
  one: LaterChange,
  sum: TakenTermine,
): Promise<void> {
  const from = placeOf({ day: berlinDay(one.from), time: berlinTime(one.from) });
  const rows = (await ofSeries(w, one.uid)).filter(
    (row) =>
      row.source === 'ical' &&
      row.state !== 'cancelled' &&
      placeOf(row) >= from &&
      // Strictly newer: a file that is read twice moves once.
      isOlder(row, one),
  );
  for (const row of rows) {
    if (one.shift === null) {
      await cancel(w, links, row, one);
      sum.cancelled++;
      continue;
    }
    const moved = new Date(placeOf(row) + one.shift).toISOString();
    const [day, time] = [moved.slice(0, 10), moved.slice(11, 16)];
    const { cid: _, ...rest } = row;
    const { sequence, stamp, minutes } = one;
    const next = { ...rest, day, time, minutes, sequence, stamp, changedAt: w.now };
    await putOnline(w, next);
    if (row.state === 'matched' && row.patid !== null)
      await links.putTermin(w, terminOf(next, row.patid));
    sum.moved++;
  }
}
/** Local time as ms, to compare and to move it. */
const placeOf = ({ day, time }: Pick<OnlineRow, 'day' | 'time'>): number =>
  Date.parse(`${day}T${time}:00Z`);
async function cancel(w: Work, links: DoctosyncLinks, row: OnlineRow, t: Version): Promise<void> {
  const { cid: _, ...rest } = row;
  await putOnline(w, {
    ...rest,
    sequence: t.sequence,
    stamp: t.stamp,
    state: 'cancelled',
    changedAt: w.now,
  });
  await links.dropTermin(w, row.terminId);
}
const rowOf = (t: OnlineTermin, source: 'ical' | 'csv', now: number) => ({
  terminId: onlineId(source, t.uid, t.part),
  uid: t.uid,
  source,
  sequence: t.sequence,
  stamp: t.stamp,
  firstName: t.firstName,
  lastName: t.lastName,
  geburtsdatum: t.geburtsdatum,
  day: t.day,
  time: t.time,
  minutes: t.minutes,
  zimmer: t.zimmer,
  behandler: t.behandler,
  art: t.art,
  changedAt: now,
});

async function takeOne(
  w: Work,
  links: DoctosyncLinks,
  t: OnlineTermin,
  source: 'ical' | 'csv',
  series: readonly OnlineRow[],
): Promise<keyof TakenTermine> {
  const row = rowOf(t, source, w.now),
    known = await findOnline(w, row.terminId);
  if (known && isOlder(t, known)) return 'taken';
  // A series that was cancelled by a newer file.
  const whole = series.find((one) => one.terminId === onlineId(source, t.uid, ''));
  if (whole?.state === 'cancelled' && isOlder(t, whole)) return 'cancelled';
  // Of two versions with the same time stamp the cancellation wins.
  if (
    known?.state === 'cancelled' &&
    source === 'ical' &&
    t.sequence === known.sequence &&
    t.stamp === known.stamp
  )
    return 'cancelled';
  if (t.isCancelled) {
    if (known && known.state !== 'cancelled') await cancel(w, links, known, t);
    else if (!known) await putOnline(w, { ...row, state: 'cancelled', patid: null });
    return 'cancelled';
  }
  const kept = known && (await keptOwner(w, links, t, known));
  const patid = kept === undefined ? await ownerOf(w, links, t, series) : kept,
    isMoved = known !== undefined && (known.day !== t.day || known.time !== t.time);
  const state =
    known?.state === 'dismissed'
      ? ('dismissed' as const)
      : patid === null
        ? ('open' as const)
        : ('matched' as const);
  if (
    known &&
    known.state === state &&
    known.patid === patid &&
    known.sequence === t.sequence &&
    known.stamp === t.stamp &&
    KEYS.every((key) => known[key] === row[key])
  )
    return state === 'open' ? 'open' : 'taken';
  const isStaffs = known?.byStaff === true && known.state === state && known.patid === patid;
  await putOnline(w, { ...row, state, patid, byStaff: isStaffs ? true : null });
  if (state === 'matched' && patid !== null) await links.putTermin(w, terminOf(row, patid));
  else await links.dropTermin(w, row.terminId);
  return state === 'open' ? 'open' : isMoved ? 'moved' : 'taken';
}
const terminOf = (row: Pick<OnlineRow, 'terminId' | (typeof KEYS)[number]>, patid: string) => ({
  terminId: row.terminId,
  patid,
  day: row.day,
  time: row.time,
  minutes: row.minutes,
  zimmer: row.zimmer,
  behandler: row.behandler,
  art: row.art,
});

/**
 * Assigns an appointment to a patient, or dismisses it, by staff. Repeating it changes nothing.
 * @throws AppError not_found, state_conflict (cancelled, or assigned to another patient)
 */
export async function decideOnline(
  w: Work,
  links: DoctosyncLinks,
  { terminId, patid }: { terminId: string; patid?: string | undefined },
): Promise<void> {
  const row = await findOnline(w, terminId);
  if (!row) throw new AppError('not_found');
  const person = patid === undefined ? undefined : await links.person(w, patid);
  if (patid !== undefined && !person) throw new AppError('not_found');
  if (person ? row.state === 'matched' && row.patid === person.patid : row.state === 'dismissed')
    return;
  if (row.state !== 'open') throw new AppError('state_conflict');
  const { cid: _, ...rest } = row;
  await putOnline(w, {
    ...rest,
    state: person ? 'matched' : 'dismissed',
    patid: person?.patid ?? null,
    byStaff: true,
    changedAt: w.now,
  });
  if (person) await links.putTermin(w, terminOf(row, person.patid));
  await w.audit(person ? 'termin.assigned' : 'termin.dismissed', { terminId }, person?.patid);
  w.emit({ to: 'staff', event: { kind: 'transfer' } });
}

/** Finds candidates for unassigned appointments: same birth date first, then the same name. */
export async function candidatesOf(
  look: Look,
  links: DoctosyncLinks,
  row: Pick<OnlineRow, 'firstName' | 'lastName' | 'geburtsdatum'>,
): Promise<{ patid: string; name: string; geburtsdatum: string }[]> {
  if (row.lastName === '' && row.geburtsdatum === '') return [];
  const search = searchText(row),
    today = berlinDay(look.now),
    days = row.geburtsdatum === '' ? [today] : [row.geburtsdatum];
  const rank = (p: { search: string; geburtsdatum: string }): number =>
    (p.search === search ? 0 : 2) + (p.geburtsdatum === row.geburtsdatum ? 0 : 1);
  return (await links.alike(look, days, search))
    .filter((p) => p.search === search || p.geburtsdatum === row.geburtsdatum)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 5)
    .map((p) => ({ patid: p.patid, name: listName(p), geburtsdatum: p.geburtsdatum }));
}
