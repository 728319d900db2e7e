// What the numbers in the tables of reports count, by report and column. A column that is named like
// a key figure needs no entry.

import { FIGURE_BY_KEY } from '../../../../shared/analytics/reports/figures.ts';
import type { ReportPath } from '../../../../shared/analytics/reports/report-pages.ts';

/**
 * What the cells of a column count: the name of a key figure or of a sum, with a side of it
 * (`hkpAnnahme.nenner`) or for other days (`umsatz@vorher`); `geld` is revenue or fees, `zeile` the
 * figure that the row names. By the word of the first column where rows differ.
 */
export type Cells = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const MONEY: Cells = { honorar: 'honorarumsatz', umsatz: 'umsatz' };
const CHANGE: Cells = { jetzt: 'geld', vorher: 'geld@vorher' };

export const CELLS: Partial<Readonly<Record<ReportPath, Cells>>> = {
  'umsatz/zeitreihe': {
    ...MONEY,
    material: 'material',
    labor: 'labor',
    vorjahr: 'geld@vorher',
  },
  'umsatz/behandler': { ...MONEY, stunden: 'behandlungsstunden', proStunde: 'stundensatz' },
  'umsatz/zimmer': { umsatz: 'geld', stunden: 'umsatzJeZimmerstunde.nenner' },
  'umsatz/stempel': MONEY,
  'umsatz/bereiche': MONEY,
  'umsatz/kostentraeger': { ...MONEY, faelle: 'faelle' },
  'umsatz/leistungen': { ...MONEY, anzahl: 'leistungen' },
  'umsatz/patienten': { umsatz: 'geld' },
  'umsatz/labor': { eigenlabor: 'eigenlabor' },
  'umsatz/wochentag': MONEY,
  'umsatz/soll-ist': { ist: 'geld' },
  'umsatz/prognose': { ist: 'geld' },
  'umsatz/zahlungseingang': {
    privat: 'zahlungPrivat',
    kzv: 'zahlungKzv',
    factoring: 'zahlungFactoring',
    gesamt: 'zahlungen',
  },
  'umsatz/ursachen': CHANGE,
  'umsatz/ursachen/positionen': {
    ...CHANGE,
    anzahl: 'leistungen',
    anzahlVorher: 'leistungen@vorher',
  },
  'dashboard/aenderungen': CHANGE,
  'extended/behandlerleistung': {
    ...MONEY,
    stunden: 'behandlungsstunden',
    honorarProStunde: 'stundensatz',
    termine: 'termine',
    umsatzProTermin: 'umsatzJeTermin',
  },
  'extended/leistungsmix': {
    honorar: 'honorarumsatz',
    anzahl: 'leistungen',
    vorjahr: 'honorarumsatz@vorher',
  },
  'extended/verfuegbarkeit': {
    verfuegbar: 'stundenVerfuegbar',
    vergeben: 'stundenVergeben',
    wahrgenommen: 'stundenWahrgenommen',
    honorar: 'honorarBisGestern',
    auslastung: 'auslastung@eigen',
    auslastungErbracht: 'auslastungErbracht@eigen',
    stundensatz: 'stundensatz@eigen',
  },
  'extended/stundensatz': { minuten: 'terminMinuten' },
  'extended/faktoren': {
    anzahl: 'faktorUeber23.nenner',
    ueber23: 'faktorUeber23',
    ohneBegruendung: 'ohneBegruendung',
    potenzialBis35: 'potenzialBis35',
  },
  'extended/zimmerauslastung': {
    offeneMin: 'stuhlauslastung.nenner',
    belegteMin: 'terminMinuten',
    auslastung: 'stuhlauslastung',
  },
  'extended/terminausfall': {
    termine: 'ausfallquote.nenner',
    absagen: 'absagequote.zaehler',
    kurzfristig: 'kurzfristabsage.zaehler',
    noShow: 'noShowQuote.zaehler',
    quote: 'ausfallquote',
    wiederbelegt: 'wiederbelegung',
  },
  'extended/neupatienten': {
    neu: 'neupatienten',
    umsatz180: 'umsatz180',
    zweitbesuch: 'zweitbesuch',
  },
  'extended/patientenbindung': {
    start: 'neupatienten',
    verloren: 'kohorteVerloren',
    reaktiviert: 'kohorteReaktiviert',
  },
  'extended/patientenwert': { start: 'neupatienten' },
  'extended/prophylaxe': {
    pzr: 'pzrTage',
    upt: 'uptTage',
    ip: 'ipTage',
    stunden: 'behandlungsstunden',
    honorarProStunde: 'stundensatz',
  },
  'extended/hkptrichter': {
    anzahl: 'planAnzahl',
    gesamt: 'planSumme',
    festzuschuss: 'planFestzuschuss',
    eigenanteil: 'planEigenanteil',
  },
  'extended/annahme': { plaene: 'hkpAnnahme.nenner', gesamt: 'hkpAnnahmeWert.nenner' },
  'extended/ohnetermin': {
    plaene: 'ohneTerminPlaene',
    gesamt: 'ohneTerminSumme',
    entschieden: 'ohneTerminEntschieden',
  },
  'extended/mehrkosten': {
    moeglich: { FUELLUNG: 'mkvMoeglich', ZE: 'zeMoeglich', PZR: 'pzrMoeglich' },
    vereinbart: { FUELLUNG: 'mkvVereinbart', ZE: 'zeVereinbart', PZR: 'pzrVereinbart' },
    erloes: { FUELLUNG: 'mkvErloes', ZE: 'zeErloes', PZR: 'pzrErloes' },
  },
  'extended/parpipeline': {
    faelle: 'parStufe',
    wert: 'parStufeWert',
    ueberfaellig: 'parStufeUeberfaellig',
  },
  praxiskpi: { wert: 'zeile', vergleich: 'zeile@vorher' },
  benchmark: { eigen: 'zeile' },
  'benchmark/behandler': { eigen: 'zeile' },
  'benchmark/zeit': { eigen: 'zeile' },
  // A part of the quality ends at 100 %.
  terminqualitaet: { auslastung: '' },
  'leistungen/statistik': {
    anzahl: 'leistungenNachTag',
    patienten: 'patientenJePosition',
    honorar: 'honorarNachTag',
  },
};

/** Each key figure that has rows, by its own name. */
export const OWN_FIGURES: Readonly<Record<string, string>> = Object.fromEntries(
  FIGURE_BY_KEY.flatMap(({ key, art }) => (art === 'zusammengesetzt' ? [] : [[key, key]])),
);
