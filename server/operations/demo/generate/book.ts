// Generates one day's schedule: fills working hours with wishes, and the outcome of each
// appointment: kept, cancelled, missed, refilled, or pending.

import { dayAt, dayText, instant, monthOf, weekday } from './calendar.ts';
import { isOpen, roomOf, TYPES } from './masters.ts';
import { addPatient, isYoung, NEED_MOST } from './patients.ts';
import { keep } from './keep.ts';
import type { Template } from './templates.ts';
import { wish, type Kind, type PatientModel, type Place, type Wish, type World } from './world.ts';

export interface Books {
  readonly queues: Wish[][];
  /** Due check-ups: they wait until the findings are treated. */ readonly checks: Wish[][];
  readonly leaves: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** New patients per day. */ readonly arrivals: number;
  /** Wishes up to this day are assigned to the seats. */ sharedTo: number;
}
const HYGIENE = new Set<Kind>(['PZR', 'UPT', 'PAR']);
/** Treatments in progress and fixed dates: scheduled before what can wait. */
const FIRST = new Set<Kind>(['EIN', 'PRA', 'IMP', 'WUN', 'PAR', 'ATG', 'BEV', 'NAK']);
const CAN_WAIT = new Set<Kind>(['FUE', 'CHI', 'BER']);
/** An open root canal cannot wait. */
const isBegun = (one: Wish): boolean =>
  one.kind === 'END' && (one.data as { step: number }).step > 0;
