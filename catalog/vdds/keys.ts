// Known keys of the VDDS-media exchange file with their certainty: `C` confirmed by a public
// connector's files, `M` from memory of the trade.

import type { Certainty } from '../gdt/fields.ts';

/**
 * VDDS-media 1.4; collected 2026-11-20. It is unconfirmed for every practice software whether it
 * accepts a PDF unattended over MMOINFIMPORT: nothing is written that way.
 */
export const VDDS = {
  practiceSoftware: { key: 'PVS', de: 'Name der Praxissoftware', sure: 'C' },
  imageSoftware: { key: 'BVS', de: 'Name des Bildprogramms', sure: 'C' },
  patid: { key: 'PATID', de: 'Patientennummer', sure: 'C' },
  lastName: { key: 'LASTNAME', de: 'Name', sure: 'C' },
  firstName: { key: 'FIRSTNAME', de: 'Vorname', sure: 'C' },
  affix: { key: 'NAMEPREFIX', de: 'Namenszusatz', sure: 'M' },
  birthday: { key: 'BIRTHDAY', de: 'Geburtsdatum JJJJMMTT', sure: 'C' },
  birthDate: { key: 'BIRTHDATE', de: 'Geburtsdatum JJJJMMTT', sure: 'M' },
  gender: { key: 'SEX', de: 'Geschlecht M oder F', sure: 'C' },
  title: { key: 'TITLE', de: 'Titel', sure: 'C' },
  street: { key: 'STREET', de: 'Straße', sure: 'C' },
  postalCode: { key: 'ZIPCODE', de: 'Postleitzahl', sure: 'M' },
  city: { key: 'CITY', de: 'Ort', sure: 'C' },
  country: { key: 'COUNTRY', de: 'Land', sure: 'M' },
  landline: { key: 'HOMEPHONE', de: 'Telefon', sure: 'C' },
  mobile: { key: 'CELLULAR', de: 'Mobiltelefon', sure: 'C' },
  email: { key: 'EMAIL', de: 'E-Mail', sure: 'C' },
  insuranceNumber: { key: 'INSURANCENUMBER', de: 'Versichertennummer', sure: 'C' },
  ready: { key: 'READY', de: 'fertig: 1', sure: 'C' },
  errorLevel: { key: 'ERRORLEVEL', de: 'Fehler: 0 keiner', sure: 'C' },
} as const satisfies Readonly<
  Record<string, { readonly key: string; readonly de: string; readonly sure: Certainty }>
>;
