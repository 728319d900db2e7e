/** Extended reports by path. */
import type { ReportBuilder } from '../report-kind.ts';
import { practitionerOutput } from './practitioner-output.ts';
import { serviceMix } from './service-mix.ts';
import { hourlyFees } from './hourly-fees.ts';
import { roomUtilisation } from './room-utilisation.ts';
import { lostAppointments } from './lost-appointments.ts';
import { prophylaxisReport } from './prophylaxis.ts';
import { feeFactors } from './fee-factors.ts';
import { newPatientSources } from './new-patient-sources.ts';
import { patientRetention } from './patient-retention.ts';
import { parPipeline } from './par-pipeline.ts';
import { hkpFunnel } from './plan-funnel.ts';
import { billingRun } from './billing-run.ts';
import { coPayments } from './co-payments.ts';
import { availableHours } from './available-hours.ts';
import { planAcceptance } from './acceptance.ts';
import { cohortValue } from './cohort-value.ts';
import { unscheduledTreatment } from './unscheduled-treatment.ts';

export const extendedReports: Readonly<Record<string, ReportBuilder>> = {
  'extended/behandlerleistung': practitionerOutput,
  'extended/leistungsmix': serviceMix,
  'extended/stundensatz': hourlyFees,
  'extended/zimmerauslastung': roomUtilisation,
  'extended/terminausfall': lostAppointments,
  'extended/prophylaxe': prophylaxisReport,
  'extended/faktoren': feeFactors,
  'extended/neupatienten': newPatientSources,
  'extended/patientenbindung': patientRetention,
  'extended/parpipeline': parPipeline,
  'extended/hkptrichter': hkpFunnel,
  'extended/verfuegbarkeit': availableHours,
  'extended/annahme': planAcceptance,
  'extended/patientenwert': cohortValue,
  'extended/ohnetermin': unscheduledTreatment,
  'extended/rechnungslauf': billingRun,
  'extended/mehrkosten': coPayments,
};
