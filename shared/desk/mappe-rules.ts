// Proposed content of a Mappe for one person today: the practice's rules evaluated with age,
// appointment and earlier answers. Pure; sends nothing, staff see every proposal with its reasons.

import { folded } from './patient.ts';
import { ageOn } from '../base/dates.ts';

/**
 * Frequency: at each visit, once in life, once per version of the text, or again after a number of
 * months.
 */
export type RuleRepeat =
  | { kind: 'each' }
  | { kind: 'once' }
  | { kind: 'version' }
  | { kind: 'months'; months: number };

/** Every condition that is set must be met; within a list one match suffices. */
export interface RuleWhen {
  /** Completed years, both inclusive. */
  ageFrom?: number | undefined;
  ageTo?: number | undefined;
  /** Matches a person's first visit: no earlier data. */
  visit?: 'first' | 'again' | undefined;
  /** Types of appointment, as named by the practice. */
  arten?: readonly string[] | undefined;
  /** Word prefixes in the type of appointment. */
  words?: readonly string[] | undefined;
  /** Excludes appointments with such a word. */
  notWords?: readonly string[] | undefined;
  behandler?: readonly string[] | undefined;
}
export interface MappeRule {
  id: string;
  isOn: boolean;
  /** Form or document without its version: the newest one in use is proposed. */
  item: string;
  repeat: RuleRepeat;
  /**
   * The form is asked in full, without last time's answers to confirm; counts from the last full
   * one.
   */
  isFull: boolean;
  when: RuleWhen;
  /** The practice's reason for this rule, in its own words; empty: none. */
  note: string;
}

/** A form or document that may be handed out today. */
export interface Offer {
  id: string;
  version: number;
}
export interface RuleTermin {
  terminId: string;
  art: string;
  behandler: string;
}
/**
 * A person's answered, signed, read or declined item, under any of their numbers. `day` is
 * YYYY-MM-DD.
 */
export interface Done {
  item: string;
  version: number;
  day: string;
  /** Asked in full, without earlier answers. */
  isFull: boolean;
}
export interface RuleFacts {
  /** YYYY-MM-DD. */
  geburtsdatum: string;
  termine: readonly RuleTermin[];
  done: readonly Done[];
  /** Forms and documents already in the person's Mappe, without their versions. */
  open: readonly string[];
  /** An earlier appointment is known. */
  wasHere: boolean;
}

/** Reason of a proposal, as a key and its values; the texts are those of the screens. */
export type Reason =
  | { code: 'never' }
  | { code: 'since'; months: number }
  | { code: 'sinceFull'; months: number }
  | { code: 'version'; version: number }
  | { code: 'each' }
  | { code: 'ageFrom'; age: number }
  | { code: 'ageTo'; age: number }
  | { code: 'first' }
  | { code: 'again' }
  | { code: 'art'; art: string }
  | { code: 'behandler'; behandler: string };
/** `item` is `id@version`. */
export interface Proposed {
  item: string;
  isFull: boolean;
  rule: string;
  reasons: Reason[];
}

/** The words of a rule's condition, folded once for all people that it is tried on. */
interface FoldedWords {
  arten: readonly string[];
  words: readonly string[];
  notWords: readonly string[];
  behandler: readonly string[];
}
const foldedOf = new WeakMap<RuleWhen, FoldedWords>();
function foldedWords(when: RuleWhen): FoldedWords {
  const known = foldedOf.get(when);
  if (known) return known;
  const { arten = [], words = [], notWords = [], behandler = [] } = when,
    found = {
      arten: arten.map(folded),
      words: words.map(folded),
      notWords: notWords.map(folded),
      behandler: behandler.map(folded),
    };
  foldedOf.set(when, found);
  return found;
}
/** An appointment with its folded texts. */
interface FoldedTermin {
  termin: RuleTermin;
  art: string;
  behandler: string;
}
/** The appointments of a person, in the order of their ids. */
const foldTermine = (termine: readonly RuleTermin[]): FoldedTermin[] =>
  [...termine]
    .sort((a, b) => (a.terminId < b.terminId ? -1 : 1))
    .map((termin) => ({
      termin,
      art: folded(termin.art),
      behandler: folded(termin.behandler),
    }));

/** Both folded. */
const startsAWord = (text: string, word: string): boolean =>
  word !== '' && ` ${text}`.includes(` ${word}`);

