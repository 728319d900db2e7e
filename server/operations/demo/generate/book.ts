// Generates one day's schedule: fills the working hours of each seat with wishes.

import { appoint, lengthOf, waitFor, type Books } from './appoint.ts';
import { dayText, monthOf, weekday } from './calendar.ts';
import { roomOf, TYPES } from './masters.ts';
import { addPatient, NEED_MOST } from './patients.ts';
import type { Template } from './templates.ts';
import { wish, type Kind, type PatientModel, type Place, type Wish, type World } from './world.ts';

const HYGIENE = new Set<Kind>(['PZR', 'UPT', 'PAR']);
/** Treatments in progress and fixed dates: scheduled before what can wait. */
const FIRST = new Set<Kind>(['EIN', 'PRA', 'IMP', 'WUN', 'PAR', 'ATG', 'BEV', 'NAK']);
const CAN_WAIT = new Set<Kind>(['FUE', 'CHI', 'BER']);
/** An open root canal cannot wait. */
const isBegun = (one: Wish): boolean =>
  one.kind === 'END' && (one.data as { step: number }).step > 0;
/** Books a day: wishes, patients who call, and new ones, as far as the hours reach. */
export function bookDay(w: World, books: Books, day: number): void {
  const today = w.places.filter((place) => day >= place.from && day <= place.until);
  // Wishes of closed days move to the next open one.
  for (let at = books.sharedTo + 1; at <= day; at++) share(w, books, at);
  books.sharedTo = day;
  const isLastOfWorld = day > w.end;
  for (const place of today) {
    const seat = w.template.seats[place.seat],
      hours = seat?.week[weekday(day) - 1] ?? [],
      away = books.leaves.get(place.id)?.get(day),
      room = roomOf(w, place.seat);
    if (hours.length === 0) continue;
    for (const [from, to] of hours)
      w.emit('arbeitszeit', w.id('AZ'), day, {
        behandler: place.id,
        datum: dayText(day),
        von: from,
        bis: to,
        zimmer: away === undefined ? room : null,
        typ: away === undefined ? 'BEHANDLUNG' : 'ABWESEND',
      });
    if (away !== undefined) continue;
    if (place.isDentist && weekday(day) === 5 && day % 2 === 0)
      w.emit('arbeitszeit', w.id('AZ'), day, {
        behandler: place.id,
        datum: dayText(day),
        von: 810,
        bis: 900,
        zimmer: null,
        typ: 'VERWALTUNG',
      });
    const fill = monthOf(day) === 12 ? 0.99 : 0.975;
    for (const [from, to] of hours) {
      let at = from;
      while (at < to - 10) {
        if (w.rng.chance((1 - fill) * 1.1)) {
          at += 15 * w.rng.between(1, 3);
          continue;
        }
        const next = pick(w, books, place, day, to - at, isLastOfWorld);
        if (!next) {
          at += 20;
          continue;
        }
        const minutes = lengthOf(w, next.kind);
        appoint(w, books, next, { place, room, day, at, minutes });
        at += minutes;
      }
    }
  }
}
/** Assigns today's wishes to the seats; wishes for an absent or departed dentist go to another. */
function share(w: World, books: Books, day: number): void {
  const { seats } = w.template,
    hygienists = seats.flatMap((one, at) => (one.kind === 'hygienist' ? [at] : []));
  for (const one of w.wishes.get(day) ?? []) {
    if (one.p.isGone) continue;
    const seat =
      HYGIENE.has(one.kind) && hygienists.length > 0
        ? (hygienists[one.p.n % hygienists.length] ?? 0)
        : one.p.seat;
    const list = (one.kind === 'KON' || one.kind === 'PZR' ? books.checks : books.queues)[seat];
    if (FIRST.has(one.kind) || isBegun(one)) list?.unshift(one);
    // Patients who would wait for months drop minor treatments.
    else if (!(CAN_WAIT.has(one.kind) && (list?.length ?? 0) > 60)) list?.push(one);
  }
  w.wishes.delete(day);
}
/**
 * The first wish that fits into the time left before the break; else a patient who calls, or who
 * has not visited for long.
 */
function pick(
  w: World,
  books: Books,
  place: Place,
  day: number,
  room: number,
  isAhead: boolean,
): Wish | undefined {
  const { rng } = w,
    queue = books.queues[place.seat] ?? [];
  if (place.isDentist) {
    const roll = rng.next(),
      dentists = dentistsOf(w.template);
    if (roll < books.arrivals / (14 * dentists) && room >= 40) {
      const p = addPatient(w, day, true);
      p.seat = place.seat;
      return { p, kind: 'NEU', made: day - waitFor(w, 'NEU'), data: null, tries: 0 };
    }
    if (roll > 0.9 && room >= 20 && !isAhead) {
      const p = someone(w, day);
      return p && { p, kind: 'SCH', made: day, data: null, tries: 0 };
    }
    if (roll > 0.848 && room >= 30) {
      const p = someone(w, day);
      return p && { p, kind: 'BER', made: day - waitFor(w, 'FUE'), data: null, tries: 0 };
    }
  }
  const checks = books.checks[place.seat] ?? [],
    isCheckFirst = rng.chance(!place.isDentist ? 0.1 : weekday(day) === 5 ? 0.55 : 0.31);
  const found = isCheckFirst
    ? (first(checks, room) ?? first(queue, room))
    : (first(queue, room) ?? first(checks, room));
  if (found) return found;
  // A patient who waited long for a check-up has often gone elsewhere or comes another time.
  while (checks.length > 60) {
    const late = checks.pop()!;
    wish(w, late.p, late.kind, day + 20 + rng.below(60), day);
  }
  if (!rng.chance(place.isDentist ? 0.85 : 0.1) || room < (place.isDentist ? 20 : 60))
    return undefined;
  const p = someone(w, day, place.isDentist ? 150 : 170);
  if (!p || (!place.isDentist && !p.isCleaner)) return undefined;
  const kind: Kind = place.isDentist ? 'KON' : 'PZR';
  return { p, kind, made: day - waitFor(w, kind), data: null, tries: 0 };
}
/** The first that fits into the time left before the break. */
function first(list: Wish[], room: number): Wish | undefined {
  for (let i = 0; i < Math.min(list.length, 12); i++) {
    const one = list[i]!;
    if (TYPES[one.kind].minutes[1] > room) continue;
    list.splice(i, 1);
    if (!one.p.isGone) return one;
    i -= 1;
  }
  return undefined;
}
/** Number of dentists, those with few hours counted in part. */
const dentistsOf = ({ seats }: Template): number =>
  seats.reduce(
    (all, one) =>
      all +
      (one.kind === 'dentist'
        ? one.week.flat().reduce((sum, [from, until]) => sum + until - from, 0) / 2520
        : 0),
    0,
  );
/** A patient of the practice; @param gap days since the last visit */
function someone(w: World, day: number, gap = 0): PatientModel | undefined {
  const { rng } = w;
  for (let i = 0; i < 60; i++) {
    const p = rng.pick(w.pats);
    if (
      !p.isGone &&
      !p.isHome &&
      day - p.last > gap &&
      day - p.birth > 700 &&
      p.first <= day &&
      rng.chance(p.need / NEED_MOST)
    )
      return p;
  }
  return undefined;
}
