/**
 * Writes two days from the row of a limit: one that breaks it and one that is just within it. It
 * reads the row, never the check that was made of it, except for the pairs that the check kept.
 */
import { type Limit } from '../../shared/analytics/billing/limit.ts';
import {
  otherTokens,
  placeOf,
  teethOf,
  tokenOf,
} from '../../shared/analytics/billing/limit-words.ts';
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import { tag, zeile, type Person, type Row } from './rule-practice.ts';

type Rows = readonly (Row | readonly Row[])[];
export interface LimitCase {
  readonly broken: Rows;
  readonly kept: Rows;
  readonly person: Person;
  /** The person of the day within the limit, where it differs. */
  readonly keptPerson?: Person;
}
const DAY = '2026-03-02',
  /** Earlier days inside every calendar window of the day, and one outside of all. */
  INSIDE = ['2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16'],
  PLAN = [
    zeile(
      'hkp',
      {
        art: 'ZE',
        status: 'IN_ARBEIT',
        erstelltAm: '2026-01-05',
        genehmigtAm: '2026-01-08',
        begonnenAm: '2026-01-10',
        gesamt: 1,
      },
      'H1',
    ),
    zeile('parfall', {
      erstelltAm: '2026-01-05',
      genehmigtAm: '2026-01-08',
      status: 'IN_ARBEIT',
      grad: 'B',
    }),
  ];
/** Writes a number without the star of a pattern. */
const plain = (token: string): string =>
  token
    .replace(/^B:13\*/, 'B:13b')
    .replace(/^B:UPT\*/, 'B:UPTa')
    .replace(/^B:05\*/, 'B:0500')
    .replace(/\*$/, 'a');
const at = (token: string, tooth: string): string => `${plain(token)} ${tooth}`.trim();
const aged = (months: number): Person => {
  const born = new Date(Date.UTC(2026, 2 - months, 2)).toISOString().slice(0, 10);
  return { geburtsdatum: born };
};

