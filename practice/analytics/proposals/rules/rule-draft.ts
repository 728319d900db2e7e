// A rule while it is being typed: converts form fields to the rule, or to errors by field. Pure.

import type { RuleInput } from '../../../../shared/analytics/billing/rules.schema.ts';
import type { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import {
  RULE_KINDS,
  RULE_INSURERS,
  type RuleKind,
  type RuleInsurer,
} from '../../../../shared/analytics/billing/rule.ts';
import {
  LanguageError,
  type SPRACHFEHLER,
} from '../../../../shared/analytics/billing/rule-language.ts';
import {
  parseCondition,
  parseQuantity,
} from '../../../../shared/analytics/billing/parse-condition.ts';
import { parseTokenTree } from '../../../../shared/analytics/billing/parse-token-tree.ts';
import { parseToken, parseTeeth } from '../../../../shared/analytics/billing/rule-tokens.ts';

/** Fields of the form; all of them strings, as typed. */
export interface Draft {
  gruppe: string;
  art: string;
  kasse: string;
  alterVon: string;
  alterBis: string;
  gueltigVon: string;
  gueltigBis: string;
  heuteEines: string;
  heuteAlle: string;
  heuteKeines: string;
  historieKeine: string;
  historieNoetig: string;
  zusatz: string;
  system: string;
  nr: string;
  zaehne: string;
  nrDort: string;
  menge: string;
  faktor: string;
  konfidenz: string;
  quelle: string;
  titelDe: string;
  titelEn: string;
  grundDe: string;
  grundEn: string;
  noetigDe: string;
  noetigEn: string;
  dagegenDe: string;
  dagegenEn: string;
}
export type Field = keyof Draft;
/** Fields of the conditions of a rule. */
export const CONDITION_FIELDS = [
  'heuteEines',
  'heuteAlle',
  'heuteKeines',
  'historieKeine',
  'historieNoetig',
  'zusatz',
] as const satisfies readonly Field[];
/**
 * Kinds of errors: empty, not a number, the end before the beginning, no search words, or a word of
 * the rule language with its position.
 */
export type Fault =
  | { readonly kind: 'leer' | 'zahl' | 'reihenfolge' | 'ohneBedingung' | 'zuLang' }
  | {
      readonly kind: 'sprache';
      readonly grund: (typeof SPRACHFEHLER)[number];
      readonly stelle: number;
      readonly wort: string;
    };
export type Faults = Partial<Record<Field, Fault>>;

export const EMPTY: Draft = {
  gruppe: 'EIGENE',
  art: 'VERGESSEN',
  kasse: 'GKV',
  alterVon: '',
  alterBis: '',
  gueltigVon: '',
  gueltigBis: '',
  heuteEines: '',
  heuteAlle: '',
  heuteKeines: '',
  historieKeine: '',
  historieNoetig: '',
  zusatz: '',
  system: 'BEMA',
  nr: '',
  zaehne: '',
  nrDort: '',
  menge: '1',
  faktor: '',
  konfidenz: '50',
  quelle: '',
  titelDe: '',
  titelEn: '',
  grundDe: '',
  grundEn: '',
  noetigDe: '',
  noetigEn: '',
  dagegenDe: '',
  dagegenEn: '',
};
export const KIND_NAMES: readonly RuleKind[] = RULE_KINDS,
  INSURERS: readonly RuleInsurer[] = RULE_INSURERS;
export const FEE_SYSTEMS = [
  'BEMA',
  'GOZ',
  'GOAE',
] as const satisfies readonly (typeof GEBUEHREN)[number][];
const TOKEN_FIELDS = ['heuteEines', 'heuteKeines', 'historieKeine', 'historieNoetig'] as const,
  WORDS = ['titel', 'grund', 'noetig'] as const;
const LONGEST = 400;
const oneOf = <T extends string>(all: readonly T[], given: string, other: T): T =>
  all.find((one) => one === given) ?? other;

/** Splits a field into tokens, each with its position; commas, bars and spaces separate them. */
export const tokensOf = (text: string): { wort: string; stelle: number }[] =>
  [...text.matchAll(/[^\s,;|]+/g)].map((found) => ({ wort: found[0], stelle: found.index }));
const speech = (read: () => unknown): Fault | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof LanguageError)
      return { kind: 'sprache', grund: error.grund, stelle: error.stelle, wort: error.wort };
    throw error;
  }
};
/**
 * Converts an age to months. Ages are typed in years and stored in completed months: up to 17 means
 * until the last month before the 18th birthday.
 */
