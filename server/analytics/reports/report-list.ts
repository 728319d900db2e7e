// Registry of reports by path: access policy, parameters besides the filter, and implementation.

import type { PolicyName } from '../../platform/http/policy.ts';
import { changeReports } from './changes.ts';
import type { ReportBuilder } from './report-kind.ts';
import { benchmarks } from './benchmark.ts';
import { moreExtended } from './extended-more.ts';
import { extended } from './extended.ts';
import { todayReports } from './today.ts';
import { hvmReports } from './hvm.ts';
import { listen } from './lists.ts';
import { praxis } from './practice.ts';
import { taxReports } from './tax-adviser.ts';
import { proposalReports } from './proposals.ts';
import { moreRevenueReports } from './revenue-more.ts';
import { revenueReports } from './revenue.ts';

export interface ReportEntry {
  pfad: string;
  policy: PolicyName;
  summary: string;
  /** Names of the additional parameters. */
  /** Additional parameters; `alles=ja` requests every row, for a file. */
  extra: readonly string[];
  /** Shows patients, so that the access is logged. */
  showsPatients: boolean;
  build: ReportBuilder;
}
const REPORT_BUILDERS: Readonly<Record<string, ReportBuilder>> = {
  ...revenueReports,
  ...moreRevenueReports,
  ...extended,
  ...moreExtended,
  ...todayReports,
  ...proposalReports,
  ...listen,
  ...praxis,
  ...hvmReports,
  ...benchmarks,
  ...taxReports,
  ...changeReports,
};
const entry = (
  pfad: string,
  policy: PolicyName,
  summary: string,
  showsPatients: boolean,
  extra: readonly string[],
): ReportEntry => ({ pfad, policy, summary, extra, showsPatients, build: REPORT_BUILDERS[pfad]! });
/** Figures without patients: for owners. */
const zahlen = (pfad: string, summary: string, extra: readonly string[] = []): ReportEntry =>
  entry(pfad, 'report.read', summary, false, extra);
/** Figures with patients: for owners. */
const names = (pfad: string, summary: string, extra: readonly string[] = []): ReportEntry =>
  entry(pfad, 'report.read', summary, true, extra);
const patienten = (pfad: string, summary: string, extra: readonly string[] = []): ReportEntry =>
  entry(pfad, 'report.patients', summary, true, extra);
const tag = (
  pfad: string,
  summary: string,
  showsPatients = true,
  extra: readonly string[] = [],
): ReportEntry => entry(pfad, 'report.day', summary, showsPatients, extra);

export const REPORTS: readonly ReportEntry[] = [
  zahlen('umsatz/zeitreihe', 'Revenue over time with comparison and target'),
  zahlen('umsatz/behandler', 'Revenue and hours by practitioner'),
  zahlen('umsatz/zimmer', 'Revenue and open hours by room'),
  zahlen('umsatz/bereiche', 'Revenue by area'),
  zahlen('umsatz/kostentraeger', 'Revenue by payer'),
  zahlen('umsatz/leistungen', 'Revenue by position'),
  names('umsatz/patienten', 'Patients with the most revenue, tenths and ages', ['alles']),
  zahlen('umsatz/labor', 'Laboratory costs over time'),
  zahlen('umsatz/soll-ist', 'Revenue against targets by practitioner'),
  zahlen('umsatz/wochentag', 'Revenue by weekday and hour'),
  zahlen('umsatz/prognose', 'Booked and expected revenue of the months ahead'),
  zahlen('umsatz/zahlungseingang', 'Payments received by way'),
  zahlen('umsatz/steuerbuero', 'Money received by month for the tax adviser'),
  zahlen('extended/behandlerleistung', 'Output per hour by practitioner'),
  zahlen('extended/leistungsmix', 'Positions that carry the revenue'),
  zahlen('extended/stundensatz', 'Fee per hour by area, weekday and hour'),
  zahlen('extended/zimmerauslastung', 'How full the rooms are'),
  zahlen('extended/terminausfall', 'Failed appointments by type'),
  zahlen('extended/neupatienten', 'New patients: where from, worth, whether they stay'),
  zahlen('extended/patientenbindung', 'Patients by cohort of their first visit'),
  zahlen('extended/prophylaxe', 'Prophylaxis by practitioner'),
  zahlen('extended/parpipeline', 'Perio cases by step'),
  zahlen('extended/hkptrichter', 'Plans by state'),
  zahlen('extended/rechnungslauf', 'From service to money over time'),
  zahlen('extended/mehrkosten', 'Co-payments agreed and possible'),
  zahlen('extended/faktoren', 'GOZ factors by position'),
  zahlen('praxiskpi', 'Twelve figures of the practice with target and trend'),
  zahlen('terminqualitaet', 'Quality of appointments and its parts'),
  zahlen('terminqualitaet/schwach', 'Appointments that failed and were not refilled', ['alles']),
  zahlen('dashboard/executive', 'The practice at a glance'),
  zahlen('dashboard/aenderungen', 'What changed, by practitioner, area, insurance and weekday'),
  zahlen('dashboard/aufgaben', 'What waits to be done, in numbers'),
  tag('heute', 'Appointments of a day with what to know'),
  zahlen('heute/umsatz', 'Planned and actual revenue of a day'),
  tag('heute/luecken', 'Gaps of two days and who could fill them'),
  tag('heute/hkp', 'Patients of a day with open plans'),
  tag('heute/recall', 'Patients of a day without a next appointment, recalls of the week'),
  tag('heute/neupatienten', 'New patients of a day'),
  tag('heute/ausfaelle', 'Appointments that failed since the day before'),
  tag('heute/unabgerechnet', 'Appointments kept without service or note'),
  tag('heute/team', 'Who is here, away, or has a birthday', false),
  entry(
    'heute/vorschlaege',
    'proposal.read',
    'Billing proposals of the day before and of whoever comes today',
    true,
    [],
  ),
  zahlen('hkp/kennzahlen', 'What to keep an eye on among plans'),
  patienten('leistungen', 'Services of a span, newest first', ['nr', 'alles']),
  patienten('leistungen/unabgerechnet', 'Private services without an invoice', ['alles']),
  zahlen('leistungen/statistik', 'Positions per 100 cases'),
  patienten('rechnungen', 'Invoices of a span', ['alles']),
  patienten('rechnungen/offen', 'Open items by age', ['alles']),
  patienten('rechnungen/ueberfaellig', 'Invoices that patients should have paid', ['alles']),
  patienten('patient/{patid}', 'One patient in short', ['patid']),
  patienten('patient/{patid}/leistungen', 'Services of one patient', ['patid', 'alles']),
  patienten('patient/{patid}/plaene', 'Plans of one patient', ['patid']),
  patienten('patient/{patid}/rechnungen', 'Invoices of one patient', ['patid', 'alles']),
  zahlen('hvm/{region}', 'Use of the fee limit of a quarter', ['region']),
  zahlen(
    'benchmarkgroups',
    'Groups of practices to be compared with, counted where they are at least seven',
  ),
  zahlen('benchmark', 'Own figures among other practices', ['gruppe']),
  zahlen('benchmark/leistungen', 'Own positions among other practices', ['gruppe']),
  zahlen('benchmark/behandler', 'Own practitioners among others', ['gruppe']),
  zahlen('benchmark/zeit', 'Own rank over time', ['gruppe', 'messwert']),
  zahlen('benchmark/kzv', 'Own positions beside the average letter of the association'),
  names('zeilen/{kennzahl}', 'Rows behind a key figure, 200 a page', [
    'kennzahl',
    'seite',
    'wochentag',
  ]),
];
