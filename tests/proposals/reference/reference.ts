/**
 * Slow reference engine for the rules, independent of the product: each person, day, rule and
 * tooth, with lists of plain objects and a paper calendar.
 */
import { BEMA } from '../../../catalog/bema/positions.ts';
import { GOAE } from '../../../catalog/goae/positions.ts';
import { GOZ } from '../../../catalog/goz/schedule.ts';
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import { judge, quantityOf } from './judge.ts';
import type { Occasion } from './occasion.ts';
import {
  ageOf,
  plansMade,
  todayOf,
  isInTimeWindow,
  running,
  regionOf,
  appointmentsToday,
  type Situation,
} from './situation.ts';
import { keptDays, layOut, type ServiceRow, type Person, type Practice } from './practice.ts';
import { dayBefore, windowStart } from './days.ts';
import {
  dayExpression,
  isCode,
  plainCode,
  predicate,
  tokenOf,
  type TokenNode,
  type Token,
} from './words.ts';

export interface Hit {
  readonly patid: string;
  readonly tag: string;
  readonly regel: string;
  readonly zahn: string;
  readonly system: string;
  readonly nr: string;
  readonly menge: number;
}
/** People to evaluate: all, or those selected by a test. */
export interface ReferenceInput {
  readonly rows: readonly RawRow[];
  readonly regeln: readonly Rule[];
  readonly heute: string;
  readonly einstellung: RuleSettings;
}

const UNITS: ReadonlyMap<string, string> = new Map(
  [...GOAE, ...GOZ, ...BEMA].map((one) => [`${one.system} ${plainCode(one.number)}`, one.unit]),
);
/**
 * Checks whether the position of a rule is charged by tooth or canal, so that several teeth are
 * several proposals; otherwise it is charged once a day.
 */
export const isPerTooth = (rule: Rule): boolean =>
  /^(Zahn|Kanal|Kavität|Trennstelle)/.test(
    UNITS.get(`${rule.position?.system ?? ''} ${plainCode(rule.position?.nr ?? '')}`) ?? '',
  );
const words = (rule: Rule): string =>
  [
    ...rule.heuteKeines,
    ...rule.historieKeine,
    ...rule.historieNoetig,
    rule.heuteAlle,
    rule.zusatz,
    rule.menge,
  ].join(' ');
const looksAtTeeth = (rule: Rule): boolean =>
  rule.anZaehnen !== undefined || /@Z|zahn\.|gleicheFlaechen/.test(words(rule));
/** Position proposed by a rule at a tooth. */
function numberAt({ position, anZaehnen }: Rule, zahn: string): string {
  const isThere =
    zahn !== '' &&
    (anZaehnen?.zaehne ?? '').split(',').some((part) => {
      const [from = '', to = from] = part.trim().split('-');
      return from !== '' && zahn >= from && zahn <= to;
    });
  return isThere ? anZaehnen!.nr : (position?.nr ?? '');
}
const looksAtRegions = (rule: Rule): boolean => /@K/.test(words(rule));
const holds = (rule: Rule, day: string): boolean =>
  (rule.gueltigVon === null || rule.gueltigVon <= day) &&
  (rule.gueltigBis === null || rule.gueltigBis >= day);
/** Checks whether a rule applies to a day; the others apply as of the reference day. */
export const isOfDay = (rule: Rule): boolean => rule.heuteEines.length > 0 || rule.heuteAlle !== '';

interface RuleCase {
  readonly hit: Hit;
  readonly rule: Rule;
  readonly here: readonly ServiceRow[];
}