const LEAD: Readonly<Partial<Record<Kind, number>>> = {
  KON: 35,
  PZR: 48,
  FUE: 16,
  PRA: 23,
  EIN: 16,
  SCH: 0.4,
  CHI: 13,
  NEU: 12,
  UPT: 45,
};

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
    for (const [von, bis] of hours)
      w.emit('arbeitszeit', w.id('AZ'), day, {
        behandler: place.id,
        datum: dayText(day),
        von,
        bis,
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
    for (const [von, bis] of hours) {
      let at = von;
      while (at < bis - 10) {
        if (w.rng.chance((1 - fill) * 1.1)) {
          at += 15 * w.rng.between(1, 3);
          continue;
        }
        const next = pick(w, books, place, day, bis - at, isLastOfWorld);
        if (!next) {
          at += 20;
          continue;
        }
        const minutes = lengthOf(w, next.kind);
        appoint(w, books, place, room, next, day, at, minutes);
        at += minutes;
      }
    }
  }
}
function lengthOf(w: World, kind: Kind): number {
  const [low, high] = TYPES[kind].minutes;
  return low + 5 * w.rng.below((high - low) / 5 + 1);
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
const waitFor = (w: World, kind: Kind): number =>
  Math.round(w.rng.logNormal(LEAD[kind] ?? 12, 0.8));
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

function appoint(
  w: World,
  books: Books,
  place: Place,
  room: string,
  one: Wish,
  day: number,
  at: number,
  minutes: number,
  refilledAt: number | null = null,
): void {
  const { rng } = w,
    { p } = one,
    kind = one.kind,
    type = TYPES[kind],
    id = w.id('T'),
    start = instant(day, at);
  // Made when it was wished for, or with the usual lead time of such appointments, but never before
  // the wish.
  const made =
    refilledAt !== null
      ? Math.max(refilledAt, day - 2)
      : kind === 'SCH'
        ? day
        : Math.max(
            one.made,
            Math.min(day - 1, day - waitFor(w, kind)),
            p.isNew && p.last === 0 ? day - 90 : 0,
          );
  const madeAt =
    kind === 'SCH'
      ? instant(day, Math.max(465, at - 15 - rng.below(45)))
      : instant(Math.min(made, day), 480 + rng.below(480));
  if (day > w.end && (made > w.end || kind === 'SCH')) {
    if (one.tries === 0 && one.made <= w.end) books.queues[place.seat]?.push({ ...one, tries: 1 });
    return;
  }
  const plan = planOf(one),
    base = {
      patid: p.alias !== null && p.last === 0 ? p.alias : p.id,
      behandler: place.id,
      zimmer: room,
      terminart: type.id,
      start,
      dauerMin: minutes,
      angelegtAm: Math.min(madeAt, start - 300_000),
      neupatient: kind === 'NEU' || (p.isNew && p.last === 0),
      quelle: rng.weigh([
        ['TELEFON', 62],
        ['VOR_ORT', 24],
        ['ONLINE', 14],
      ]),
      stichworte: kind === 'SCH' ? 'SCHM' : null,
      hkpid: plan,
    };
  if (day > w.end) {
    const isSure = day <= w.end + 7 && rng.chance(0.5);
    w.emit('termin', id, day, {
      ...base,
      status: isSure ? 'BESTAETIGT' : 'GEPLANT',
      statusAm: base.angelegtAm,
      absageAm: null,
      absagegrund: null,
      ankunft: null,
      beginn: null,
      ende: null,
    });
    const art =
      type.standard === 'KONTROLLE'
        ? 'KONTROLLE'
        : type.standard === 'PROPHYLAXE'
          ? 'PZR'
          : type.standard;
    if (!p.next.has(art)) p.next.set(art, id);
    return;
  }
  const lead = day - made,
    isNew = base.neupatient;
  const miss =
      kind === 'SCH' || refilledAt !== null
        ? 0.015
        : 0.047 *
          (isYoung(p, day) ? 2 : 1) *
          (isNew ? 1.6 : 1) *
          (lead > 60 ? 1.3 : 1) *
          (p.isReminded ? 0.6 : 1),
    fail = rng.next();
  if (fail < miss) {
    lost(
      w,
      books,
      place,
      room,
      one,
      day,
      at,
      minutes,
      id,
      {
        ...base,
        status: 'NICHT_ERSCHIENEN',
        statusAm: start + 1_800_000,
        absageAm: null,
        absagegrund: null,
        ankunft: null,
        beginn: null,
        ende: null,
      },
      null,
    );
    return;
  }
  if (lead > 0 && fail < miss + 0.097 && refilledAt === null) {
    const short = rng.chance(0.4),
      gone = short
        ? start - rng.between(1, 23) * 3_600_000
        : start - rng.between(25, 24 * Math.max(2, Math.min(lead, 20))) * 3_600_000,
      absageAm = Math.max(base.angelegtAm + 60_000, gone);
    const status = rng.weigh([
      ['ABGESAGT_PATIENT', 80],
      ['ABGESAGT_PRAXIS', 9],
      ['VERSCHOBEN', 11],
    ]);
    lost(
      w,
      books,
      place,
      room,
      one,
      day,
      at,
      minutes,
      id,
      {
        ...base,
        status,
        statusAm: absageAm,
        absageAm,
        absagegrund: rng.pick(['krank', 'beruflich verhindert', 'vergessen', null, 'Kind krank']),
        ankunft: null,
        beginn: null,
        ende: null,
      },
      dayAt(absageAm),
    );
    return;
  }
  const wait = Math.min(55, Math.round(rng.logNormal(6, 0.8))),
    arrival = start - Math.round(8 + rng.normal() * 7) * 60_000,
    begun = Math.max(start - 300_000, arrival) + wait * (start > arrival ? 60_000 : 30_000),
    isTimed = rng.chance(0.96);
  const ended = begun + Math.round(minutes * (0.82 + rng.next() * 0.36)) * 60_000;
  w.emit('termin', id, day, {
    ...base,
    status: 'WAHRGENOMMEN',
    statusAm: ended,
    absageAm: null,
    absagegrund: null,
    ankunft: isTimed ? arrival : null,
    beginn: isTimed ? begun : null,
    ende: isTimed ? ended : null,
  });
  keep(w, one, { id, place, room, day, minute: at, patid: base.patid, isNew });
  if (rng.chance(0.002))
    w.emit(
      'termin',
      w.id('T'),
      day,
      {
        ...base,
        status: 'GEPLANT',
        statusAm: base.angelegtAm,
        absageAm: null,
        absagegrund: null,
        ankunft: null,
        beginn: null,
        ende: null,
      },
      true,
    );
}
const planOf = (one: Wish): string | null => {
  const data = one.data as { plan?: { id: string } } | null;
  return data !== null && typeof data === 'object' && 'plan' in data
    ? (data.plan?.id ?? null)
    : null;
};

/**
 * A lost appointment: sometimes another patient uses its time, mostly the patient gets another day.
 */
function lost(
  w: World,
  books: Books,
  place: Place,
  room: string,
  one: Wish,
  day: number,
  at: number,
  minutes: number,
  id: string,
  values: Parameters<World['emit']>[3],
  since: number | null,
): void {
  const { rng } = w;
  w.emit('termin', id, day, values);
  if (one.tries < 3 && rng.chance(one.kind === 'SCH' ? 0.3 : planOf(one) === null ? 0.8 : 0.97))
    wish(w, one.p, one.kind, nextOpen(day + 5 + rng.below(21)), day, one.data, one.tries + 1);
  else if (one.kind === 'KON' || one.kind === 'NEU') {
    if (one.p.open > 0 || rng.chance(0.5))
      wish(w, one.p, 'KON', day + 120 + rng.below(120), day + 90);
    else one.p.isGone = true;
  }
  if (since === null || !rng.chance(0.5)) return;
  const queue = books.queues[place.seat] ?? [],
    found = queue.findIndex(
      (other) => TYPES[other.kind].minutes[0] <= minutes && !other.p.isGone && other.p !== one.p,
    );
  const other = found >= 0 ? queue.splice(found, 1)[0] : undefined;
  if (other)
    appoint(
      w,
      books,
      place,
      room,
      other,
      day,
      at,
      Math.min(minutes, lengthOf(w, other.kind)),
      Math.max(since, other.made),
    );
}
function nextOpen(day: number): number {
  let at = day;
  while (!isOpen(at)) at += 1;
  return at;
}
