// What the tray takes from other rooms; handed in where the app is put together.

import { createContext, useContext, type ComponentType } from 'react';
import type { Answers } from '../../../../shared/forms/answers/answers.schema.ts';
import type { FoundPatient } from '../../../../shared/desk/patient.schema.ts';

export interface Parts {
  /** Answers with what stands first in them. */
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
