// Made-up lines, lists and cases of the work lists, for tests.

import type { ListReport } from '../../../shared/analytics/reports/worklist.schema.ts';

export const LABEL = '0190a1b2-0000-7000-8000-00000000000a';
export const line = (hkpid: string, name: string, more: object = {}) => ({
  hkpid,
  patid: hkpid,
  name,
  geburtsdatum: '1960-02-01',
  grund: 'laeuft_ab',
  tag: '2026-12-12',
  art: 'ZE',
  status: 'GENEHMIGT',
  gesamt: 1840.5,
  eigenanteil: 900,
  gueltigBis: '2026-12-12',
  labels: '',
  notizen: 0,
  istErledigt: false,
  ...more,
});
const COLUMNS = [
  { key: 'name', titel: 'Patient', typ: 'text' },
  { key: 'grund', titel: 'Was ansteht', typ: 'wort' },
  { key: 'gesamt', titel: 'Summe', typ: 'eur' },
  { key: 'wer', titel: 'Wer', typ: 'text' },
  { key: 'labels', titel: 'Labels', typ: 'text' },
] as const;
export const report = (readAt: number | null, rows: object[]): ListReport => ({
  meta: {
    filter: {},
    stand: readAt,
    datenBis: null,
    quelle: 'Test',
    waehrung: 'EUR',
    hinweise: [],
  },
  kpis: [
    {
      key: 'hkpLaeuftAbWert',
      wert: 1840.5,
      vergleich: null,
      delta: null,
      ziel: null,
      zaehler: null,
      nenner: null,
    },
  ],
  spalten: [...COLUMNS],
  zeilen: rows as never,
  serien: [],
});
export const detail = {
  hkpid: 'h1',
  patid: 'h1',
  name: 'Groß, Anna',
  geburtsdatum: '1960-02-01',
  behandler: 'Dr. A',
  art: 'ZE',
  status: 'GENEHMIGT',
  bezeichnung: 'Brücke',
  grund: null,
  gueltigBis: '2026-12-12',
  faellig: null,
  stationen: [{ was: 'erstelltAm', am: '2026-05-01' }],
  betraege: {
    honorarBema: null,
    honorarGoz: null,
    matLabGkv: null,
    matLabPrivat: null,
    gesamt: 184_050,
    festzuschuss: 50_000,
    eigenanteil: 90_000,
  },
  positionen: [],
  termine: [],
  labels: [],
  schritt: null,
  notizen: [],
};
export const perio = {
  parid: 'p1',
  patid: 'p1',
  behandler: 'Dr. A',
  grad: 'C',
  status: 'IN_ARBEIT',
  stationen: [{ was: 'uptVon', am: '2026-03-01' }],
  upt: { anzahl: 2, hoechstens: 6, naechste: '2026-10-05', ende: '2028-03-01' },
  zaehne: { einwurzelig: 10, mehrwurzelig: 8 },
  wert: 80_000,
  termine: [],
  notizen: [{ id: 'n', text: 'Ruft zurück', von: 'Eva Beck', am: 1 }],
};
