/** The page of a scan that is being assigned. */

import type { ComponentType } from 'react';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import type { TrayPage } from '../../../shared/papers/scan.schema.ts';
import type { Turn } from '../../../shared/papers/scan.ts';

/** Components that this area takes from another one. */
export interface ScanParts {
  PatientSearch: ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
}

export interface ChosenPage {
  page: TrayPage;
  turn: Turn;
}
