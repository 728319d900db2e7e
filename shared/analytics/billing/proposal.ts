// Results of the rules: proposals and warnings of a day, and the states of a proposal. Never books
// anything. Pure.

import type { GEBUEHREN } from '../deliveries/pvs-words.ts';
import type { OwnValue } from '../deliveries/practice-value.ts';
import type { RuleKind } from './rule.ts';

/**
 * NEU → VORGEMERKT (to be entered in the practice's software) → UMGESETZT (the position arrived) |
 * ABGELEHNT | VERFALLEN (its billing was submitted).
 */
export const PROPOSAL_STATES = [
  'NEU',
  'VORGEMERKT',
  'UMGESETZT',
  'ABGELEHNT',
  'VERFALLEN',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
/** Reasons of a refusal by staff: the five chips. */
export const REJECTION_REASONS = [
  'nicht_erbracht',
  'nicht_dokumentiert',
  'bereits_enthalten',
  'nicht_gewollt',
  'anderer_grund',
] as const;

/** A row of the practice's data on which a finding is based, to explain it. */
export interface Evidence {
  /**
   * `heute`: charged that day · `zuletzt`: the newest before it · `fehlt`: not found in the window
   * · `notiz` · `plan` · `rechnung` · `person` · `betrag`: charged and allowed cents in `text`
   */
  readonly was: 'heute' | 'zuletzt' | 'fehlt' | 'notiz' | 'plan' | 'rechnung' | 'person' | 'betrag';
  readonly system: (typeof GEBUEHREN)[number] | null;
  /** Position, or the word of the fact. */
  readonly nr: string;
  readonly tag: string | null;
  readonly zahn: string;
  /** Position, or the name of the fact. */
  readonly text: string;
}
/** Basis of uncertain amounts: an estimated point value, or none at all, since it is unknown. */
export const VALUE_KINDS = ['GESCHAETZT', 'UNBEKANNT'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
/**
 * Objections here, as a text key: only the practice's own data are known, another open one has the
 * same target, many were refused, …
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
  /** FDI number, '' if the rule is not about a tooth. */
  readonly zahn: string;
  /** Id of the practitioner of that day, '' unknown. */
  readonly behandler: string;
  /**
   * Proposed position, for a warning the booked one it is about; nr '' if it is about a plan or an
   * invoice.
   */
  readonly system: (typeof GEBUEHREN)[number];
  readonly nr: string;
  readonly menge: number;
  readonly punkte: number | null;
  /** Total value; 0 if `wertArt` is UNBEKANNT. */
  readonly cents: number;
  /** Absent where the euros are certain. */
  readonly wertArt?: ValueKind;
  /** Cents of a warned service that its fix keeps: by a reason, or by a signed agreement. */
  readonly sichert?: number;
  /** 0–1, start value of the rule. */
  readonly konfidenz: number;
  readonly belege: readonly Evidence[];
  readonly gegen: readonly CounterReason[];
  /**
   * Another, likelier rule proposes the same position on that day; this one is offered if that was
   * refused and this one has another reason.
   */
  readonly verdeckt?: true;
  /**
   * The same free position was forgotten on several visits of its window. `zuvor`: days that come
   * first; it is offered if the proposal of each was refused as not done, is not offered itself, or
   * can no longer be billed. `wartet`: before any decision it is not offered.
   */
  readonly reihe?: { readonly zuvor: readonly string[]; readonly wartet: boolean };
}
/** Checks whether a finding is offered before any decision. */
export const isOfferedFirst = ({ verdeckt, reihe }: Pick<Finding, 'verdeckt' | 'reihe'>): boolean =>
  verdeckt !== true && reihe?.wartet !== true;
/** Maximum certainty of a proposal that rests on a note. */
const MAX_NOTE_CONFIDENCE = 0.6;
/**
 * Caps the certainty of a proposal that rests on words or minutes of a note, whatever a practice
 * decided about its rule.
 */
export const cappedConfidence = (
  confidence: number,
  { art, belege }: Pick<Finding, 'art' | 'belege'>,
): number =>
  art !== 'PRUEFUNG' && belege.some((one) => one.was === 'notiz')
    ? Math.min(confidence, MAX_NOTE_CONFIDENCE)
    : confidence;
/**
 * Refusals about the position itself, whatever the rule: it was not done, or the practice does not
 * charge it.
 */
const ABOUT_POSITION: readonly string[] = [
  'nicht_erbracht',
  'nicht_gewollt',
] satisfies readonly (typeof REJECTION_REASONS)[number][];
const word = (one: Evidence): string =>
  [one.was, one.system, one.nr, one.tag, one.zahn, one.text].join('\u0000');
/**
 * Checks whether a finding has a reason that another one lacks: a service or note of the day, a
 * plan, an invoice.
 */
export function hasOtherReason(
  finding: Pick<Finding, 'belege'>,
  other: Pick<Finding, 'belege'>,
): boolean {
  const known = new Set(other.belege.map(word));
  return finding.belege.some(
    (one) =>
      (one.was === 'heute' ||
        one.was === 'notiz' ||
        one.was === 'plan' ||
        one.was === 'rechnung') &&
      !known.has(word(one)),
  );
}
/** One finding of a position and day, and the reason of its refusal (null: not refused). */
export interface Candidate {
  readonly finding: Finding;
  readonly abgelehnt: (typeof REJECTION_REASONS)[number] | null;
}
const hasPriority = (a: Finding, b: Finding): boolean =>
  a.konfidenz > b.konfidenz || (a.konfidenz === b.konfidenz && a.regel < b.regel);
const isSamePlace = (a: Finding, b: Finding): boolean =>
  a.zahn === '' || b.zahn === '' || a.zahn === b.zahn;
/**
 * Checks whether a finding behind a likelier one is offered: every likelier one at its place was
 * refused for its reason, none is open there, and it has another reason.
 * @param all findings for the same position on the same day of the same person, including refused
 * ones
 */
export function comesAfter(finding: Finding, all: readonly Candidate[]): boolean {
  const preceding = all.filter(
      (one) =>
        one.finding.regel !== finding.regel &&
        (hasPriority(one.finding, finding) || one.abgelehnt !== null),
    ),
    samePlace = preceding.filter((one) => isSamePlace(one.finding, finding)),
    refused = samePlace.filter((one) => one.abgelehnt !== null);
  // At another tooth a likelier rule stays active: then only a refusal at this one counts.
  return (
    refused.length > 0 &&
    samePlace.every(
      (one) =>
        one.abgelehnt !== null &&
        !ABOUT_POSITION.includes(one.abgelehnt) &&
        hasOtherReason(finding, one.finding),
    )
  );
}
/** Returns the key of a finding for comparison with a decision. */
export const findingKey = (one: Pick<Finding, 'patid' | 'tag' | 'regel' | 'zahn'>): string =>
  `${one.patid}\u0000${one.tag}\u0000${one.regel}\u0000${one.zahn}`;

/** A service of a signed fee agreement (§ 2 GOZ). */
export interface AgreedFee {
  readonly patid: string;
  readonly nr: string;
  readonly factor: number;
  /**
   * Day on which staff saw it signed; of one that was only scanned, the day it was printed. Its
   * signatures name no day.
   */
  readonly since: string;
}
/** An agreement on the extra costs of a filling that came back signed (§ 28 Abs. 2 SGB V). */
export interface AgreedCoPayment {
  readonly patid: string;
  /** Day on which the sheet was made; its signatures name no day. */
  readonly since: string;
}
/** A practice's settings for the rules; results depend on them. */
export interface RuleSettings {
  /** Rules that are off, and own rules that are on. */
  readonly aus: readonly string[];
  readonly mitVertretung: boolean;
  readonly mitAnderenTraegern: boolean;
  /** Switches that depend on the KZV, by name. */
  readonly schalter: Readonly<Record<string, boolean>>;
  /** Thresholds by name. */
  readonly schwellen: Readonly<Record<string, number>>;
  /**
   * KZV region of the practice (`be`): for holidays, and for point values of patients without a
   * place of residence.
   */
  readonly region?: string | null;
  /** Fee agreements (§ 2 GOZ) that were returned signed. */
  readonly agreements?: readonly AgreedFee[];
  /** Agreements on the extra costs of fillings that were returned signed. */
  readonly coPayments?: readonly AgreedCoPayment[];
  /** Point values and prices entered by the practice; they override the catalogue's. */
  readonly ownPointValues?: readonly OwnValue[];
}
