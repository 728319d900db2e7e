/** Checks of limits that count: how often in which window, and how long after. Pure. */
import type { Limit } from './limit.ts';
import { listed, type LimitCheck, type Maker } from './limit-check.ts';
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
const often = (one: Limit, count: string): Pick<LimitCheck, 'de' | 'en'> => ({
  de: `${one.number} öfter als ${count}-mal (${one.value})`,
  en: `${one.number} more often than ${count} times (${one.value})`,
});

/** Counts within a plan or case: of a tooth, of a jaw, or of the whole case. */
function perCase(
  one: Limit,
  own: string,
  [count, per]: readonly [string, string],
): LimitCheck | null {
  const scopes = one.scope.split('+'),
    text = often(one, count),
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
const maxPerWindow: Maker = (one) => {
  const [, count = '', per = ''] = /^(\d+)[/ ](\w+)$/.exec(one.value) ?? [],
    own = tokenOf(one.system, one.number);
  if (count === '' || own === null) return null;
  const scopes = one.scope.split('+'),
    isAtTooth = scopes.includes('tooth') || scopes.includes('implant'),
    place: Place | undefined = isAtTooth && per === 'session' ? PER['tooth'] : PER[per],
    text = often(one, count);
  if (per === 'instalments')
    return { ...text, heuteAlle: own, zusatz: `count(${own},CASE_KFO)>${count}` };
  if (caseOf(scopes) !== '') return perCase(one, own, [count, per]);
  if (per === 'window' && scopes.every((word) => word.startsWith('FUZ')))
    return { ...text, heuteAlle: own, zusatz: `count(${own},FENSTER)>${count}` };
  if (one.scope === 'high_caries_risk')
    return {
      ...text,
      heuteAlle: own,
      zusatz: `patient.hohesKariesrisiko and count(${own},${windowOf(per)!})>${count}`,
    };
  const isInJaw = per === 'jaw' || scopes.includes('jaw');
  if (isInJaw && /^(?:session\+)?jaw$|^session$/.test(one.scope) && /^(?:jaw|session)$/.test(per))
    return { ...text, heuteAlle: own, zusatz: `jeKiefer(${own})>${count}` };
  if (one.number === 'IP5' && scopes.includes('case'))
    return { ...text, heuteAlle: `${own}@Z`, zusatz: `count(${own}@Z,Q)>${count}` };
  if (scopes.some((word) => UNANSWERED.has(word) || GRADE.test(word))) return null;
  if (place !== undefined) {
    const at = place.scope === '' ? '' : `@${place.scope}`;
    return { ...text, heuteAlle: own + at, zusatz: `qty(${own}${at})>${count}` };
  }
  const window = per === 'patient' ? 'EVER' : windowOf(per);
  if (window === null) return null;
  const at = isAtTooth ? '@Z' : '',
    // Two applications in a half-year are possible only for a documented high risk.
    risk = one.number === 'IP4' ? ' and not patient.hohesKariesrisiko' : '';
  return { ...text, heuteAlle: own + at, zusatz: `count(${own}${at},${window})>${count}${risk}` };
};
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

const minGap: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    window = windowOf(one.value);
  if (own === null || window === null) return null;
  const text = (after: string): Pick<LimitCheck, 'de' | 'en'> => ({
    de: `${one.number} zu früh nach ${after} (${one.value})`,
    en: `${one.number} too soon after ${after} (${one.value})`,
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
  return {
    ...text(listed(others)),
    heuteAlle: own,
    zusatz: `${grade ? `par.grad=${grade} and ` : ''}count(${others.join('|')},${window})>${
      others.includes(own) ? `qty(${own})` : '0'
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
  return null;
};
export const COUNT_MAKERS: Readonly<Record<string, Maker>> = {
  max_per_window: maxPerWindow,
  min_gap: minGap,
  period_max: periodMax,
};
