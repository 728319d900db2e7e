// Assisted filling: answers written down by a team member, by item, from the moment they identified
// themselves.

import type { Answers } from './answers.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';

type Recorded = Readonly<Record<string, string>>;
const NOBODY: Recorded = {};

/**
 * Returns the record of assisted answers after a change; a later change by the patient alone
 * removes the helper's name.
 */
export function recordedAfter(
  helper: string | undefined,
  recorded: Recorded | undefined = NOBODY,
  before: FormState,
  next: FormState,
): Recorded {
  const changed = [
    ...new Set([...Object.keys(before.answers), ...Object.keys(next.answers)]),
  ].filter(
    (key) =>
      before.answers[key] !== next.answers[key] &&
      JSON.stringify(before.answers[key]) !== JSON.stringify(next.answers[key]),
  );
  if (changed.length === 0) return recorded;
  const kept = Object.fromEntries(
    Object.entries(recorded).filter(([key]) => !changed.includes(key)),
  );
  return helper === undefined
    ? kept
    : {
        ...kept,
        ...Object.fromEntries(
          changed.filter((key) => (next.answers[key]?.length ?? 0) > 0).map((key) => [key, helper]),
        ),
      };
}

/** Sets the team member who writes from here on; null: none. */
export function setHelper(answers: Answers, name: string | null): void {
  const draft = answers.get()?.draft;
  if (draft && (draft.helper ?? null) !== name) answers.change({ helper: name ?? undefined });
}
