/**
 * Turns words of a record into proposals: a treatment that the note of a day states as done, and
 * that was not charged. One row names the position, its words and what rules it out. Pure.
 */
import type { Rule } from './rule.ts';

/** A position and the words by which a note states that it was done. */
export interface DocumentedService {
  readonly id: string;
  readonly system: 'BEMA' | 'GOZ' | 'GOAE';
  readonly nr: string;
  readonly gruppe: string;
  readonly titel: Readonly<Record<'de' | 'en', string>>;
  /** Pattern of the note, as in `doc~` of the rule language. */
  readonly words: string;
  /** Words of the note that rule it out, wherever they are. */
  readonly nicht?: string;
  /** Tokens of which one must be charged that day; without them any service or kept appointment. */
  readonly any?: readonly string[];
  /** Tokens that must not be charged that day. */
  readonly without?: readonly string[];
  /** Tokens with a window that must be absent before the day, and of which one must be there. */
  readonly absent?: readonly string[];
  readonly needs?: readonly string[];
  /** A further predicate. */
  readonly when?: string;
  /** Age in completed months. */
  readonly from?: number;
  readonly to?: number;
  /** Quantity; 1 by default. */
  readonly menge?: string;
  /** Only for people who are privately insured. */
  readonly private?: true;
  readonly source: string;
  /** A day for the test: its services, and the note as the last word. */
  readonly sample: readonly string[];
  /** Quantity that the sample expects. */
  readonly quantity?: number;
  /** What the sample needs: an earlier service, a perio case, a care grade. */
  readonly before?: string;
  readonly perio?: true;
  readonly care?: true;
}
const SIGN = { BEMA: 'B', GOZ: 'G', GOAE: 'O' } as const;
/** Start value; a finding that rests on a note is capped below it. */
const CONFIDENCE = 0.7;

/** Returns the rule of a row. */
export function ruleOfDocumented(one: DocumentedService): Rule {
  const own = `${SIGN[one.system]}:${one.nr}`,
    isStatutory = one.system === 'BEMA',
    conditions = [
      ...(one.private === true ? ['patient.privat'] : []),
      ...(one.when === undefined ? [] : [one.when]),
      `doc~'${one.words}'`,
      ...(one.nicht === undefined ? [] : [`doc!~'${one.nicht}'`]),
    ];
  return {
    id: one.id,
    version: 1,
    gruppe: one.gruppe,
    art: 'VERGESSEN',
    titel: one.titel,
    grund: {
      de: `Die Notiz des Tages nennt die Leistung als erbracht; Nr. ${one.nr} ist an dem Tag nicht abgerechnet.`,
      en: `The note of the day states the treatment as done; No. ${one.nr} is not charged that day.`,
    },
    kasse: isStatutory ? 'GKV' : 'PKV',
    alterVonM: one.from ?? null,
    alterBisM: one.to ?? null,
    gueltigVon: null,
    gueltigBis: null,
    heuteEines: one.any ?? [...(isStatutory ? ['B:*'] : ['G:*', 'O:*']), 'TERMIN:*'],
    heuteAlle: '',
    heuteKeines: [own, ...(one.without ?? [])],
    historieKeine: one.absent ?? [],
    historieNoetig: one.needs ?? [],
    zusatz: conditions.join(' and '),
    position: { system: one.system, nr: one.nr },
    menge: one.menge ?? '1',
    faktor: null,
    konfidenz: CONFIDENCE,
    quelle: one.source,
    mark: 'derived',
    noetig: {
      de: 'Der Eintrag des Tages mit Zahn oder Bereich und dem, was getan wurde.',
      en: 'The entry of the day with tooth or area and what was done.',
    },
    dagegen: {
      de: 'Nur Wörter der Notiz wurden gelesen: Zahn, Menge und Voraussetzungen der Nummer prüfen.',
      en: 'Only words of the note were read: check tooth, quantity and conditions of the number.',
    },
  };
}
