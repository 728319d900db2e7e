// What the rules find: proposals and warnings of a day, and the states a proposal goes through.
// Nothing here is ever booked. Pure.

import type { GEBUEHREN } from '../deliveries/pvs.ts';
import type { OwnValue } from '../deliveries/practice-value.ts';
import type { RuleKind } from './rule.ts';

/**
 * NEU → VORGEMERKT (to be entered in the practice's software) → UMGESETZT (the position arrived) |
 * ABGELEHNT | VERFALLEN (its billing was handed in).
 */
export const PROPOSAL_STATES = [
  'NEU',
  'VORGEMERKT',
  'UMGESETZT',
  'ABGELEHNT',
  'VERFALLEN',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
/** Why staff refuse one: the five chips. */
export const REJECTION_REASONS = [
  'nicht_erbracht',
  'nicht_dokumentiert',
  'bereits_enthalten',
  'nicht_gewollt',
  'anderer_grund',
] as const;

/** A row of the practice's data that a finding stands on, for showing why. */
export interface Evidence {
  /**
   * `heute`: charged that day · `zuletzt`: the newest before it · `fehlt`: never found in the
   * window · `notiz` · `plan` · `rechnung` · `person`
   */
  readonly was: 'heute' | 'zuletzt' | 'fehlt' | 'notiz' | 'plan' | 'rechnung' | 'person';
  readonly system: (typeof GEBUEHREN)[number] | null;
  /** Position, or the word of the fact. */
  readonly nr: string;
  readonly tag: string | null;
  readonly zahn: string;
  /** Matched words of a note, the state of a plan. */
  readonly text: string;
}
/**
 * What euros rest on where they are not certain: on a guessed point value, or on none at all, since
 * nobody knows one.
 */
export const VALUE_KINDS = ['GESCHAETZT', 'UNBEKANNT'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
/**
 * What speaks against it here, as a key of words: only the practice's own data are known, another
 * open one wants the same, many were refused, …
 */
export type CounterReason =
  | 'nurEigeneDaten'
  | 'oftAbgelehnt'
  | 'schwacheRegel'
  | 'vertretung'
  | 'abgegeben'
  | 'ohneZahn';

/** One finding. Its identity is (patid, tag, regel, zahn). */
export interface Finding {
  readonly regel: string;
  readonly regelVersion: number;
  readonly art: RuleKind;
  readonly patid: string;
  /** Day of treatment `YYYY-MM-DD`. */
  readonly tag: string;
  /** FDI number, '' where the rule is not about a tooth. */
  readonly zahn: string;
  /** Id of the practitioner of that day, '' unknown. */
  readonly behandler: string;
  /**
   * Proposed position, of a warning the booked one it is about; nr '' where it is about a plan or
   * an invoice.
   */
  readonly system: (typeof GEBUEHREN)[number];
  readonly nr: string;
  readonly menge: number;
  readonly punkte: number | null;
  /** Value as a whole; 0 where `wertArt` is UNBEKANNT. */
  readonly cents: number;
  /** Absent where the euros are certain. */
  readonly wertArt?: ValueKind;
  /** 0–1, start value of the rule. */
  readonly konfidenz: number;
  readonly belege: readonly Evidence[];
  readonly gegen: readonly CounterReason[];
  /**
   * Another, likelier rule asks for the same position on that day; it is offered where that was
   * refused and this one stands on something else.
   */
  readonly verdeckt?: true;
}
/**
 * Refusals that are about the position itself, whatever rule asked for it: it was not done, or the
 * practice does not charge it.
 */
const ABOUT_POSITION: readonly string[] = [
  'nicht_erbracht',
  'nicht_gewollt',
] satisfies readonly (typeof REJECTION_REASONS)[number][];
const wort = (one: Evidence): string =>
  [one.was, one.system, one.nr, one.tag, one.zahn, one.text].join('\u0000');
/**
 * Whether a finding stands on something that another one does not name: a service or note of the
 * day, a plan, an invoice.
 */
export function hasOtherReason(
  fund: Pick<Finding, 'belege'>,
  other: Pick<Finding, 'belege'>,
): boolean {
  const known = new Set(other.belege.map(wort));
  return fund.belege.some(
    (one) =>
      (one.was === 'heute' ||
        one.was === 'notiz' ||
        one.was === 'plan' ||
        one.was === 'rechnung') &&
      !known.has(wort(one)),
  );
}
/**
 * One finding of a position and day, and the reason with which it was refused (null: not refused).
 */
export interface Candidate {
  readonly fund: Finding;
  readonly abgelehnt: (typeof REJECTION_REASONS)[number] | null;
}
const hasPriority = (a: Finding, b: Finding): boolean =>
  a.konfidenz > b.konfidenz || (a.konfidenz === b.konfidenz && a.regel < b.regel);
const isSamePlace = (a: Finding, b: Finding): boolean =>
  a.zahn === '' || b.zahn === '' || a.zahn === b.zahn;
/**
 * Whether a finding behind a likelier one is offered: everything likelier at its place was refused
 * for what it stood on, nothing likelier is open there, and it stands on something else.
 * @param alle what asks for the same position on the same day of the same person, refused ones as
 * they were
 */
export function comesAfter(fund: Finding, alle: readonly Candidate[]): boolean {
  const preceding = alle.filter(
      (one) =>
        one.fund.regel !== fund.regel && (hasPriority(one.fund, fund) || one.abgelehnt !== null),
    ),
    samePlace = preceding.filter((one) => isSamePlace(one.fund, fund)),
    refused = samePlace.filter((one) => one.abgelehnt !== null);
  // At another tooth a likelier rule goes on asking: then only a refusal at this one makes room.
  return (
    refused.length > 0 &&
    samePlace.every(
      (one) =>
        one.abgelehnt !== null &&
        !ABOUT_POSITION.includes(one.abgelehnt) &&
        hasOtherReason(fund, one.fund),
    )
  );
}
/** Key of a finding wherever one is compared with a decision. */
export const findingKey = (one: Pick<Finding, 'patid' | 'tag' | 'regel' | 'zahn'>): string =>
  `${one.patid}\u0000${one.tag}\u0000${one.regel}\u0000${one.zahn}`;

/** What a practice set around the rules; part of what a result depends on. */
export interface RuleSettings {
  /** Rules that are off, and own rules that are on. */
  readonly aus: readonly string[];
  readonly mitVertretung: boolean;
  readonly mitAnderenTraegern: boolean;
  /** Switches whose answer depends on the KZV, by name. */
  readonly schalter: Readonly<Record<string, boolean>>;
  /** Thresholds by name. */
  readonly schwellen: Readonly<Record<string, number>>;
  /**
   * Association of the practice (`be`): holidays, and point values of patients without a place of
   * residence.
   */
  readonly region?: string | null;
  /** Point values and prices the practice entered; they go before the catalogue's. */
  readonly ownPointValues?: readonly OwnValue[];
}
