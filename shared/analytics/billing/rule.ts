// What a billing rule is: data that is compiled once and evaluated over the days of a practice.
// Pure.

import type { GEBUEHREN } from '../deliveries/pvs.ts';

/**
 * VERGESSEN: missing on that day and may be added to its billing · POTENZIAL: a chance for the next
 * contact, never billed automatically · PRUEFUNG: a wrong combination that warns and keeps others from
 * being proposed.
 */
export const RULE_KINDS = ['VERGESSEN', 'POTENZIAL', 'PRUEFUNG'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
export const RULE_INSURERS = ['GKV', 'PKV', 'ALLE'] as const;
export type RuleInsurer = (typeof RULE_INSURERS)[number];
export const RULE_VALUES = [
  'MEHRKOSTEN',
  'FAKTOR',
  'LASER',
  'PLAN',
  'LEISTUNGEN',
  'AIT_REST',
] as const;
interface Bilingual {
  readonly de: string;
  readonly en: string;
}

/**
 * Conditions are words of the rule language (`shared/analytics/billing/rule-language.ts` reads
 * them): tokens `B:13c`, `G:2060`, `O:5000`, `HKP:ERSTELLT` with `*`, a window `~24M` and a scope
 * `@Z`; lists are any-of. Ages are completed months on the day, both ends count.
 */
export interface Rule {
  readonly id: string;
  /** Counts up with every change of meaning; a decision keeps the version it was made on. */
  readonly version: number;
  readonly gruppe: string;
  readonly art: RuleKind;
  readonly titel: Bilingual;
  readonly grund: Bilingual;
  readonly kasse: RuleInsurer;
  readonly alterVonM: number | null;
  readonly alterBisM: number | null;
  /** First and last day of treatment for which it holds, null without one. */
  readonly gueltigVon: string | null;
  readonly gueltigBis: string | null;
  readonly heuteEines: readonly string[];
  /** Boolean expression over tokens with `&`, `|` and brackets; '' without one. */
  readonly heuteAlle: string;
  readonly heuteKeines: readonly string[];
  readonly historieKeine: readonly string[];
  readonly historieNoetig: readonly string[];
  /** Predicate over the day, its note, the person and their plans; '' without one. */
  readonly zusatz: string;
  /**
   * What is proposed, or which booked position a check is about; null where a rule names a plan or
   * an invoice instead.
   */
  readonly position: { readonly system: (typeof GEBUEHREN)[number]; readonly nr: string } | null;
  /**
   * At these teeth (`34-38,44-48`) another number of the same fee schedule is proposed; the rule is
   * then asked about each tooth of the day.
   */
  readonly anZaehnen?: { readonly zaehne: string; readonly nr: string };
  /** Number or expression of the rule language. */
  readonly menge: string;
  /**
   * Where the value is not quantity × fee: what a co-payment brings beyond the statutory filling ·
   * what factor 3.5 brings beyond 2.3 · 0120, the single fee of the service, at most 68 € · sum of
   * the plan · sum of the services · what is left of the planned teeth.
   */
  readonly wert?: (typeof RULE_VALUES)[number];
  /** Tokens of today that the proposed position takes the place of; their fee is taken off. */
  readonly ersetzt?: readonly string[];
  /** GOZ factor in hundredths; null for BEMA or where it follows the position. */
  readonly faktor: number | null;
  /** Start value 0–1. */
  readonly konfidenz: number;
  /** Paragraph or page the rule follows, and how sure that is. */
  readonly quelle: string;
  readonly mark: 'confirmed' | 'read' | 'derived' | 'memory' | 'proposal';
  /** What would have to stand in the record before it may be charged. */
  readonly noetig: Bilingual;
  /** What speaks against it in general; '' where nothing does. */
  readonly dagegen: Bilingual;
}
