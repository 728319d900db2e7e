/** Lists by path. */
import type { ReportBuilder } from '../report-kind.ts';
import { hkpFigures } from './plan-figures.ts';
import { patientServices, serviceList, unbilledReport } from './service-lists.ts';
import { serviceStatistics } from './service-statistics.ts';
import { invoiceList, openInvoices, overdueInvoices, patientInvoices } from './invoice-lists.ts';
import { patientPlans, patientSummary } from './patient-record.ts';
import { rowsBehind } from './rows-behind.ts';

export const listReports: Readonly<Record<string, ReportBuilder>> = {
  'hkp/kennzahlen': hkpFigures,
  leistungen: serviceList,
  'leistungen/unabgerechnet': unbilledReport,
  'leistungen/statistik': serviceStatistics,
  rechnungen: invoiceList,
  'rechnungen/offen': openInvoices,
  'rechnungen/ueberfaellig': overdueInvoices,
  'patient/{patid}': patientSummary,
  'patient/{patid}/leistungen': patientServices,
  'patient/{patid}/plaene': patientPlans,
  'patient/{patid}/rechnungen': patientInvoices,
  'zeilen/{kennzahl}': rowsBehind,
};
