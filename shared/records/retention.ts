// Retention periods of a practice's data: when a period ends, what extends it, and terms of a
// released deletion.

import { berlinDay, isBirthDate, isDay } from '../base/dates.ts';
import { DAY_MS } from '../base/day-math.ts';

/** Units of deletion: a person's record, or the X-rays that are kept longer. */
export const KEPT_KINDS = ['record', 'xray'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];
/**
 * Kind of a run's item: `rest` is the part of a record without a retention duty, erased on demand
 * while the record itself stays closed.
 */
export type ErasedKind = KeptKind | 'rest';

export const ERASURE_ORIGINS = ['due', 'demand'] as const;
/** `due`: the period is over; `demand`: the person asked for it (Art. 17 GDPR). */
export type ErasureOrigin = (typeof ERASURE_ORIGINS)[number];
export const RUN_STATES = ['waiting', 'running', 'done', 'stopped'] as const;
export type RunState = (typeof RUN_STATES)[number];
const ITEM_STATES = ['waiting', 'erasing', 'done', 'skipped'] as const;
/** From `erasing` on an item is in the list outside of the database and is deleted for good. */
export type ItemState = (typeof ITEM_STATES)[number];
export const SKIP_REASONS = ['hold', 'not_due', 'open', 'gone'] as const;
/**
 * Why a released item was skipped: a hold, the person came again, a process is running, or the data
 * did not exist any more.
 */
export type SkipReason = (typeof SKIP_REASONS)[number];
/** Counts of deleted data: numbers only. */
export interface ErasureCounts {
  people: number;
  documents: number;
  papers: number;
  answers: number;
  termine: number;
  files: number;
  others: number;
}
export const NO_COUNTS: ErasureCounts = {
  people: 0,
  documents: 0,
  papers: 0,
  answers: 0,
  termine: 0,
  files: 0,
  others: 0,
};
export const addCounts = (a: ErasureCounts, b: ErasureCounts): ErasureCounts => ({
  people: a.people + b.people,
  documents: a.documents + b.documents,
  papers: a.papers + b.papers,
  answers: a.answers + b.answers,
  termine: a.termine + b.termine,
  files: a.files + b.files,
  others: a.others + b.others,
});

/**
 * A period of the catalogue. `from` is its start event; `mark` is its certainty: read on the page
 * named, from trade knowledge, or set by this project.
 */
export interface Period {
  readonly key: PeriodKey;
  readonly years: number | null;
  readonly days: number | null;
  /** Lasts at least until this birthday if the person was a minor when the item was made. */
  readonly untilAge: number | null;
  readonly from: 'billing' | 'made' | 'made_year' | 'decided' | 'ended';
  readonly law: string;
  readonly source: string;
  readonly mark: 'read' | 'memory' | 'house';
  readonly readOn: string;
}
export const PERIOD_KEYS = ['record', 'xray', 'tax', 'put_aside', 'shares', 'links'] as const;
export type PeriodKey = (typeof PERIOD_KEYS)[number];

/** Data of one person, merged from all their numbers. Instants in ms, days `YYYY-MM-DD`. */
export interface KeptFacts {
  /** The latest dated activity, past or planned; without any, when the record was created here. */
  lastContact: number;
  geburtsdatum: string;
  /** When each X-ray was added to the record. */
  xrays: readonly number[];
  hasHold: boolean;
}
export interface Due {
  /** The last day of the retention duty. */
  until: string;
  isDue: boolean;
  /** The period that ends last. */
  keptBy: PeriodKey;
  isHeld: boolean;
}
type Years = Pick<Period, 'years' | 'untilAge'>;
/** Periods of the catalogue that the rule uses. */
export interface Periods {
  record: Years;
  xray: Years;
}

const lastOf = (a: string, b: string): string => (a > b ? a : b);
/** Returns the same day a number of years later; 29 February becomes 28 February. */
function yearsAfter(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  return day.endsWith('02-29') && !isDay(`${year}-02-29`)
    ? `${year}-02-28`
    : `${year}${day.slice(4)}`;
}
/**
 * Returns the end of the year in which a treatment is billed: one that ends in the last quarter is
 * billed in the next year (§ 8 Abs. 3 BMV-Z counts from there).
 */
export function billingYearEnd(lastContact: number): string {
  const day = berlinDay(lastContact);
  return `${Number(day.slice(0, 4)) + (day.slice(5, 7) >= '10' ? 1 : 0)}-12-31`;
}
/**
 * Returns the last day of the retention of an X-ray: ten years, and until the 28th birthday of a
 * minor; a person without a birth date counts as born on that day.
 */
export function xrayUntil(
  madeAt: number,
  geburtsdatum: string,
  { years, untilAge }: Years,
): string {
  const made = berlinDay(madeAt),
    birth = isBirthDate(geburtsdatum, made) ? geburtsdatum : made;
  const plain = yearsAfter(made, years ?? 0);
  return untilAge !== null && made < yearsAfter(birth, 18)
    ? lastOf(plain, yearsAfter(birth, untilAge))
    : plain;
}
/**
 * Returns the day until which a person's record, or the X-rays that outlive it, have to be kept.
 * The treatment counts as ended with the newest thing known of the person: anyone who is still
 * treated is never due. A hold stops everything.
 */
export function dueOf(kind: KeptKind, facts: KeptFacts, periods: Periods, today: string): Due {
  const record = yearsAfter(billingYearEnd(facts.lastContact), periods.record.years ?? 0);
  const xrays =
    kind === 'xray' ? facts.xrays.map((at) => xrayUntil(at, facts.geburtsdatum, periods.xray)) : [];
  const until = [record, ...xrays].reduce(lastOf);
  return {
    until,
    isDue: until < today && !facts.hasHold,
    keptBy: until > record ? 'xray' : 'record',
    isHeld: facts.hasHold,
  };
}

/** Delay of a released deletion, during which it can be stopped. */
export const RELEASE_WAIT_MS = DAY_MS;
/** Maximum people of one run. */
export const MOST_RELEASED = 500;
export const REASON_MAX = 300;

/** How long a closed record stays open for a user who gave a reason (ms). */
export const OPENING_MS = 30 * 60_000;
/** How long an export for a person can be downloaded (days). */
export const EXPORT_DAYS = 3;
/** Maximum size of an export (bytes of files): it is made and sent as one piece. */
export const EXPORT_LIMIT = 400 * 1024 * 1024;
/**
 * Effect of a demand for erasure: `whole`: no retention duty; `rest`: the law keeps the record,
 * which is closed, and everything else is deleted.
 */
export type DemandWay = 'whole' | 'rest';
/**
 * Why a demand cannot be met at present: `hold`, an `open` process, a deletion `under_way`, met
 * before (`closed`).
 */
export const DEMAND_STOPS = ['hold', 'open', 'under_way', 'done'] as const;
export type DemandStop = (typeof DEMAND_STOPS)[number];
/**
 * Counts of the data that are kept, and of those deleted although the record stays: for the screen
 * and the letter.
 */
export const KEPT_THINGS = [
  'documents',
  'xrays',
  'answers',
  'papers',
  'withdrawals',
  'termine',
  'delivered',
] as const;
export type KeptThing = (typeof KEPT_THINGS)[number];
export const REST_THINGS = [
  'links',
  'tray',
  'unfinished',
  'changes',
  'mails',
  'contacts',
  'notes',
  'others',
] as const;
export type RestThing = (typeof REST_THINGS)[number];
