/**
 * Reference evaluation of the predicates of a day: true, false, or unknown. Nothing is guessed, and
 * unknown values fire no rule.
 */
import { doneIn } from '../../../server/analytics/snapshot/note-reading.ts';
import { RULE_THRESHOLDS } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  alter,
  findingBefore,
  windowStartOf,
  wasCleaned,
  hasUpload,
  todayOf,
  isInTimeWindow,
  isPublicHoliday,
  isSunday,
  kariesrisiko,
  lastInsertion,
  lastDayOf,
  mund,
  notiz,
  isParActive,
  parfall,
  planOfDay,
  dentures,
  regionOf,
  stateOf,
  appointmentsToday,
  type Situation,
} from './situation.ts';
import type { ServiceRow } from './practice.ts';
import { compareDays, monthsOn } from './days.ts';
import { isCode, quantity, tokenOf, type TokenNode, type Value } from './words.ts';

/** Context of a rule on that day: the triggering services and the tooth. */
export interface Occasion {
  readonly lage: Situation;
  readonly triggers: readonly ServiceRow[];
  readonly schalter: Readonly<Record<string, boolean>>;
  readonly schwellen: Readonly<Record<string, number>>;
}
/** A day, distinct from a word because it is compared with durations. */
interface Tag {
  readonly tag: string;
}
type FactValue = number | string | boolean | Tag | readonly (string | number)[] | undefined;
type Verdict = boolean | undefined;
const isDay = (value: unknown): value is Tag =>
  typeof value === 'object' && value !== null && 'tag' in value;
const sum = (list: readonly ServiceRow[]): number => list.reduce((all, one) => all + one.menge, 0);
const lower = (value: string | number | boolean): string => String(value).toLowerCase();

/** Compares the time since a day with a duration: -1 less, 0 equal, 1 more. */
function sinceCompare(from: string, today: string, n: number, unit: 'D' | 'M'): number {
  if (from < '1000') return 1;
  if (unit === 'D') return compareDays(from, today, n);
  const end = monthsOn(from, n);
  return today > end ? 1 : today < end ? -1 : 0;
}

/**
 * Services that allow a surcharge for outpatient surgery, with their points, from the schedule's
 * table.
 */
const POINTS: Readonly<Record<string, number>> = {
  3020: 270,
  3030: 350,
  3040: 540,
  3045: 767,
  3090: 370,
  3100: 270,
  3110: 460,
  3120: 580,
  3130: 280,
  3140: 550,
  3160: 650,
  3190: 270,
  3200: 500,
  3230: 440,
  3240: 550,
  3250: 270,
  3260: 550,
  3270: 590,
  3280: 270,
  4090: 180,
  4100: 275,
  4130: 180,
  4133: 880,
  9010: 1545,
  9020: 515,
  9090: 400,
  9100: 2694,
  9110: 1500,
  9120: 3000,
  9130: 1540,
  9140: 650,
  9150: 675,
  9160: 330,
  9170: 500,
};
const mostPoints = (lage: Situation): number =>
  Math.max(
    0,
    ...lage.heute.filter((one) => one.system === 'GOZ').map((one) => POINTS[one.code] ?? 0),
  );

/** Services named by a list of tokens: those of the day, or of the window if one is named. */
const named = (lage: Situation, text: string): readonly ServiceRow[] =>
  text
    .split('|')
    .flatMap((one) =>
      tokenOf(one).fenster === null
        ? lage.heute.filter((other) => isCode(tokenOf(one), other.system, other.code))
        : (isInTimeWindow(lage, one.replace(/@[ZK]$/, ''), true) ?? []),
    );
const regionsOf = (list: readonly ServiceRow[]): number =>
  Math.max(1, new Set(list.map((one) => regionOf(one.zahn)).filter((one) => one !== '')).size);
/** Quantities of the window and the day; of the day alone without a window. */
function summed(lage: Situation, text: string, window: string | undefined): number | undefined {
  const tokens = text.split('|'),
    space = /@[ZK]$/.exec(tokens[0] ?? '')?.[0] ?? '';
  let all = 0;
  for (const one of tokens) {
    const token = `${one.replace(/@[ZK]$/, '')}${space}`,
      before = window === undefined ? [] : isInTimeWindow(lage, token, false, window);
    if (before === undefined) return undefined;
    all += sum(before) + sum(todayOf(lage, token));
  }
  return all;
}

