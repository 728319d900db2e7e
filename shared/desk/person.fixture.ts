// Master data of a person in tests: every field without a value, so that a new field needs no
// change of them.

import type { MasterData } from './master-data.ts';
import { FIELD_NAMES } from './master-fields.ts';

/** Every field of a person, empty; a test names the values it is about. */
export const NO_DATA = Object.fromEntries(FIELD_NAMES.map((field) => [field, ''])) as MasterData;
