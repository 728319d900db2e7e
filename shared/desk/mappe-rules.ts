// What a Mappe should hold for one person today: the practice's rules read against age, appointment and what was answered before. Pure; nothing is sent by it, staff sees every proposal with its reasons.

import { ageOn } from '../base/dates.ts';

/** How often: at each visit, once in life, once per version of the text, or again when the last time is so many months ago. */
export type RuleRepeat =
  | { kind: 'each' }
  | { kind: 'once' }
  | { kind: 'version' }
  | { kind: 'months'; months: number };

/** Every condition that is set must hold; within a list one of them is enough. */
export interface RuleWhen {
  /** Completed years, both inclusive. */
  ageFrom?: number | undefined;
  ageTo?: number | undefined;
  /** Nothing earlier is known of a person at their first visit. */
  visit?: 'first' | 'again' | undefined;
  /** Types of appointment, as the practice writes them. */
  arten?: readonly string[] | undefined;
  /** Beginnings of words in the type of appointment. */
  words?: readonly string[] | undefined;
  /** Not for appointments with such a word. */
  notWords?: readonly string[] | undefined;
  behandler?: readonly string[] | undefined;
}
export interface MappeRule {
  id: string;
  isOn: boolean;
  /** Form or document without its version: the newest one in use is proposed. */
  item: string;
  repeat: RuleRepeat;
  /** The form is asked in full, without last time's answers to confirm; counts from the last time in full. */
  isFull: boolean;
  when: RuleWhen;
  /** Why the practice has this rule, in its own words; empty: nothing to add. */
  note: string;
}

/** A form or document that may be given out today. */
export interface Offer {
  id: string;
  version: number;
}
export interface RuleTermin {
  terminId: string;
  art: string;
  behandler: string;
}
/** What a person answered, signed, read or declined, under whichever of their numbers. `day` is YYYY-MM-DD. */
export interface Done {
  item: string;
  version: number;
  day: string;
  /** Asked anew, nothing of the time before was offered. */ isFull: boolean;
}
export interface RuleFacts {
  /** YYYY-MM-DD. */
  geburtsdatum: string;
  termine: readonly RuleTermin[];
  done: readonly Done[];
  /** Forms and documents that lie with this person already, without their versions. */
  open: readonly string[];
  /** An earlier appointment is known. */
  wasHere: boolean;
}

/** Why something is proposed, as a word and its values; the words themselves are texts of the screens. */
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

/** Lower case, base letters, one space between words. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
const startsAWord = (text: string, word: string): boolean =>
  fold(word) !== '' && ` ${fold(text)}`.includes(` ${fold(word)}`);

/** The same day `months` later; at the end of a shorter month its last day. */
function monthsLater(day: string, months: number): string {
  const [y = 0, m = 1, d = 1] = day.split('-').map(Number),
    at = y * 12 + m - 1 + months;
  const year = Math.floor(at / 12),
    month = (at % 12) + 1,
    last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(Math.min(d, last)).padStart(2, '0')}`;
}
/** Completed months from one day to a later one; nothing below zero. */
export function monthsSince(day: string, today: string): number {
  const [y = 0, m = 1] = day.split('-').map(Number),
    [ty = 0, tm = 1] = today.split('-').map(Number),
    guess = (ty - y) * 12 + tm - m;
  return Math.max(0, monthsLater(day, guess) > today ? guess - 1 : guess);
}

/** Nothing is known from an earlier day: no appointment, nothing answered or signed. */
export const isFirstVisit = (facts: Pick<RuleFacts, 'wasHere' | 'done'>, today: string): boolean =>
  !facts.wasHere && !facts.done.some((one) => one.day < today);

/** Appointments of today that a rule means; `undefined` where it asks for one and none fits. */
function meant(when: RuleWhen, termine: readonly RuleTermin[]): RuleTermin | null | undefined {
  const { arten = [], words = [], notWords = [], behandler = [] } = when;
  const isKept = (t: RuleTermin): boolean => !notWords.some((word) => startsAWord(t.art, word));
  if (arten.length + words.length + behandler.length === 0)
    return termine.length > 0 && !termine.some(isKept) ? undefined : null;
  const isArt = (t: RuleTermin): boolean =>
    arten.length + words.length === 0 ||
    arten.some((art) => fold(art) === fold(t.art)) ||
    words.some((word) => startsAWord(t.art, word));
  const isBy = (t: RuleTermin): boolean =>
    behandler.length === 0 || behandler.some((name) => fold(name) === fold(t.behandler));
  return [...termine]
    .sort((a, b) => (a.terminId < b.terminId ? -1 : 1))
    .find((t) => isKept(t) && isArt(t) && isBy(t));
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
  // What was handed in today is not asked a second time, however often a rule wants it.
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
  const termin = meant(when, facts.termine),
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
    // A rule for grown-ups says nothing about the person in front of the desk; one for children or for old age does.
    ...(when.ageTo !== undefined
      ? [{ code: 'ageTo', age: when.ageTo } as const]
      : when.ageFrom !== undefined && when.ageFrom > 18
        ? [{ code: 'ageFrom', age: when.ageFrom } as const]
        : []),
    time,
  ];
}

/**
 * What to put into the Mappe, in the order of the rules. The first rule that fits decides about a form; what lies with the
 * person already, what was handed in today and what is not given out any more is never proposed.
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
    seen = new Set(facts.open);
  for (const rule of rules) {
    const offer = offers
      .filter((one) => one.id === rule.item)
      .sort((a, b) => b.version - a.version)[0];
    if (!rule.isOn || !offer || seen.has(rule.item)) continue;
    const reasons = reasonsOf(rule, offer, facts, today);
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
