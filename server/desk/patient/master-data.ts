// Maps the columns of a record to a person's master data.

import { MASTER_FIELDS, type MasterData } from '../../../shared/desk/master-data.ts';
import type { PatientRow } from './store.ts';

/** Returns every field of a record; missing values are empty strings. */
export const masterOf = (row: PatientRow): MasterData =>
  Object.fromEntries(MASTER_FIELDS.map((field) => [field, row[field] ?? ''])) as MasterData;
