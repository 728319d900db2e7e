// What the rules find: proposals and warnings of a day, and the states a proposal goes through. Nothing here is ever booked. Pure.

import type { GEBUEHREN } from '../deliveries/pvs.ts';
import type { OwnValue } from '../deliveries/practice-value.ts';
import type { RegelArt } from './rule.ts';

/** NEU → VORGEMERKT (to be entered in the practice's software) → UMGESETZT (the position arrived) | ABGELEHNT | VERFALLEN (its billing was handed in). */
export const VORSCHLAG_STATES = [
  'NEU',
  'VORGEMERKT',
  'UMGESETZT',
  'ABGELEHNT',
  'VERFALLEN',
] as const;
export type VorschlagState = (typeof VORSCHLAG_STATES)[number];
/** Why staff refuse one: the five chips. */
export const ABLEHNGRUENDE = [
  'nicht_erbracht',
  'nicht_dokumentiert',
  'bereits_enthalten',
  'nicht_gewollt',
  'anderer_grund',
] as const;

/** A row of the practice's data that a finding stands on, for showing why. */
export interface Beleg {
  /** `heute`: charged that day · `zuletzt`: the newest before it · `fehlt`: never found in the window · `notiz` · `plan` · `rechnung` · `person` */
  readonly was: 'heute' | 'zuletzt' | 'fehlt' | 'notiz' | 'plan' | 'rechnung' | 'person';
  readonly system: (typeof GEBUEHREN)[number] | null;
  /** Position, or the word of the fact. */
  readonly nr: string;
  readonly tag: string | null;
  readonly zahn: string;
  /** Matched words of a note, the state of a plan. */
  readonly text: string;
}
/** What euros rest on where they are not certain: on a guessed point value, or on none at all, since nobody knows one. */
export const WERT_ARTEN = ['GESCHAETZT', 'UNBEKANNT'] as const;
export type WertArt = (typeof WERT_ARTEN)[number];
/** What speaks against it here, as a key of words: only the practice's own data are known, another open one wants the same, many were refused, … */
export type Gegengrund =
  | 'nurEigeneDaten'
  | 'oftAbgelehnt'
  | 'schwacheRegel'
  | 'vertretung'
  | 'abgegeben'
  | 'ohneZahn';

/** One finding. Its identity is (patid, tag, regel, zahn). */
export interface Fund {
  readonly regel: string;
  readonly regelVersion: number;
  readonly art: RegelArt;
  readonly patid: string;
  /** Day of treatment `YYYY-MM-DD`. */
  readonly tag: string;
  /** FDI number, '' where the rule is not about a tooth. */
  readonly zahn: string;
  /** Id of the practitioner of that day, '' unknown. */
  readonly behandler: string;
  /** Proposed position, of a warning the booked one it is about; nr '' where it is about a plan or an invoice. */
  readonly system: (typeof GEBUEHREN)[number];
  readonly nr: string;
  readonly menge: number;
  readonly punkte: number | null;
  /** Value as a whole; 0 where `wertArt` is UNBEKANNT. */
  readonly cents: number;
  /** Absent where the euros are certain. */
  readonly wertArt?: WertArt;
  /** 0–1, start value of the rule. */
  readonly konfidenz: number;
  readonly belege: readonly Beleg[];
  readonly gegen: readonly Gegengrund[];
  /** Another, likelier rule asks for the same position on that day; it is offered where that was refused and this one stands on something else. */
  readonly verdeckt?: true;
}
/** Refusals that are about the position itself, whatever rule asked for it: it was not done, or the practice does not charge it. */
const UEBER_POSITION: readonly string[] = [
  'nicht_erbracht',
  'nicht_gewollt',
] satisfies readonly (typeof ABLEHNGRUENDE)[number][];
const wort = (one: Beleg): string =>
  [one.was, one.system, one.nr, one.tag, one.zahn, one.text].join('\u0000');
/** Whether a finding stands on something that another one does not name: a service or note of the day, a plan, an invoice. */
export function hatAnderenGrund(fund: Pick<Fund, 'belege'>, other: Pick<Fund, 'belege'>): boolean {
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
/** One finding of a position and day, and the reason with which it was refused (null: not refused). */
export interface Anwaerter {
  readonly fund: Fund;
  readonly abgelehnt: (typeof ABLEHNGRUENDE)[number] | null;
}
const gehtVor = (a: Fund, b: Fund): boolean =>
  a.konfidenz > b.konfidenz || (a.konfidenz === b.konfidenz && a.regel < b.regel);
const amOrt = (a: Fund, b: Fund): boolean => a.zahn === '' || b.zahn === '' || a.zahn === b.zahn;
/**
 * Whether a finding behind a likelier one is offered: everything likelier at its place was refused for what it stood on, nothing likelier is open there, and it stands on something else.
 * @param alle what asks for the same position on the same day of the same person, refused ones as they were
 */
export function kommtNach(fund: Fund, alle: readonly Anwaerter[]): boolean {
  const davor = alle.filter(
      (one) => one.fund.regel !== fund.regel && (gehtVor(one.fund, fund) || one.abgelehnt !== null),
    ),
    hier = davor.filter((one) => amOrt(one.fund, fund)),
    refused = hier.filter((one) => one.abgelehnt !== null);
  // At another tooth a likelier rule goes on asking: then only a refusal at this one makes room.
  return (
    refused.length > 0 &&
    hier.every(
      (one) =>
        one.abgelehnt !== null &&
        !UEBER_POSITION.includes(one.abgelehnt) &&
        hatAnderenGrund(fund, one.fund),
    )
  );
}
/** Key of a finding wherever one is compared with a decision. */
export const fundKey = (one: Pick<Fund, 'patid' | 'tag' | 'regel' | 'zahn'>): string =>
  `${one.patid}\u0000${one.tag}\u0000${one.regel}\u0000${one.zahn}`;

/** What a practice set around the rules; part of what a result depends on. */
export interface RegelEinstellung {
  /** Rules that are off, and own rules that are on. */
  readonly aus: readonly string[];
  readonly mitVertretung: boolean;
  readonly mitAnderenTraegern: boolean;
  /** Switches whose answer depends on the KZV, by name. */
  readonly schalter: Readonly<Record<string, boolean>>;
  /** Thresholds by name. */
  readonly schwellen: Readonly<Record<string, number>>;
  /** Association of the practice (`be`): holidays, and point values of patients without a place of residence. */
  readonly region?: string | null;
  /** Point values and prices the practice entered; they go before the catalogue's. */
  readonly eigeneWerte?: readonly OwnValue[];
}
