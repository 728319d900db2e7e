// A person's master data as one thing, out of the columns of their record.

import { MASTER_FIELDS, type MasterData } from '../../../shared/desk/master-data.ts';
import type { PatientRow } from './store.ts';

/** Every field of a record; what nobody said is an empty text. */
export const masterOf = (row: PatientRow): MasterData =>
  Object.fromEntries(MASTER_FIELDS.map((field) => [field, row[field] ?? ''])) as MasterData;
