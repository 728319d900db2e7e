// Billing proposals of a practice: which decisions are allowed, which conclusions are drawn from
// them, and which billing includes them. Pure.

import type { REJECTION_REASONS, ProposalState } from './proposal.ts';
import type { Rule } from './rule.ts';
import type { SERVICE_AREAS } from '../deliveries/pvs.ts';

export type RejectionReason = (typeof REJECTION_REASONS)[number];
export type Bereich = (typeof SERVICE_AREAS)[number];

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
export const darf = (tat: DecisionAction, state: ProposalState): boolean =>
  ALLOWED_FROM[tat].includes(state);

/**
 * Checks whether a rule is on by default: it warns, or it is likely enough. All others are switched
 * on by the practice.
 */
const START_CONFIDENCE = 0.7;
export const isInStartSet = (regel: Pick<Rule, 'art' | 'konfidenz'>): boolean =>
  regel.art === 'PRUEFUNG' || regel.konfidenz >= START_CONFIDENCE;
/** Checks whether a rule is on: as the practice set it, by default as in the start set. */
export const istAn = (
  regel: Pick<Rule, 'art' | 'konfidenz'>,
  gesagt: boolean | undefined,
): boolean => gesagt ?? isInStartSet(regel);

/** Weight of the start value, counted in decisions. */
const PRIOR_WEIGHT = 10;
/**
 * Returns the confidence from the practice's decisions: accepted of all decided, smoothed with the
 * start value; 0 to 1.
 */
export const gelernt = (start: number, angenommen: number, abgelehnt: number): number =>
  Math.round(
    ((angenommen + PRIOR_WEIGHT * start) / (angenommen + abgelehnt + PRIOR_WEIGHT)) * 1000,
  ) / 1000;
/**
 * Minimum number of decisions, and share of accepted ones below which a rule is offered for
 * switching off.
 */
const MANY = 10,
  LOW_ACCEPTANCE = 0.2;
export const istAnzubieten = (angenommen: number, abgelehnt: number): boolean =>
  angenommen + abgelehnt >= MANY && angenommen / (angenommen + abgelehnt) < LOW_ACCEPTANCE;
/** Checks whether proposals of this rule are often refused in this practice. */
export const isOftenRejected = (angenommen: number, abgelehnt: number): boolean =>
  angenommen + abgelehnt >= MANY && angenommen / (angenommen + abgelehnt) < 0.5;

/**
 * Areas that are billed to a KZV together: quarterly KCH (with IP and FU) and KFO, monthly the
 * others.
 */
export const FILING_AREAS = ['KCH', 'ZE', 'PAR', 'KB', 'KFO'] as const;
export type FilingArea = (typeof FILING_AREAS)[number];
export const isQuarterly = (bereich: FilingArea): boolean => bereich === 'KCH' || bereich === 'KFO';
/**
 * Returns the billing that contains a position of an area; null for positions that no KZV receives
 * (GOZ, GOÄ, own positions).
 */
export function filingAreaOf(system: string, bereich: Bereich): FilingArea | null {
  if (system !== 'BEMA') return null;
  return bereich === 'IPFU'
    ? 'KCH'
    : (FILING_AREAS as readonly string[]).includes(bereich)
      ? (bereich as FilingArea)
      : 'KCH';
}
/** Returns the period of a day in an area: `2026-Q4` or `2026-11`. */
export function billingPeriodOf(bereich: FilingArea, tag: string): string {
  return isQuarterly(bereich)
    ? `${tag.slice(0, 4)}-Q${Math.ceil(Number(tag.slice(5, 7)) / 3)}`
    : tag.slice(0, 7);
}
/** Checks whether a string is a period of an area. */
export const isFilingPeriod = (bereich: FilingArea, wort: string): boolean =>
  (isQuarterly(bereich) ? /^\d{4}-Q[1-4]$/ : /^\d{4}-(0[1-9]|1[0-2])$/).test(wort);
/** Returns the last day of a period. */
export function lastDayOfFiling(zeitraum: string): string {
  const jahr = Number(zeitraum.slice(0, 4)),
    monat = zeitraum[5] === 'Q' ? Number(zeitraum[6]) * 3 : Number(zeitraum.slice(5, 7));
  return new Date(Date.UTC(jahr, monat, 0)).toISOString().slice(0, 10);
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
  bereich: FilingArea,
  tag: string,
): boolean =>
  filings.some(
    (one) =>
      one.bereich === bereich &&
      (one.kzv === '' || kzv === '' || one.kzv === kzv) &&
      (one.mitFrueheren
        ? tag <= lastDayOfFiling(one.zeitraum)
        : billingPeriodOf(bereich, tag) === one.zeitraum),
  );
/** Checks whether a submitted billing covers a period of an area. */
export const holdsProposal = (one: Filing, bereich: FilingArea, zeitraum: string): boolean =>
  one.bereich === bereich &&
  (one.zeitraum === zeitraum ||
    (one.mitFrueheren && lastDayOfFiling(zeitraum) <= lastDayOfFiling(one.zeitraum)));