/** Returns the same day `months` later; in a shorter month its last day. */
function monthsLater(day: string, months: number): string {
  const [y = 0, m = 1, d = 1] = day.split('-').map(Number),
    at = y * 12 + m - 1 + months;
  const year = Math.floor(at / 12),
    month = (at % 12) + 1,
    last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(Math.min(d, last)).padStart(2, '0')}`;
}
/** Returns the completed months from one day to a later one; never negative. */
export function monthsSince(day: string, today: string): number {
  const [y = 0, m = 1] = day.split('-').map(Number),
    [ty = 0, tm = 1] = today.split('-').map(Number),
    guess = (ty - y) * 12 + tm - m;
  return Math.max(0, monthsLater(day, guess) > today ? guess - 1 : guess);
}

/** Checks that there are no data from an earlier day: no appointment, no answer or signature. */
export const isFirstVisit = (facts: Pick<RuleFacts, 'wasHere' | 'done'>, today: string): boolean =>
  !facts.wasHere && !facts.done.some((one) => one.day < today);

/**
 * Returns today's appointments that match a rule; `undefined` if it requires one and none matches.
 */
function meant(when: RuleWhen, termine: readonly FoldedTermin[]): RuleTermin | null | undefined {
  const { arten, words, notWords, behandler } = foldedWords(when);
  const isKept = (t: FoldedTermin): boolean => !notWords.some((word) => startsAWord(t.art, word));
  if (arten.length + words.length + behandler.length === 0)
    return termine.length > 0 && !termine.some(isKept) ? undefined : null;
  const isArt = (t: FoldedTermin): boolean =>
    arten.length + words.length === 0 ||
    arten.includes(t.art) ||
    words.some((word) => startsAWord(t.art, word));
  const isBy = (t: FoldedTermin): boolean =>
    behandler.length === 0 || behandler.includes(t.behandler);
  return termine.find((t) => isKept(t) && isArt(t) && isBy(t))?.termin;
}

function reasonOfTime(
  rule: MappeRule,
  offer: Offer,
  done: readonly Done[],
  today: string,
): Reason | undefined {
  const mine = done.filter((one) => one.item === rule.item && one.day <= today);
  const last = (of: readonly Done[]): string | undefined =>
    of
      .map((one) => one.day)
      .sort()
      .at(-1);
  const latest = last(mine);
  // An item submitted today is not proposed again, whatever the rules.
  if (latest === today) return undefined;
  if (latest === undefined) return { code: 'never' };
  const { repeat } = rule;
  if (repeat.kind === 'once') return undefined;
  if (repeat.kind === 'each') return { code: 'each' };
  if (repeat.kind === 'version')
    return mine.some((one) => one.version >= offer.version)
      ? undefined
      : { code: 'version', version: offer.version };
  const since = rule.isFull ? last(mine.filter((one) => one.isFull)) : latest;
  if (since === undefined)
    return {
      code: 'sinceFull',
      months: monthsSince(mine.map((one) => one.day).sort()[0] ?? today, today),
    };
  return monthsLater(since, repeat.months) > today
    ? undefined
    : { code: rule.isFull ? 'sinceFull' : 'since', months: monthsSince(since, today) };
}

function reasonsOf(
  rule: MappeRule,
  offer: Offer,
  facts: RuleFacts,
  termine: readonly FoldedTermin[],
  today: string,
): Reason[] | undefined {
  const { when } = rule,
    age = ageOn(facts.geburtsdatum, today),
    isFirst = isFirstVisit(facts, today);
  if (
    (when.ageFrom !== undefined && age < when.ageFrom) ||
    (when.ageTo !== undefined && age > when.ageTo)
  )
    return undefined;
  if ((when.visit === 'first' && !isFirst) || (when.visit === 'again' && isFirst)) return undefined;
  const termin = meant(when, termine),
    time = reasonOfTime(rule, offer, facts.done, today);
  if (termin === undefined || time === undefined) return undefined;
  return [
    ...(termin && (when.arten?.length ?? 0) + (when.words?.length ?? 0) > 0
      ? [{ code: 'art', art: termin.art } as const]
      : []),
    ...(termin && (when.behandler?.length ?? 0) > 0
      ? [{ code: 'behandler', behandler: termin.behandler } as const]
      : []),
    ...(when.visit !== undefined ? [{ code: when.visit } as const] : []),
    // The reason of a rule for adults says nothing about the person; one for children or old age
    // does.
    ...(when.ageTo !== undefined
      ? [{ code: 'ageTo', age: when.ageTo } as const]
      : when.ageFrom !== undefined && when.ageFrom > 18
        ? [{ code: 'ageFrom', age: when.ageFrom } as const]
        : []),
    time,
  ];
}

/**
 * Returns the items to put into the Mappe, in the order of the rules. The first matching rule
 * decides about a form; items that the person already has, that were submitted today or that are
 * retired are never proposed.
 * @param offers newest versions in use
 * @param today YYYY-MM-DD, Berlin
 */
export function propose(
  rules: readonly MappeRule[],
  offers: readonly Offer[],
  facts: RuleFacts,
  today: string,
): Proposed[] {
  const proposed: Proposed[] = [],
    termine = foldTermine(facts.termine),
    seen = new Set(facts.open);
  for (const rule of rules) {
    if (!rule.isOn || seen.has(rule.item)) continue;
    const offer = offers
      .filter((one) => one.id === rule.item)
      .sort((a, b) => b.version - a.version)[0];
    if (!offer) continue;
    const reasons = reasonsOf(rule, offer, facts, termine, today);
    if (!reasons) continue;
    seen.add(rule.item);
    proposed.push({
      item: `${offer.id}@${offer.version}`,
      isFull: rule.isFull,
      rule: rule.id,
      reasons,
    });
  }
  return proposed;
}
