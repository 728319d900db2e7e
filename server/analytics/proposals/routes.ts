// Routes below /api for billing proposals: lists, the day of a proposal, decisions, labels, rules,
// submitted billings, key figures.

import type { Views } from '../../platform/audit/views.ts';
import type { Route } from '../../platform/http/route.ts';
import { filingRoutes } from './filing-routes.ts';
import { labelRoutes } from './label-routes.ts';
import type { BillingLinks } from './links.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { ruleRoutes } from './rule-routes.ts';

export const billingRoutes = (links: BillingLinks, views: Views): Route[] => [
  ...proposalRoutes(links, views),
  ...labelRoutes(links),
  ...ruleRoutes(links, views),
  ...filingRoutes(links),
];
