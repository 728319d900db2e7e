// Maps the columns of a record to a person's master data.

import { type MasterData } from '../../../shared/desk/master-data.ts';
import { FIELD_NAMES } from '../../../shared/desk/master-fields.ts';
import type { PatientRow } from './store.ts';

/** Returns every field of a record; missing values are empty strings. */
export const masterOf = (row: PatientRow): MasterData =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, row[field] ?? ''])) as MasterData;
