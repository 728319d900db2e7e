// Master data of a person in tests: every field without a value, so that a new field needs no
// change of them.

import { FIELD_NAMES, type MasterData } from './master-fields.ts';

/** Every field of a person, empty; a test names the values it is about. */
export const NO_DATA = Object.fromEntries(FIELD_NAMES.map((field) => [field, ''])) as MasterData;