function call(anlass: Occasion, name: string, args: readonly string[]): FactValue {
  const { lage } = anlass,
    [first = '', second] = args.map((one) => one.trim());
  switch (name) {
    case 'count':
    case 'qty':
      return summed(lage, first, second);
    case 'praxisquote':
      return lage.quote(first);
    case 'maxPunkte':
      return mostPoints(lage);
    case 'zaehne': {
      const list = named(lage, first);
      return (
        new Set(list.map((one) => one.zahn).filter((zahn) => zahn !== '')).size +
        list.filter((one) => one.zahn === '').reduce((all, one) => all + Math.max(1, one.menge), 0)
      );
    }
    case 'kieferhaelften':
      return regionsOf(named(lage, first));
    case 'kieferbereiche': {
      const list = named(lage, first),
        isUpper = (zahn: string): boolean => ['1', '2', '5', '6'].includes(zahn[0] ?? '');
      return Math.max(
        1,
        [true, false].reduce((all, upper) => {
          const own = list.filter((one) => one.zahn !== '' && isUpper(one.zahn) === upper);
          return all + (own.length === 0 ? 0 : Math.min(2, regionsOf(own)));
        }, 0),
      );
    }
    case 'kiefer':
      return Math.max(
        1,
        new Set(
          named(lage, first)
            .filter((one) => one.zahn !== '')
            .map((one) => (['1', '2', '5', '6'].includes(one.zahn[0] ?? '') ? 'OK' : 'UK')),
        ).size,
      );
    case 'kanaele':
      return Math.max(...first.split('|').map((one) => sum(todayOf(lage, one))));
    case 'abstand': {
      const day = isInTimeWindow(lage, first, false, 'EVER')?.at(-1)?.tag;
      return day === undefined ? undefined : { tag: day };
    }
    case 'dauer': {
      const found = /(?:mundhyg|unterweis|instrukt)[^.\n]{0,80}?(\d{1,3})\s*min/i.exec(
        notiz(lage) ?? '',
      );
      return found ? Number(found[1]) : undefined;
    }
    default:
      throw new Error(`no such call: ${name}`);
  }
}
const minuteOf = (uhr: string): number => Number(uhr.slice(0, 2)) * 60 + Number(uhr.slice(3, 5));
const letters = (text: string): string =>
  [...new Set(text.toLowerCase().replaceAll(/[^a-zäöü]/g, ''))].sort().join('');
