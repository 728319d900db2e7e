/** Functions of the rule language: counts, distances, teeth, durations, points. */
import { surgeryNumbers } from '../../../../shared/analytics/billing/fees.ts';
import { STANDARD_GROUPS } from '../../../../shared/analytics/deliveries/standard-groups.ts';
import {
  type TimeWindow,
  type RuleToken,
} from '../../../../shared/analytics/billing/rule-language.ts';
import { parseToken } from '../../../../shared/analytics/billing/rule-tokens.ts';
import { EMPTY, quarterOfDay } from '../../snapshot/calendar.ts';
import type { Situation } from '../day-state.ts';
import type { EngineSnapshot } from '../engine-snapshot.ts';
import {
  countAreasPerJaw,
  countJaws,
  countPairs,
  countRegions,
  countTeeth,
  LOWER_TEETH,
  touches,
  UPPER_TEETH,
} from '../tooth-masks.ts';
import type { Finder } from './finder.ts';
import { notedDuration } from './noted-duration.ts';
import { practiceRatio } from './practice-ratio.ts';

const single = (
  m: EngineSnapshot,
  chosenMarks: readonly RuleToken[],
): { menge: Uint8Array; token: RuleToken }[] =>
  chosenMarks.map((token) => ({ menge: m.codebook.codesOf([token]), token }));
function maskOfToday(
  k: Situation,
  tokenSets: readonly { menge: Uint8Array; token: RuleToken }[],
): { permanent: number; milk: number; ohne: number } {
  let permanent = 0,
    milk = 0,
    without = 0;
  const take = (i: number): void => {
    if (k.permanent[i] === 0 && k.milk[i] === 0) without += Math.max(1, k.quantities[i]!);
    permanent |= k.permanent[i]!;
    milk |= k.milk[i]!;
  };
  for (const { menge: table, token } of tokenSets) {
    if (token.fenster === null) {
      for (let i = k.a; i < k.b; i += 1) if (table[k.code[i]!] === 1) take(i);
      // A hypothetical service is placed at its teeth like any other.
      if (k.isTrialToday() && table[k.code[k.n]!] === 1) take(k.n);
    } else {
      const from = k.startOf(token.fenster);
      if (from !== null)
        for (let i = k.a - 1; i >= 0 && k.days[i]! >= from; i -= 1)
          if (table[k.code[i]!] === 1) take(i);
    }
  }
  return { permanent, milk, ohne: without };
}

/** Returns the largest quantity in one jaw; a service of both jaws counts once for each. */
function largestInJaw(k: Situation, codes: Uint8Array): number {
  let upper = 0,
    lower = 0;
  const take = (i: number): void => {
    if (codes[k.code[i]!] !== 1) return;
    const isUpper = touches(UPPER_TEETH, k.permanent[i]!, k.milk[i]!),
      isLower = touches(LOWER_TEETH, k.permanent[i]!, k.milk[i]!);
    if (isUpper) upper += isLower ? 1 : k.quantities[i]!;
    if (isLower) lower += isUpper ? 1 : k.quantities[i]!;
  };
  for (let i = k.a; i < k.b; i += 1) take(i);
  if (k.isTrialToday()) take(k.n);
  return Math.max(upper, lower);
}

/** Where a note names the teeth of a treatment. */
const NOTED_TEETH: Readonly<Record<string, RegExp>> = {
  versiegelung: /[^.;\n]{0,60}versiegel[^.;\n]{0,60}/iu,
};
/** Counts the teeth that the note of the day names for a treatment, at least one. */
function notedTeeth(k: Situation, what: string): number {
  const found = NOTED_TEETH[what]?.exec(k.note())?.[0] ?? '',
    teeth = new Set([...found.matchAll(/(?<!\d)[1-4][1-8](?!\d)/g)].map(([one]) => one));
  return Math.max(1, teeth.size);
}
/** Counts planned positions; null where the plan of the day delivers none. */
function countPlanned(k: Situation, codes: Uint8Array): number | null {
  const plan = k.planOfDay();
  if (plan < 0) return null;
  const { from, rows } = k.m.positionen,
    all = [...rows.subarray(from[plan], from[plan + 1])];
  return all.length === 0 ? null : all.filter((at) => codes[k.m.codeOfPlanned(at)] === 1).length;
}

/** Returns the functions of the rule language, bound to an image. */
export function ruleFunction(
  m: EngineSnapshot,
  name: string,
  chosenMarks: readonly RuleToken[],
  second: readonly RuleToken[],
  timeWindow: TimeWindow | null,
  words: readonly string[],
): Finder {
  const all = m.codebook.codesOf(chosenMarks),
    scope = chosenMarks[0]?.scope ?? '',
    each = single(m, chosenMarks);
  switch (name) {
    case 'count':
    case 'qty':
      return (k) => {
        const from = k.startOf(timeWindow);
        return from === null ? null : k.sum(all, from, scope);
      };
    case 'abstand':
      return (k) => {
        const at = k.preceding(all, -2_000_000_000, scope, true);
        return at < 0 ? null : k.days[at]!;
      };
    case 'zaehne':
      return (k) => {
        const { permanent, milk, ohne: without } = maskOfToday(k, each);
        return countTeeth(permanent, milk) + without;
      };
    case 'kieferhaelften':
      return (k) => {
        const { permanent, milk } = maskOfToday(k, each);
        return Math.max(1, countRegions(permanent, milk));
      };
    case 'kieferbereiche':
      return (k) => {
        const { permanent, milk } = maskOfToday(k, each);
        return Math.max(1, countAreasPerJaw(permanent, milk));
      };
    case 'kiefer':
      return (k) => {
        const { permanent, milk } = maskOfToday(k, each);
        return Math.max(1, countJaws(permanent, milk));
      };
    case 'zahnpaare':
      return (k) => {
        const { permanent, milk } = maskOfToday(k, each);
        return scope === 'K'
          ? countPairs(permanent & k.askedPermanentTeeth, milk & k.askedMilkTeeth)
          : countPairs(permanent, milk);
      };
    case 'imPlan':
      return (k) => countPlanned(k, all);
    case 'zaehneNotiert':
      return (k) => notedTeeth(k, words[0] ?? '');
    case 'jeKiefer':
      return (k) => largestInJaw(k, all);
    case 'kanaele':
      return (k) =>
        Math.max(...each.map((one) => k.sum(one.menge, 2_000_000_000, one.token.scope)));
    case 'dauer':
      return (k) => notedDuration(k.note(), words[0] ?? '')?.minutes ?? null;
    case 'maxPunkte': {
      const eligible = m.codebook.codesOf(surgeryNumbers().map((nr) => parseToken(`G:${nr}`)));
      return (k) => {
        let most = 0;
        for (let i = k.a; i < k.b; i += 1)
          if (eligible[k.code[i]!] === 1)
            most = Math.max(
              most,
              m.snapshot.services.punkte[k.serviceOf[i]!] === EMPTY
                ? m.points(k.code[i]!)
                : m.snapshot.services.punkte[k.serviceOf[i]!]!,
            );
        return most;
      };
    }
    case 'praxisquote': {
      const rate = practiceRatio(m, all, m.codebook.codesOf(second));
      return (k) => rate(quarterOfDay(k.day));
    }
    case 'keinTermin': {
      const group =
        words[0] === undefined
          ? -1
          : STANDARD_GROUPS.indexOf(words[0] as (typeof STANDARD_GROUPS)[number]);
      return (k) => !k.hasFollowUp(group);
    }
    default:
      throw new RangeError(`no function ${name}`);
  }
}
