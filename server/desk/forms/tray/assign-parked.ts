// Assigns the answers of a parked submission to a patient: they pass through the tray, so the
// decision is named there and can be undone.

import type { UnmatchedPerson } from '../../../../shared/forms/task/home.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { Work } from '../../../platform/work.ts';
import { assignUnmatched } from './decide-unmatched.ts';
import { takeUnmatched, type UnmatchedDeps } from './take-unmatched.ts';
import { findUnmatched } from './unmatched-store.ts';

export interface ParkedAnswers {
  /** Of the parked op. */
  id: string;
  tabletId: string;
  /** Whom the answers were meant for; undefined while that is unknown. */
  person: UnmatchedPerson | undefined;
  form: { key: string; sha256: string };
  language: string;
  response: QuestionnaireResponse;
  at: number;
}
export interface Assignment {
  patid: string;
  confirmed?: boolean | undefined;
}

const NOBODY: UnmatchedPerson = { firstName: '', lastName: '', geburtsdatum: '' };

/**
 * Files the answers with a patient; repeating the same decision changes nothing.
 * @param isOpen false when staff has settled the submission: then only a repetition is accepted
 * @throws AppError not_found (patient), state_conflict (decided otherwise), confirm_needed (V2, V3)
 */
export const assignParkedAnswers =
  (deps: UnmatchedDeps) =>
  async (
    w: Work,
    { id, person, ...answers }: ParkedAnswers,
    isOpen: boolean,
    to: Assignment,
  ): Promise<{ patid: string; answersId: string }> => {
    if (!(await findUnmatched(w, id))) {
      if (!isOpen) throw new AppError('state_conflict');
      await takeUnmatched(w, deps, { id, origin: 'parked', person: person ?? NOBODY, ...answers });
    }
    return assignUnmatched(w, deps, id, to);
  };
