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
import {
  aged,
  at,
  DAY,
  INSIDE,
  KFO,
  LONG_KNOWN,
  perio,
  plain,
  plan,
  PLAN,
  type LimitCase,
  type Rows,
} from './limit-day.ts';
import { documentCase, reasonCase } from './limit-notes.ts';
import { situationCase } from './limit-situations.ts';
import { tag, zeile, type Person } from './rule-practice.ts';

/** Exclusions that hold words. */
function wordedCase(limit: Limit, own: string): LimitCase | null {
  const day = [tag(DAY, plain(own))];
  if (limit.other === '*') return { person: {}, ...withCase({ ...limit, value: 'sole' }, own) };
  if (limit.scope === 'facility')
    return {
      person: { kooperationsvertrag: true },
      keptPerson: { kooperationsvertrag: false },
      broken: day,
      kept: day,
    };
  if (limit.other !== '31 without 32') return null;
  return {
    person: {},
    broken: [tag(DAY, 'B:31 36', 'B:34 36')],
    kept: [tag(DAY, 'B:31 36', 'B:34 36', 'B:32 36')],
  };
}
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
  if (limit.value === '1/canal')
    return {
      broken: [tag(DAY, `${plain(own)} 11 x3`)],
      kept: [tag(DAY, `${plain(own)} 11 x2`)],
    };
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
  if (limit.value === 'vital')
    return {
      broken: [tag('2024-03-01', 'B:35 36'), tag(DAY, at(own, '36'))],
      kept: [tag('2024-03-01', 'B:35 35'), tag(DAY, at(own, '36'))],
    };
  if (limit.value.startsWith('single_rooted,'))
    return {
      broken: [tag(INSIDE[0]!, 'befund 36 c'), tag(DAY, at(own, '36'))],
      kept: [tag(INSIDE[0]!, 'befund 36 i'), tag(DAY, at(own, '36'))],
    };
  if (['20b', '91b', '91d', '95c'].includes(limit.number)) {
    const standard = zeile(
      'hkp',
      {
        art: 'ZE',
        status: 'IN_ARBEIT',
        erstelltAm: '2026-01-05',
        versorgungsart: 'REGEL',
        gesamt: 1,
      },
      'H1',
    );
    return {
      broken: [standard, tag(DAY, `${own} 16 #H1`)],
      kept: [standard, tag(DAY, `${own} ${limit.number === '91d' ? 13 : 15} #H1`)],
    };
  }
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
  if (limit.value.endsWith(' images'))
    return {
      broken: [tag(DAY, plain(own), plain(own))],
      kept: [tag(DAY, plain(own), plain(own), 'B:35 36')],
    };
  const n = Number(limit.value),
    all = 'modbl',
    day = (k: number): Rows => [tag(DAY, `${plain(own)} 36 ${all.slice(0, k)}`.trim())];
  const wrong = limit.kind === 'surfaces_min' ? n - 1 : n + 1;
  return { broken: day(wrong), kept: day(n) };
}
function withCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  if (limit.value === 'par_case')
    return {
      broken: [tag(DAY, plain(own))],
      kept: [perio({ atgAm: '2026-01-12' }), tag(DAY, plain(own))],
    };
  if (limit.value === 'sole' && /tooth|site|quadrant/.test(limit.scope)) {
    const surgery = limit.system === 'GOAE' ? 'O:2010' : 'G:3030';
    return {
      broken: [tag(DAY, at(own, '36'), `${surgery} 36`)],
      kept: [tag(DAY, at(own, '36'), `${surgery} 11`)],
    };
  }
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
function warrantyCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const since = limit.value === '24M' ? ['2024-03-10', '2024-02-20'] : [];
  return {
    broken: [tag(since[0]!, at(own, '36')), tag(DAY, at(own, '36'))],
    kept: [tag(since[1]!, at(own, '36')), tag(DAY, at(own, '36'))],
  };
}
function periodCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  if (limit.scope === 'kfo_case') {
    const quarters = (n: number): Rows => [
      ...KFO,
      ...Array.from({ length: n }, (_, i) => tag(INSIDE[i % INSIDE.length]!, plain(own))),
    ];
    return {
      broken: [...quarters(16), tag(DAY, plain(own))],
      kept: [...quarters(15), tag(DAY, plain(own))],
    };
  }
  if (limit.value === '4W')
    return {
      broken: [perio(), tag('2026-01-26', plain(own)), tag(DAY, plain(own))],
      kept: [perio(), tag('2026-02-09', plain(own)), tag(DAY, plain(own))],
    };
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
const SATURDAY = '2026-03-07';
/** Days and hours at which a surcharge is wrong, and right. */
const HOURS: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  out_of_hours: [`${DAY} 10:00`, `${DAY} 19:00`],
  evening: [`${DAY} 10:00`, `${DAY} 20:30`],
  night: [`${DAY} 20:30`, `${DAY} 23:00`],
  weekend: [`${DAY} 10:00`, `${SATURDAY} 10:00`],
  weekday_evening: [`${SATURDAY} 20:30`, `${DAY} 07:00`],
  weekday_night: [`${DAY} 07:00`, `${DAY} 05:00`],
  weekend_day: [`${SATURDAY} 20:30`, `${SATURDAY} 10:00`],
  weekend_evening: [`${SATURDAY} 10:00`, `${SATURDAY} 20:30`],
  weekend_night: [`${DAY} 23:00`, `${SATURDAY} 23:00`],
};
function hoursCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const [broken, kept] = HOURS[limit.value]!.map((word) => {
    const [day = '', clock = ''] = word.split(' ');
    return [
      zeile('arbeitszeit', {
        patid: null,
        behandler: 'B1',
        datum: DAY,
        von: 480,
        bis: 1080,
        typ: 'BEHANDLUNG',
      }),
      tag(day, own, `termin SCHMERZ ${clock}`),
    ];
  });
  return { broken: broken!, kept: kept! };
}
/** A number of a section of GOÄ. */
const SECTION_SAMPLES: Readonly<Record<string, string>> = {
  'sections B,C,D,F-L,N,P': 'O:1',
  'sections A,E,O': 'O:5290',
  'section M and 437': 'O:4605',
};
/** Returns a day that breaks the limit and one that keeps it. @param rule its check */
export function limitCase(limit: Limit, rule: Rule): LimitCase {
  const own = tokenOf(limit.system, limit.number) ?? SECTION_SAMPLES[limit.scope]!,
    person: Person = {};
  switch (limit.kind) {
    case 'not_for':
      return situationCase(limit, own);
    case 'needs_reason':
      return { person, ...reasonCase(limit, own) };
    case 'needs_document':
      return { person, ...documentCase(limit, own) };
    case 'hours':
      return { person, ...hoursCase(limit, own) };
    case 'valid_to':
      return { person, broken: [tag(DAY, own)], kept: [tag(limit.value, own)] };
    case 'needs_approval':
      return {
        person: { kooperationsvertrag: false },
        keptPerson: { kooperationsvertrag: true },
        broken: [tag(DAY, plain(own))],
        kept: [tag(DAY, plain(own))],
      };
    case 'warranty':
      return { person, ...warrantyCase(limit, own) };
    case 'includes':
    case 'not_beside': {
      const worded = wordedCase(limit, own);
      if (worded !== null) return worded;
      return { person, ...besideCase(limit, rule, own) };
    }
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
      return { person, ...periodCase(limit, own) };
    default:
      return { person, ...factorCase(limit, own) };
  }
}
