// Period and practitioner of a proposal page, read from its address. Pure.

import { isDay } from '../../../shared/base/dates.ts';
import { isPeriod, spanOf, type Span } from '../../report-kit/periods.ts';
import { addDays } from '../../../shared/base/day-math.ts';

export const FILTERS = [
  'zeit',
  'von',
  'bis',
  'behandler',
  'art',
  'label',
  'regel',
  'patid',
  'q',
  'sort',
] as const;
export type FilterName = (typeof FILTERS)[number];
/**
 * Returns the days of the address: a named period, free ones, or none (then the server uses the
 * last twelve months). Pure.
 */
export function spanFrom(
  values: Partial<Record<FilterName, string>>,
  today: string,
): Partial<Span> {
  if (values.zeit === 'frei')
    return {
      ...(values.von !== undefined && { von: values.von }),
      ...(values.bis !== undefined && { bis: values.bis }),
    };
  return isPeriod(values.zeit) ? spanOf(values.zeit, today) : {};
}

/** Query parameters for practitioner and period. */
export const SPAN_FILTERS = ['zeit', 'von', 'bis', 'behandler'] as const;
export type SpanName = (typeof SPAN_FILTERS)[number];
export type SpanValues = Partial<Record<SpanName, string>>;

/** The default period of the figures. */
export const FIRST_PERIOD = 'jahr';
/** Returns the days of the figures: from the address, else this year. Pure. */
export function figureSpan({ zeit, von = '', bis = '' }: SpanValues, today: string): Span {
  if (zeit === 'frei' && isDay(von) && isDay(bis) && von <= bis) return { von, bis };
  return spanOf(isPeriod(zeit) ? zeit : FIRST_PERIOD, today);
}

/** How many days back an accepted proposal may still be waiting. */
const BACK_DAYS = 1_095;
/**
 * Returns practitioner and days of the list: from the address, else all that may still wait. Pure.
 */
export function openQuery(values: SpanValues, today: string): Record<string, string> {
  const { von = addDays(today, -BACK_DAYS), bis = '' } = spanFrom(values, today);
  return { von, bis, behandler: values.behandler ?? '' };
}
