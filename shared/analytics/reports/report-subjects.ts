// The subjects of the data that each report depends on: its link to the quality of the data shows
// the checks of these only. Pure.

import { DATA_CHECKS, type DataCheck } from './data-checks.ts';
import type { ReportPath } from './report-pages.ts';

const OF_REPORT: Readonly<Record<ReportPath, readonly DataCheck['weakens'][]>> = {
  'umsatz/zeitreihe': ['geld', 'termine'],
  'umsatz/behandler': ['behandler', 'termine'],
  'umsatz/zimmer': ['zimmer', 'termine'],
  'umsatz/stempel': ['behandler', 'geld'],
  'umsatz/bereiche': ['geld'],
  'umsatz/kostentraeger': ['patienten', 'geld'],
  'umsatz/leistungen': ['geld'],
  'umsatz/patienten': ['patienten'],
  'umsatz/labor': ['geld'],
  'umsatz/wochentag': ['termine'],
  'umsatz/soll-ist': ['behandler'],
  'dashboard/aenderungen': ['behandler', 'patienten'],
  'umsatz/ursachen': ['behandler', 'geld'],
  'umsatz/ursachen/positionen': ['behandler', 'geld'],
  'umsatz/prognose': ['termine'],
  'umsatz/zahlungseingang': ['geld'],
  'gewinn/behandler': ['behandler', 'geld'],
  'gewinn/zimmer': ['zimmer', 'geld'],
  'gewinn/bereiche': ['geld'],
  'gewinn/schwelle': ['geld'],
  'gewinn/kosten': ['geld'],
  'extended/behandlerleistung': ['behandler', 'termine'],
  'extended/leistungsmix': ['behandler'],
  'extended/verfuegbarkeit': ['behandler', 'termine'],
  'extended/patientenwert': ['patienten'],
  'extended/annahme': ['plaene', 'behandler'],
  'extended/stundensatz': ['termine'],
  'extended/faktoren': ['behandler'],
  'extended/mehrkosten': ['patienten', 'plaene'],
  'extended/zimmerauslastung': ['zimmer', 'termine'],
  'extended/terminausfall': ['termine'],
  'extended/neupatienten': ['patienten'],
  'extended/patientenbindung': ['patienten'],
  'extended/prophylaxe': ['behandler', 'termine', 'patienten'],
  'extended/parpipeline': ['plaene', 'patienten'],
  'extended/hkptrichter': ['plaene', 'behandler'],
  'extended/ohnetermin': ['plaene', 'patienten', 'termine'],
  'extended/rechnungslauf': ['geld'],
  praxiskpi: ['patienten', 'behandler', 'termine', 'plaene'],
  'praxiskpi/patienten': ['patienten', 'plaene'],
  'praxiskpi/team': ['geld', 'team'],
  'praxiskpi/vorschlaege': ['patienten'],
  'praxiskpi/geldweg': ['patienten', 'geld'],
  terminqualitaet: ['termine'],
  'terminqualitaet/verlauf': ['termine'],
  'terminqualitaet/schwach': ['termine'],
  leistungen: ['patienten', 'behandler', 'zimmer'],
  'leistungen/unabgerechnet': ['geld', 'patienten'],
  'leistungen/statistik': ['patienten'],
  'leistungen/auffaellig': ['patienten'],
  'leistungen/gebuehren': ['behandler'],
  'leistungen/geplant': ['plaene', 'geld', 'patienten'],
  'leistungen/labor': ['geld', 'patienten'],
  rechnungen: ['geld', 'patienten'],
  benchmark: ['patienten', 'behandler', 'termine', 'plaene'],
  'benchmark/leistungen': ['patienten'],
  'benchmark/behandler': ['behandler', 'termine'],
  'benchmark/zeit': ['patienten', 'behandler', 'termine', 'plaene'],
  'benchmark/kzv': ['patienten'],
  datenqualitaet: [],
  'datenqualitaet/kennzahlen': [],
  'datenqualitaet/zeilen': [],
  'rechnungen/offen': ['geld', 'patienten'],
  'rechnungen/ueberfaellig': ['geld', 'patienten'],
};

/** Returns the checks of the subjects of a report; all for an unknown one. */
export function checksOfReport(path: string): readonly DataCheck[] {
  const subjects = (OF_REPORT as Readonly<Record<string, readonly string[] | undefined>>)[path];
  return subjects === undefined || subjects.length === 0
    ? DATA_CHECKS
    : DATA_CHECKS.filter(({ weakens }) => subjects.includes(weakens));
}
