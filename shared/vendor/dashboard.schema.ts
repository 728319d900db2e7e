// Shapes of the vendor's figures on the wire.

import { z } from 'zod';
import { FIGURES } from './dashboard.ts';

/** A month that exists, `YYYY-MM`. */
const month = z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/);
export const dashboardQuerySchema = z.strictObject({ month: month.optional() });
export const dashboardSchema = z
  .strictObject({
    month,
    at: z.int(),
    figures: z.array(z.strictObject({ figure: z.enum(FIGURES), value: z.int() })),
    /** Share of contracts that ended within a year: ended ones, of these and all running ones. */
    churn: z.strictObject({ ended: z.int(), of: z.int() }),
    /**
     * The last twelve months. `cents`: net sum of invoices; `contracts`, `monthlyCents`: what ran at
     * the end of the month, and its price a month.
     */
    months: z.array(
      z.strictObject({ month, cents: z.int(), contracts: z.int(), monthlyCents: z.int() }),
    ),
  })
  .meta({ id: 'VendorDashboard' });
export type Dashboard = z.output<typeof dashboardSchema>;

/** `from`: number of rows to skip. */
export const figureQuerySchema = dashboardQuerySchema.extend({
  from: z.coerce.number().int().min(0).max(10_000_000).optional(),
});
export const figureParamsSchema = z.strictObject({ figure: z.enum(FIGURES) });
export const figureRowsSchema = z.strictObject({
  /** A page of them; `count` and `value` are of all. */
  items: z.array(
    z.strictObject({
      cid: z.string(),
      practice: z.string(),
      label: z.string(),
      at: z.int().nullable(),
      cents: z.int().nullable(),
      to: z.string(),
    }),
  ),
  count: z.int(),
  value: z.int(),
});
export type FigureRows = z.output<typeof figureRowsSchema>;