/** Surfaces of the day's filling of the tooth and of its last one within two years. */
function surfaces(lage: Situation): [string, string] | undefined {
  const own = letters(todayOf(lage, 'B:13*@Z')[0]?.flaechen ?? '');
  const before = letters(isInTimeWindow(lage, 'B:13*@Z', false, '24M')?.at(-1)?.flaechen ?? '');
  return own === '' || before === '' ? undefined : [own, before];
}
function fact(anlass: Occasion, name: string): FactValue {
  const {
    lage,
    triggers: [first],
  } = anlass;
  if (name.startsWith('schalter.')) return anlass.schalter[name.slice(9)] ?? true;
  if (name.startsWith('schwelle.'))
    return (
      anlass.schwellen[name.slice(9)] ??
      RULE_THRESHOLDS[name.slice(9) as keyof typeof RULE_THRESHOLDS].start
    );
  switch (name) {
    case 'par.aktiv':
      return isParActive(lage);
    case 'par.grad':
      return parfall(lage)?.['grad'] ?? undefined;
    case 'upt.schritt': {
      const from = windowStartOf(lage, 'UPTZEITRAUM');
      return from === undefined ? undefined : summed(lage, 'B:UPTa', 'UPTZEITRAUM');
    }
    case 'plan.art':
      return parfall(lage) ? 'PAR' : undefined;
    case 'plan.status': {
      const own = parfall(lage);
      return own && stateOf(own, lage);
    }
    case 'hkp.status': {
      const own = planOfDay(lage, first);
      return own && stateOf(own, lage);
    }
    case 'hkp.art':
      return planOfDay(lage, first)?.['art'] ?? undefined;
    case 'hkp.regelversorgung':
    case 'hkp.gleichartig': {
      const said = planOfDay(lage, first)?.['versorgungsart'];
      return said === undefined || said === null
        ? undefined
        : said === (name === 'hkp.gleichartig' ? 'GLEICHARTIG' : 'REGEL');
    }
    case 'befund': {
      const own = planOfDay(lage, first),
        list = own ? lage.praxis.befunde(own.id) : [];
      return list.length === 0 ? undefined : list;
    }
    case 'termin.art': {
      const all = appointmentsToday(lage);
      return all.length === 0 ? undefined : all.map((one) => one.gruppe);
    }
    case 'termin.schmerz': {
      const all = appointmentsToday(lage);
      return all.length === 0 ? undefined : all.some((one) => one.gruppe === 'SCHMERZ');
    }
    case 'termin.start': {
      const all = appointmentsToday(lage);
      return all.length === 0 ? undefined : all.map((one) => one.uhr);
    }
    case 'sprechstunde':
      return appointmentsToday(lage).some((one) =>
        lage.praxis.workingHours.some(
          (open) =>
            open['datum'] === lage.tag &&
            Number(open['von']) <= minuteOf(one.uhr) &&
            minuteOf(one.uhr) < Number(open['bis']),
        ),
      );
    case 'feiertag':
      return isPublicHoliday(lage);
    case 'sonntag':
      return isSunday(lage);
    case 'ti.epaUpload':
      return hasUpload(lage);
    case 'letzteLeistung':
      return { tag: lastDayOf(lage) };
    case 'ze.eingliederung': {
      const day = lastInsertion(lage);
      return day === undefined ? undefined : { tag: day };
    }
    case 'alter.monate':
    case 'fenster':
      return alter(lage);
    case 'patient.privat':
      return lage.person.v['versicherung'] !== 'GKV';
    case 'patient.pflegegrad':
      return lage.person.v['pflegegrad'] ?? undefined;
    case 'patient.anspruch22a':
      return (
        Number(lage.person.v['pflegegrad'] ?? 0) >= 1 ||
        lage.person.v['eingliederungshilfe'] === true
      );
    case 'patient.eingliederungshilfe':
      return lage.person.v['eingliederungshilfe'] ?? undefined;
    case 'einrichtung.kooperationsvertrag':
      return lage.person.v['kooperationsvertrag'] ?? undefined;
    case 'patient.kariesrisiko':
      return kariesrisiko(lage);
    case 'zahn.bleibend':
      return lage.zahn === '' ? undefined : ['1', '2', '3', '4'].includes(lage.zahn[0]!);
    case 'zahn.molar':
      return lage.zahn === '' ? undefined : /^[1-4][67]$/.test(lage.zahn);
    case 'zahn.seitenzahn':
      return lage.zahn === ''
        ? undefined
        : ['1', '2', '3', '4'].includes(lage.zahn[0]!) && Number(lage.zahn[1]) > 3;
    case 'zahn.vorbefund':
      return findingBefore(lage) ?? undefined;
    case 'zahn.zerstoert': {
      const befund = findingBefore(lage);
      return befund === undefined ? undefined : befund === 'ww' || befund === 'z';
    }
    case 'gleicheFlaechen': {
      const both = surfaces(lage);
      return both && both[0] === both[1];
    }
    case 'flaechenEnthalten': {
      const both = surfaces(lage);
      return both && both[0].split('').filter((one) => !both[1].includes(one)).length === 0;
    }
    case 'prothese.art': {
      const list = dentures(lage);
      return list.length === 0 ? undefined : list;
    }
    case 'ambulant':
      return !/stationär/i.test(notiz(lage) ?? '');
    case 'zahnsteinbefund':
      return (lage.person.rest['zahnbefund'] ?? []).some(
        (one) => one['datum'] === lage.tag && /^zst$/i.test(String(one['befund'])),
      );
    case 'zaehne':
      return mund(lage)?.zaehne ?? wasCleaned(lage);
    case 'implantate':
      return mund(lage)?.implantate;
    case 'brueckenglieder':
      return mund(lage)?.brueckenglieder;
    case 'faktor':
      return first?.faktor === null || first === undefined ? undefined : first.faktor / 100;
    case 'begruendung':
      return first === undefined ? undefined : first.grund;
    default:
      throw new Error(`no such fact: ${name}`);
  }
}

