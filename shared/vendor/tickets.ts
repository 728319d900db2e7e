// Rules of requests for help (tickets): states, deadlines in service hours, and who sees which.

import { berlinDay, berlinInstant } from '../base/dates.ts';
import { addDays, DAY_MS } from '../base/day-math.ts';

export const TICKET_AREAS = [
  'tablet',
  'papers',
  'billing',
  'reports',
  'exchange',
  'contract',
  'privacy',
  'other',
] as const;
export type TicketArea = (typeof TICKET_AREAS)[number];

/** `p1` standstill · `p2` badly hampered · `p3` a fault with a way around · `p4` a question. */
export const TICKET_PRIORITIES = ['p1', 'p2', 'p3', 'p4'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

/** Stored states; `closed` follows from the age of `solved`, see `ticketState`. */
export const STORED_STATES = ['new', 'open', 'waits_practice', 'waits_third', 'solved'] as const;
export type StoredState = (typeof STORED_STATES)[number];
export type TicketState = StoredState | 'closed';
/** States that the vendor sets together with an answer. */
export const ANSWER_STATES = ['open', 'waits_practice', 'waits_third', 'solved'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

export const TICKET_RATINGS = ['good', 'fair', 'poor'] as const;
export type TicketRating = (typeof TICKET_RATINGS)[number];

/** Most characters of the texts. */
export const TICKET_LIMITS = { subject: 120, text: 8000, comment: 500, title: 80 } as const;
/** Most files of a message and of a ticket, and bytes of a file. */
export const TICKET_FILES = { entry: 5, ticket: 20, bytes: 10 * 1024 * 1024 } as const;
/** Lists of the vendor's staff: what waits for them, what is not solved, everything. */
export const VENDOR_VIEWS = ['waiting', 'open', 'all'] as const;
export type VendorView = (typeof VENDOR_VIEWS)[number];

/** A solved ticket closes after a week; until thirty days have passed, an answer reopens it. */
const CLOSES_MS = 7 * DAY_MS,
  REOPENS_MS = 30 * DAY_MS;

export interface TicketTimes {
  state: StoredState;
  solvedAt: number | null;
}
/** Returns the state of a ticket. @param now ms */
export const ticketState = ({ state, solvedAt }: TicketTimes, now: number): TicketState =>
  state === 'solved' && solvedAt !== null && now >= solvedAt + CLOSES_MS ? 'closed' : state;

/** Checks whether an answer of the practice still belongs to this ticket. @param now ms */
export const takesAnswers = ({ state, solvedAt }: TicketTimes, now: number): boolean =>
  state !== 'solved' || solvedAt === null || now < solvedAt + REOPENS_MS;

/** A ticket that waits for the practice this long counts as solved. */
const SILENT_MS = 30 * DAY_MS;
/** Checks whether a ticket is solved because the practice does not answer. @param now ms */
export const isSilent = (
  { state, lastAt }: { state: StoredState; lastAt: number },
  now: number,
): boolean => state === 'waits_practice' && now >= lastAt + SILENT_MS;

/** Two years after the close; a ticket that no one solved: three years after its last word. */
const KEPT_MS = 2 * 365 * DAY_MS,
  UNSOLVED_KEPT_MS = 3 * 365 * DAY_MS;
/** Returns the instants before which tickets are deleted, by `solvedAt` and by `lastAt`. */
export const deletedBefore = (now: number): { solvedAt: number; lastAt: number } => ({
  solvedAt: now - CLOSES_MS - KEPT_MS,
  lastAt: now - UNSOLVED_KEPT_MS,
});

/** Returns the state after the practice wrote. */
export const afterPractice = (state: StoredState): StoredState =>
  state === 'new' ? 'new' : 'open';

/** Minutes of service within which the vendor answers. */
const ANSWER_MINUTES = {
  p1: 30,
  p2: 4 * 60,
  p3: 10 * 60,
  p4: 30 * 60,
} as const satisfies Record<TicketPriority, number>;
/** Hours of service on working days, wall time of Berlin. */
const OPENS = '08:00',
  CLOSES = '18:00';
const MINUTE_MS = 60_000;

/**
 * Returns the instant by which the vendor answers: minutes count from Monday to Friday, 8 to 18 in
 * Berlin, holidays excluded.
 * @param from ms
 * @param isHoliday days are `YYYY-MM-DD`
 */
export function answerDue(
  from: number,
  priority: TicketPriority,
  isHoliday: (day: string) => boolean,
): number {
  let left = ANSWER_MINUTES[priority] * MINUTE_MS;
  for (let day = berlinDay(from); ; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6 || isHoliday(day)) continue;
    const begin = Math.max(from, berlinInstant(day, OPENS)),
      open = berlinInstant(day, CLOSES) - begin;
    if (open >= left) return begin + left;
    left -= Math.max(0, open);
  }
}
