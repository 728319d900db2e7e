/**
 * Reference implementation of the key figures over the raw rows: no columns, no sorting, nothing
 * shared with the server but the definitions' texts.
 */
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import type { KeywordPattern } from '../../shared/analytics/deliveries/keywords.ts';
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import {
  addFailures,
  addPunctuality,
  addReturnVisits,
  addUseOfTime,
} from './reference/appointment-figures.ts';
import { choose } from './reference/choice.ts';
import { addBilling, addFactors, addLosses, addOpenItems } from './reference/invoice-figures.ts';
import { readMoney } from './reference/money.ts';
import { addPatients } from './reference/patient-figures.ts';
import { addPerioValue, addPlans } from './reference/plan-figures.ts';
import { readPractice } from './reference/practice.ts';
import { addChildren, addCleanings, addPerio } from './reference/prevention-figures.ts';
import { addFillings, addRecords } from './reference/quality-figures.ts';
import { addRecalls } from './reference/recall-figures.ts';
import { addPayers, addRevenue } from './reference/revenue-figures.ts';
import { withoutDeaf } from './reference/followed.ts';
import { Figures, type Figure } from './reference/scope.ts';
import { addProfit, type EnteredCost } from './reference/profit-figures.ts';
import { addStaff } from './reference/staff-figures.ts';
import { readVisits } from './reference/visits.ts';

const GROUPS = [
  addRevenue,
  addPayers,
  addPatients,
  addUseOfTime,
  addFailures,
  addPunctuality,
  addReturnVisits,
  addRecalls,
  addCleanings,
  addPerio,
  addChildren,
  addPlans,
  addPerioValue,
  addBilling,
  addOpenItems,
  addLosses,
  addFactors,
  addFillings,
  addRecords,
  addStaff,
];

/** Returns the key figures of a practice for a filter, by key; money in euros. */
export function reference(
  rows: readonly RawRow[],
  filter: PracticeReportFilter,
  keywords: readonly KeywordPattern[] = [],
  costs: readonly EnteredCost[] = [],
): Record<string, Figure> {
  const practice = readPractice(rows);
  const choice = choose(practice, filter, keywords);
  const scope = {
    ...practice,
    ...choice,
    ...readMoney(practice, choice),
    ...readVisits(practice, choice),
  };
  const figures = new Figures();
  for (const add of GROUPS) add(scope, figures);
  addProfit(practice, filter, keywords, costs, figures);
  return withoutDeaf(figures.all, filter);
}
