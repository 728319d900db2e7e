/** Checks of limits of age, tooth and surfaces. Pure. */
import type { Limit } from './limit.ts';
import { anyOf, listed, type LimitCheck, type LimitContext, type Maker } from './limit-check.ts';
import { otherTokens, teethOf, tokenOf } from './limit-words.ts';

const monthsOf = (value: string): number | null => {
  const [, n = '', unit = ''] = /^(\d+)([YM])$/.exec(value) ?? [];
  return n === '' ? null : Number(n) * (unit === 'Y' ? 12 : 1);
};
/** Early checks have windows of age; a number is given in any of its windows. */
const WINDOWED = /^FUZ\d$/;
const age =
  (isMin: boolean): Maker =>
  (one, context) => {
    const own = tokenOf(one.system, one.number),
      all = context.siblings(one),
      months = all.map((each) => monthsOf(each.value)),
      at = all.indexOf(one);
    if (own === null || months.some((each) => each === null)) return null;
    // The inner rows of a windowed number name a gap between two windows.
    if (WINDOWED.test(one.scope) && at > 0) return gapCheck(one, context, own, isMin);
    // Rows for several windows of age are alternatives: the widest of them is checked, once.
    if (at !== 0) return null;
    const limit = isMin ? Math.min(...(months as number[])) : Math.max(...(months as number[])),
      years = one.value.endsWith('Y'),
      word = years ? `${limit / 12}` : `${limit}`,
      kind = isMin ? 'erst ab' : 'nur bis';
    return {
      heuteAlle: own,
      zusatz: isMin ? `alter.monate<${limit}` : `alter.monate>${years ? limit + 11 : limit}`,
      de: `${one.number} ${kind} ${word} ${years ? 'Jahren' : 'Monaten'}`,
      en: `${one.number} ${isMin ? 'only from' : 'only up to'} ${word} ${years ? 'years' : 'months'}`,
    };
  };
/**
 * Checks for an age between the end of one window and the start of the next; null where the
 * windows touch. The row of the start says it; the row of the end would repeat it.
 */
function gapCheck(
  one: Limit,
  context: LimitContext,
  own: string,
  isMin: boolean,
): LimitCheck | null {
  const start = monthsOf(one.value),
    before = context.limits
      .filter(
        (each) =>
          each.system === one.system && each.number === one.number && each.kind === 'age_max',
      )
      .map((each) => monthsOf(each.value)!)
      .filter((end) => start !== null && end < start)
      .toSorted((a, b) => b - a)[0];
  return !isMin || start === null || before === undefined || before + 1 >= start
    ? null
    : {
        heuteAlle: own,
        zusatz: `alter.monate>${before} and alter.monate<${start}`,
        de: `${one.number} zwischen zwei Zeitfenstern`,
        en: `${one.number} between two windows of age`,
      };
}

/** Teeth that a word of roots excludes; teeth with one or two roots are left to the dentist. */
const OTHER_ROOTS: Readonly<Record<string, string>> = {
  single_rooted: '16,17,26,27,36,37,46,47',
  multi_rooted: '11-13,21-23,31-33,41-43',
};
const JAW: Readonly<Record<string, string>> = {
  upper: '11-18,21-28,51-55,61-65',
  lower: '31-38,41-48,71-75,81-85',
};
/** Teeth at which a crown is standard care; at others it is given with another kind of care. */
const AS_STANDARD_CARE: Readonly<Record<string, string>> = {
  '20b': '15-25,34-44',
  '91b': '15-25,34-44',
  '95c': '15-25,34-44',
  '91d': 'canine,14,24,34,44',
};
/** Checks that need a finding or an earlier service of the tooth; without one they do not apply. */
function stateOfTooth(one: Limit, own: string): LimitCheck | null {
  if (one.value === 'vital')
    return {
      heuteAlle: `${own}@Z`,
      zusatz: 'abstand(B:32@Z|B:35@Z|G:2410@Z|G:2440@Z)<heute',
      de: `${one.number} an einem schon wurzelbehandelten Zahn`,
      en: `${one.number} at a tooth with an earlier root canal treatment`,
    };
  if (one.value.startsWith('single_rooted,'))
    return {
      heuteAlle: `${own}@Z`,
      zusatz: `zahn in ${OTHER_ROOTS['single_rooted']} and not zahn.ersetzt`,
      de: `${one.number} an einem mehrwurzeligen Zahn`,
      en: `${one.number} at a tooth with several roots`,
    };
  const standard = AS_STANDARD_CARE[one.number],
    teeth = standard === undefined ? null : teethOf(standard);
  return teeth === null
    ? null
    : {
        heuteAlle: `${own}@Z`,
        zusatz: `hkp.regelversorgung and zahn not in ${teeth.join(',')}`,
        de: `${one.number} als Regelversorgung an einem anderen Zahn`,
        en: `${one.number} as standard care at another tooth`,
      };
}
const toothType: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    roots = OTHER_ROOTS[one.value],
    jaw = one.scope === 'jaw' ? JAW[one.value] : undefined,
    teeth = teethOf(jaw ?? one.value),
    known = own === null ? null : stateOfTooth(one, own);
  if (known !== null) return known;
  if (own !== null && roots !== undefined)
    return {
      heuteAlle: `${own}@Z`,
      zusatz: `zahn in ${teethOf(roots)!.join(',')}`,
      de: `${one.number} an einem Zahn mit anderer Wurzelzahl`,
      en: `${one.number} at a tooth with another number of roots`,
    };
  // Lower blocks are also given in the upper jaw for a reason that only the record states.
  if (
    own === null ||
    teeth === null ||
    !(one.scope === '' || one.scope === 'tooth' || jaw !== undefined) ||
    one.number === '41a'
  )
    return null;
  return {
    heuteAlle: `${own}@Z`,
    zusatz: `zahn not in ${teeth.join(',')}`,
    de: `${one.number} an einem unpassenden Zahn`,
    en: `${one.number} at a tooth it is not for`,
  };
};

