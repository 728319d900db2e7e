// Billing proposals of a practice: which decisions are allowed, which conclusions are drawn from
// them, and which billing includes them. Pure.

import { addDays } from '../../base/day-math.ts';
import type { REJECTION_REASONS, ProposalState } from './proposal.ts';
import type { Rule } from './rule.ts';
import type { SERVICE_AREAS } from '../deliveries/pvs-words.ts';

export type RejectionReason = (typeof REJECTION_REASONS)[number];
export type BillingArea = (typeof SERVICE_AREAS)[number];

/** Decisions of a user about a proposal. */
export const DECISION_ACTIONS = ['vormerken', 'ablehnen', 'zuruecknehmen'] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];
/** State that results from a decision. */
export const stateAfterAction: Readonly<Record<DecisionAction, ProposalState>> = {
  vormerken: 'VORGEMERKT',
  ablehnen: 'ABGELEHNT',
  zuruecknehmen: 'NEU',
};
/** States from which a decision may be made; arrived or expired proposals cannot be decided. */
const ALLOWED_FROM: Readonly<Record<DecisionAction, readonly ProposalState[]>> = {
  vormerken: ['NEU'],
  ablehnen: ['NEU', 'VORGEMERKT'],
  zuruecknehmen: ['VORGEMERKT', 'ABGELEHNT'],
};
export const mayDecide = (tat: DecisionAction, state: ProposalState): boolean =>
  ALLOWED_FROM[tat].includes(state);

/**
 * Checks whether a rule is on by default: it is certain enough. All others are switched on by the
 * practice.
 */
const START_CONFIDENCE = 0.7;
export const isInStartSet = (oneRule: Pick<Rule, 'konfidenz'>): boolean =>
  oneRule.konfidenz >= START_CONFIDENCE;
/** Checks whether a rule is on: as the practice set it, by default as in the start set. */
export const isOn = (oneRule: Pick<Rule, 'konfidenz'>, stated: boolean | undefined): boolean =>
  stated ?? isInStartSet(oneRule);

/** Weight of the start value, counted in decisions. */
const PRIOR_WEIGHT = 10;
/**
 * Returns the confidence from the practice's decisions: accepted of all decided, smoothed with the
 * start value; 0 to 1.
 */
export const learned = (start: number, accepted: number, rejected: number): number =>
  Math.round(((accepted + PRIOR_WEIGHT * start) / (accepted + rejected + PRIOR_WEIGHT)) * 1000) /
  1000;
/**
 * Minimum number of decisions, and share of accepted ones below which a rule is offered for
 * switching off.
 */
const MANY = 10,
  LOW_ACCEPTANCE = 0.2;
export const isOffered = (accepted: number, rejected: number): boolean =>
  accepted + rejected >= MANY && accepted / (accepted + rejected) < LOW_ACCEPTANCE;
/** Checks whether proposals of this rule are often refused in this practice. */
export const isOftenRejected = (accepted: number, rejected: number): boolean =>
  accepted + rejected >= MANY && accepted / (accepted + rejected) < 0.5;

/**
 * Areas that are billed to a KZV together: quarterly KCH (with IP and FU) and KFO, monthly the
 * others.
 */
export const FILING_AREAS = ['KCH', 'ZE', 'PAR', 'KB', 'KFO'] as const;
export type FilingArea = (typeof FILING_AREAS)[number];
export const isQuarterly = (area: FilingArea): boolean => area === 'KCH' || area === 'KFO';
/**
 * Returns the billing that contains a position of an area; null for positions that no KZV receives
 * (GOZ, GOÄ, own positions).
 */
export function filingAreaOf(system: string, area: BillingArea): FilingArea | null {
  if (system !== 'BEMA') return null;
  return area === 'IPFU'
    ? 'KCH'
    : (FILING_AREAS as readonly string[]).includes(area)
      ? (area as FilingArea)
      : 'KCH';
}
/** Returns the period of a day in an area: `2026-Q4` or `2026-11`. */
export function billingPeriodOf(area: FilingArea, tag: string): string {
  return isQuarterly(area)
    ? `${tag.slice(0, 4)}-Q${Math.ceil(Number(tag.slice(5, 7)) / 3)}`
    : tag.slice(0, 7);
}
/** Checks whether a string is a period of an area. */
export const isFilingPeriod = (area: FilingArea, word: string): boolean =>
  (isQuarterly(area) ? /^\d{4}-Q[1-4]$/ : /^\d{4}-(0[1-9]|1[0-2])$/).test(word);
/** Returns the last day of a period. */
export function lastDayOfFiling(period: string): string {
  const year = Number(period.slice(0, 4)),
    month = period[5] === 'Q' ? Number(period[6]) * 3 : Number(period.slice(5, 7));
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * Returns the first billing that can still contain a position whose own was submitted: the current
 * period, or the one after the submitted.
 */
export function lateFilingPeriod(area: FilingArea, submitted: string, today: string): string {
  const now = billingPeriodOf(area, today);
  return now > submitted ? now : billingPeriodOf(area, addDays(lastDayOfFiling(submitted), 1));
}

/** A submitted billing. */
export interface Filing {
  readonly kzv: string;
  readonly bereich: FilingArea;
  readonly zeitraum: string;
  readonly mitFrueheren: boolean;
}
/**
 * Checks whether a submitted billing covers a day of an area: its own period, with `mitFrueheren`
 * also all before.
 * @param kzv region of the KZV that the proposal is billed with, '' where it is not known: then
 * every billing of the practice counts
 */
export const isFiled = (
  filings: readonly Filing[],
  kzv: string,
  area: FilingArea,
  tag: string,
): boolean =>
  filings.some(
    (one) =>
      one.bereich === area &&
      (one.kzv === '' || kzv === '' || one.kzv === kzv) &&
      (one.mitFrueheren
        ? tag <= lastDayOfFiling(one.zeitraum)
        : billingPeriodOf(area, tag) === one.zeitraum),
  );
/** Checks whether a submitted billing covers a period of an area. */
export const holdsProposal = (one: Filing, area: FilingArea, period: string): boolean =>
  one.bereich === area &&
  (one.zeitraum === period ||
    (one.mitFrueheren && lastDayOfFiling(period) <= lastDayOfFiling(one.zeitraum)));
