// Record access for questionnaires: reads records, and forwards answers that differ.

import { proposeChanges } from './propose-changes.ts';
import { listPatids, recordOf } from './read-patient.ts';

export const recordSide = { recordOf, numbersOf: listPatids, propose: proposeChanges };
