/**
 * Runs days of treatment through the engine and compares the findings with the expert's
 * expectations: recall of expected proposals and warnings, and the share of right findings.
 */
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import { compileRules, evaluateRules } from '../../../server/analytics/rules-engine/engine.ts';
import type { CompiledRules } from '../../../server/analytics/rules-engine/engine.ts';
import { isInStartSet } from '../../../shared/analytics/billing/billing.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { practiceOf, type Mark, type TreatmentDay } from './treatment-day.ts';

/** Found of expected. */
export interface Share {
  found: number;
  of: number;
}
/** Results of an area. Likely expectations are counted apart from the sure ones. */
export interface AreaResult {
  readonly proposals: Record<Mark, Share>;
  readonly warnings: Record<Mark, Share>;
  /** Proposals and warnings that were expected or are acceptable, of all that fired. */
  readonly rightProposals: Share;
  readonly rightWarnings: Share;
}
/** A difference between the expert and the engine, as one line. */
interface Difference {
  readonly day: string;
  readonly kind: 'missed proposal' | 'missed warning' | 'wrong proposal' | 'wrong warning';
  readonly text: string;
}
export interface Verdict {
  readonly areas: ReadonlyMap<string, AreaResult>;
  readonly whole: AreaResult;
  readonly differences: readonly Difference[];
}

/** The built-in rules that are on from the start, or all of them. */
export function rulesOf(set: 'start' | 'all'): CompiledRules {
  return compileRules(HOUSE_RULES.filter((one) => set === 'all' || isInStartSet(one)));
}

const share = (): Share => ({ found: 0, of: 0 });
const emptyResult = (): AreaResult => ({
  proposals: { sure: share(), likely: share(), debatable: share() },
  warnings: { sure: share(), likely: share(), debatable: share() },
  rightProposals: share(),
  rightWarnings: share(),
});
const STATE_RULES = new Set(
  HOUSE_RULES.filter((one) => one.heuteEines.length === 0 && one.heuteAlle === '').map(
    (one) => one.id,
  ),
);
const isWarning = (one: Finding): boolean => one.art === 'PRUEFUNG';
const isNamed = (key: string, one: Finding): boolean =>
  key.split('|').some(
    (word) =>
      word === one.nr ||
      word === one.regel ||
      // A warning about two positions names both.
      (isWarning(one) && one.belege.some(({ was, nr }) => was === 'heute' && nr === word)),
  );

/** One finding for each rule and number of the day, with the sum of its quantities. */
function firedOn(day: TreatmentDay, rules: CompiledRules): Finding[] {
  const found = new Map<string, Finding>();
  // An earlier visit of the window may propose the position already.
  for (const one of evaluateRules(practiceOf(day), rules, { withHidden: true })) {
    if (one.verdeckt === true) continue;
    const isState = STATE_RULES.has(one.regel);
    if (isState ? day.isState !== true : one.tag !== day.day) continue;
    const key = `${one.regel} ${one.nr}`,
      known = found.get(key);
    found.set(key, known ? { ...known, menge: known.menge + one.menge } : one);
  }
  return [...found.values()];
}

function countExpected(
  expected: Readonly<Record<string, Mark>>,
  fired: readonly Finding[],
  quantities: Readonly<Record<string, number>>,
  results: readonly Record<Mark, Share>[],
): { missed: string[] } {
  const missed: string[] = [];
  for (const [key, mark] of Object.entries(expected)) {
    const hits = fired.filter((one) => isNamed(key, one)),
      wanted = quantities[key],
      isFound =
        hits.length > 0 && (wanted === undefined || hits.some((one) => one.menge === wanted));
    for (const one of results) {
      one[mark].of += 1;
      if (isFound) one[mark].found += 1;
    }
    if (!isFound)
      missed.push(
        `${key} (${mark})${hits.length > 0 ? ` with quantity ${hits[0]!.menge} for ${wanted}` : ''}`,
      );
  }
  return { missed };
}
function countRight(
  fired: readonly Finding[],
  allowed: readonly string[],
  results: readonly Share[],
): Finding[] {
  const wrong = fired.filter((one) => !allowed.some((key) => isNamed(key, one)));
  for (const one of results) {
    one.of += fired.length;
    one.found += fired.length - wrong.length;
  }
  return wrong;
}

/** Judges days. @param rules of `rulesOf` */
export function judgeDays(days: readonly TreatmentDay[], rules: CompiledRules): Verdict {
  const areas = new Map<string, AreaResult>(),
    whole = emptyResult(),
    differences: Difference[] = [];
  for (const day of days) {
    const name = day.id.replace(/-\d+$/, ''),
      area = areas.get(name) ?? emptyResult(),
      fired = firedOn(day, rules),
      proposals = fired.filter((one) => !isWarning(one)),
      warnings = fired.filter(isWarning);
    areas.set(name, area);
    const note = (kind: Difference['kind'], texts: readonly string[]): void => {
      for (const text of texts) differences.push({ day: `${day.id} ${day.title}`, kind, text });
    };
    const both = [area, whole],
      say = (one: Finding): string => `${one.nr} by ${one.regel}`;
    note(
      'missed proposal',
      countExpected(
        day.proposals,
        proposals,
        day.quantities ?? {},
        both.map((one) => one.proposals),
      ).missed,
    );
    note(
      'missed warning',
      countExpected(
        day.warnings,
        warnings,
        {},
        both.map((one) => one.warnings),
      ).missed,
    );
    note(
      'wrong proposal',
      countRight(
        proposals,
        [...Object.keys(day.proposals), ...(day.acceptable ?? [])],
        both.map((one) => one.rightProposals),
      ).map(say),
    );
    note(
      'wrong warning',
      countRight(
        warnings,
        Object.keys(day.warnings),
        both.map((one) => one.rightWarnings),
      ).map(say),
    );
  }
  return { areas, whole, differences };
}

/** Returns a share in percent; 100 where nothing was asked. */
export const percent = ({ found, of }: Share): number => (of === 0 ? 100 : (found / of) * 100);
const cell = (one: Share): string => `${one.found}/${one.of} ${Math.floor(percent(one))} %`;
const sum = (...all: readonly Share[]): Share => ({
  found: all.reduce((n, one) => n + one.found, 0),
  of: all.reduce((n, one) => n + one.of, 0),
});
/** Returns the proposals and warnings that were right, of all that fired. */
export const rightOf = (one: AreaResult): Share => sum(one.rightProposals, one.rightWarnings);

/** Returns the table of a verdict, one line for each area. */
export function tableOf({ areas, whole }: Verdict): string[] {
  const line = (name: string, one: AreaResult): string =>
    [
      name.padEnd(13),
      cell(one.proposals.sure),
      cell(sum(one.proposals.sure, one.proposals.likely)),
      cell(one.warnings.sure),
      cell(sum(one.warnings.sure, one.warnings.likely)),
      cell(one.rightProposals),
      cell(one.rightWarnings),
      cell(rightOf(one)),
    ]
      .map((word) => word.padEnd(15))
      .join('');
  return [
    [
      '',
      'proposals:sure',
      'and likely',
      'warnings:sure',
      'and likely',
      'right:proposals',
      'warnings',
      'all that fired',
    ]
      .map((word) => word.padEnd(15))
      .join(''),
    ...[...areas].map(([name, one]) => line(name, one)),
    line('all', whole),
  ];
}
