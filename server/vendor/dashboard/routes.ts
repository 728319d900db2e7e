// Routes of the vendor's figures below /admin: all values, and the rows behind each.

import { berlinInstant } from '../../../shared/base/dates.ts';
import {
  FIGURES,
  figureRows,
  figureValue,
  lastMonths,
  monthOf,
  type Figure,
  type FigureRow,
} from '../../../shared/vendor/dashboard.ts';
import {
  dashboardQuerySchema,
  dashboardSchema,
  figureParamsSchema,
  figureQuerySchema,
  figureRowsSchema,
  type Dashboard,
} from '../../../shared/vendor/dashboard.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Store } from '../../platform/db/store.ts';
import { readSources } from './store.ts';

export interface DashboardDeps {
  store: Store;
  now: () => number;
}
/** Most rows of an answer; count and value are of all. */
const MOST_ROWS = 1000;

/** Reads the sources once for any number of figures of a month. */
async function ask({ store, now }: DashboardDeps, wanted: string | undefined) {
  const at = now(),
    month = wanted ?? monthOf(at),
    months = lastMonths(at),
    // Invoices carry days of Berlin.
    since = berlinInstant(`${[month, ...months].sort()[0] ?? month}-01`, '00:00'),
    sources = await readSources(store, since);
  return {
    at,
    month,
    months,
    rowsOf: (figure: Figure, of = month): FigureRow[] => figureRows(figure, sources, of, at),
  };
}

async function dashboardOf(deps: DashboardDeps, wanted: string | undefined): Promise<Dashboard> {
  const { at, month, months, rowsOf } = await ask(deps, wanted),
    valueOf = (figure: Figure): number => figureValue(figure, rowsOf(figure)),
    ended = valueOf('churned');
  return {
    month,
    at,
    figures: FIGURES.map((figure) => ({ figure, value: valueOf(figure) })),
    churn: { ended, of: ended + figureValue('contracts', rowsOf('contracts', monthOf(at))) },
    months: months.map((one) => ({
      month: one,
      cents: figureValue('invoiced', rowsOf('invoiced', one)),
      contracts: figureValue('contracts', rowsOf('contracts', one)),
      monthlyCents: figureValue('monthly', rowsOf('monthly', one)),
    })),
  };
}

/** Lists the vendor's routes. */
export const dashboardRoutes = (deps: DashboardDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/dashboard',
      policy: 'vendor.figures',
      summary: 'Figures of the vendor: practices, contracts, money, requests',
      query: dashboardQuerySchema,
      answer: dashboardSchema,
    },
    ({ query: { month } }) => dashboardOf(deps, month),
  ),
  route(
    {
      method: 'get',
      path: '/dashboard/{figure}',
      policy: 'vendor.figures',
      summary: 'The rows behind a figure, by the same definition',
      params: figureParamsSchema,
      query: figureQuerySchema,
      answer: figureRowsSchema,
    },
    async ({ params: { figure }, query: { month, from = 0 } }) => {
      const rows = (await ask(deps, month)).rowsOf(figure);
      return {
        items: rows.slice(from, from + MOST_ROWS),
        count: rows.length,
        value: figureValue(figure, rows),
      };
    },
  ),
];
