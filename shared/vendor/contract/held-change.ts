// Changes of account and invoice details that wait before they count, so that a stolen session
// cannot redirect invoices or debits: who has to agree, how long they wait, and what is missing.

import { DAY_MS } from '../../base/day-math.ts';
import type { Payer } from '../payment.ts';

export const HELD_KINDS = ['method', 'name', 'email', 'address'] as const;
export type HeldKind = (typeof HELD_KINDS)[number];
export const HELD_STATES = ['waiting', 'applying', 'done', 'stopped', 'lapsed'] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** With a second owner's word a change waits a day; without one three, over any weekend. */
const SECOND_DELAY_MS = DAY_MS,
  SINGLE_DELAY_MS = 3 * DAY_MS;
/** A change that no owner agreed to ends after this time. */
const LAPSE_MS = 7 * DAY_MS;
/** Younger owners are no second word: a stolen session could have made them. */
const SECOND_AGE_MS = 7 * DAY_MS;

/** An enabled owner with a password. */
export interface Owner {
  id: string;
  /** Creation of the account, ms. */
  since: number;
}
/** Checks whether an owner may agree to a change of another one. */
export const mayAgree = (owner: Owner, change: { userId: string; at: number }): boolean =>
  owner.id !== change.userId && owner.since <= change.at - SECOND_AGE_MS;

/** What is known when a change is asked for. */
export interface Asked {
  kind: HeldKind;
  /** Details as they are now. */
  payer: Payer;
  /** A contract runs or ran: there is something to redirect. */
  hasContract: boolean;
  /** An account or a card is stored. */
  hasMethod: boolean;
}
/**
 * Checks whether a change redirects nothing: before the first contract, or where a detail is
 * missing so far.
 */
function redirectsNothing({ kind, payer, hasContract, hasMethod }: Asked): boolean {
  if (!hasContract) return true;
  if (kind === 'method') return !hasMethod;
  if (kind === 'address') return payer.street === '' || payer.plz === '' || payer.city === '';
  // An address where none was would still lead invoices to a stranger.
  return kind === 'name' && payer.name === '';
}

export interface HeldRules {
  needsSecond: boolean;
  /** The reader of a new mail address confirms it. */
  needsReader: boolean;
  dueAt: number;
}
/** Returns what a change needs before it counts; undefined: it counts at once. */
export function rulesOf(
  asked: Asked,
  by: { userId: string; at: number },
  owners: readonly Owner[],
): HeldRules | undefined {
  const needsReader = asked.kind === 'email';
  if (redirectsNothing(asked))
    return needsReader ? { needsSecond: false, needsReader, dueAt: by.at } : undefined;
  const needsSecond = owners.some((owner) => mayAgree(owner, by));
  return {
    needsSecond,
    needsReader,
    dueAt: by.at + (needsSecond ? SECOND_DELAY_MS : SINGLE_DELAY_MS),
  };
}

/**
 * Returns what a change needs that two administrators of the vendor made: both are its words, and
 * the owners have a day to stop it.
 */
export const rulesOfVendor = (kind: HeldKind, at: number): HeldRules => ({
  needsSecond: false,
  needsReader: kind === 'email',
  dueAt: at + SECOND_DELAY_MS,
});

export interface HeldFacts {
  state: HeldState;
  at: number;
  dueAt: number;
  needsSecond: boolean;
  approvedAt: number | null;
  needsReader: boolean;
  confirmedAt: number | null;
}
/** Checks whether a waiting change counts now. */
export const isReady = (row: HeldFacts, now: number): boolean =>
  row.state === 'waiting' &&
  now >= row.dueAt &&
  (!row.needsSecond || row.approvedAt !== null) &&
  (!row.needsReader || row.confirmedAt !== null);
/** Checks whether a change waited too long for a word that never came. */
export const isLapsed = (row: HeldFacts, now: number): boolean =>
  row.state === 'waiting' && now >= row.at + LAPSE_MS && !isReady(row, now);
/** Returns the moment at which a change ends without its words, ms. */
export const lapsesAt = ({ at }: Pick<HeldFacts, 'at'>): number => at + LAPSE_MS;
