/** Props of every answer of a questionnaire. */

import type { Place } from '../../../shared/forms/questionnaire/state.ts';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { ReactNode } from 'react';
import type { Reading } from '../words.ts';

/** Follow-ups of the answers, by index of the tile that opened them; -1: of the whole question. */
export type FollowUps = ReadonlyMap<number, readonly ReactNode[]>;

export interface AnswerProps {
  readonly place: Place;
  readonly values: readonly FhirValue[];
  readonly reading: Reading;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly followUps: FollowUps | undefined;
}
