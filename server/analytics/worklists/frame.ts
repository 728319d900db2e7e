// Wraps a work list in the format of a report.

import type { KpiValue } from '../../../shared/analytics/reports/report.ts';
import type { ListReport } from '../../../shared/analytics/reports/worklist.schema.ts';
import { countingBatches } from '../../platform/db/pvs-rows.ts';
import type { Look } from '../../platform/work.ts';

/** Converts cents to euros. */
export const euro = (cents: number | null): number | null =>
  cents === null ? null : Math.round(cents) / 100;
/** Returns a current figure of the list, without comparison or ratio. */
export const kpi = (key: string, value: number): KpiValue => ({
  key,
  wert: value,
  vergleich: null,
  delta: null,
  ziel: null,
  zaehler: null,
  nenner: null,
});

export async function frame(
  look: Look,
  filter: Record<string, unknown>,
  body: Omit<ListReport, 'meta'>,
): Promise<ListReport> {
  const closed = await countingBatches(look);
  const state = closed.reduce<number | null>(
    (latest, one) =>
      one.closedAt !== null && (latest === null || one.closedAt > latest) ? one.closedAt : latest,
    null,
  );
  return {
    meta: {
      filter,
      stand: state,
      datenBis: null,
      quelle: [...new Set(closed.map((one) => one.source))].join(', '),
      waehrung: 'EUR',
      hinweise: [],
    },
    ...body,
  };
}