/** Rules of the kinds VERGESSEN and PRUEFUNG for a day; POTENZIAL is not covered here. */
export function reference({ rows, regeln, heute, einstellung }: ReferenceInput): Hit[] {
  const praxis = layOut(rows),
    quote = quoteOf(praxis),
    found: Hit[] = [];
  const own = regeln.filter(
      (one) => one.art !== 'POTENZIAL' && isOfDay(one) && !einstellung.aus.includes(one.id),
    ),
    proposals = own.filter((one) => one.art === 'VERGESSEN'),
    checks = own.filter((one) => one.art === 'PRUEFUNG');
  for (const person of praxis.persons) {
    if (person.v['versicherung'] === 'SONST' && !einstellung.mitAnderenTraegern) continue;
    for (const tag of daysOf(person)) {
      if (tag > heute) continue;
      const base: Situation = {
        praxis,
        person,
        tag,
        heute: person.services.filter((one) => one.tag === tag),
        earlierSum: person.services.filter((one) => one.tag < tag),
        zahn: '',
        space: '',
        quote: (text) => quote(text, tag),
      };
      found.push(
        ...checks
          .flatMap((rule) => casesOf(rule, base, einstellung))
          .filter((one) => isOwnDay(one, base, einstellung))
          .map((one) => one.hit),
      );
      const made = proposals
        .flatMap((rule) => casesOf(rule, base, einstellung))
        .filter(
          (one) =>
            isOwnDay(one, base, einstellung) &&
            isFree(one, base) &&
            !isBarred(one, base, checks, einstellung),
        );
      found.push(...surest(made));
    }
  }
  return found;
}
/**
 * Of proposals of one position on one day the one with the highest certainty stays; on a tie the
 * smaller id.
 */
