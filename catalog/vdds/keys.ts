// Known keys of the VDDS-media exchange file with their certainty: `C` confirmed by a public
// connector's files, `M` from memory of the trade.

import type { Certainty } from '../gdt/fields.ts';

/**
 * VDDS-media 1.4; collected 2026-11-20. It is unconfirmed for every practice software whether it
 * accepts a PDF unattended over MMOINFIMPORT: nothing is written that way.
 */
export const VDDS_KEYS: readonly {
  readonly key: string;
  readonly de: string;
  readonly sure: Certainty;
}[] = [
  { key: 'PVS', de: 'Name der Praxissoftware', sure: 'C' },
  { key: 'BVS', de: 'Name des Bildprogramms', sure: 'C' },
  { key: 'PATID', de: 'Patientennummer', sure: 'C' },
  { key: 'LASTNAME', de: 'Name', sure: 'C' },
  { key: 'FIRSTNAME', de: 'Vorname', sure: 'C' },
  { key: 'BIRTHDAY', de: 'Geburtsdatum JJJJMMTT', sure: 'C' },
  { key: 'BIRTHDATE', de: 'Geburtsdatum JJJJMMTT', sure: 'M' },
  { key: 'SEX', de: 'Geschlecht M oder F', sure: 'C' },
  { key: 'TITLE', de: 'Titel', sure: 'C' },
  { key: 'STREET', de: 'Straße', sure: 'C' },
  { key: 'ZIPCODE', de: 'Postleitzahl', sure: 'M' },
  { key: 'CITY', de: 'Ort', sure: 'C' },
  { key: 'HOMEPHONE', de: 'Telefon', sure: 'C' },
  { key: 'CELLULAR', de: 'Mobiltelefon', sure: 'C' },
  { key: 'EMAIL', de: 'E-Mail', sure: 'C' },
  { key: 'INSURANCENUMBER', de: 'Versichertennummer', sure: 'C' },
  { key: 'READY', de: 'fertig: 1', sure: 'C' },
  { key: 'ERRORLEVEL', de: 'Fehler: 0 keiner', sure: 'C' },
];
