// Books one appointment and decides its outcome: kept, cancelled, missed, refilled, or pending.

import { dayAt, instant } from './calendar.ts';
import { keep } from './keep.ts';
import { isOpen, TYPES } from './masters.ts';
import { isYoung } from './patients.ts';
import { wish, type Kind, type Place, type Wish, type World } from './world.ts';

export interface Books {
  readonly queues: Wish[][];
  /** Due check-ups: they wait until the findings are treated. */
  readonly checks: Wish[][];
  readonly leaves: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** New patients per day. */
  readonly arrivals: number;
  /** Wishes up to this day are assigned to the seats. */
  sharedTo: number;
}
/** Time of one seat that an appointment takes. */
interface Slot {
  readonly place: Place;
  readonly room: string;
  readonly day: number;
  /** Minute of the day. */
  readonly at: number;
  readonly minutes: number;
}
/** When an appointment was made: its day, and the moment. */
interface Made {
  readonly day: number;
  readonly moment: number;
}
type Values = Parameters<World['emit']>[3];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Columns of an appointment that no patient came to so far. */
const NOT_COME = {
  absageAm: null,
  absagegrund: null,
  ankunft: null,
  beginn: null,
  ende: null,
} as const;
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

/** Draws the length of an appointment, in minutes. */
export function lengthOf(w: World, kind: Kind): number {
  const [low, high] = TYPES[kind].minutes;
  return low + 5 * w.rng.below((high - low) / 5 + 1);
}

/** Draws the days between wish and appointment. */
export const waitFor = (w: World, kind: Kind): number =>
  Math.round(w.rng.logNormal(LEAD[kind] ?? 12, 0.8));
const planOf = (one: Wish): string | null => {
  const data = one.data as { plan?: { id: string } } | null;
  return data !== null && typeof data === 'object' && 'plan' in data
    ? (data.plan?.id ?? null)
    : null;
};

/**
 * Returns when an appointment was made: when it was wished for, or with the usual lead time of such
 * appointments, but never before the wish.
 */
function madeFor(
  w: World,
  { p, kind, made: wished }: Wish,
  { day, at }: Slot,
  refilledAt: number | null,
): Made {
  const made =
    refilledAt !== null
      ? Math.max(refilledAt, day - 2)
      : kind === 'SCH'
        ? day
        : Math.max(
            wished,
            Math.min(day - 1, day - waitFor(w, kind)),
            p.isNew && p.last === 0 ? day - 90 : 0,
          );
  const moment =
    kind === 'SCH'
      ? instant(day, Math.max(465, at - 15 - w.rng.below(45)))
      : instant(Math.min(made, day), 480 + w.rng.below(480));
  return { day: made, moment };
}

/** Returns the columns of an appointment that are known before its outcome. */
const baseOf = (
  { rng }: World,
  one: Wish,
  { place, room, day, at, minutes }: Slot,
  madeAt: number,
) => {
  const { p, kind } = one,
    start = instant(day, at);
  return {
    patid: p.alias !== null && p.last === 0 ? p.alias : p.id,
    behandler: place.id,
    zimmer: room,
    terminart: TYPES[kind].id,
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
    hkpid: planOf(one),
  };
};
type Base = ReturnType<typeof baseOf>;

/** Writes an appointment after the last past day; the patient's next one of its kind is noted. */
function plan(w: World, { p, kind }: Wish, day: number, id: string, base: Base): void {
  const isSure = day <= w.end + 7 && w.rng.chance(0.5),
    { standard } = TYPES[kind];
  w.emit('termin', id, day, {
    ...base,
    status: isSure ? 'BESTAETIGT' : 'GEPLANT',
    statusAm: base.angelegtAm,
    ...NOT_COME,
  });
  const purpose = standard === 'PROPHYLAXE' ? 'PZR' : standard;
  if (!p.next.has(purpose)) p.next.set(purpose, id);
}

/** Returns the probability that a patient does not show up. */
function missChance(
  { p, kind }: Wish,
  day: number,
  { neupatient }: Base,
  lead: number,
  isRefill: boolean,
): number {
  if (kind === 'SCH' || isRefill) return 0.015;
  return (
    0.047 *
    (isYoung(p, day) ? 2 : 1) *
    (neupatient ? 1.6 : 1) *
    (lead > 60 ? 1.3 : 1) *
    (p.isReminded ? 0.6 : 1)
  );
}

