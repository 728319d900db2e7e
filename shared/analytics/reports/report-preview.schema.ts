// Previews of the list of reports: one stored figure each, for the month so far.

import { z } from 'zod';
import { REPORT_PATHS } from './report-pages.ts';

const previewSchema = z.strictObject({
  report: z.enum(REPORT_PATHS),
  /** Key of the figure. */
  kennzahl: z.string(),
  wert: z.number(),
  /** The figure by day, where the report draws it; null: unknown. */
  verlauf: z.array(z.number().nullable()),
});
export type ReportPreview = z.output<typeof previewSchema>;
/**
 * `zeit`: days of the figures; null where nothing is stored. `istGrosserTarif`: false where the plan
 * does not contain the larger reports.
 */
export const previewsSchema = z.strictObject({
  items: z.array(previewSchema),
  zeit: z.strictObject({ von: z.iso.date(), bis: z.iso.date() }).nullable(),
  istGrosserTarif: z.boolean(),
});
export type ReportPreviews = z.output<typeof previewsSchema>;
