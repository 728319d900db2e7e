/** Revenue reports by path. */
import type { ReportBuilder } from '../report-kind.ts';
import { revenueTimeline } from './revenue-timeline.ts';
import { practitionerRevenue } from './practitioner-revenue.ts';
import { roomRevenue } from './room-revenue.ts';
import { stampRevenue } from './stamp-revenue.ts';
import { areaRevenue } from './area-revenue.ts';
import { payerRevenue } from './payer-revenue.ts';
import { positionRevenue } from './position-revenue.ts';
import { labCosts } from './lab-costs.ts';
import { weekdayRevenue } from './weekday-revenue.ts';
import { patientRevenue } from './patient-revenue.ts';
import { targetVsActual } from './target-comparison.ts';
import { revenueForecast } from './revenue-forecast.ts';
import { incomingPayments } from './incoming-payments.ts';
import { causesByPosition, causesByPractitioner } from './causes-of-change.ts';

export const revenueReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/zeitreihe': revenueTimeline,
  'umsatz/behandler': practitionerRevenue,
  'umsatz/zimmer': roomRevenue,
  'umsatz/stempel': stampRevenue,
  'umsatz/bereiche': areaRevenue,
  'umsatz/kostentraeger': payerRevenue,
  'umsatz/leistungen': positionRevenue,
  'umsatz/labor': labCosts,
  'umsatz/wochentag': weekdayRevenue,
  'umsatz/patienten': patientRevenue,
  'umsatz/soll-ist': targetVsActual,
  'umsatz/prognose': revenueForecast,
  'umsatz/zahlungseingang': incomingPayments,
  'umsatz/ursachen': causesByPractitioner,
  'umsatz/ursachen/positionen': causesByPosition,
};
