// Fate of each column of `patient` when the person is erased while some of their documents have to
// stay. A new column without a fate does not compile.

import type { Schema } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/scope.ts';
import {
  CONTACT_FIELDS,
  emptiedFields,
  MASTER_FIELDS,
  type EmptiedFields,
} from '../../../shared/desk/master-fields.ts';
import { searchText } from '../../../shared/desk/patient.ts';

type PatientRow = Row<Schema['patient']>;

/** The fate of one column with values of `V`. */
export type Fate<V> =
  /** The column is emptied. */
  | { readonly emptied: V & ('' | null) }
  /** The column gets another value. `now`: ms since 1970. */
  | { readonly replaced: (row: PatientRow, now: number) => V }
  /** The column stays unchanged, for this reason. */
  | { readonly kept: string };

/** Every column that the table of fields does not empty needs an entry here. */
export type OwnFates<R = PatientRow> = {
  readonly [C in Exclude<keyof R, keyof EmptiedFields>]: Fate<R[C]>;
};
const OWN_FATES = {
  cid: { kept: 'It names the practice, not the person.' },
  patid: { kept: 'The documents that stay are found by it.' },
  firstName: { kept: 'It says whose documents they are.' },
  lastName: { kept: 'It says whose documents they are.' },
  geburtsdatum: { kept: 'It says whose documents they are.' },
  mergedInto: { kept: 'Documents under an old number lead to the same person.' },
  herkunft: { kept: 'It names the kind of source, not the person.' },
  search: { replaced: (row) => searchText(row) },
  createdAt: { replaced: (_row, now) => now },
  rev: { kept: 'It counts changes of the practice.' },
} satisfies OwnFates;

/** Does not compile if the table and a column disagree on whether the column may be null. */
const EMPTIED: EmptiedFields & Pick<PatientRow, keyof EmptiedFields> = emptiedFields(
  MASTER_FIELDS,
) as EmptiedFields;

/** The fate of every column: those of the record itself, and those of the table of fields. */
export const PATIENT_FATES: Readonly<Record<keyof PatientRow, Fate<unknown>>> = {
  ...OWN_FATES,
  ...(Object.fromEntries(
    Object.entries(EMPTIED).map(([field, emptied]) => [field, { emptied }]),
  ) as Record<keyof EmptiedFields, Fate<unknown>>),
};
const COLUMNS = Object.keys(PATIENT_FATES) as (keyof PatientRow)[];

/** Every column whose fate is `kept`. */
export const KEPT_COLUMNS: readonly (keyof PatientRow)[] = COLUMNS.filter(
  (column) => 'kept' in PATIENT_FATES[column],
);

/** A row without any contact: written when the person demands it. */
export const WITHOUT_CONTACTS: Readonly<Partial<PatientRow>> = Object.fromEntries(
  CONTACT_FIELDS.map((field) => [field, EMPTIED[field]]),
);

/**
 * Returns the values written over a record that keeps name, birth date and number.
 * @param now ms since 1970
 * @returns a value for every column that is not kept
 */
export function bareRecord(row: PatientRow, now: number): Partial<PatientRow> {
  return Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const fate = PATIENT_FATES[column];
      if ('kept' in fate) return [];
      return [[column, 'emptied' in fate ? fate.emptied : fate.replaced(row, now)]];
    }),
  );
}
