/** Reports that check what was billed against plans, laboratory, fees, proposals and the past. */
import type { ReportBuilder } from '../report-kind.ts';
import { conspicuousPositions } from './conspicuous-positions.ts';
import { feesBelowBema } from './fees-below-bema.ts';
import { foundMoney } from './found-money.ts';
import { missingLabCosts } from './missing-lab-costs.ts';
import { planAgainstInvoice } from './plan-against-invoice.ts';

/** Reports by path. */
export const billingCheckReports: Readonly<Record<string, ReportBuilder>> = {
  'leistungen/auffaellig': conspicuousPositions,
  'leistungen/gebuehren': feesBelowBema,
  'leistungen/geplant': planAgainstInvoice,
  'leistungen/labor': missingLabCosts,
  'praxiskpi/geldweg': foundMoney,
};
