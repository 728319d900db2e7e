// Components that shares take from other areas; passed in by app/.

import { createContext, useContext, type ComponentType } from 'react';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';

export interface Parts {
  PatientSearch: ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
}
const PartsContext = createContext<Parts | null>(null);
export const PartsProvider = PartsContext;
export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('shares were opened without their parts');
  return parts;
}
