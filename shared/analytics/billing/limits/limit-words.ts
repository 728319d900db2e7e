/** Words of limits as tokens, places, windows and teeth of the rule language. Pure. */
import type { Limit } from './limit.ts';

/** Where a limit applies: a scope of the rule language, and a calendar window for earlier days. */
export interface Place {
  /** `jaw`: the services name one jaw only, or none. */
  readonly scope: '' | 'Z' | 'K' | 'jaw';
  readonly window: string | null;
}
const SIGN = { BEMA: 'B', GOZ: 'G', GOAE: 'O' } as const;
/** Numbers and abbreviations of positions; words of the limits are written in small letters. */
const NUMBER = /^(?:Ä?\d+[a-z]?(?:\/\d)?|ePA\d?|eMP|[A-Z]{1,4}\d?[a-z]?)\*?$/u;

/** Returns the token of a number; null where it is no number. */
export function tokenOf(system: Limit['system'], number: string): string | null {
  return NUMBER.test(number) && number !== '*' ? `${SIGN[system]}:${number}` : null;
}
/** Covers a range of numbers of four digits by beginnings: `5010-5031` is 501*, 502*, 5030, 5031. */
function beginnings(from: number, to: number): string[] {
  const found: string[] = [];
  for (let at = from; at <= to;) {
    const isTen = at % 10 === 0 && at + 9 <= to;
    found.push(isTen ? `${at / 10}*` : String(at));
    at += isTen ? 10 : 1;
  }
  return found;
}
/** Expands `161a-f` and `5010-5290`. */
function expanded(word: string): string[] {
  const [, first4 = '', last4 = ''] = /^(\d{4})-(\d{4})$/.exec(word) ?? [];
  if (first4 !== '') return beginnings(Number(first4), Number(last4));
  const [, stem = '', from = '', to = ''] = /^(\d+)([a-z])-([a-z])$/.exec(word) ?? [];
  if (stem === '') return [word];
  const first = from.codePointAt(0)!;
  return Array.from(
    { length: to.codePointAt(0)! - first + 1 },
    (_, at) => stem + String.fromCodePoint(first + at),
  );
}
/** Returns the tokens of the other numbers; null where the list holds words. */
export function otherTokens(one: Pick<Limit, 'system' | 'other'>): string[] | null {
  if (one.other === '') return null;
  const tokens = one.other.split(',').flatMap((word) => {
    const [, name, rest = ''] = /^(?:(BEMA|GOZ|GOÄ) )?(.+)$/u.exec(word.trim()) ?? [],
      system = name === 'GOÄ' ? 'GOAE' : ((name as Limit['system'] | undefined) ?? one.system);
    return expanded(rest).map((number) => tokenOf(system, number));
  });
  return tokens.every((token) => token !== null) ? tokens : null;
}

const AT_TOOTH: readonly string[] = [
  'tooth',
  'cavity',
  'site',
  'surgical_area',
  'implant',
  'implant_cavity',
];
const IN_QUADRANT: readonly string[] = ['quadrant', 'quadrant_or_front'];
const ON_DAY: readonly string[] = [
  'session',
  'day',
  'visit',
  'day_and_shortly_after',
  'session_day',
  // The services of one plan, and of one bridge, are charged on one day.
  'plan',
  'bridge',
];
const WINDOWS: Readonly<Record<string, string>> = {
  halfyear: 'KHJ',
  quarter: 'Q',
  // A case is at least the quarter.
  case: 'Q',
  year: 'KJ',
  period: 'CASE_PAR',
  par_case: 'CASE_PAR',
  kfo_case: 'CASE_KFO',
  hkp: 'HKP',
};

/** Returns the place of a scope; null for one that no delivered row answers. */
export function placeOf(scope: string): Place | null {
  const parts = scope.split('+');
  if (parts.length === 1 && WINDOWS[scope] !== undefined)
    return { scope: '', window: WINDOWS[scope] };
  if (scope === 'tooth+hkp') return { scope: 'Z', window: 'HKP' };
  // Positions of one jaw are charged together, on the day of insertion.
  if (scope === 'jaw+hkp') return { scope: 'jaw', window: null };
  if (!parts.every((one) => [...AT_TOOTH, ...IN_QUADRANT, 'jaw', ...ON_DAY].includes(one)))
    return null;
  if (parts.some((one) => AT_TOOTH.includes(one))) return { scope: 'Z', window: null };
  if (parts.includes('jaw')) return { scope: 'jaw', window: null };
  return { scope: parts.some((one) => IN_QUADRANT.includes(one)) ? 'K' : '', window: null };
}
/** Puts a place behind an expression of tokens. */
export const scopedTo = (expression: string, { scope }: Place): string =>
  scope === '' || scope === 'jaw' ? expression : `(${expression})@${scope}`;
/** Windows in which a limit looks back from its own number: the other order is another limit. */
const ONE_WAY: ReadonlySet<string> = new Set(['CASE_KFO']);
/** Returns the key of a pair of numbers at a place, in either order where the order is no matter. */
export const pairKey = (a: string, b: string, { scope, window }: Place): string =>
  `${(window !== null && ONE_WAY.has(window) ? [a, b] : [a, b].toSorted()).join(' ')} ${scope} ${window ?? ''}`;

/** Returns the window of a word: `HJ`, `KJ`, `Y`, `Q`, `12M`, `30D`, `8Q`. */
export function windowOf(word: string): string | null {
  if (word === 'HJ') return 'KHJ';
  if (word === 'Y') return '12M';
  if (word === 'KJ' || word === 'Q') return word;
  return /^\d+[DMQ]$/.test(word) ? word : null;
}

const fdi = (quadrants: readonly number[], from: number, to: number): number[] =>
  quadrants.flatMap((q) => Array.from({ length: to - from + 1 }, (_, at) => q * 10 + from + at));
const PERMANENT = [1, 2, 3, 4];
const MILK = [5, 6, 7, 8];
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  front: [...fdi(PERMANENT, 1, 3), ...fdi(MILK, 1, 3)],
  canine: fdi(PERMANENT, 3, 3),
  premolar: fdi(PERMANENT, 4, 5),
  molar: [...fdi(PERMANENT, 6, 8), ...fdi(MILK, 4, 5)],
  milk: fdi(MILK, 1, 5),
  'milk front': fdi(MILK, 1, 3),
  'milk molars': fdi(MILK, 4, 5),
  permanent: fdi(PERMANENT, 1, 8),
};
/** Returns the teeth of `11-13,15,milk front`; null where a word names no teeth. */
export function teethOf(value: string): number[] | null {
  const all = value.split(',').map((word): readonly number[] | null => {
    const [, first = '', last = first] = /^(\d\d)(?:-(\d\d))?$/.exec(word.trim()) ?? [];
    if (first === '') return GROUPS[word.trim()] ?? null;
    const [from, to] = [Number(first), Number(last)];
    if (Math.floor(from / 10) === Math.floor(to / 10))
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    // Along the arch, over the midline: 15-25 are 15 to 11 and 21 to 25.
    return [
      ...fdi([Math.floor(from / 10)], 1, from % 10),
      ...fdi([Math.floor(to / 10)], 1, to % 10),
    ];
  });
  return all.every((teeth) => teeth !== null) ? all.flatMap((teeth) => [...teeth]) : null;
}