function besideCase(limit: Limit, rule: Rule, own: string): Omit<LimitCase, 'person'> {
  const { scope, window } = placeOf(limit.scope)!,
    conditions = `${rule.heuteAlle} ${rule.zusatz} `,
    // Pairs that an earlier row said are left out of the check.
    other = otherTokens(limit)!.find((one) =>
      /[^\wäÄ*/]/u.test(conditions.split(one)[1]?.[0] ?? ''),
    )!,
    tooth = scope === 'Z' || scope === 'K' ? '36' : '',
    elsewhere = scope === 'Z' || scope === 'K' ? '11' : '';
  const kept =
    tooth === ''
      ? [tag('2024-03-01', plain(other)), tag(DAY, plain(own))]
      : [tag(DAY, at(own, tooth), at(other, elsewhere))];
  return {
    broken:
      window === null
        ? [tag(DAY, at(own, tooth), at(other, tooth))]
        : [tag(INSIDE[0]!, plain(other)), tag(DAY, plain(own))],
    kept,
  };
}
function windowCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const [count = '1', per = ''] = limit.value.split('/'),
    n = Number(count),
    parts = limit.scope.split('+'),
    isPlan = parts.includes('hkp') || parts.includes('par_case'),
    isAtPlace = /tooth|quadrant|implant/.test(`${limit.scope} ${per}`),
    service = at(own, isAtPlace ? '36' : ''),
    isDay =
      !isPlan &&
      !parts.includes('case') &&
      /^(?:session|day|visit|tooth|quadrant|implant)$/.test(per);
  if (isDay)
    return {
      broken: [tag(DAY, ...Array.from({ length: n + 1 }, () => service))],
      kept: [tag(DAY, ...Array.from({ length: n }, () => service))],
    };
  // Days of the last 30 days serve the shortest windows.
  const days = per.endsWith('D') ? ['2026-02-10'] : INSIDE,
    before = (k: number): Rows =>
      Array.from({ length: k }, (_, i) => tag(days[i % days.length]!, service));
  return {
    broken: [...PLAN, ...before(n), tag(DAY, service)],
    kept: [...PLAN, ...before(n - 1), tag(DAY, service)],
  };
}
function gapCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const other = plain(otherTokens(limit)![0]!);
  return {
    broken: [tag('2026-01-12', other), tag(DAY, plain(own))],
    kept: [tag('2023-03-01', other), tag(DAY, plain(own))],
  };
}
function toothCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const teeth = teethOf(limit.value)!,
    wrong = [36, 11, 55, 14, 23, 38, 51].find((one) => !teeth.includes(one))!;
  return {
    broken: [tag(DAY, at(own, String(wrong)))],
    kept: [tag(DAY, at(own, String(teeth[0])))],
  };
}
function surfacesCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const n = Number(limit.value),
    all = 'modbl',
    day = (k: number): Rows => [tag(DAY, `${plain(own)} 36 ${all.slice(0, k)}`.trim())];
  const wrong = limit.kind === 'surfaces_min' ? n - 1 : n + 1;
  return { broken: day(wrong), kept: day(n) };
}
function withCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const { scope } = placeOf(limit.scope)!,
    other = otherTokens({ ...limit, other: limit.value })![0]!,
    tooth = scope === '' ? '' : '36';
  return {
    broken: [tag(DAY, at(own, tooth))],
    kept: [tag(DAY, at(own, tooth), at(other, tooth))],
  };
}
function afterCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const other = plain(otherTokens({ ...limit, other: limit.value })![0]!);
  return {
    broken: [...PLAN, tag(DAY, plain(own))],
    kept: [...PLAN, tag(INSIDE[0]!, other), tag(DAY, plain(own))],
  };
}
function ageCase(rule: Rule, own: string): LimitCase {
  const [, sign = '', months = ''] = /alter\.monate([<>])(\d+)/.exec(rule.zusatz) ?? [],
    edge = Number(months),
    day = [tag(DAY, plain(own))];
  return {
    broken: day,
    kept: day,
    person: aged(sign === '<' ? edge - 1 : edge + 1),
    keptPerson: aged(edge),
  };
}
function factorCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const value = Number(limit.value);
  return {
    broken: [tag(DAY, `${plain(own)} 36 f${(value + 0.1).toFixed(2)}`)],
    kept: [tag(DAY, `${plain(own)} 36 f${value.toFixed(2)}`)],
  };
}
function periodCase(own: string): Omit<LimitCase, 'person'> {
  const since = (uptVon: string): Rows => [
    zeile('parfall', {
      erstelltAm: '2023-06-01',
      genehmigtAm: '2023-06-20',
      status: 'IN_ARBEIT',
      grad: 'B',
      uptVon,
    }),
    tag(DAY, plain(own)),
  ];
  return { broken: since('2024-02-10'), kept: since('2024-06-10') };
}
/** Returns a day that breaks the limit and one that keeps it. @param rule its check */
export function limitCase(limit: Limit, rule: Rule): LimitCase {
  const own = tokenOf(limit.system, limit.number)!,
    person: Person = {};
  switch (limit.kind) {
    case 'not_beside':
      return { person, ...besideCase(limit, rule, own) };
    case 'max_per_window':
      return { person, ...windowCase(limit, own) };
    case 'min_gap':
      return { person, ...gapCase(limit, own) };
    case 'tooth_type':
      return { person, ...toothCase(limit, own) };
    case 'surfaces_min':
    case 'surfaces_max':
      return { person, ...surfacesCase(limit, own) };
    case 'only_with':
      return { person, ...withCase(limit, own) };
    case 'only_after':
      return { person, ...afterCase(limit, own) };
    case 'age_min':
    case 'age_max':
      return ageCase(rule, own);
    case 'insurance':
      return {
        person,
        keptPerson: { pflegegrad: 2 },
        broken: [tag(DAY, plain(own))],
        kept: [tag(DAY, plain(own))],
      };
    case 'period_max':
      return { person, ...periodCase(own) };
    default:
      return { person, ...factorCase(limit, own) };
  }
}
