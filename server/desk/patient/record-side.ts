// What questionnaires need of records: read them, and hand on what was answered otherwise.

import { proposeChanges } from './propose-changes.ts';
import { listPatids, recordOf } from './read-patient.ts';

export const recordSide = { recordOf, numbersOf: listPatids, propose: proposeChanges };
