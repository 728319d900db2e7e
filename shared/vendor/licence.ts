// Licences: terms that the vendor signs, and the verdict on them. The verdict is apart from its
// effect: only points that add something ask for it, and nothing that concerns patients does.

import { DAY_MS } from '../base/day-math.ts';
import type { PaymentState, PlanId } from './payment.ts';

/** Convenience beyond the work with patients that a plan may contain. */
export const LICENCE_MODULES = ['designer', 'reports'] as const;
export type LicenceModule = (typeof LICENCE_MODULES)[number];

/** Terms of each plan. */
export const PLAN_TERMS: Readonly<
  Record<PlanId, { modules: readonly LicenceModule[]; seats: number; tablets: number }>
> = {
  praxis: { modules: ['designer'], seats: 15, tablets: 5 },
  praxisPlus: { modules: ['designer', 'reports'], seats: 60, tablets: 30 },
};

/** Most seats or tablets of a licence. */
export const LICENCE_SIZE = 1000;

/** Signed terms of one practice. */
export interface LicenceTerms {
  v: 1;
  serialnumber: string;
  /** The practice: a licence of another one is refused. */
  tenant: string;
  plan: PlanId;
  modules: LicenceModule[];
  seats: number;
  tablets: number;
  /** ms */
  validFrom: number;
  /** ms; the end of the licence itself. */
  validUntil: number;
  /** ms; the file has to be renewed within `FILE_DAYS` of it. */
  issuedAt: number;
  /** Rises with each file of a practice; an older file never replaces a newer one. */
  seq: number;
  isBlocked: boolean;
}
/** A file without renewal counts this long, whatever the end of its licence. */
const FILE_DAYS = 45;
/** After the end everything stays open for this long; also for an excess of seats or tablets. */
const GRACE_DAYS = 30;
/** Days before the end in which the end is announced to owners. */
const ENDING_DAYS = 14;

/** `MLR-` and eight signs that are hard to confuse. */
export const SERIAL_SHAPE = /^MLR-[0-9A-HJKMNP-TV-Z]{8}$/;

export const LICENCE_STATES = [
  'off',
  'none',
  'prepared',
  'active',
  'ending',
  'grace',
  'expired',
  'blocked',
] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];

export interface LicenceFacts {
  /** False: this server knows no key of a vendor, and asks for no licence. */
  isOn: boolean;
  terms: LicenceTerms | undefined;
  /** When the practice was first seen without a licence, ms. */
  noticedAt: number;
}
/**
 * Returns the state of a licence.
 * @param clock ms; a clock behind the file's own time does not prolong it, and nothing is stored
 *   of a clock that is ahead
 */
export function licenceState(
  { isOn, terms, noticedAt }: LicenceFacts,
  clock: number,
): LicenceState {
  if (!isOn) return 'off';
  if (!terms) return clock < noticedAt + GRACE_DAYS * DAY_MS ? 'none' : 'expired';
  if (terms.isBlocked) return 'blocked';
  const now = Math.max(clock, terms.issuedAt),
    end = endOf(terms);
  if (now < terms.validFrom) return 'prepared';
  if (now >= end + GRACE_DAYS * DAY_MS) return 'expired';
  if (now >= end) return 'grace';
  return now >= terms.validUntil - ENDING_DAYS * DAY_MS ? 'ending' : 'active';
}
/** Returns when a file stops counting without grace, ms. */
export const endOf = ({ validUntil, issuedAt }: LicenceTerms): number =>
  Math.min(validUntil, issuedAt + FILE_DAYS * DAY_MS);

/** The only things that ask for a licence: each adds something new. */
export const LICENCE_POINTS = ['tablet', 'user', 'form', 'view'] as const;
export type LicencePoint = (typeof LICENCE_POINTS)[number];
/** The module of a point; points without one are counted. */
const MODULE_OF: Readonly<Partial<Record<LicencePoint, LicenceModule>>> = {
  form: 'designer',
  view: 'reports',
};
export type Counted = Exclude<LicencePoint, 'form' | 'view'>;
export const isCounted = (point: LicencePoint): point is Counted => MODULE_OF[point] === undefined;
const limitOf = (terms: LicenceTerms, point: Counted): number =>
  point === 'tablet' ? terms.tablets : terms.seats;

export interface Question extends LicenceFacts {
  payment: PaymentState;
  /** In use already; points with a module need none. */
  used: number;
  /** Since when more are in use than licensed, ms; null: not so. */
  overSince: number | null;
}
/** `unpaid`, `ended`, `module`, `limit`: why nothing new is added; everything there stays. */
export type Verdict =
  | { isAllowed: true; isOver: boolean }
  | { isAllowed: false; reason: 'unpaid' | 'ended' | 'module' | 'limit' };

/** Judges whether a practice may add something. */
export function mayAdd(point: LicencePoint, asked: Question, clock: number): Verdict {
  const { terms, payment, used, overSince } = asked,
    state = licenceState(asked, clock);
  if (isCounted(point) && (payment === 'restricted' || payment === 'endedUnpaid'))
    return { isAllowed: false, reason: 'unpaid' };
  if (state === 'off' || state === 'none') return { isAllowed: true, isOver: false };
  if (state === 'expired' || state === 'blocked' || !terms)
    return { isAllowed: false, reason: 'ended' };
  const module = MODULE_OF[point];
  if (module !== undefined)
    return terms.modules.includes(module)
      ? { isAllowed: true, isOver: false }
      : { isAllowed: false, reason: 'module' };
  if (!isCounted(point) || used < limitOf(terms, point)) return { isAllowed: true, isOver: false };
  return overSince === null || clock < overSince + GRACE_DAYS * DAY_MS
    ? { isAllowed: true, isOver: true }
    : { isAllowed: false, reason: 'limit' };
}

/**
 * Checks whether a module may be read. A plan without it never shows it; with it, reading goes on
 * after the end of the licence, like everything that is there.
 */
export const mayRead = ({ isOn, terms }: LicenceFacts, module: LicenceModule): boolean =>
  !isOn || terms === undefined || terms.modules.includes(module);
