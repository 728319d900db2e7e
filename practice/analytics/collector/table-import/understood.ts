// Formats an interpreted value for a German or English screen. Pure.

import { dayText, momentText } from '../../../../shared/base/dates.ts';
import type { Kept } from '../../../../shared/analytics/deliveries/pvs-values.ts';
import type { PvsField } from '../../../../shared/analytics/deliveries/pvs.ts';

const two = (n: number): string => String(n).padStart(2, '0');
/**
 * Formats a recognised value for the screen.
 * @param language of the screen: `de` or another
 */
export function understood(
  value: Kept,
  { type }: Pick<PvsField, 'type'>,
  language: string,
): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  if (value === null) return '';
  if (typeof value === 'string') return type === 'day' ? dayText(value, language) : value;
  switch (type) {
    case 'cents':
      return (value / 100).toLocaleString(locale, { style: 'currency', currency: 'EUR' });
    case 'factor':
      return (value / 100).toLocaleString(locale, { maximumFractionDigits: 2 });
    case 'clock':
      return `${two(Math.floor(value / 60))}:${two(value % 60)}`;
    case 'instant':
      return momentText(value, language);
    case 'bool':
      return value === 1 ? '✓' : '–';
    default:
      return value.toLocaleString(locale, { useGrouping: false });
  }
}