/**
 * Films of one session are one position by their number; again only where treatment changed the
 * clinical situation.
 */
const CHANGED = 'qty(B:28|B:29|B:31|B:32|B:34|B:35|B:43|B:44|B:45|B:46|B:47*|B:48|B:53|B:54*)=0';
const FILMS: Readonly<Record<string, string>> = {
  'Ä925a 2 images': `qty(B:Ä925*)>1 and ${CHANGED}`,
  'Ä925b 5 images': `qty(B:Ä925b|B:Ä925c|B:Ä925d)>1 and ${CHANGED}`,
  'Ä925c 8 images': `qty(B:Ä925c|B:Ä925d)>1 and ${CHANGED}`,
};
const surfaces =
  (isMin: boolean): Maker =>
  (one, { limits }) => {
    const films = isMin ? undefined : FILMS[`${one.number} ${one.value}`];
    if (films !== undefined)
      return {
        heuteAlle: `B:${one.number}`,
        zusatz: films,
        de: `${one.number} neben weiteren Aufnahmen der Sitzung`,
        en: `${one.number} next to further films of the session`,
      };
    const own = tokenOf(one.system, one.number),
      teeth = /^(\d+) teeth$/.exec(one.value)?.[1],
      others = otherTokens(one);
    // With other surgery, the teeth of all of it make the region.
    if (isMin && own !== null && teeth !== undefined && others !== null)
      return {
        heuteAlle: `${own}&${anyOf(others)}`,
        zusatz: `zaehne(${[own, ...others].join('|')})<${teeth}`,
        de: `${one.number} mit ${listed(others)} bei weniger als ${teeth} Zähnen`,
        en: `${one.number} with ${listed(others)} at fewer than ${teeth} teeth`,
      };
    // No service is recorded with fewer than one surface.
    if (own === null || !/^\d$/.test(one.value) || one.scope !== 'tooth') return null;
    if (isMin && one.value === '1') return null;
    const corner = limits.find(
        (each) => each.number === one.number && each.scope === 'corner_build_up',
      ),
      exempt = isMin && corner ? teethOf(corner.value) : null;
    return {
      heuteAlle: exempt === null ? own : `${own}@Z`,
      zusatz: isMin
        ? `flaechen<${one.value}${exempt === null ? '' : ` and zahn not in ${exempt.join(',')}`}`
        : `flaechen>${one.value}`,
      de: `${one.number} ${isMin ? 'mit weniger als' : 'mit mehr als'} ${one.value} Flächen`,
      en: `${one.number} with ${isMin ? 'fewer' : 'more'} than ${one.value} surfaces`,
    };
  };

export const PLACE_MAKERS: Readonly<Record<string, Maker>> = {
  age_min: age(true),
  age_max: age(false),
  tooth_type: toothType,
  surfaces_min: surfaces(true),
  surfaces_max: surfaces(false),
};
