/**
 * Reference evaluation of the predicates of a day: true, false, or unknown. Nothing is guessed, and
 * unknown values fire no rule.
 */
import { doneIn } from '../../../server/analytics/snapshot/note-reading.ts';
import { call } from './calls.ts';
import { compareDays, monthsOn } from './days.ts';
import { fact } from './facts.ts';
import type { Day, FactValue, Occasion } from './occasion.ts';
import { noteOf, todayOf } from './situation.ts';
import { quantity, type TokenNode, type Value } from './words.ts';

type Verdict = boolean | undefined;

const isDay = (value: unknown): value is Day =>
  typeof value === 'object' && value !== null && 'tag' in value;
const lower = (value: string | number | boolean): string => String(value).toLowerCase();

/** Compares the time since a day with a duration: -1 less, 0 equal, 1 more. */
function sinceCompare(from: string, today: string, n: number, unit: 'D' | 'M'): number {
  if (from < '1000') return 1;
  if (unit === 'D') return compareDays(from, today, n);
  const end = monthsOn(from, n);
  return today > end ? 1 : today < end ? -1 : 0;
}

function value(occasion: Occasion, wert: Value): FactValue {
  switch (wert[0]) {
    case 'zahl':
    case 'text':
    case 'uhr':
      return wert[1];
    case 'wort':
      return fact(occasion, wert[1]);
    case 'ruf':
      return call(occasion, wert[1], wert[2]);
    case 'plus':
    case 'minus': {
      const a = value(occasion, wert[1]),
        b = value(occasion, wert[2]);
      return typeof a !== 'number' || typeof b !== 'number'
        ? undefined
        : wert[0] === 'plus'
          ? a + b
          : a - b;
    }
    case 'tabelle': {
      const own = ofTable(occasion, wert);
      return own && own[0] !== 'dauer' ? value(occasion, own) : undefined;
    }
    case 'liste':
      return wert[1].map((one) =>
        one[0] === 'wort' ? one[1] : (value(occasion, one) as string | number),
      );
    default:
      return undefined;
  }
}
/** `{A:2,B:4}[par.grad]`: the row named by the fact. */
function ofTable(occasion: Occasion, wert: Value): Value | undefined {
  if (wert[0] !== 'tabelle') return wert;
  const key = fact(occasion, wert[2]);
  return typeof key === 'string' ? wert[1][key] : undefined;
}

const RANK: readonly string[] = [
  'ENTWURF',
  'PRUEFUNG',
  'BEI_PATIENT',
  'BEI_KASSE',
  'BEI_GUTACHTER',
  'UEBERARBEITEN',
  'GENEHMIGT',
  'TERMINIERT',
  'IN_ARBEIT',
  'EINGEGLIEDERT',
  'ABGERECHNET',
];
const rankOf = (state: string): number =>
  RANK.indexOf(['SOFORT', 'ANGENOMMEN_OHNE_KASSE'].includes(state) ? 'GENEHMIGT' : state);
const order = (sign: string, at: number): boolean =>
  sign === '='
    ? at === 0
    : sign === '!='
      ? at !== 0
      : sign === '<'
        ? at < 0
        : sign === '<='
          ? at <= 0
          : sign === '>'
            ? at > 0
            : at >= 0;
const wordOf = (wert: Value): string | boolean | undefined =>
  wert[0] !== 'wort' ||
  wert[1].includes('.') ||
  ['zaehne', 'implantate', 'brueckenglieder'].includes(wert[1])
    ? undefined
    : wert[1] === 'true'
      ? true
      : wert[1] === 'false'
        ? false
        : wert[1];

function compare(occasion: Occasion, sign: string, left: Value, right: Value): Verdict {
  if (sign === '~' || sign === '!~') {
    const pattern = right[0] === 'text' ? new RegExp(right[1], 'iu') : undefined;
    const text = noteOf(occasion.situation) ?? '';
    // An empty note is no statement.
    if (sign === '!~') return !pattern?.test(text);
    return pattern !== undefined && doneIn(text, pattern) !== null;
  }
  const a = value(occasion, left),
    length = right[0] === 'tabelle' ? ofTable(occasion, right) : right;
  if (a === undefined || length === undefined) return undefined;
  if (isDay(a))
    return length[0] === 'dauer'
      ? order(sign, sinceCompare(a.tag, occasion.situation.tag, length[1], length[2]))
      : undefined;
  if (sign === 'in') return isAmong(occasion, a, length);
  const b = wordOf(right) ?? value(occasion, right);
  if (b === undefined || isDay(b) || Array.isArray(b)) return undefined;
  const other = b as string | number | boolean,
    judge = (one: string | number | boolean): boolean => {
      if (
        typeof one === 'string' &&
        typeof other === 'string' &&
        sign !== '=' &&
        sign !== '!=' &&
        rankOf(other) >= 0
      )
        return order(sign, rankOf(one) - rankOf(other));
      if (typeof one === 'number' && typeof other === 'number') return order(sign, one - other);
      if (sign === '=' || sign === '!=') return (lower(one) === lower(other)) === (sign === '=');
      return (
        typeof one === 'string' &&
        typeof other === 'string' &&
        order(sign, one < other ? -1 : one > other ? 1 : 0)
      );
    };
  const all = (Array.isArray(a) ? a : [a]) as (string | number | boolean)[];
  return sign === '!=' ? all.every(judge) : all.some(judge);
}
function isAmong(
  occasion: Occasion,
  a: Exclude<FactValue, undefined | Day>,
  right: Value,
): Verdict {
  if (right[0] === 'spanne')
    return (
      right[1][0] === 'zahl' &&
      right[2][0] === 'zahl' &&
      Number(a) >= right[1][1] &&
      Number(a) <= right[2][1]
    );
  const list = value(occasion, right),
    all = (Array.isArray(a) ? a : [a]) as (string | number | boolean)[];
  if (!Array.isArray(list)) return undefined;
  return all.some((one) =>
    (list as (string | number)[]).some((other) => {
      const [x, y] = [lower(one), lower(other)];
      return y.endsWith('.*') ? x.startsWith(y.slice(0, -1)) : x === y;
    }),
  );
}

/** Evaluates a predicate: true, false, or unknown. */
export function judge(occasion: Occasion, tokenTree: TokenNode): Verdict {
  switch (tokenTree[0]) {
    case 'und': {
      const a = judge(occasion, tokenTree[1]),
        b = judge(occasion, tokenTree[2]);
      return a === false || b === false
        ? false
        : a === undefined || b === undefined
          ? undefined
          : true;
    }
    case 'oder': {
      const a = judge(occasion, tokenTree[1]),
        b = judge(occasion, tokenTree[2]);
      return a === true || b === true
        ? true
        : a === undefined || b === undefined
          ? undefined
          : false;
    }
    case 'nicht': {
      const a = judge(occasion, tokenTree[1]);
      return a === undefined ? undefined : !a;
    }
    case 'token':
      return todayOf(occasion.situation, tokenTree[1]).length > 0;
    case 'vergleich':
      return compare(occasion, tokenTree[1], tokenTree[2], tokenTree[3]);
    default: {
      const said = value(occasion, tokenTree[1]);
      return typeof said === 'boolean' ? said : undefined;
    }
  }
}
/** Returns a quantity in whole units; undefined if it depends on an unknown value. */
export function quantityOf(occasion: Occasion, text: string): number | undefined {
  const said = value(occasion, quantity(text === '' ? '1' : text));
  return typeof said === 'number' ? said : undefined;
}
