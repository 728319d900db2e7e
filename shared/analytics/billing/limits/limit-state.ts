/**
 * Says of each limit whether it is checked, and if not, why: so that a practice knows its gaps. Pure.
 */
import { isEvaluable, type Limit } from './limit.ts';
import { rulesAndContext } from './limit-rule.ts';
import { saidBy } from './limit-pairs.ts';

export const LIMIT_STATES = ['GEPRUEFT', 'REGEL', 'ANDERE', 'BESCHREIBUNG', 'OFFEN'] as const;
export type LimitState = (typeof LIMIT_STATES)[number];
/** Why no delivered row answers a limit. */
export const LIMIT_GAPS = [
  'AKTE',
  'KANAELE',
  'FALL',
  'BILDER',
  'ANTRAG',
  'BEFUND',
  'ORT',
  'HALT',
] as const;
type LimitGap = (typeof LIMIT_GAPS)[number];

export interface JudgedLimit {
  readonly limit: Limit;
  readonly state: LimitState;
  /** Set where the limit is open. */
  readonly gap: LimitGap | null;
}

/** Kinds that explain a position and forbid nothing. */
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  'unit',
  'definition',
  'marking',
  'point_value',
  'fee_rule',
  'valid_from',
  'factor_reduction',
  'reduced_fee',
]);
/** Values that permit something. */
const PERMITS: ReadonlySet<string> = new Set(['none', 'surgery not required']);
const GAP_OF_KIND: Readonly<Record<string, LimitGap>> = {
  includes: 'AKTE',
  not_for: 'AKTE',
  needs_document: 'AKTE',
  needs_reason: 'AKTE',
  needs_agreement: 'AKTE',
  needs_approval: 'ANTRAG',
  needs_notice: 'ANTRAG',
  insurance: 'ANTRAG',
  tooth_type: 'BEFUND',
  surfaces_min: 'BILDER',
  surfaces_max: 'BILDER',
  age_min: 'FALL',
  age_max: 'FALL',
  period_max: 'FALL',
  warranty: 'AKTE',
  warranty_exempt: 'AKTE',
  time_window: 'AKTE',
};
function gapOf(one: Limit): LimitGap {
  if (one.hold !== undefined) return 'HALT';
  if (/canal/.test(`${one.value} ${one.scope}`)) return 'KANAELE';
  const known = GAP_OF_KIND[one.kind];
  if (known !== undefined) return known;
  return /case|illness|period|plan|treatment|grade|practice/.test(`${one.value} ${one.scope}`)
    ? 'FALL'
    : one.kind === 'only_with'
      ? 'AKTE'
      : 'ORT';
}

/** Judges every limit of a book. */
export function judgeLimits(limits: readonly Limit[]): JudgedLimit[] {
  const { rules, context } = rulesAndContext(limits),
    checked = new Set(rules.map(({ id }) => id));
  return limits.map((limit) => {
    const state: LimitState = checked.has(limit.id)
      ? 'GEPRUEFT'
      : limit.askedBy !== undefined
        ? 'REGEL'
        : isAlternative(limit, limits, checked) || saidBy(limit, context) !== undefined
          ? 'ANDERE'
          : DESCRIPTIONS.has(limit.kind) || PERMITS.has(limit.value)
            ? 'BESCHREIBUNG'
            : 'OFFEN';
    return { limit, state, gap: state === 'OFFEN' ? gapOf(limit) : null };
  });
}
/** Checks whether another row of the same number and kind stands for all of its alternatives. */
function isAlternative(
  one: Limit,
  limits: readonly Limit[],
  checked: ReadonlySet<string>,
): boolean {
  if (!['only_with', 'age_min', 'age_max'].includes(one.kind) || !isEvaluable(one)) return false;
  const first = limits.find(
    (other) =>
      other.system === one.system && other.number === one.number && other.kind === one.kind,
  );
  return first !== undefined && first !== one && checked.has(first.id);
}
