// Names of the master data fields in other programs: deliveries of practice software, GDT, VDDS and
// FHIR. The tablet never loads them.

import { GDT } from '../../catalog/gdt/fields.ts';
import { VDDS } from '../../catalog/vdds/keys.ts';
import type { MasterField } from '../desk/master-fields.ts';

/** One entry of `Patient.telecom`. */
interface Telecom {
  readonly system: 'phone' | 'fax' | 'email';
  readonly use?: 'mobile' | 'home';
}
interface ExchangeFacts {
  /** Column of a delivered patient; null if none is delivered. */
  readonly pvs: string | null;
  /** Number of the field; null if GDT has none. */
  readonly gdt: string | null;
  /** Key of the section [PATIENT]; null if VDDS has none. */
  readonly vdds: string | null;
  /** `resource`: the bundle builds a separate element from it; null if it is left out. */
  readonly fhir: Telecom | 'resource' | null;
}
type ExchangeTable = Readonly<Record<string, ExchangeFacts>>;

const id = (field: { readonly id: string }): string => field.id;
const key = (entry: { readonly key: string }): string => entry.key;
const phone = (use?: 'mobile' | 'home'): Telecom => ({ system: 'phone', ...(use && { use }) });

export const FIELD_EXCHANGE = {
  title: { pvs: 'titel', gdt: id(GDT.title), vdds: key(VDDS.title), fhir: 'resource' },
  firstName: {
    pvs: 'vorname',
    gdt: id(GDT.firstName),
    vdds: key(VDDS.firstName),
    fhir: 'resource',
  },
  lastName: { pvs: 'nachname', gdt: id(GDT.lastName), vdds: key(VDDS.lastName), fhir: 'resource' },
  geburtsdatum: {
    pvs: 'geburtsdatum',
    gdt: id(GDT.birthDate),
    vdds: key(VDDS.birthday),
    fhir: 'resource',
  },
  birthplace: { pvs: null, gdt: null, vdds: null, fhir: null },
  gender: { pvs: 'geschlecht', gdt: id(GDT.gender), vdds: key(VDDS.gender), fhir: 'resource' },
  street: { pvs: 'strasse', gdt: id(GDT.street), vdds: key(VDDS.street), fhir: 'resource' },
  plz: { pvs: 'plz', gdt: id(GDT.postalCode), vdds: key(VDDS.postalCode), fhir: 'resource' },
  city: { pvs: 'ort', gdt: id(GDT.city), vdds: key(VDDS.city), fhir: 'resource' },
  country: { pvs: 'land', gdt: id(GDT.country), vdds: null, fhir: 'resource' },
  mobile: { pvs: 'mobil', gdt: id(GDT.mobile), vdds: key(VDDS.mobile), fhir: phone('mobile') },
  landline: { pvs: 'telefon', gdt: null, vdds: key(VDDS.landline), fhir: phone('home') },
  phone: { pvs: null, gdt: id(GDT.phone), vdds: null, fhir: phone() },
  email: { pvs: 'email', gdt: id(GDT.email), vdds: key(VDDS.email), fhir: { system: 'email' } },
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

/** Returns `Patient.telecom` of a person: every known contact, in the order of the form. */
export const telecomOf = (
  person: Readonly<Record<string, unknown>>,
  table: ExchangeTable = FIELD_EXCHANGE,
): Readonly<Record<string, string>>[] =>
  Object.entries(table).flatMap(([field, { fhir }]) => {
    const value = person[field];
    if (fhir === null || fhir === 'resource' || typeof value !== 'string' || value === '')
      return [];
    return [{ system: fhir.system, value, ...(fhir.use && { use: fhir.use }) }];
  });