function surest(made: readonly RuleCase[]): Hit[] {
  const best = (one: RuleCase): RuleCase =>
    made
      .filter((other) => other.hit.system === one.hit.system && other.hit.nr === one.hit.nr)
      .reduce((a, b) =>
        b.rule.konfidenz > a.rule.konfidenz ||
        (b.rule.konfidenz === a.rule.konfidenz && b.rule.id < a.rule.id)
          ? b
          : a,
      );
  return made
    .filter(
      (one, at) =>
        best(one).rule === one.rule &&
        (isPerTooth(one.rule) ||
          made.findIndex((other) => other.rule === one.rule && other.hit.nr === one.hit.nr) === at),
    )
    .map((one) => one.hit);
}
/** Days with services, days on which a plan was made, and days with an appointment kept. */
function daysOf(person: Person): string[] {
  const plans = (person.rest['hkp'] ?? []).map((one) => String(one['erstelltAm'])),
    kept = keptDays(person);
  return [...new Set([...person.services.map((one) => one.tag), ...plans, ...kept])].sort();
}
const byId = (list: readonly ServiceRow[]): ServiceRow[] =>
  [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
/** Services of a substitute are excluded unless the practice wants them. */
function isOwnDay({ here }: RuleCase, base: Situation, set: RuleSettings): boolean {
  const who = (byId(here)[0] ?? base.heute[0])?.behandler ?? '';
  return set.mitVertretung || base.praxis.behandler.get(who)?.['art'] !== 'VERTRETUNG';
}
const isPaidBy = (rule: Rule, person: Person): boolean =>
  rule.kasse !== 'GKV' || person.v['versicherung'] === 'GKV';
/** Binds all tokens of an expression to the tooth or region. */
function placed(tokenTree: TokenNode, space: string): TokenNode {
  if (tokenTree[0] === 'token')
    return /@[ZK]$/.test(tokenTree[1]) ? tokenTree : ['token', `${tokenTree[1]}${space}`];
  return tokenTree[0] === 'und' || tokenTree[0] === 'oder'
    ? [tokenTree[0], placed(tokenTree[1], space), placed(tokenTree[2], space)]
    : tokenTree;
}

interface Reading {
  readonly tokens: readonly Token[];
  readonly expression: ReturnType<typeof dayExpression> | undefined;
  readonly tooth: boolean;
  readonly region: boolean;
}
const readings = new WeakMap<Rule, Reading>();
/** Parsed triggers of a rule for a day. */
function readingOf(rule: Rule): Reading {
  let known = readings.get(rule);
  if (!known) {
    const named = [
        ...rule.heuteEines.filter((text) => /^[BGO]:/.test(text)),
        ...(rule.heuteAlle.match(/[BGO]:[^()&|@]+/g) ?? []),
      ].map((text) => text.replace(/@[ZK]$/, '')),
      tooth = looksAtTeeth(rule);
    readings.set(
      rule,
      (known = {
        tokens: named.map(tokenOf),
        expression: rule.heuteAlle === '' ? undefined : dayExpression(rule.heuteAlle),
        tooth,
        region: !tooth && looksAtRegions(rule),
      }),
    );
  }
  return known;
}
/** All findings of a rule for a day. */
function casesOf(rule: Rule, base: Situation, set: RuleSettings): RuleCase[] {
  if (!holds(rule, base.tag) || !isPaidBy(rule, base.person)) return [];
  const { tokens, expression, tooth, region } = readingOf(rule),
    serving = base.heute.filter((one) =>
      tokens.some((token) => isCode(token, one.system, one.code)),
    );
  const isEvent = rule.heuteEines.some((text) =>
    text.startsWith('TERMIN')
      ? appointmentsToday(base).length > 0
      : /^(HKP|KVA):/.test(text) && plansMade(base, text.startsWith('HKP') ? 'HKP' : 'KVA'),
  );
  if (serving.length === 0 && !isEvent) return [];
  if (rule.alterVonM !== null || rule.alterBisM !== null) {
    const age = ageOf(base);
    if (age === undefined || age < (rule.alterVonM ?? 0) || age > (rule.alterBisM ?? 99_999))
      return [];
  }
  const places: Pick<Situation, 'zahn' | 'space'>[] = tooth
    ? [...new Set(serving.map((one) => one.zahn))]
        .filter((zahn) => zahn !== '')
        .map((zahn) => ({ zahn, space: '' }))
    : region
      ? [...new Set(serving.map((one) => regionOf(one.zahn)))]
          .filter((space) => space !== '')
          .map((space) => ({ zahn: '', space }))
      : [{ zahn: '', space: '' }];
  const found: RuleCase[] = [];
  for (const place of places) {
    const situation: Situation = { ...base, ...place },
      here = serving.filter((one) =>
        tooth ? one.zahn === place.zahn : region ? regionOf(one.zahn) === place.space : true,
      );
    if (
      expression &&
      judge(
        { situation, triggers: here, ...set },
        placed(expression.tokenTree, tooth ? '@Z' : region ? '@K' : ''),
      ) !== true
    )
      continue;
    // A factor and its reason belong to one service.
    for (const triggers of /faktor|begruendung/.test(rule.zusatz)
      ? byId(here).map((one) => [one])
      : [byId(here)]) {
      const one = caseHere(rule, situation, triggers, set);
      if (one) {
        found.push({ hit: one, rule, here: triggers });
        break;
      }
    }
    // A region is reported once.
    if (region && found.length > 0) break;
  }
  return found;
}

function caseHere(
  rule: Rule,
  situation: Situation,
  triggers: readonly ServiceRow[],
  set: RuleSettings,
): Hit | undefined {
  const isCheck = rule.art === 'PRUEFUNG';
  if (rule.heuteKeines.some((text) => todayOf(situation, text, true).length > 0)) return undefined;
  for (const text of rule.historieKeine) {
    const before = isInTimeWindow(situation, text, true);
    if (before === undefined || before.length > 0) return undefined;
  }
  const needed = rule.historieNoetig.filter((text) => /^[BGO]:/.test(text));
  if (
    needed.length > 0 &&
    !needed.some((text) => (isInTimeWindow(situation, text, false) ?? []).length > 0)
  )
    return undefined;
  if (needed.length < rule.historieNoetig.length && !running(situation)) return undefined;
  const occasion: Occasion = {
    situation,
    triggers,
    schalter: set.schalter,
    schwellen: set.schwellen,
  };
  if (rule.zusatz !== '' && judge(occasion, predicate(rule.zusatz)) !== true) return undefined;
  const menge = isCheck ? -1 : quantityOf(occasion, rule.menge);
  if (menge === undefined || (!isCheck && menge <= 0)) return undefined;
  const nr = numberAt(rule, situation.zahn);
  return {
    patid: situation.person.id,
    tag: situation.tag,
    regel: rule.id,
    zahn: situation.zahn,
    system: rule.position?.system ?? 'EIGEN',
    nr: nr === '=' ? (triggers[0]?.code ?? '') : plainCode(nr),
    menge,
  };
}
/** The position must not be on the day already, except for rules about too few of it. */
function isFree({ rule, hit: treffer }: RuleCase, base: Situation): boolean {
  const counted = /\(([^)]*)\)/.exec(rule.menge)?.[1]?.split(/[|,]/) ?? [],
    isAbout = [
      ...rule.heuteEines,
      ...counted,
      ...[...rule.menge.matchAll(/[BGO]:[^()|,+\s-]+/g)].map((one) => one[0]),
    ].some(
      (text) =>
        /^[BGO]:/.test(text.trim()) && isCode(tokenOf(text.trim()), treffer.system, treffer.nr),
    );
  return (
    isAbout ||
    !base.heute.some((other) => other.system === treffer.system && other.code === treffer.nr)
  );
}
/**
 * A check that names the position would fire with it and not without it. A conflict with another
 * position does not block: the other one may be wrong.
 */
