// Registry of reports by path: access policy, parameters in addition to the filter, and
// implementation.

import type { FlagKey } from '../../../shared/base/flags/flags.ts';
import type { PolicyName } from '../../platform/http/policy.ts';
import { changeReports } from './changes.ts';
import { billingCheckReports } from './billing-checks/billing-check-reports.ts';
import type { ReportBuilder } from './report-kind.ts';
import { benchmarkReports } from './benchmark.ts';
import { timelineReports } from './figure-timeline.ts';
import { qualityReports } from './data-quality.ts';
import { extendedReports } from './extended/extended-reports.ts';
import { todayReports } from './today/today-reports.ts';
import { hvmReports } from './hvm.ts';
import { listReports } from './lists/list-reports.ts';
import { practiceReports } from './practice.ts';
import { taxReports } from './tax-adviser.ts';
import { profitReports } from './profit/profit-reports.ts';
import { proposalReports } from './proposals.ts';
import { revenueReports } from './revenue/revenue-reports.ts';

export interface ReportEntry {
  path: string;
  policy: PolicyName;
  summary: string;
  /** Names of the additional parameters; `seite` requests a page of the rows. */
  extra: readonly string[];
  /** Shows patients, so that the access is logged. */
  showsPatients: boolean;
  build: ReportBuilder;
  /** Switch that closes the report. */
  flag?: FlagKey;
}
const REPORT_BUILDERS: Readonly<Record<string, ReportBuilder>> = {
  ...revenueReports,
  ...extendedReports,
  ...todayReports,
  ...proposalReports,
  ...listReports,
  ...practiceReports,
  ...hvmReports,
  ...benchmarkReports,
  ...taxReports,
  ...profitReports,
  ...changeReports,
  ...qualityReports,
  ...timelineReports,
  ...billingCheckReports,
};
const entry = (
  path: string,
  policy: PolicyName,
  summary: string,
  showsPatients: boolean,
  extra: readonly string[],
): ReportEntry => ({ path, policy, summary, extra, showsPatients, build: REPORT_BUILDERS[path]! });
/** Figures without patients: for owners. */
const figures = (path: string, summary: string, extra: readonly string[] = []): ReportEntry =>
  entry(path, 'report.read', summary, false, extra);
/** Figures with patients: for owners. */
const namedFigures = (path: string, summary: string, extra: readonly string[] = []): ReportEntry =>
  entry(path, 'report.read', summary, true, extra);
/** Figures next to those of other practices. */
const compared = (path: string, summary: string, extra: readonly string[] = []): ReportEntry => ({
  ...figures(path, summary, extra),
  flag: 'comparison',
});
const patientList = (path: string, summary: string, extra: readonly string[] = []): ReportEntry =>
  entry(path, 'report.patients', summary, true, extra);
const dayReport = (
  path: string,
  summary: string,
  showsPatients = true,
  extra: readonly string[] = [],
): ReportEntry => entry(path, 'report.day', summary, showsPatients, extra);

