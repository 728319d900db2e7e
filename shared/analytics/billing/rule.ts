// Types of a billing rule: data that is compiled once and evaluated over the days of a practice.
// Pure.

import type { GEBUEHREN } from '../deliveries/pvs-words.ts';

/**
 * VERGESSEN: missing on that day and may be added to its billing · POTENZIAL: a chance for the next
 * contact, never billed automatically · PRUEFUNG: a wrong combination that warns and keeps others
 * from being proposed.
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
  'MINDERUNG',
  'HOECHSTSATZ',
  'SICHERUNG',
] as const;
interface Bilingual {
  readonly de: string;
  readonly en: string;
}

/**
 * Conditions are strings of the rule language (parsed by
 * `shared/analytics/billing/rule-language.ts`): tokens `B:13c`, `G:2060`, `O:5000`, `HKP:ERSTELLT`
 * with `*`, a window `~24M` and a scope `@Z`; lists are any-of. Ages are completed months on the
 * day, both ends inclusive.
 */
export interface Rule {
  readonly id: string;
  /** Incremented with every change of meaning; a decision keeps its version. */
  readonly version: number;
  readonly gruppe: string;
  readonly art: RuleKind;
  readonly titel: Bilingual;
  readonly grund: Bilingual;
  readonly kasse: RuleInsurer;
  readonly alterVonM: number | null;
  readonly alterBisM: number | null;
  /** First and last day of treatment for which it is valid, null without one. */
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
   * The proposed position, or the booked one that a check is about: `=` the triggering service, `<`
   * the cheapest of the triggering ones; null if a rule is about a plan or an invoice.
   */
  readonly position: { readonly system: (typeof GEBUEHREN)[number]; readonly nr: string } | null;
  /**
   * At these teeth (`34-38,44-48`) another number of the same fee schedule is proposed; the rule is
   * then evaluated for each tooth of the day.
   */
  readonly anZaehnen?: { readonly zaehne: string; readonly nr: string };
  /** Judged for each session of a day, where services name their appointments. */
  readonly jeSitzung?: true;
  /** Number or expression of the rule language. */
  readonly menge: string;
  /**
   * Value if it is not quantity × fee: the co-payment beyond the statutory filling · the difference
   * of factor 3.5 to 2.3 · 0120, the single fee of the service, at most 68 € · sum of the plan ·
   * sum of the services · rest of the planned teeth. Of a check: the charge beyond a reduced
   * fee, or beyond the fee at the highest factor (`faktor`) · SICHERUNG: the part of the fee above
   * `faktor`, or all of it, which a reason or an agreement keeps.
   */
  readonly wert?: (typeof RULE_VALUES)[number];
  /** Tokens of today that the proposed position replaces; their fee is subtracted. */
  readonly ersetzt?: readonly string[];
  /** GOZ factor in hundredths; null for BEMA or if it follows the position. */
  readonly faktor: number | null;
  /** Start value 0–1. */
  readonly konfidenz: number;
  /** Paragraph or page of the rule, and its certainty. */
  readonly quelle: string;
  readonly mark: 'confirmed' | 'read' | 'derived' | 'memory' | 'proposal';
  /** Required documentation in the record before it may be charged. */
  readonly noetig: Bilingual;
  /** General objections; '' if there are none. */
  readonly dagegen: Bilingual;
}
