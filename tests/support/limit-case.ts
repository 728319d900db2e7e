/**
 * Writes two days from the row of a limit: one that breaks it and one that is just within it. It
 * reads the row, never the check that was made of it, except for the pairs that the check kept.
 */
import { type Limit } from '../../shared/analytics/billing/limits/limit.ts';
import {
  otherTokens,
  placeOf,
  teethOf,
  tokenOf,
} from '../../shared/analytics/billing/limits/limit-words.ts';
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
  plan = (art: string, eingegliedertAm: string | null): Row =>
    zeile(
      'hkp',
      {
        art,
        status: 'IN_ARBEIT',
        erstelltAm: '2026-01-05',
        genehmigtAm: '2026-01-08',
        begonnenAm: '2026-01-10',
        eingegliedertAm,
        gesamt: 1,
      },
      `H${art}`,
    ),
  perio = (fields: Readonly<Record<string, string>> = {}): Row =>
    zeile('parfall', {
      erstelltAm: '2026-01-05',
      genehmigtAm: '2026-01-08',
      status: 'IN_ARBEIT',
      grad: 'B',
      ...fields,
    }),
  PLAN = [plan('ZE', null), perio()],
  KFO = [plan('KFO', null)],
  /** A service long ago: the delivered rows reach back far enough. */
  LONG_KNOWN = tag('2023-01-10', 'B:01');
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
  const { scope, window } = placeOf(limit.kind === 'includes' ? 'session' : limit.scope)!,
    conditions = `${rule.heuteAlle} ${rule.zusatz} `,
    // Pairs that an earlier row said are left out of the check.
    other = otherTokens(limit.kind === 'includes' ? { ...limit, other: limit.value } : limit)!.find(
      (one) => /[^\wäÄ*/]/u.test(conditions.split(one)[1]?.[0] ?? ''),
    )!,
    tooth = scope === 'Z' || scope === 'K' ? '36' : '',
    elsewhere = scope === 'Z' || scope === 'K' ? '11' : '';
  if (window === 'CASE_PAR' || window === 'HKP' || window === 'CASE_KFO') {
    const cases = window === 'CASE_KFO' ? KFO : PLAN;
    return {
      broken: [...cases, tag(INSIDE[0]!, at(other, tooth)), tag(DAY, at(own, tooth))],
      kept: [...cases, tag('2024-03-01', at(other, tooth)), tag(DAY, at(own, tooth))],
    };
  }
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
  const [count = '1', per = ''] = limit.value.split(/[/ ]/),
    n = Number(count),
    parts = limit.scope.split('+'),
    isPlan = parts.includes('hkp') || parts.includes('par_case'),
    isKfo = parts.includes('kfo_case'),
    isJaw = per === 'jaw' || per === 'denture' || (parts.includes('jaw') && per === 'session'),
    isAtPlace = isJaw || /tooth|quadrant|implant|crown/.test(`${limit.scope} ${per}`),
    service = at(own, isAtPlace ? '36' : ''),
    isDay =
      isJaw ||
      (!isPlan &&
        !isKfo &&
        !parts.includes('case') &&
        /^(?:session|day|visit|tooth|quadrant|implant)$/.test(per));
  if (isDay)
    return {
      broken: [tag(DAY, ...Array.from({ length: n + 1 }, () => service))],
      kept: [tag(DAY, ...Array.from({ length: n }, () => service))],
    };
  const cases = isKfo
    ? KFO
    : limit.scope === 'high_caries_risk'
      ? [zeile('kariesrisiko', { datum: '2026-01-05', risiko: 'HOCH' })]
      : PLAN;
  // Days of the last 30 days serve the shortest windows.
  const days = per.endsWith('D') ? ['2026-02-10'] : INSIDE,
    before = (k: number): Rows =>
      Array.from({ length: k }, (_, i) => tag(days[i % days.length]!, service));
  return {
    broken: [...cases, ...before(n), tag(DAY, service)],
    kept: [...cases, ...before(n - 1), tag(DAY, service)],
  };
}
/** A child inside an early-check window: the second one of FU1, the first of FU2. */
const inWindow = (limit: Limit): Person =>
  limit.value.endsWith('/window') ? aged(limit.number === 'FU1' ? 15 : 40) : {};
function gapCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const grad = /^grade_(.)$/.exec(limit.scope)?.[1];
  if (limit.other === 'first UPT')
    return {
      broken: [perio({ grad: grad!, uptVon: '2025-06-01' }), tag(DAY, plain(own))],
      kept: [perio({ grad: grad!, uptVon: '2025-03-01' }), tag(DAY, plain(own))],
    };
  const other = plain(otherTokens(limit)![0]!),
    cases = grad === undefined ? [] : [perio({ grad })];
  return {
    broken: [...cases, tag('2026-01-12', other), tag(DAY, plain(own))],
    kept: [...cases, tag('2023-03-01', other), tag(DAY, plain(own))],
  };
}
function toothCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const roots: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
    single_rooted: ['36', '11'],
    multi_rooted: ['11', '36'],
    upper: ['36', '16'],
    lower: ['16', '36'],
  };
  const known = roots[limit.value];
  if (known !== undefined)
    return { broken: [tag(DAY, at(own, known[0]))], kept: [tag(DAY, at(own, known[1]))] };
  const teeth = teethOf(limit.value)!,
    wrong = [36, 11, 55, 14, 23, 38, 51].find((one) => !teeth.includes(one))!;
  return {
    broken: [tag(DAY, at(own, String(wrong)))],
    kept: [tag(DAY, at(own, String(teeth[0])))],
  };
}
function surfacesCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  if (limit.value.endsWith(' teeth')) {
    const others = (k: number): string[] =>
      [14, 15, 16, 17].slice(0, k).map((tooth) => at(otherTokens(limit)![0]!, String(tooth)));
    return {
      broken: [tag(DAY, at(own, '14'), ...others(3))],
      kept: [tag(DAY, at(own, '14'), ...others(4))],
    };
  }
  const n = Number(limit.value),
    all = 'modbl',
    day = (k: number): Rows => [tag(DAY, `${plain(own)} 36 ${all.slice(0, k)}`.trim())];
  const wrong = limit.kind === 'surfaces_min' ? n - 1 : n + 1;
  return { broken: day(wrong), kept: day(n) };
}
function withCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  if (limit.value === 'sole') {
    const another = limit.system === 'BEMA' ? 'B:8' : 'G:0070';
    return {
      broken: [tag(DAY, plain(own), another)],
      kept: [tag(INSIDE[0]!, another), tag(DAY, plain(own))],
    };
  }
  const other = otherTokens({ ...limit, other: limit.value })![0]!;
  if (limit.scope.includes('hkp') || limit.scope === 'tooth') {
    const at36 = /tooth/.test(limit.scope) ? '36' : '',
      known = limit.scope === 'tooth' ? [LONG_KNOWN] : [plan('ZE', DAY)];
    return {
      broken: [...known, tag(DAY, at(own, at36))],
      kept: [...known, tag(INSIDE[0]!, at(other, at36)), tag(DAY, at(own, at36))],
    };
  }
  const { scope } = placeOf(limit.scope === '' ? 'session' : limit.scope)!,
    tooth = scope === '' ? '' : '36';
  return {
    broken: [tag(DAY, at(own, tooth))],
    kept: [tag(DAY, at(own, tooth), at(other, tooth))],
  };
}
function afterCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const other = otherTokens({ ...limit, other: limit.value })![0]!,
    tooth = limit.scope === 'tooth' ? '36' : '';
  return {
    broken: [LONG_KNOWN, ...PLAN, tag(DAY, at(own, tooth))],
    kept: [LONG_KNOWN, ...PLAN, tag(INSIDE[0]!, at(other, tooth)), tag(DAY, at(own, tooth))],
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
/** Days of a situation in which a number does not apply. */
function situationCase(limit: Limit, own: string): LimitCase {
  const day = tag(DAY, at(own, '')),
    same = (broken: Rows, kept: Rows): LimitCase => ({ person: {}, broken, kept });
  switch (limit.value) {
    case 'par22a': {
      const waiting = zeile('parfall', {
        erstelltAm: '2026-01-05',
        status: 'BEI_KASSE',
        grad: 'B',
      });
      return {
        person: { pflegegrad: 2 },
        keptPerson: {},
        broken: [waiting, day],
        kept: [waiting, day],
      };
    }
    case 'first_upt':
      return same(
        [perio(), tag(DAY, 'B:UPTa', plain(own))],
        [perio(), tag(INSIDE[0]!, 'B:UPTa'), tag(DAY, 'B:UPTa', plain(own))],
      );
    case 'during_kfo':
      return same([tag(INSIDE[0]!, 'B:119a'), day], [tag('2025-01-12', 'B:119a'), day]);
    case 'same_day_inpatient':
      return same(
        [tag(DAY, plain(own), '"OP stationär"')],
        [tag(DAY, plain(own), '"OP ambulant"')],
      );
    case 'gkv':
      return { ...same([day], [day]), keptPerson: { versicherung: 'PKV' } };
    case 'usual_office_hours': {
      const open = zeile('arbeitszeit', {
        behandler: 'B1',
        datum: DAY,
        von: 480,
        bis: 720,
        typ: 'BEHANDLUNG',
      });
      return same(
        [open, tag(DAY, plain(own), 'termin SCHMERZ 09:00')],
        [open, tag(DAY, plain(own), 'termin SCHMERZ 19:00')],
      );
    }
    case 'implant':
      return same(
        [tag(INSIDE[0]!, 'befund 36 i'), tag(DAY, at(own, '36'))],
        [tag(INSIDE[0]!, 'befund 36 f'), tag(DAY, at(own, '36'))],
      );
    case 'after_endo': {
      const other = otherTokens(limit)![0]!;
      return same(
        [tag(INSIDE[0]!, at(other, '36')), tag(DAY, at(own, '36'))],
        [tag(DAY, at(other, '36'), at(own, '36'))],
      );
    }
    default: {
      const other = otherTokens(limit)![0]!,
        tooth = placeOf(limit.scope)!.scope === '' ? '' : '36';
      return same(
        [tag(DAY, at(own, tooth), at(other, tooth))],
        [tag(INSIDE[0]!, at(other, tooth)), tag(DAY, at(own, tooth))],
      );
    }
  }
}
function reasonCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  if (limit.value.startsWith('PSI'))
    return {
      broken: [tag(INSIDE[0]!, 'psi 0|1|2|2|2|1'), tag(DAY, plain(own))],
      kept: [tag(INSIDE[0]!, 'psi 0|1|3|2|2|1'), tag(DAY, plain(own))],
    };
  if (limit.value === '>1/tooth')
    return {
      broken: [tag(DAY, `${plain(own)} 36 x2`)],
      kept: [tag(DAY, `${plain(own)} 36 x2 !Anlass`)],
    };
  const other = plain(otherTokens(limit)![0]!);
  return {
    broken: [tag(DAY, plain(own), other)],
    kept: [tag(DAY, `${plain(own)} !Anlass`, other)],
  };
}
function documentCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const minutes = Number.parseInt(limit.value, 10),
    day = (n: number): Rows => [tag(DAY, plain(own), `"Mundhygieneunterweisung ${n} min"`)];
  return { broken: day(minutes - 1), kept: day(minutes) };
}
/** Returns a day that breaks the limit and one that keeps it. @param rule its check */
export function limitCase(limit: Limit, rule: Rule): LimitCase {
  const own = tokenOf(limit.system, limit.number)!,
    person: Person = {};
  switch (limit.kind) {
    case 'not_for':
      return situationCase(limit, own);
    case 'needs_reason':
      return { person, ...reasonCase(limit, own) };
    case 'needs_document':
      return { person, ...documentCase(limit, own) };
    case 'valid_to':
      return { person, broken: [tag(DAY, own)], kept: [tag(limit.value, own)] };
    case 'needs_approval':
      return {
        person: { kooperationsvertrag: false },
        keptPerson: { kooperationsvertrag: true },
        broken: [tag(DAY, plain(own))],
        kept: [tag(DAY, plain(own))],
      };
    case 'includes':
    case 'not_beside':
      return { person, ...besideCase(limit, rule, own) };
    case 'max_per_window':
      return { person: inWindow(limit), ...windowCase(limit, own) };
    case 'min_gap':
      return { person, ...gapCase(limit, own) };
    case 'tooth_type':
      return { person, ...toothCase(limit, own) };
    case 'surfaces_min':
    case 'surfaces_max':
      return { person, ...surfacesCase(limit, own) };
    case 'only_with':
      return {
        person,
        ...(limit.value === 'sole' && limit.other !== ''
          ? besideCase(limit, rule, own)
          : withCase(limit, own)),
      };
    case 'only_after':
      return { person, ...afterCase(limit, own) };
    case 'age_min':
    case 'age_max':
      return ageCase(rule, own);
    case 'insurance':
      return {
        person: { kooperationsvertrag: false },
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
