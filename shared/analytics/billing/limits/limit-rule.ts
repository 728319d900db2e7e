/**
 * Turns limits into checks of the rule language, so that one engine warns about charged positions
 * and holds back proposals. A limit that no delivered row can answer stays text. Pure.
 */
import { isEvaluable, isReading, type Limit } from './limit.ts';
import { LimitContext, type LimitCheck, type Maker } from './limit-check.ts';
import { CONDITION_MAKERS } from './limit-conditions.ts';
import { COUNT_MAKERS } from './limit-counts.ts';
import { PAIR_MAKERS } from './limit-pairs.ts';
import { PLACE_MAKERS } from './limit-places.ts';
import type { Rule } from '../rule.ts';

const MAKERS: Readonly<Record<string, Maker>> = {
  ...PAIR_MAKERS,
  ...COUNT_MAKERS,
  ...PLACE_MAKERS,
  ...CONDITION_MAKERS,
};

const CONFIDENCE = { confirmed: 0.9, likely: 0.7, unsure: 0.3 } as const;
/** Confidence of a check whose words are ours: below the start set. */
const OWN_WORDS = 0.5;
const DOUBT = {
  confirmed: { de: '', en: '' },
  likely: {
    de: 'Nicht belegt: aus Erfahrung, der Wortlaut wurde nicht gelesen. ',
    en: 'Not verified: from experience, the wording was not read. ',
  },
  unsure: {
    de: 'Unsicher: Die Quellen widersprechen sich. ',
    en: 'Unsure: the sources disagree. ',
  },
} as const;
const OWN_WORDS_NOTE = {
  de: 'Die gesuchten Wörter sind eine Auswahl; was anders notiert ist, wird nicht erkannt. ',
  en: 'The words searched for are a selection; other wording is not recognized. ',
};
const READING_NOTE = {
  de: 'Das ist die Lesart einer KZV oder eines Verlags, nicht der Wortlaut der Gebührenordnung. ',
  en: 'This is the reading of a KZV or a publisher, not the wording of the fee schedule. ',
};

/** Returns the check of a limit; null where it stays text. */
function checkOf(one: Limit, context: LimitContext): LimitCheck | null {
  return isEvaluable(one) ? (MAKERS[one.kind]?.(one, context) ?? null) : null;
}

/** Checks whether a limit speaks of a session, not of a day. */
const isOfSession = ({ scope, kind, value }: Limit): boolean =>
  scope.split('+').includes('session') ||
  value.endsWith('/session') ||
  (kind === 'includes' && scope === '');

/** Asks for a limit only while the practice's switch is on. */
const withSwitch = ({ switch: name }: Limit, condition: string): string =>
  name === undefined
    ? condition
    : `schalter.${name}${condition === '' ? '' : ` and (${condition})`}`;

/** A fee beyond the highest factor is too much; one beyond the threshold needs a reason. */
function valueOf({ kind, value }: Limit): Pick<Rule, 'wert' | 'faktor'> {
  if (kind !== 'factor_max' && kind !== 'factor_threshold') return { faktor: null };
  return {
    wert: kind === 'factor_max' ? 'HOECHSTSATZ' : 'SICHERUNG',
    faktor: Math.round(Number(value) * 100),
  };
}
/** Returns the rule of a limit's check. */
function ruleOfLimit(one: Limit, check: LimitCheck): Rule {
  const doubt = DOUBT[one.certainty],
    none = { de: '', en: '' },
    reading = isReading(one) ? READING_NOTE : none,
    words = check.isOwnWords ? OWN_WORDS_NOTE : none;
  return {
    id: one.id,
    version: 1,
    gruppe: 'GRENZEN',
    art: 'PRUEFUNG',
    titel: { de: check.de, en: check.en },
    grund: {
      de: `${one.text === '' ? check.de : one.text}.`.replace(/\.\.$/, '.'),
      en: `${check.en}.`,
    },
    kasse: one.system === 'BEMA' ? 'GKV' : 'PKV',
    alterVonM: null,
    alterBisM: null,
    gueltigVon: check.gueltigVon ?? null,
    gueltigBis: null,
    heuteEines: [],
    heuteAlle: check.heuteAlle,
    heuteKeines: check.heuteKeines ?? [],
    historieKeine: [],
    historieNoetig: [],
    zusatz: withSwitch(one, check.zusatz ?? ''),
    position: {
      system: one.system,
      nr: check.isPair ? '<' : check.isAnyPosition ? '=' : one.number,
    },
    ...(isOfSession(one) && { jeSitzung: true }),
    menge: '1',
    ...valueOf(one),
    konfidenz: Math.min(CONFIDENCE[one.certainty], check.isOwnWords ? OWN_WORDS : 1),
    quelle: one.source,
    mark: one.certainty === 'confirmed' ? 'read' : 'memory',
    noetig: {
      de: 'Der Grund in der Akte, wenn es so richtig ist; sonst vor der Abgabe berichtigen.',
      en: 'The reason in the record if it is right; otherwise correct it before handing in.',
    },
    dagegen: {
      de: `${doubt.de}${words.de}${reading.de}`.trim(),
      en: `${doubt.en}${words.en}${reading.en}`.trim(),
    },
  };
}
/** Returns a rule for each limit that delivered rows can answer, and the pairs they say. */
export function rulesAndContext(limits: readonly Limit[]): {
  readonly rules: readonly Rule[];
  readonly context: LimitContext;
} {
  const context = new LimitContext(limits),
    rules = limits.flatMap((one) => {
      const check = checkOf(one, context);
      return check === null ? [] : [ruleOfLimit(one, check)];
    });
  return { rules, context };
}
/** Returns a rule for each limit that delivered rows can answer. */
export const rulesOfLimits = (limits: readonly Limit[]): readonly Rule[] =>
  rulesAndContext(limits).rules;
