// The guided start of a practice: steps that are computed from facts, never ticked by hand. Owner
// and vendor see the same list.

import { DAY_MS } from '../base/day-math.ts';

/** In order; the last needed one is the first signed paper. */
export const ONBOARDING_STEPS = [
  'terms',
  'processing',
  'contract',
  'licence',
  'praxis',
  'target',
  'sheet',
  'tablet',
  'paper',
  'import',
] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];
/** Steps that a practice may leave out: they stop no other step. */
const OPTIONAL: ReadonlySet<OnboardingStep> = new Set(['import']);

/** Who settles a step: the practice, or the vendor's staff. */
export const ONBOARDING_SIDES = ['practice', 'vendor'] as const;
type OnboardingSide = (typeof ONBOARDING_SIDES)[number];
const sideOf = (step: OnboardingStep): OnboardingSide =>
  step === 'licence' ? 'vendor' : 'practice';

export const ONBOARDING_STEP_STATES = ['done', 'skipped', 'next', 'open', 'optional'] as const;
export type OnboardingStepState = (typeof ONBOARDING_STEP_STATES)[number];
export const ONBOARDING_STATES = ['done', 'running', 'stuck'] as const;
export type OnboardingState = (typeof ONBOARDING_STATES)[number];
/** What the vendor's staff note: a call, a step that is left out, and one that is taken up again. */
export const ONBOARDING_NOTES = ['call', 'skip', 'resume'] as const;
export type OnboardingNote = (typeof ONBOARDING_NOTES)[number];

/** A practice without a new step for this long needs a call. */
export const STUCK_MS = 2 * DAY_MS;

/** When a step was done, ms; `true` where the time is not known. */
type Done = number | true | null;
interface Skip {
  name: string;
  why: string;
  at: number;
}
export interface OnboardingFacts {
  createdAt: number;
  /** Steps without an entry do not apply to this practice. */
  steps: Partial<Record<OnboardingStep, Done>>;
  skips: Partial<Record<OnboardingStep, Skip>>;
  /** When the newest code for a tablet was shown that no tablet has used, ms; null without one. */
  codeAt: number | null;
}
interface StepView {
  step: OnboardingStep;
  state: OnboardingStepState;
  side: OnboardingSide;
  /** When it was done or skipped, ms; null where it was not, or the time is not known. */
  at: number | null;
  skip: Pick<Skip, 'name' | 'why'> | null;
}
export interface Onboarding {
  state: OnboardingState;
  steps: StepView[];
  /** Needed steps that are done or skipped, of all needed ones. */
  settled: number;
  needed: number;
  next: OnboardingStep | null;
  /** Since when the practice is at its next step, ms. */
  since: number;
  /** Time from the practice's first day to its first signed paper, ms. */
  firstPaperMs: number | null;
  /** A code for the first tablet was shown then and not used, ms. */
  codeAt: number | null;
}

/** Computes the list of a practice. @param now ms */
export function onboardingOf(
  { createdAt, steps, skips, codeAt }: OnboardingFacts,
  now: number,
): Onboarding {
  const applying = ONBOARDING_STEPS.filter((step) => steps[step] !== undefined),
    isDone = (step: OnboardingStep): boolean => steps[step] !== null,
    isSettled = (step: OnboardingStep): boolean => isDone(step) || skips[step] !== undefined,
    needed = applying.filter((step) => !OPTIONAL.has(step)),
    next = needed.find((step) => !isSettled(step)) ?? null;
  const timeOf = (step: OnboardingStep): number | null => {
    const at = steps[step];
    if (typeof at === 'number') return at;
    return at === null ? (skips[step]?.at ?? null) : null;
  };
  const stateOf = (step: OnboardingStep): OnboardingStepState => {
    if (isDone(step)) return 'done';
    if (skips[step]) return 'skipped';
    if (step === next) return 'next';
    return OPTIONAL.has(step) ? 'optional' : 'open';
  };
  const since = Math.max(createdAt, ...applying.map((step) => timeOf(step) ?? 0)),
    { paper } = steps;
  return {
    state: next === null ? 'done' : now - since >= STUCK_MS ? 'stuck' : 'running',
    steps: applying.map((step) => {
      const skip = isDone(step) ? undefined : skips[step];
      return {
        step,
        state: stateOf(step),
        side: sideOf(step),
        at: timeOf(step),
        skip: skip ? { name: skip.name, why: skip.why } : null,
      };
    }),
    settled: needed.filter(isSettled).length,
    needed: needed.length,
    next,
    since,
    firstPaperMs: typeof paper === 'number' ? Math.max(0, paper - createdAt) : null,
    codeAt: steps.tablet === null ? codeAt : null,
  };
}

/** Days of standing still after which a mail reminds the owners; both mails are about one step. */
const REMIND_DAYS = [2, 7] as const;
/** A practice that stands still for longer has been called, or will not begin. */
const FORGOTTEN_MS = 14 * DAY_MS;
/**
 * Returns which mail is due, from 1; undefined: none, as for a step that the vendor settles.
 * @param now ms
 */
export function reminderOf(
  { next, since }: Pick<Onboarding, 'next' | 'since'>,
  now: number,
): number | undefined {
  const age = now - since;
  if (next === null || sideOf(next) === 'vendor' || age >= FORGOTTEN_MS) return undefined;
  return REMIND_DAYS.filter((days) => age >= days * DAY_MS).length || undefined;
}

const URGENCY: readonly OnboardingState[] = ['stuck', 'running', 'done'];
/** Compares two practices: those that stand still the longest come first, finished ones last. */
export const byUrgency = (
  a: Pick<Onboarding, 'state' | 'since'>,
  b: Pick<Onboarding, 'state' | 'since'>,
): number =>
  URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) ||
  (a.state === 'done' ? b.since - a.since : a.since - b.since);

/** Returns the middle of some values; null without one. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b),
    middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
