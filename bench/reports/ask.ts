/** Queries of the report worker, and their response times. */
import type { Query } from '../../server/analytics/snapshot/report-worker.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { AppError } from '../../shared/base/errors.ts';
import { CID, TODAY } from '../kit/practice.ts';

/** Ten o'clock on the reference day of the generated practice. */
const NOW = Date.parse(`${TODAY}T09:00:00Z`);
export const DAY_MS = 86_400_000;

export interface Span {
  von: string;
  bis: string;
}

/** Returns the day of an instant. */
export const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Periods of this many years with different end days, so that no response comes from the cache. */
export function spanOf(years: number, round: number): Span {
  const bis = Date.parse(TODAY) - (7 + round * 11) * DAY_MS;
  return { von: dayText(bis - Math.round(years * 365.25) * DAY_MS + DAY_MS), bis: dayText(bis) };
}

/** Returns the query of a report for a period. */
export const ask = (pfad: string, span: Span, extra: Record<string, string>): Query => ({
  cid: CID,
  path: pfad,
  extra,
  now: NOW,
  filter: {
    ...span,
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  },
});

/** Requests today alone: the smallest query. */
export const askToday = (): Query => ask('umsatz/zeitreihe', { von: TODAY, bis: TODAY }, {});

/** Returns the result of some work, and its duration in ms. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Retries like the page: the first request waits for the rows. */
export async function patient(asked: () => Promise<PracticeReport>): Promise<PracticeReport> {
  for (;;) {
    try {
      return await asked();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'reports_loading') throw error;
    }
  }
}

/**
 * Waits until the worker is free: a report slower than the page's timeout is not requested again
 * while it is computed, so the next small request shows it.
 */
export async function whole(
  asked: () => Promise<unknown>,
  small: () => Promise<PracticeReport>,
): Promise<void> {
  try {
    await asked();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'reports_loading') throw error;
    await patient(small);
  }
}