export const monthsOf = (text: string, isEnd: boolean): number | null =>
  text.trim() === ''
    ? null
    : Math.round(Number(text.trim().replace(',', '.')) * 12) + (isEnd ? 11 : 0);
export const yearsOf = (months: number | null, isEnd: boolean): string =>
  months === null ? '' : String(Math.round(((months - (isEnd ? 11 : 0)) / 12) * 100) / 100);
/** Factors are stored in hundredths. */
const factorOf = (text: string): number | null =>
  text.trim() === '' ? null : Math.round(Number(text.trim().replace(',', '.')) * 100);

/** Returns all errors of a draft, by field. */
export function faultsOf(draft: Draft): Faults {
  const faults: Faults = {};
  const must = (field: Field): void => {
    if (draft[field].trim() === '') faults[field] = { kind: 'leer' };
  };
  for (const name of WORDS) {
    must(`${name}De`);
    must(`${name}En`);
  }
  must('quelle');
  must('gruppe');
  must('menge');
  for (const field of [
    'titelDe',
    'titelEn',
    'grundDe',
    'grundEn',
    'noetigDe',
    'noetigEn',
    'dagegenDe',
    'dagegenEn',
    'quelle',
  ] as const)
    if (draft[field].trim().length > LONGEST) faults[field] = { kind: 'zuLang' };
  for (const field of TOKEN_FIELDS) {
    const fault = speech(() => {
      for (const { wort, stelle } of tokensOf(draft[field])) parseToken(wort, stelle);
    });
    if (fault) faults[field] = fault;
  }
  if (draft.heuteAlle.trim() !== '') {
    const fault = speech(() => parseTokenTree(draft.heuteAlle));
    if (fault) faults.heuteAlle = fault;
  }
  if (draft.zusatz.trim() !== '') {
    const fault = speech(() => parseCondition(draft.zusatz));
    if (fault) faults.zusatz = fault;
  }
  if (draft.menge.trim() !== '') {
    const fault = speech(() => parseQuantity(draft.menge));
    if (fault) faults.menge = fault;
  }
  if (draft.zaehne.trim() !== '') {
    const fault = speech(() => parseTeeth(draft.zaehne));
    if (fault) faults.zaehne = fault;
    must('nrDort');
    must('nr');
  } else if (draft.nrDort.trim() !== '') must('zaehne');
  // Without any condition a rule would fire on every day of every person.
  if (
    [
      ...TOKEN_FIELDS.filter((field) => field !== 'heuteKeines' && field !== 'historieKeine'),
      'heuteAlle' as const,
      'zusatz' as const,
    ].every((field) => draft[field].trim() === '')
  )
    faults.heuteEines ??= { kind: 'ohneBedingung' };
  if (draft.art !== 'POTENZIAL') must('nr');
  const from = monthsOf(draft.alterVon, false),
    to = monthsOf(draft.alterBis, true),
    factor = factorOf(draft.faktor),
    sure = Number(draft.konfidenz);
  if (from !== null && !(from >= 0 && from <= 1500)) faults.alterVon = { kind: 'zahl' };
  if (to !== null && !(to >= 0 && to <= 1500)) faults.alterBis = { kind: 'zahl' };
  else if (from !== null && to !== null && from > to) faults.alterBis = { kind: 'reihenfolge' };
  if (draft.gueltigVon !== '' && draft.gueltigBis !== '' && draft.gueltigVon > draft.gueltigBis)
    faults.gueltigBis = { kind: 'reihenfolge' };
  if (factor !== null && !(factor >= 10 && factor <= 1000)) faults.faktor = { kind: 'zahl' };
  if (draft.konfidenz.trim() === '' || !(sure >= 0 && sure <= 100))
    faults.konfidenz = { kind: 'zahl' };
  return faults;
}
/** Converts a draft without errors to the rule that the server takes. */
export function ruleOf(draft: Draft): RuleInput {
  const both = (name: 'titel' | 'grund' | 'noetig' | 'dagegen'): { de: string; en: string } => ({
    de: draft[`${name}De`].trim(),
    en: draft[`${name}En`].trim(),
  });
  const tokens = (field: (typeof TOKEN_FIELDS)[number]): string[] =>
    tokensOf(draft[field]).map(({ wort }) => wort);
  return {
    gruppe: draft.gruppe.trim(),
    art: oneOf(RULE_KINDS, draft.art, 'VERGESSEN'),
    titel: both('titel'),
    grund: both('grund'),
    kasse: oneOf(RULE_INSURERS, draft.kasse, 'ALLE'),
    alterVonM: monthsOf(draft.alterVon, false),
    alterBisM: monthsOf(draft.alterBis, true),
    gueltigVon: draft.gueltigVon === '' ? null : draft.gueltigVon,
    gueltigBis: draft.gueltigBis === '' ? null : draft.gueltigBis,
    heuteEines: tokens('heuteEines'),
    heuteAlle: draft.heuteAlle.trim(),
    heuteKeines: tokens('heuteKeines'),
    historieKeine: tokens('historieKeine'),
    historieNoetig: tokens('historieNoetig'),
    zusatz: draft.zusatz.trim(),
    position:
      draft.nr.trim() === ''
        ? null
        : { system: oneOf(FEE_SYSTEMS, draft.system, 'BEMA'), nr: draft.nr.trim() },
    ...(draft.zaehne.trim() !== '' && {
      anZaehnen: { zaehne: draft.zaehne.trim(), nr: draft.nrDort.trim() },
    }),
    menge: draft.menge.trim(),
    faktor: factorOf(draft.faktor),
    konfidenz: Number(draft.konfidenz) / 100,
    quelle: draft.quelle.trim(),
    noetig: both('noetig'),
    dagegen: both('dagegen'),
  };
}
/** Converts a rule to the fields of the form. */
export function draftOf(rule: RuleInput): Draft {
  return {
    gruppe: rule.gruppe,
    art: rule.art,
    kasse: rule.kasse,
    alterVon: yearsOf(rule.alterVonM, false),
    alterBis: yearsOf(rule.alterBisM, true),
    gueltigVon: rule.gueltigVon ?? '',
    gueltigBis: rule.gueltigBis ?? '',
    heuteEines: rule.heuteEines.join(' '),
    heuteAlle: rule.heuteAlle,
    heuteKeines: rule.heuteKeines.join(' '),
    historieKeine: rule.historieKeine.join(' '),
    historieNoetig: rule.historieNoetig.join(' '),
    zusatz: rule.zusatz,
    system: rule.position?.system ?? 'BEMA',
    nr: rule.position?.nr ?? '',
    zaehne: rule.anZaehnen?.zaehne ?? '',
    nrDort: rule.anZaehnen?.nr ?? '',
    menge: rule.menge,
    faktor: rule.faktor === null ? '' : String(rule.faktor / 100),
    konfidenz: String(Math.round(rule.konfidenz * 100)),
    quelle: rule.quelle,
    titelDe: rule.titel.de,
    titelEn: rule.titel.en,
    grundDe: rule.grund.de,
    grundEn: rule.grund.en,
    noetigDe: rule.noetig.de,
    noetigEn: rule.noetig.en,
    dagegenDe: rule.dagegen.de,
    dagegenEn: rule.dagegen.en,
  };
}