export const REPORTS: readonly ReportEntry[] = [
  figures('umsatz/zeitreihe', 'Revenue over time with comparison and target'),
  figures('umsatz/behandler', 'Revenue and hours by practitioner'),
  figures('umsatz/zimmer', 'Revenue and open hours by room'),
  figures('umsatz/stempel', 'Billing stamps next to each other'),
  figures('umsatz/bereiche', 'Revenue by area'),
  figures('umsatz/kostentraeger', 'Revenue by payer'),
  figures('umsatz/leistungen', 'Revenue by position'),
  namedFigures('umsatz/patienten', 'Patients with the most revenue, tenths and ages', ['seite']),
  figures('umsatz/labor', 'Laboratory costs over time'),
  figures('umsatz/ursachen', 'Why revenue changed, by practitioner'),
  figures('umsatz/ursachen/positionen', 'Why revenue changed, by position'),
  figures('umsatz/soll-ist', 'Revenue against targets by practitioner'),
  figures('umsatz/wochentag', 'Revenue by weekday and hour'),
  figures('umsatz/prognose', 'Booked and expected revenue of the months ahead'),
  figures('umsatz/zahlungseingang', 'Payments received by way'),
  figures('umsatz/steuerbuero', 'Money received by month for the tax adviser'),
  figures('gewinn/behandler', 'Revenue, costs and contribution by practitioner'),
  figures('gewinn/zimmer', 'Revenue, costs and contribution by room'),
  figures('gewinn/bereiche', 'Revenue, costs and contribution by area'),
  figures('gewinn/schwelle', 'From which day the revenue has paid the costs'),
  figures('gewinn/kosten', 'Lines that make up a contribution', ['teil', 'kosten']),
  figures('extended/behandlerleistung', 'Output per hour by practitioner'),
  figures('extended/leistungsmix', 'Positions that carry the revenue'),
  figures('extended/stundensatz', 'Fee per hour by area, weekday and hour'),
  figures('extended/zimmerauslastung', 'How full the rooms are'),
  figures('extended/terminausfall', 'Failed appointments by type'),
  figures('extended/neupatienten', 'New patients: where from, worth, whether they stay'),
  figures('extended/patientenbindung', 'Patients by cohort of their first visit'),
  figures('extended/prophylaxe', 'Prophylaxis by practitioner'),
  figures('extended/parpipeline', 'Perio cases by step'),
  figures('extended/hkptrichter', 'Plans by state'),
  figures('extended/annahme', 'Accepted plans by practitioner'),
  figures('extended/verfuegbarkeit', 'Available, scheduled and completed hours by practitioner'),
  figures('extended/patientenwert', 'Revenue per new patient by cohort of the first visit'),
  namedFigures('extended/ohnetermin', 'Planned treatment without an appointment', ['seite']),
  figures('extended/rechnungslauf', 'From service to money over time'),
  figures('extended/mehrkosten', 'Co-payments agreed and possible'),
  figures('extended/faktoren', 'GOZ factors by position'),
  figures('praxiskpi', 'Twelve figures of the practice with target and trend'),
  figures('praxiskpi/patienten', 'Figures of patients and their plans over time'),
  figures('praxiskpi/team', 'Figures of the team over time'),
  namedFigures('praxiskpi/geldweg', 'Proposals from the finding to the payment', ['seite']),
  figures('praxiskpi/vorschlaege', 'Billing proposals that were implemented, over time'),
  figures('terminqualitaet/verlauf', 'Figures of appointments over time'),
  figures('terminqualitaet', 'Quality of appointments and its parts'),
  figures('terminqualitaet/schwach', 'Appointments that failed and were not refilled', ['seite']),
  figures('dashboard/executive', 'The practice at a glance'),
  figures('dashboard/aenderungen', 'What changed, by practitioner, area, insurance and weekday'),
  figures('dashboard/aufgaben', 'What waits to be done, in numbers'),
  dayReport('heute', 'Appointments of a day with what to know'),
  figures('heute/umsatz', 'Planned and actual revenue of a day'),
  dayReport('heute/luecken', 'Gaps of two days and who could fill them'),
  dayReport('heute/hkp', 'Patients of a day with open plans'),
  dayReport('heute/recall', 'Patients of a day without a next appointment, recalls of the week'),
  dayReport('heute/neupatienten', 'New patients of a day'),
  dayReport('heute/ausfaelle', 'Appointments that failed since the day before'),
  dayReport('heute/unabgerechnet', 'Appointments kept without service or note'),
  dayReport('heute/team', 'Who is here, away, or has a birthday', false),
  entry(
    'heute/vorschlaege',
    'proposal.read',
    "Billing proposals of the day before and of today's patients",
    true,
    [],
  ),
  figures('hkp/kennzahlen', 'What to keep an eye on among plans'),
  patientList('leistungen', 'Services of a span, newest first', ['nr', 'position', 'seite']),
  patientList('leistungen/unabgerechnet', 'Private services without an invoice', ['seite']),
  figures('leistungen/auffaellig', "Positions far more or less often than in the practice's past"),
  figures('leistungen/gebuehren', 'Private fees below the statutory fee for the same work'),
  namedFigures('leistungen/geplant', 'Finished plans against services done and billed', ['seite']),
  namedFigures('leistungen/labor', 'Services without the laboratory they usually have', ['seite']),
  figures('leistungen/statistik', 'Positions per 100 cases'),
  patientList('rechnungen', 'Invoices of a span', ['seite']),
  patientList('rechnungen/offen', 'Open items by age', ['seite']),
  patientList('rechnungen/ueberfaellig', 'Invoices that patients should have paid', ['seite']),
  patientList('patient/{patid}', 'One patient in short', ['patid']),
  patientList('patient/{patid}/leistungen', 'Services of one patient', ['patid', 'seite']),
  patientList('patient/{patid}/plaene', 'Plans of one patient', ['patid']),
  patientList('patient/{patid}/rechnungen', 'Invoices of one patient', ['patid', 'seite']),
  figures('hvm/{region}', 'Use of the fee limit of a quarter', ['region']),
  compared(
    'benchmarkgroups',
    'Groups of practices to be compared with, counted where they are at least seven',
  ),
  compared('benchmark', 'Own figures among other practices', ['gruppe']),
  compared('benchmark/leistungen', 'Own positions among other practices', ['gruppe']),
  compared('benchmark/behandler', 'Own practitioners among others', ['gruppe']),
  compared('benchmark/zeit', 'Own rank over time', ['gruppe', 'messwert']),
  figures(
    'datenqualitaet',
    'Faults of the data that weaken reports: references to nothing, empty fields',
    ['bericht', 'messwert'],
  ),
  figures('datenqualitaet/kennzahlen', 'Share of the rows of each key figure that it can use'),
  namedFigures('datenqualitaet/zeilen', 'Rows that fail one check of the data', [
    'pruefung',
    'seite',
  ]),
  figures('benchmark/kzv', 'Own positions compared with the average letter of the association'),
  namedFigures('zeilen/{kennzahl}', 'Rows behind a key figure, 200 a page', [
    'kennzahl',
    'seite',
    'jeseite',
    'wochentag',
    'teil',
    'nur',
  ]),
];
