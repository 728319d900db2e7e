// Fate of each column of `patient` when the person is erased while some of their documents have to
// stay. A new column without a fate does not compile.

import type { Schema } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/scope.ts';
import { searchText } from '../../../shared/desk/patient.ts';

type PatientRow = Row<Schema['patient']>;

/** The fate of one column with values of `V`. */
export type Fate<V> =
  /**
   * The column is emptied. A contact is emptied on the person's demand as well, while the record
   * stays.
   */
  | { readonly emptied: V & ('' | null); readonly isContact?: true }
  /** The column gets another value. `now`: ms since 1970. */
  | { readonly replaced: (row: PatientRow, now: number) => V }
  /** The column stays unchanged, for this reason. */
  | { readonly kept: string };

export const PATIENT_FATES = {
  cid: { kept: 'It names the practice, not the person.' },
  patid: { kept: 'The documents that stay are found by it.' },
  firstName: { kept: 'It says whose documents they are.' },
  lastName: { kept: 'It says whose documents they are.' },
  geburtsdatum: { kept: 'It says whose documents they are.' },
  mergedInto: { kept: 'Documents under an old number lead to the same person.' },
  herkunft: { kept: 'It names the kind of source, not the person.' },
  search: { replaced: (row) => searchText(row) },
  createdAt: { replaced: (_row, now) => now },
  title: { emptied: '' },
  street: { emptied: '' },
  plz: { emptied: '' },
  city: { emptied: '' },
  gender: { emptied: null },
  country: { emptied: null },
  birthplace: { emptied: null },
  mobile: { emptied: null, isContact: true },
  landline: { emptied: null, isContact: true },
  phone: { emptied: null, isContact: true },
  email: { emptied: null, isContact: true },
} satisfies { readonly [C in keyof PatientRow]: Fate<PatientRow[C]> };

const FATES: Readonly<Record<keyof PatientRow, Fate<unknown>>> = PATIENT_FATES;
const COLUMNS = Object.keys(PATIENT_FATES) as (keyof PatientRow)[];

/** Every column whose fate is `kept`. */
export const KEPT_COLUMNS: readonly (keyof PatientRow)[] = COLUMNS.filter(
  (column) => 'kept' in FATES[column],
);

type Fates = typeof PATIENT_FATES;
type ContactColumn = {
  [C in keyof Fates]: Fates[C] extends { isContact: true } ? C : never;
}[keyof Fates];
/** Columns by which the person can be reached. */
export const CONTACT_COLUMNS = COLUMNS.filter(
  (column): column is ContactColumn => 'isContact' in PATIENT_FATES[column],
);
/** A row without any contact: written when the person demands it. */
export const WITHOUT_CONTACTS: Readonly<Partial<PatientRow>> = Object.fromEntries(
  CONTACT_COLUMNS.map((column) => [column, PATIENT_FATES[column].emptied]),
);

/**
 * Returns the values written over a record that keeps name, birth date and number.
 * @param now ms since 1970
 * @returns a value for every column that is not kept
 */
export function bareRecord(row: PatientRow, now: number): Partial<PatientRow> {
  return Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const fate = FATES[column];
      if ('kept' in fate) return [];
      return [[column, 'emptied' in fate ? fate.emptied : fate.replaced(row, now)]];
    }),
  );
}
