// The table of a person's master data: every list of fields in the three programs is derived from
// it. Names of the fields in other programs are in shared/records/field-exchange.ts, away from the
// tablet.

/** Decides how a value is compared, checked and typed. `place`: a name of a place. */
type FieldKind =
  | 'text'
  | 'name'
  | 'place'
  | 'birthDate'
  | 'gender'
  | 'postalCode'
  | 'phone'
  | 'email';
interface FieldFacts {
  readonly kind: FieldKind;
  /** The column is never null; a missing value is an empty string. */
  readonly isRequired: boolean;
  /** The person can be reached by it: it is emptied on their demand. */
  readonly isContact: boolean;
  /** Position in the form designer, which lists contacts in another order. */
  readonly designerPlace: number;
}
type FieldTable = Readonly<Record<string, FieldFacts>>;

const WRITTEN = { isRequired: true, isContact: false } as const;
const OPTIONAL = { isRequired: false, isContact: false } as const;
const CONTACT = { isRequired: false, isContact: true } as const;

/**
 * Fields of the patient data form (E3), in its order; the keys are columns of `patient` and values
 * of the forms' `patient-field` mark.
 */
export const MASTER_FIELDS = {
  title: { kind: 'text', ...WRITTEN, designerPlace: 1 },
  firstName: { kind: 'name', ...WRITTEN, designerPlace: 2 },
  lastName: { kind: 'name', ...WRITTEN, designerPlace: 3 },
  geburtsdatum: { kind: 'birthDate', ...WRITTEN, designerPlace: 4 },
  birthplace: { kind: 'place', ...OPTIONAL, designerPlace: 5 },
  gender: { kind: 'gender', ...OPTIONAL, designerPlace: 6 },
  street: { kind: 'text', ...WRITTEN, designerPlace: 7 },
  plz: { kind: 'postalCode', ...WRITTEN, designerPlace: 8 },
  city: { kind: 'place', ...WRITTEN, designerPlace: 9 },
  country: { kind: 'text', ...OPTIONAL, designerPlace: 10 },
  mobile: { kind: 'phone', ...CONTACT, designerPlace: 13 },
  landline: { kind: 'phone', ...CONTACT, designerPlace: 14 },
  phone: { kind: 'phone', ...CONTACT, designerPlace: 12 },
  email: { kind: 'email', ...CONTACT, designerPlace: 11 },
} as const satisfies FieldTable;

export type MasterField = keyof typeof MASTER_FIELDS;
type Having<K extends keyof FieldFacts, V> = {
  [F in MasterField]: (typeof MASTER_FIELDS)[F][K] extends V ? F : never;
}[MasterField];
export type RequiredField = Having<'isRequired', true>;
export type OptionalField = Having<'isRequired', false>;
export type ContactField = Having<'isContact', true>;
/** Fields that an erasure keeps while documents of the person stay. */
type IdentityField = Having<'kind', 'name' | 'birthDate'>;
/** Every field without its value. */
export type EmptiedFields = Readonly<
  Record<Exclude<RequiredField, IdentityField>, ''> &
    Record<Exclude<OptionalField, IdentityField>, null>
>;

/** Returns the fields of a table, in the order of the form. */
export const fieldNames = <T extends FieldTable>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table);
const where = <T extends FieldTable>(
  table: T,
  matches: (facts: FieldFacts) => boolean,
): readonly (keyof T & string)[] =>
  Object.entries(table).flatMap(([field, facts]) => (matches(facts) ? [field] : []));

export const FIELD_NAMES: readonly MasterField[] = fieldNames(MASTER_FIELDS);
export const REQUIRED_FIELDS = where(MASTER_FIELDS, (one) => one.isRequired) as RequiredField[];
export const OPTIONAL_FIELDS = where(MASTER_FIELDS, (one) => !one.isRequired) as OptionalField[];

/** Returns the fields by which the person can be reached. */
export const contactFields = (table: FieldTable = MASTER_FIELDS): readonly string[] =>
  where(table, (one) => one.isContact);
export const CONTACT_FIELDS = contactFields() as readonly ContactField[];

/** Returns the product's fields of these kinds, in the order of the form. */
export const fieldsOfKind = (...kinds: readonly FieldKind[]): readonly MasterField[] =>
  where(MASTER_FIELDS, (one) => kinds.includes(one.kind));
/** Checks whether a name is a field of this kind; a form may name fields that do not exist. */
export const isOfKind = (
  field: string | undefined,
  kind: FieldKind,
  table: FieldTable = MASTER_FIELDS,
): boolean =>
  field !== undefined && Object.keys(table).includes(field) && table[field]?.kind === kind;

/** Returns the fields as the form designer lists them. */
export const designerFields = <T extends FieldTable>(table: T): readonly (keyof T & string)[] =>
  [...fieldNames(table)].sort(
    (a, b) => (table[a]?.designerPlace ?? 0) - (table[b]?.designerPlace ?? 0),
  );

const isIdentity = ({ kind }: FieldFacts): boolean => kind === 'name' || kind === 'birthDate';
/** Returns what an erasure writes over every field that does not identify the person. */
export const emptiedFields = (table: FieldTable): Readonly<Record<string, '' | null>> =>
  Object.fromEntries(
    where(table, (one) => !isIdentity(one)).map((field) => [
      field,
      table[field]?.isRequired === true ? '' : null,
    ]),
  );

/** Returns the fields that are never null, each with its value. */
export const withRequired = (
  valueOf: (field: RequiredField) => string,
): Record<RequiredField, string> =>
  Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, valueOf(field)])) as Record<
    RequiredField,
    string
  >;