function value(anlass: Occasion, wert: Value): FactValue {
  switch (wert[0]) {
    case 'zahl':
    case 'text':
    case 'uhr':
      return wert[1];
    case 'wort':
      return fact(anlass, wert[1]);
    case 'ruf':
      return call(anlass, wert[1], wert[2]);
    case 'plus':
    case 'minus': {
      const a = value(anlass, wert[1]),
        b = value(anlass, wert[2]);
      return typeof a !== 'number' || typeof b !== 'number'
        ? undefined
        : wert[0] === 'plus'
          ? a + b
          : a - b;
    }
    case 'tabelle': {
      const own = ofTable(anlass, wert);
      return own && own[0] !== 'dauer' ? value(anlass, own) : undefined;
    }
    case 'liste':
      return wert[1].map((one) =>
        one[0] === 'wort' ? one[1] : (value(anlass, one) as string | number),
      );
    default:
      return undefined;
  }
}
/** `{A:2,B:4}[par.grad]`: the row named by the fact. */
function ofTable(anlass: Occasion, wert: Value): Value | undefined {
  if (wert[0] !== 'tabelle') return wert;
  const key = fact(anlass, wert[2]);
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

function compare(anlass: Occasion, sign: string, left: Value, right: Value): Verdict {
  if (sign === '~' || sign === '!~') {
    const pattern = right[0] === 'text' ? new RegExp(right[1], 'iu') : undefined;
    const text = notiz(anlass.lage) ?? '';
    // An empty note is no statement.
    if (sign === '!~') return !pattern?.test(text);
    return pattern !== undefined && doneIn(text, pattern) !== null;
  }
  const a = value(anlass, left),
    length = right[0] === 'tabelle' ? ofTable(anlass, right) : right;
  if (a === undefined || length === undefined) return undefined;
  if (isDay(a))
    return length[0] === 'dauer'
      ? order(sign, sinceCompare(a.tag, anlass.lage.tag, length[1], length[2]))
      : undefined;
  if (sign === 'in') return isAmong(anlass, a, length);
  const b = wordOf(right) ?? value(anlass, right);
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
function isAmong(anlass: Occasion, a: Exclude<FactValue, undefined | Tag>, right: Value): Verdict {
  if (right[0] === 'spanne')
    return (
      right[1][0] === 'zahl' &&
      right[2][0] === 'zahl' &&
      Number(a) >= right[1][1] &&
      Number(a) <= right[2][1]
    );
  const list = value(anlass, right),
    all = (Array.isArray(a) ? a : [a]) as (string | number | boolean)[];
  if (!Array.isArray(list)) return undefined;
  return all.some((one) =>
    (list as (string | number)[]).some((other) => {
      const [x, y] = [lower(one), lower(other)];
      return y.endsWith('.*') ? x.startsWith(y.slice(0, -1)) : x === y;
    }),
  );
}

/** True, false, or unknown. */
export function judge(anlass: Occasion, tokenTree: TokenNode): Verdict {
  switch (tokenTree[0]) {
    case 'und': {
      const a = judge(anlass, tokenTree[1]),
        b = judge(anlass, tokenTree[2]);
      return a === false || b === false
        ? false
        : a === undefined || b === undefined
          ? undefined
          : true;
    }
    case 'oder': {
      const a = judge(anlass, tokenTree[1]),
        b = judge(anlass, tokenTree[2]);
      return a === true || b === true
        ? true
        : a === undefined || b === undefined
          ? undefined
          : false;
    }
    case 'nicht': {
      const a = judge(anlass, tokenTree[1]);
      return a === undefined ? undefined : !a;
    }
    case 'token':
      return todayOf(anlass.lage, tokenTree[1]).length > 0;
    case 'vergleich':
      return compare(anlass, tokenTree[1], tokenTree[2], tokenTree[3]);
    default: {
      const said = value(anlass, tokenTree[1]);
      return typeof said === 'boolean' ? said : undefined;
    }
  }
}
/** A quantity in whole units; undefined if it depends on an unknown value. */
export function quantityOf(anlass: Occasion, text: string): number | undefined {
  const said = value(anlass, quantity(text === '' ? '1' : text));
  return typeof said === 'number' ? said : undefined;
}