function isBarred(
  { rule, hit: treffer, here }: RuleCase,
  base: Situation,
  checks: readonly Rule[],
  set: RuleSettings,
): boolean {
  // Without a requested tooth the hypothetical service is placed at the triggering teeth.
  const teeth =
      treffer.zahn !== ''
        ? [treffer.zahn]
        : [...new Set(here.map((one) => one.zahn).filter((zahn) => zahn !== ''))],
    replaced = (rule.ersetzt ?? []).map(tokenOf);
  const thought = (teeth.length > 0 ? teeth : ['']).map((zahn, at): ServiceRow => ({
    id: 'zzz',
    tag: treffer.tag,
    system: treffer.system,
    code: treffer.nr,
    zahn,
    flaechen: '',
    menge: at === 0 ? treffer.menge : 0,
    faktor: null,
    grund: '',
    behandler: '',
    hkpid: '',
    v: {},
  }));
  const kept = base.heute.filter(
      (one) => !replaced.some((token) => isCode(token, one.system, one.code)),
    ),
    without: Situation = { ...base, heute: kept },
    with_: Situation = { ...base, heute: [...kept, ...thought] };
  const naming = checks.filter((check) =>
    readingOf(check).tokens.some((token) => isCode(token, treffer.system, treffer.nr)),
  );
  return naming.some(
    (check) => casesOf(check, without, set).length === 0 && casesOf(check, with_, set).length > 0,
  );
}

/**
 * Ratio of two sums of quantities in the whole practice in the quarter before the day; known if the
 * latter is at least 20.
 */
function quoteOf(praxis: Practice): (text: string, tag: string) => number | undefined {
  const known = new Map<string, number | undefined>(),
    all = praxis.persons.flatMap((person) => person.services);
  return (text, tag) => {
    const end = dayBefore(windowStart('Q', tag)!),
      from = windowStart('Q', end)!,
      key = `${text} ${from}`;
    if (!known.has(key)) {
      const [part = '', whole = ''] = text.split('/'),
        sum = (tokens: string): number =>
          all
            .filter(
              (one) =>
                one.tag >= from &&
                one.tag <= end &&
                tokens.split('|').some((token) => isCode(tokenOf(token), one.system, one.code)),
            )
            .reduce((n, one) => n + one.menge, 0),
        below = sum(whole);
      known.set(key, below < 20 ? undefined : sum(part) / below);
    }
    return known.get(key);
  };
}
