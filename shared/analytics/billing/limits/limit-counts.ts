/** Checks of limits that count: how often in which window, and how long after. Pure. */
import type { Limit } from './limit.ts';
import { listed, type LimitCheck, type Maker } from './limit-check.ts';
import { isSessionPair } from './limit-pairs.ts';
import { oftenWords, spanWords } from './limit-titles.ts';
import { otherTokens, tokenOf, windowOf, type Place } from './limit-words.ts';

const PER: Readonly<Record<string, Place>> = {
  session: { scope: '', window: null },
  day: { scope: '', window: null },
  visit: { scope: '', window: null },
  tooth: { scope: 'Z', window: null },
  quadrant: { scope: 'K', window: null },
  implant: { scope: 'Z', window: null },
};
const GRADE = /^grade_([ABC])$/;
/** The window of the case that a scope names: a plan, a perio or an orthodontic treatment. */
const CASES: Readonly<Record<string, string>> = {
  hkp: 'HKP',
  par_case: 'CASE_PAR',
  kfo_case: 'CASE_KFO',
};
const caseOf = (scopes: readonly string[]): string =>
  scopes.map((word) => CASES[word]).find((word) => word !== undefined) ?? '';
function often(one: Limit, count: string, per: string): Pick<LimitCheck, 'de' | 'en'> {
  const { de, en } = oftenWords(count, per);
  return { de: `${one.number} öfter als ${de}`, en: `${one.number} more often than ${en}` };
}

/** Counts within a plan or case: of a tooth, of a jaw, or of the whole case. */
function perCase(
  one: Limit,
  own: string,
  [count, per]: readonly [string, string],
): LimitCheck | null {
  const scopes = one.scope.split('+'),
    text = often(one, count, per),
    window = caseOf(scopes);
  // Positions of one jaw are charged together, on the day of insertion.
  if (per === 'jaw' || (per === 'denture' && scopes.includes('jaw')))
    return { ...text, heuteAlle: own, zusatz: `jeKiefer(${own})>${count}` };
  if (per === 'Q') return { ...text, heuteAlle: own, zusatz: `count(${own},Q)>${count}` };
  if (per === 'KJ') return null;
  const isAtTooth = per === 'tooth' || (per === 'crown' && scopes.includes('tooth')),
    at = isAtTooth ? '@Z' : '';
  return isAtTooth || per === 'case' || per === 'hkp'
    ? { ...text, heuteAlle: own + at, zusatz: `count(${own}${at},${window})>${count}` }
    : null;
}
/** The most canals that a tooth of a kind has; more cannot be one service for each canal. */
const MOST_CANALS = [
  ['11,12,13,21,22,23,31,32,33,41,42,43', 2],
  ['14,15,24,25,34,35,44,45', 3],
  ['16,17,18,26,27,28,36,37,38,46,47,48', 5],
] as const;
/** Counts of a number that is given once for each canal, on the day or within a treatment. */
function perCanal(one: Limit, own: string, scopes: readonly string[]): LimitCheck | null {
  if (!scopes.includes('tooth') || one.value !== '1/canal') return null;
  const sum = scopes.includes('treatment') ? `count(${own}@Z,12M)` : `qty(${own}@Z)`;
  return {
    heuteAlle: `${own}@Z`,
    zusatz: MOST_CANALS.map(([teeth, most]) => `zahn in ${teeth} and ${sum}>${most}`).join(' or '),
    de: `${one.number} öfter, als der Zahn Kanäle hat`,
    en: `${one.number} more often than the tooth has canals`,
  };
}
const HIGH_RISK = 'high_caries_risk';
const maxPerWindow: Maker = (one, context) => {
  const [, count = '', per = ''] = /^(\d+)[/ ](\w+)$/.exec(one.value) ?? [],
    own = tokenOf(one.system, one.number);
  if (count === '' || own === null) return null;
  const scopes = one.scope.split('+'),
    isAtTooth = scopes.includes('tooth') || scopes.includes('implant'),
    place: Place | undefined = isAtTooth && per === 'session' ? PER['tooth'] : PER[per],
    text = often(one, count, per);
  if (per === 'instalments')
    return { ...text, heuteAlle: own, zusatz: `count(${own},CASE_KFO)>${count}` };
  if (caseOf(scopes) !== '') return perCase(one, own, [count, per]);
  if (per === 'window' && scopes.every((word) => word.startsWith('FUZ')))
    return { ...text, heuteAlle: own, zusatz: `count(${own},FENSTER)>${count}` };
  if (one.scope === HIGH_RISK)
    return {
      ...text,
      heuteAlle: own,
      zusatz: `patient.hohesKariesrisiko and count(${own},${windowOf(per)!})>${count}`,
    };
  if (per === 'canal') return perCanal(one, own, scopes);
  const onceAtTooth = LASTING.find(([word]) => scopes.includes(word))?.[1];
  if (onceAtTooth !== undefined && (per === 'tooth' || per === 'implant'))
    return {
      ...text,
      heuteAlle: `${own}@Z`,
      zusatz: `count(${own}@Z,${onceAtTooth})>${count}${
        // A root filling ends a treatment; what follows is a new one.
        scopes.includes('treatment') ? ' and count(B:35@Z|G:2440@Z,12M)=0' : ''
      }`,
    };
  if (per === 'denture' && one.scope === 'session')
    return { ...text, heuteAlle: own, zusatz: `jeKiefer(${own})>${count}` };
  const isInJaw = per === 'jaw' || scopes.includes('jaw');
  if (isInJaw && /^(?:session\+)?jaw$|^session$/.test(one.scope) && /^(?:jaw|session)$/.test(per))
    return { ...text, heuteAlle: own, zusatz: `jeKiefer(${own})>${count}` };
  // A case is at least the quarter.
  if (per === 'tooth' && scopes.includes('case'))
    return { ...text, heuteAlle: `${own}@Z`, zusatz: `count(${own}@Z,Q)>${count}` };
  if (scopes.some((word) => UNANSWERED.has(word) || GRADE.test(word))) return null;
  if (place !== undefined) {
    const at = place.scope === '' ? '' : `@${place.scope}`;
    return { ...text, heuteAlle: own + at, zusatz: `qty(${own}${at})>${count}` };
  }
  const window = per === 'patient' ? 'EVER' : windowOf(per);
  if (window === null) return null;
  const at = isAtTooth ? '@Z' : '',
    // A row of its own allows more for a documented high risk.
    isMoreAtRisk = context.siblings(one).some((other) => other.scope === HIGH_RISK),
    risk = isMoreAtRisk ? ' and not patient.hohesKariesrisiko' : '';
  return { ...text, heuteAlle: own + at, zusatz: `count(${own}${at},${window})>${count}${risk}` };
};
/** Scopes of services that are given once at a tooth: ever, or within a treatment of it. */
const LASTING = [
  ['lifetime', 'EVER'],
  ['treatment', '12M'],
] as const;
/** Scopes that no delivered row answers. */
const UNANSWERED = new Set([
  'case',
  'crown_case',
  'treatment',
  'practice',
  'retainer',
  'hkp_precalculation',
  'anatomical_reason',
  'intraligamentary',
  'same_illness',
  'clinical_situation',
  'skeletal_part',
  'canal',
  'access',
  'two_adjacent_teeth',
]);

