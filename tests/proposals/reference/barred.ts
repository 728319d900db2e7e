/**
 * Proposals that a check bars. Suppose the proposed service had been charged: a check that would
 * then complain about it, on its day or on a later one, bars the proposal.
 */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import { byId, casesOf, readingOf, type RuleCase } from './cases.ts';
import type { ServiceRow } from './practice.ts';
import { regionOf, windowStartOf, type Situation } from './situation.ts';
import { isCode, tokenOf } from './words.ts';

const names = (check: Rule, one: { readonly system: string; readonly code: string }): boolean =>
  readingOf(check).tokens.some((token) => isCode(token, one.system, one.code));
/** Teeth and regions at which a check complains. */
const complaints = (check: Rule, situation: Situation, set: RuleSettings): Set<string> =>
  new Set(
    casesOf(check, situation, set, true).map(
      (one) => `${one.situation.zahn} ${one.situation.space}`,
    ),
  );
function complainsMore(
  check: Rule,
  with_: Situation,
  without: Situation,
  set: RuleSettings,
): boolean {
  const before = complaints(check, without, set);
  return [...complaints(check, with_, set)].some((place) => !before.has(place));
}

/**
 * The proposed service as a charged one: at its tooth, otherwise at the triggering teeth. Each of
 * several teeth or regions has an equal share of the quantity, at least one.
 */
export function supposed(
  { hit, here }: RuleCase,
  teeth = hit.zahn !== ''
    ? [hit.zahn]
    : [...new Set(here.map((one) => one.zahn).filter((zahn) => zahn !== ''))],
): ServiceRow[] {
  const regions = teeth.map(regionOf),
    portion = (places: number): number => Math.max(1, Math.floor(hit.menge / Math.max(1, places)));
  return (teeth.length > 0 ? teeth : ['']).map((zahn, at) => ({
    id: 'zzz',
    tag: hit.tag,
    system: hit.system,
    code: hit.nr,
    zahn,
    flaechen: '',
    menge: at === 0 ? hit.menge : 0,
    share: {
      Z: portion(teeth.length),
      K: regions.indexOf(regions[at]!) === at ? portion(new Set(regions).size) : 0,
    },
    faktor: null,
    grund: null,
    behandler: '',
    hkpid: '',
    v: {},
  }));
}

/** Rules about one service or one plan: what they say of another service stays as it is. */
const isAboutOneRow = (check: Rule): boolean =>
  /faktor|begruendung|vereinbart|flaechen|\bhkp\.|\bbefund\b/.test(check.zusatz);
/**
 * A check that complains already says nothing about one service more. Services of one number, the
 * newest first, are taken away until it is silent: if the supposed one brings the complaint back,
 * the complaint is about it.
 */
function complainsOfIt(
  check: Rule,
  without: Situation,
  added: readonly ServiceRow[],
  set: RuleSettings,
): boolean {
  if (complaints(check, without, set).size === 0) return false;
  const numbers = new Set(
    [...without.heute.filter((one) => names(check, one)), added[0]!].map(
      (one) => `${one.system} ${one.code}`,
    ),
  );
  return [...numbers].some((number) => {
    const own = [...without.earlierSum, ...byId(without.heute)].filter(
      (one) => `${one.system} ${one.code}` === number,
    );
    for (let left = own.length - 1; left >= 0; left -= 1) {
      const gone = new Set(own.slice(left)),
        stays = (one: ServiceRow): boolean => !gone.has(one),
        fewer: Situation = {
          ...without,
          heute: without.heute.filter(stays),
          earlierSum: without.earlierSum.filter(stays),
        };
      if (complaints(check, fewer, set).size > 0) continue;
      return complaints(check, { ...fewer, heute: [...fewer.heute, ...added] }, set).size > 0;
    }
    return false;
  });
}

/** Positions that a check counts in a window: `count(B:01,KHJ)`. */
const countsOf = (check: Rule): readonly (readonly [tokens: string, window: string])[] =>
  [...check.zusatz.matchAll(/count\(([^,()]+),([^()]+)\)/g)].map((one) => [one[1]!, one[2]!]);
/** Checks whether a check on a later day counts a service of an earlier one. */
const isCounted = (check: Rule, later: Situation, one: ServiceRow): boolean =>
  countsOf(check).some(
    ([tokens, window]) =>
      tokens
        .split('|')
        .some((text) => isCode(tokenOf(text.replace(/@[ZK]$/, '')), one.system, one.code)) &&
      (windowStartOf(later, window) ?? '9999') <= one.tag,
  );
/** Checks whether a service of a later day would be too much after the supposed one. */
function isTooMuchLater(
  check: Rule,
  base: Situation,
  gone: ReadonlySet<ServiceRow>,
  added: readonly ServiceRow[],
  heute: string,
  set: RuleSettings,
): boolean {
  const { services } = base.person,
    days = [...new Set(services.map((one) => one.tag))].filter(
      (day) => day > base.tag && day <= heute,
    );
  return days.some((tag) => {
    const without: Situation = {
      ...base,
      tag,
      heute: services.filter((one) => one.tag === tag),
      earlierSum: services.filter((one) => one.tag < tag && !gone.has(one)),
    };
    return (
      without.heute.some((one) => names(check, one)) &&
      isCounted(check, without, added[0]!) &&
      complainsMore(
        check,
        {
          ...without,
          earlierSum: [...without.earlierSum, ...added].sort((a, b) =>
            a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : a.id < b.id ? -1 : 1,
          ),
        },
        without,
        set,
      )
    );
  });
}

/**
 * Checks whether a proposal is barred. A check that names the position is asked on its day; one
 * that counts it in a window also on the later days of that window. A conflict with another
 * position does not bar: the other one may be wrong. A higher factor adds no service.
 */
export function isBarred(
  one: RuleCase,
  base: Situation,
  checks: readonly Rule[],
  heute: string,
  set: RuleSettings,
): boolean {
  if (one.rule.wert === 'FAKTOR') return false;
  const added = supposed(one),
    replaced = (one.rule.ersetzt ?? []).map(tokenOf),
    gone = new Set(
      base.heute.filter((old) => replaced.some((token) => isCode(token, old.system, old.code))),
    ),
    kept = base.heute.filter((old) => !gone.has(old)),
    without: Situation = { ...base, heute: kept },
    with_: Situation = { ...base, heute: [...kept, ...added] };
  return checks.some(
    (check) =>
      (names(check, added[0]!) &&
        (complainsMore(check, with_, without, set) ||
          (!isAboutOneRow(check) && complainsOfIt(check, without, added, set)))) ||
      isTooMuchLater(check, base, gone, added, heute, set),
  );
}
