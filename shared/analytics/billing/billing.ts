// What a practice does with billing proposals: which decisions are allowed, what it learns from them, and when a billing takes them with it. Pure.

import type { REJECTION_REASONS, ProposalState } from './proposal.ts';
import type { Rule } from './rule.ts';
import type { SERVICE_AREAS } from '../deliveries/pvs.ts';

export type RejectionReason = (typeof REJECTION_REASONS)[number];
export type Bereich = (typeof SERVICE_AREAS)[number];

/** What somebody does to a proposal. */
export const DECISION_ACTIONS = ['vormerken', 'ablehnen', 'zuruecknehmen'] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];
/** State that a decision leads to. */
export const stateAfterAction: Readonly<Record<DecisionAction, ProposalState>> = {
  vormerken: 'VORGEMERKT',
  ablehnen: 'ABGELEHNT',
  zuruecknehmen: 'NEU',
};
/** From which states a decision may be made; what arrived or ran out is decided by nobody any more. */
const ALLOWED_FROM: Readonly<Record<DecisionAction, readonly ProposalState[]>> = {
  vormerken: ['NEU'],
  ablehnen: ['NEU', 'VORGEMERKT'],
  zuruecknehmen: ['VORGEMERKT', 'ABGELEHNT'],
};
export const darf = (tat: DecisionAction, state: ProposalState): boolean =>
  ALLOWED_FROM[tat].includes(state);

/** A rule is on from the start where it warns, or where it is likely enough; anything else is switched on by the practice. */
const START_CONFIDENCE = 0.7;
export const isInStartSet = (regel: Pick<Rule, 'art' | 'konfidenz'>): boolean =>
  regel.art === 'PRUEFUNG' || regel.konfidenz >= START_CONFIDENCE;
/** Whether a rule is on: as the practice says, else by the start set. */
export const istAn = (
  regel: Pick<Rule, 'art' | 'konfidenz'>,
  gesagt: boolean | undefined,
): boolean => gesagt ?? isInStartSet(regel);

/** Weight of the start value, counted in decisions. */
const PRIOR_WEIGHT = 10;
/** Confidence as the practice's own decisions make it: accepted of all decided, smoothed with the start value; 0 to 1. */
export const gelernt = (start: number, angenommen: number, abgelehnt: number): number =>
  Math.round(
    ((angenommen + PRIOR_WEIGHT * start) / (angenommen + abgelehnt + PRIOR_WEIGHT)) * 1000,
  ) / 1000;
/** From so many decisions on, and below such a share of accepted ones, a rule is offered for switching off. */
const MANY = 10,
  LOW_ACCEPTANCE = 0.2;
export const istAnzubieten = (angenommen: number, abgelehnt: number): boolean =>
  angenommen + abgelehnt >= MANY && angenommen / (angenommen + abgelehnt) < LOW_ACCEPTANCE;
/** Whether a proposal of this rule is often refused here. */
export const isOftenRejected = (angenommen: number, abgelehnt: number): boolean =>
  angenommen + abgelehnt >= MANY && angenommen / (angenommen + abgelehnt) < 0.5;

/** Areas that are billed to a KZV as one: quarterly KCH (with IP and FU) and KFO, monthly the others. */
export const FILING_AREAS = ['KCH', 'ZE', 'PAR', 'KB', 'KFO'] as const;
export type FilingArea = (typeof FILING_AREAS)[number];
export const isQuarterly = (bereich: FilingArea): boolean => bereich === 'KCH' || bereich === 'KFO';
/** The billing that a position of an area goes out with; null for what no KZV is sent (GOZ, GOÄ, own positions). */
export function filingAreaOf(system: string, bereich: Bereich): FilingArea | null {
  if (system !== 'BEMA') return null;
  return bereich === 'IPFU'
    ? 'KCH'
    : (FILING_AREAS as readonly string[]).includes(bereich)
      ? (bereich as FilingArea)
      : 'KCH';
}
/** `2026-Q4` or `2026-11`: the period of a day in an area. */
export function billingPeriodOf(bereich: FilingArea, tag: string): string {
  return isQuarterly(bereich)
    ? `${tag.slice(0, 4)}-Q${Math.ceil(Number(tag.slice(5, 7)) / 3)}`
    : tag.slice(0, 7);
}
/** Whether a word is a period of an area. */
export const isFilingPeriod = (bereich: FilingArea, wort: string): boolean =>
  (isQuarterly(bereich) ? /^\d{4}-Q[1-4]$/ : /^\d{4}-(0[1-9]|1[0-2])$/).test(wort);
/** Last day of a period. */
export function lastDayOfFiling(zeitraum: string): string {
  const jahr = Number(zeitraum.slice(0, 4)),
    monat = zeitraum[5] === 'Q' ? Number(zeitraum[6]) * 3 : Number(zeitraum.slice(5, 7));
  return new Date(Date.UTC(jahr, monat, 0)).toISOString().slice(0, 10);
}

/** A billing that was handed in. */
export interface Filing {
  readonly kzv: string;
  readonly bereich: FilingArea;
  readonly zeitraum: string;
  readonly mitFrueheren: boolean;
}
/**
 * Whether a billing that was handed in holds a day of an area: its own period, with `mitFrueheren` also all before.
 * @param kzv region of the KZV that the proposal is billed with, '' where it is not known: then every billing of the practice counts
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
/** Whether a billing that was handed in holds a period of an area. */
export const holdsProposal = (one: Filing, bereich: FilingArea, zeitraum: string): boolean =>
  one.bereich === bereich &&
  (one.zeitraum === zeitraum ||
    (one.mitFrueheren && lastDayOfFiling(zeitraum) <= lastDayOfFiling(one.zeitraum)));
