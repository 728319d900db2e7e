// Imports appointments of an external calendar: unchanged ones are skipped, newer ones move or
// cancel, older ones are ignored; patients are matched by number, or by name and birth date, never
// by name alone.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { fitOf } from '../../../shared/records/identity.ts';
import { listName, searchText } from '../../../shared/desk/patient.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { DoctosyncLinks, Person } from './links.ts';
import type { OnlineTermin } from './online.ts';
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
const isOlder = (t: OnlineTermin, row: OnlineRow): boolean =>
  t.sequence < row.sequence || (t.sequence === row.sequence && t.stamp < row.stamp);
const KEYS = ['day', 'time', 'minutes', 'zimmer', 'behandler', 'art'] as const;

/**
 * Takes appointments in one transaction for the whole file: a calendar is never imported in part.
 */
export async function takeTermine(
  w: Work,
  links: DoctosyncLinks,
  termine: readonly OnlineTermin[],
  source: 'ical' | 'csv',
): Promise<TakenTermine> {
  const sum: TakenTermine = { taken: 0, moved: 0, cancelled: 0, open: 0 };
  for (const t of termine) {
    if (t.isCancelled && t.part === '' && source === 'ical')
      sum.cancelled += await cancelSeries(w, links, t);
    else sum[await takeOne(w, links, t, source)]++;
  }
  return sum;
}
/** A cancellation without an instance cancels the whole series. */
async function cancelSeries(w: Work, links: DoctosyncLinks, t: OnlineTermin): Promise<number> {
  const rows = (await ofSeries(w, t.uid)).filter(
    (row) => row.state !== 'cancelled' && row.source === 'ical' && !isOlder(t, row),
  );
  for (const row of rows) await cancel(w, links, row, t);
  // First seen as cancelled: stored, so that an older file does not restore it.
  if (rows.length === 0 && !(await findOnline(w, onlineId('ical', t.uid, ''))))
    await putOnline(w, { ...rowOf(t, 'ical', w.now), state: 'cancelled', patid: null });
  return rows.length;
}
async function cancel(
  w: Work,
  links: DoctosyncLinks,
  row: OnlineRow,
  t: OnlineTermin,
): Promise<void> {
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
): Promise<keyof TakenTermine> {
  const row = rowOf(t, source, w.now),
    known = await findOnline(w, row.terminId);
  if (known && isOlder(t, known)) return 'taken';
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
  // A patient assigned by staff stays assigned; a dismissed appointment stays dismissed.
  const isDecided =
    known?.state === 'dismissed' ||
    (known?.state === 'matched' &&
      known.patid !== null &&
      (await links.person(w, known.patid)) !== undefined);
  const patid = isDecided ? known.patid : ((await whoseIs(w, links, t))?.patid ?? null),
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
  await putOnline(w, { ...row, state, patid });
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
