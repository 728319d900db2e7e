// Names of the master data fields in other programs: deliveries of practice software, GDT, VDDS and
// FHIR. The tablet never loads them.

import { GDT } from '../../catalog/gdt/fields.ts';
import { VDDS } from '../../catalog/vdds/keys.ts';
import type { MasterField } from '../desk/master-fields.ts';

/**
 * Keys that fields fill, in the order in which they are written: of `Patient.name`,
 * `Patient.address` and `Patient` itself.
 */
const FHIR_KEYS = {
  name: ['family', 'given', 'prefix'],
  address: ['line', 'postalCode', 'city', 'country'],
  patient: ['gender', 'birthDate'],
} as const;
type FhirPart = keyof typeof FHIR_KEYS;
/** These keys have lists of values. */
const FHIR_LISTS: readonly string[] = ['given', 'prefix', 'line'];

/** One entry of `Patient.telecom`. */
interface Telecom {
  readonly part: 'telecom';
  readonly system: 'phone' | 'fax' | 'email';
  readonly use?: 'mobile' | 'home';
}
/** Place of a field in `Patient`. */
type FhirPlace =
  | Telecom
  | {
      [P in FhirPart]: {
        readonly part: P;
        readonly key: (typeof FHIR_KEYS)[P][number];
        /** Codes of our values; a value without a code is left out. */
        readonly codes?: ReadonlyMap<string, string>;
      };
    }[FhirPart];
interface ExchangeFacts {
  /** Column of a delivered patient; null if none is delivered. */
  readonly pvs: string | null;
  /** Number of the field; null if GDT has none. */
  readonly gdt: string | null;
  /** Key of the section [PATIENT]; null if VDDS has none. */
  readonly vdds: string | null;
  /** Place in `Patient`; null if it is left out. */
  readonly fhir: FhirPlace | null;
}
type ExchangeTable = Readonly<Record<string, ExchangeFacts>>;

const id = (field: { readonly id: string }): string => field.id;
const key = (entry: { readonly key: string }): string => entry.key;
const phone = (use?: 'mobile' | 'home'): Telecom => ({
  part: 'telecom',
  system: 'phone',
  ...(use && { use }),
});
const GENDERS = new Map([
  ['male', 'male'],
  ['female', 'female'],
  ['divers', 'other'],
  ['unknown', 'unknown'],
]);

export const FIELD_EXCHANGE = {
  title: {
    pvs: 'titel',
    gdt: id(GDT.title),
    vdds: key(VDDS.title),
    fhir: { part: 'name', key: 'prefix' },
  },
  firstName: {
    pvs: 'vorname',
    gdt: id(GDT.firstName),
    vdds: key(VDDS.firstName),
    fhir: { part: 'name', key: 'given' },
  },
  lastName: {
    pvs: 'nachname',
    gdt: id(GDT.lastName),
    vdds: key(VDDS.lastName),
    fhir: { part: 'name', key: 'family' },
  },
  geburtsdatum: {
    pvs: 'geburtsdatum',
    gdt: id(GDT.birthDate),
    vdds: key(VDDS.birthday),
    fhir: { part: 'patient', key: 'birthDate' },
  },
  birthplace: { pvs: null, gdt: null, vdds: null, fhir: null },
  gender: {
    pvs: 'geschlecht',
    gdt: id(GDT.gender),
    vdds: key(VDDS.gender),
    fhir: { part: 'patient', key: 'gender', codes: GENDERS },
  },
  street: {
    pvs: 'strasse',
    gdt: id(GDT.street),
    vdds: key(VDDS.street),
    fhir: { part: 'address', key: 'line' },
  },
  plz: {
    pvs: 'plz',
    gdt: id(GDT.postalCode),
    vdds: key(VDDS.postalCode),
    fhir: { part: 'address', key: 'postalCode' },
  },
  city: {
    pvs: 'ort',
    gdt: id(GDT.city),
    vdds: key(VDDS.city),
    fhir: { part: 'address', key: 'city' },
  },
  country: {
    pvs: 'land',
    gdt: id(GDT.country),
    vdds: key(VDDS.country),
    fhir: { part: 'address', key: 'country' },
  },
  mobile: { pvs: 'mobil', gdt: id(GDT.mobile), vdds: key(VDDS.mobile), fhir: phone('mobile') },
  landline: { pvs: 'telefon', gdt: null, vdds: key(VDDS.landline), fhir: phone('home') },
  phone: { pvs: null, gdt: id(GDT.phone), vdds: null, fhir: phone() },
  email: {
    pvs: 'email',
    gdt: id(GDT.email),
    vdds: key(VDDS.email),
    fhir: { part: 'telecom', system: 'email' },
  },
} satisfies Readonly<Record<MasterField, ExchangeFacts>>;

/** Fields that GDT or FHIR carries. */
export type CarriedField = {
  [F in MasterField]: (typeof FIELD_EXCHANGE)[F] extends { gdt: null; fhir: null } ? never : F;
}[MasterField];

/** Returns what a source says about each field that it has a name for. */
export const saidBy = <V>(
  format: 'pvs' | 'gdt' | 'vdds',
  valueOf: (name: string) => V,
  table: ExchangeTable = FIELD_EXCHANGE,
): Partial<Record<MasterField, V>> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([field, facts]) => {
      const name = facts[format];
      return name === null ? [] : [[field, valueOf(name)]];
    }),
  );

type Person = Readonly<Record<string, unknown>>;
type Elements = Readonly<Record<string, unknown>>;

/** Returns the known values of a person, each with its place: an empty string is no value in FHIR. */
const placedIn = (person: Person, table: ExchangeTable): [FhirPlace, string][] =>
  Object.entries(table).flatMap(([field, { fhir }]): [FhirPlace, string][] => {
    const said = person[field];
    if (fhir === null || typeof said !== 'string') return [];
    const value = fhir.part === 'telecom' || !fhir.codes ? said : fhir.codes.get(said);
    return value === undefined || value === '' ? [] : [[fhir, value]];
  });
function elementsOf(part: FhirPart, placed: readonly (readonly [FhirPlace, string])[]): Elements {
  return Object.fromEntries(
    FHIR_KEYS[part].flatMap((key) => {
      const values = placed.flatMap(([at, value]) =>
        at.part === part && at.key === key ? [value] : [],
      );
      if (values.length === 0) return [];
      return [[key, FHIR_LISTS.includes(key) ? values : values[0]]];
    }),
  );
}

/**
 * Returns the elements of the FHIR resource `Patient` that the fields of a person fill, contacts in
 * the order of the form. The name always has a family name, unknown ones are empty.
 */
export function patientElements(person: Person, table: ExchangeTable = FIELD_EXCHANGE): Elements {
  const placed = placedIn(person, table),
    address = elementsOf('address', placed);
  const telecom = placed.flatMap(([at, value]) =>
    at.part === 'telecom' ? [{ system: at.system, value, ...(at.use && { use: at.use }) }] : [],
  );
  return {
    name: [{ use: 'official', family: '', ...elementsOf('name', placed) }],
    ...elementsOf('patient', placed),
    ...(telecom.length > 0 && { telecom }),
    ...(Object.keys(address).length > 0 && { address: [address] }),
  };
}
