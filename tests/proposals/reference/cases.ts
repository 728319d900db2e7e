/** Cases of one rule on one day: each tooth, region or service where it speaks. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import { judge, quantityOf } from './judge.ts';
import type { Occasion } from './occasion.ts';
import type { ServiceRow, Person } from './practice.ts';
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

export interface RuleCase {
  readonly hit: Hit;
  readonly rule: Rule;
  readonly here: readonly ServiceRow[];
  readonly situation: Situation;
}

export const byId = (list: readonly ServiceRow[]): ServiceRow[] =>
  [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
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
export function readingOf(rule: Rule): Reading {
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
/**
 * All findings of a rule for a day.
 * @param everyRegion a rule about regions reports the first one only, unless all are wanted
 */
export function casesOf(
  rule: Rule,
  base: Situation,
  set: RuleSettings,
  everyRegion = false,
): RuleCase[] {
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
        found.push({ hit: one, rule, here: triggers, situation });
        break;
      }
    }
    if (region && !everyRegion && found.length > 0) break;
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