const missedValues = (base: Base): Values => ({
  ...base,
  status: 'NICHT_ERSCHIENEN',
  statusAm: base.start + 30 * MINUTE,
  ...NOT_COME,
});
/** Draws when and why an appointment is cancelled; four of ten within its last day. */
function cancelledValues({ rng }: World, base: Base, lead: number): Values & { absageAm: number } {
  const hoursBefore = rng.chance(0.4)
      ? rng.between(1, 23)
      : rng.between(25, 24 * Math.max(2, Math.min(lead, 20))),
    cancelledOn = Math.max(base.angelegtAm + MINUTE, base.start - hoursBefore * HOUR);
  const status = rng.weigh([
    ['ABGESAGT_PATIENT', 80],
    ['ABGESAGT_PRAXIS', 9],
    ['VERSCHOBEN', 11],
  ]);
  return {
    ...base,
    status,
    statusAm: cancelledOn,
    ...NOT_COME,
    absageAm: cancelledOn,
    absagegrund: rng.pick(['krank', 'beruflich verhindert', 'vergessen', null, 'Kind krank']),
  };
}
/** Draws arrival, wait and treatment; a few visits are not timed. */
function keptValues({ rng }: World, base: Base): Values {
  const { start, dauerMin } = base,
    wait = Math.min(55, Math.round(rng.logNormal(6, 0.8))),
    arrival = start - Math.round(8 + rng.normal() * 7) * MINUTE,
    begun = Math.max(start - 300_000, arrival) + wait * (start > arrival ? MINUTE : MINUTE / 2),
    isTimed = rng.chance(0.96);
  const ended = begun + Math.round(dauerMin * (0.82 + rng.next() * 0.36)) * MINUTE;
  return {
    ...base,
    status: 'WAHRGENOMMEN',
    statusAm: ended,
    ...NOT_COME,
    ankunft: isTimed ? arrival : null,
    beginn: isTimed ? begun : null,
    ende: isTimed ? ended : null,
  };
}

/** Books a wish into a slot. @param refilledAt day on which the slot became free again */
export function appoint(
  w: World,
  books: Books,
  one: Wish,
  slot: Slot,
  refilledAt: number | null = null,
): void {
  const { place, room, day, at } = slot,
    id = w.id('T'),
    made = madeFor(w, one, slot, refilledAt);
  if (day > w.end && (made.day > w.end || one.kind === 'SCH')) {
    if (one.tries === 0 && one.made <= w.end) books.queues[place.seat]?.push({ ...one, tries: 1 });
    return;
  }
  const base = baseOf(w, one, slot, made.moment);
  if (day > w.end) {
    plan(w, one, day, id, base);
    return;
  }
  const lead = day - made.day,
    miss = missChance(one, day, base, lead, refilledAt !== null),
    fail = w.rng.next();
  if (fail < miss) {
    w.emit('termin', id, day, missedValues(base));
    wishAgain(w, one, day);
    return;
  }
  if (lead > 0 && fail < miss + 0.097 && refilledAt === null) {
    const values = cancelledValues(w, base, lead);
    w.emit('termin', id, day, values);
    wishAgain(w, one, day);
    refill(w, books, one, slot, dayAt(values.absageAm));
    return;
  }
  w.emit('termin', id, day, keptValues(w, base));
  const isNew = base.neupatient;
  keep(w, one, { id, place, room, day, minute: at, patid: base.patid, isNew });
  // A few appointments were entered twice, and the second row was deleted.
  if (w.rng.chance(0.002))
    w.emit(
      'termin',
      w.id('T'),
      day,
      { ...base, status: 'GEPLANT', statusAm: base.angelegtAm, ...NOT_COME },
      true,
    );
}

/** A patient whose appointment is lost mostly gets another day; some never come again. */
function wishAgain(w: World, one: Wish, day: number): void {
  const { rng } = w;
  if (one.tries < 3 && rng.chance(one.kind === 'SCH' ? 0.3 : planOf(one) === null ? 0.8 : 0.97))
    wish(w, one.p, one.kind, nextOpen(day + 5 + rng.below(21)), day, one.data, one.tries + 1);
  else if (one.kind === 'KON' || one.kind === 'NEU') {
    if (one.p.open > 0 || rng.chance(0.5))
      wish(w, one.p, 'KON', day + 120 + rng.below(120), day + 90);
    else one.p.isGone = true;
  }
}

/** Sometimes another patient uses the time of a cancelled appointment. */
function refill(w: World, books: Books, one: Wish, slot: Slot, since: number): void {
  if (!w.rng.chance(0.5)) return;
  const queue = books.queues[slot.place.seat] ?? [],
    found = queue.findIndex(
      (other) =>
        TYPES[other.kind].minutes[0] <= slot.minutes && !other.p.isGone && other.p !== one.p,
    );
  const other = found >= 0 ? queue.splice(found, 1)[0] : undefined;
  if (!other) return;
  const minutes = Math.min(slot.minutes, lengthOf(w, other.kind));
  appoint(w, books, other, { ...slot, minutes }, Math.max(since, other.made));
}
function nextOpen(day: number): number {
  let at = day;
  while (!isOpen(at)) at += 1;
  return at;
}