const minGap: Maker = (one, context) => {
  const own = tokenOf(one.system, one.number),
    window = windowOf(one.value);
  if (own === null || window === null) return null;
  const text = (after: string): Pick<LimitCheck, 'de' | 'en'> => ({
    de: `${one.number} innerhalb von ${spanWords(one.value).de} nach ${after}`,
    en: `${one.number} within ${spanWords(one.value).en} after ${after}`,
  });
  const grade = GRADE.exec(one.scope)?.[1];
  // The period of supportive care ends 24 months after the first one, so its end names the first.
  if (one.other === 'first UPT' && grade !== undefined)
    return {
      ...text('UPTa'),
      heuteAlle: own,
      zusatz: `par.grad=${grade} and upt.ende-${24 - Number(one.value.slice(0, -1))}M>heute`,
    };
  const others = otherTokens(one);
  if (others === null || !(one.scope === 'patient' || one.scope === 'par_case' || grade))
    return null;
  // The limit of the session warns of a pair that excludes each other in a session.
  const today = others.filter((other) => other === own || isSessionPair(context, own, other));
  return {
    ...text(listed(others)),
    heuteAlle: own,
    zusatz: `${grade ? `par.grad=${grade} and ` : ''}count(${others.join('|')},${window})>${
      today.length === 0 ? '0' : `qty(${today.join('|')})`
    }`,
  };
};

const periodMax: Maker = (one) => {
  if (one.number === 'UPT*' && one.value === '24M')
    return {
      heuteAlle: 'B:UPT*',
      zusatz: 'upt.ende<heute',
      de: 'UPT nach dem Ende ihrer zwei Jahre',
      en: 'UPT after the end of its two years',
    };
  const own = tokenOf(one.system, one.number),
    [, weeks = ''] = /^(\d+)W$/.exec(one.value) ?? [],
    [, quarters = ''] = /^(\d+)Q$/.exec(one.value) ?? [];
  if (own === null) return null;
  if (one.scope === 'par_case' && weeks !== '') {
    const all = `${own.replace(/[ab]$/, '')}*`;
    return {
      heuteAlle: own,
      zusatz: `count(${all},CASE_PAR)>count(${all},${Number(weeks) * 7}D)`,
      de: `${one.number} mehr als ${weeks} Wochen nach der ersten`,
      en: `${one.number} more than ${weeks} weeks after the first`,
    };
  }
  return one.scope === 'kfo_case' && quarters !== ''
    ? {
        heuteAlle: own,
        zusatz: `count(${own},CASE_KFO)>${quarters}`,
        de: `${one.number} nach ${quarters} Quartalen`,
        en: `${one.number} after ${quarters} quarters`,
      }
    : null;
};
/** The same service at the same tooth within its warranty. */
const warranty: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    [, months = ''] = /^(\d+)M$/.exec(one.value) ?? [];
  return own === null || months === ''
    ? null
    : {
        heuteAlle: `${own}@Z`,
        zusatz: `count(${own}@Z,${months}M)>qty(${own}@Z)`,
        de: `${one.number} am selben Zahn innerhalb der Gewährleistung`,
        en: `${one.number} at the same tooth within its warranty`,
      };
};
export const COUNT_MAKERS: Readonly<Record<string, Maker>> = {
  max_per_window: maxPerWindow,
  min_gap: minGap,
  period_max: periodMax,
  warranty,
};
