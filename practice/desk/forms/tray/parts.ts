// Components that the tray takes from other areas; passed in by app/.

import { createContext, useContext, type ComponentType } from 'react';
import type { Answers } from '../../../../shared/forms/answers/answers.schema.ts';
import type { FoundPatient } from '../../../../shared/desk/patient.schema.ts';

export interface Parts {
  /** Answers with their highlights first. */
  AnswersOf: ComponentType<Pick<Answers, 'questionnaire' | 'response' | 'language'>>;
  PatientSearch: ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
}
const PartsContext = createContext<Parts | null>(null);
export const PartsProvider = PartsContext;
export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('the tray was opened without its parts');
  return parts;
}
