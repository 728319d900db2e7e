// Formatting of report values by column type and screen language. Pure.

import type { Column, ColumnType, CellValue } from './report.ts';
import { dayText } from '../../base/dates.ts';

const tagOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB');
const made = new Map<string, Intl.NumberFormat>();
function numbers(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = made.get(key) ?? new Intl.NumberFormat(tagOf(language), options);
  made.set(key, known);
  return known;
}
/** A true minus sign, and no-break spaces. */
const neat = (text: string): string =>
  text.replace(/^-/, '−').replaceAll('-', '−').replaceAll(' ', '\u00A0');
/** Formats a numeric value; euros with cents, unless `short`. */
export function formatNumber(
  value: number,
  kind: ColumnType,
  language: string,
  short = false,
): string {
  const digits = (least: number, most: number): string =>
    numbers(language, { minimumFractionDigits: least, maximumFractionDigits: most }).format(
      value === 0 ? 0 : value,
    );
  const unit = (text: string, word: string): string => neat(`${text} ${word}`);
  switch (kind) {
    case 'eur':
      return language === 'de'
        ? unit(short ? digits(0, 0) : digits(2, 2), '€')
        : neat((short ? digits(0, 0) : digits(2, 2)).replace(/^(-?)/, '$1€'));
    case 'anteil':
      return neat(
        numbers(language, {
          style: 'percent',
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
        }).format(value === 0 ? 0 : value),
      );
    case 'punkte':
      return unit(
        numbers(language, {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
          signDisplay: 'exceptZero',
        }).format(100 * value),
        language === 'de' ? 'Prozentpunkte' : 'pp',
      );
    case 'minuten':
      return unit(digits(0, 0), 'min');
    case 'stunden':
      return unit(digits(1, 1), 'h');
    case 'tage':
      return unit(
        digits(0, 1),
        language === 'de' ? (value === 1 ? 'Tag' : 'Tage') : value === 1 ? 'day' : 'days',
      );
    case 'faktor':
      return neat(digits(2, 2));
    default:
      return neat(digits(0, 2));
  }
}

const MONTHS = {
  de: ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};
/** Formats a day: `20.11.2026` or `20/11/2026`. */
export const formatDay = (day: string, language: string): string =>
  dayText(day.slice(0, 10), language);
/**
 * Formats a period for a column or an axis: `20.11.2026`, `KW 5 2026`, `Mär 2026`, `Q1 2026`,
 * `2026`.
 */
export function formatPeriod(period: string, language: string): string {
  const words = language === 'de' ? MONTHS.de : MONTHS.en;
  const week = /^(\d{4})-W(\d{2})$/.exec(period),
    quarter = /^(\d{4})-Q([1-4])$/.exec(period),
    month = /^(\d{4})-(\d{2})$/.exec(period);
  if (week) return `${language === 'de' ? 'KW' : 'Week'} ${Number(week[2])} ${week[1]}`;
  if (quarter) return `Q${quarter[2]} ${quarter[1]}`;
  if (month) return `${words[Number(month[2]) - 1] ?? month[2]} ${month[1]}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(period) ? formatDay(period, language) : period;
}

const NUMERIC: readonly ColumnType[] = [
  'zahl',
  'eur',
  'anteil',
  'punkte',
  'minuten',
  'stunden',
  'tage',
  'faktor',
];
export const isNumeric = (kind: ColumnType): boolean => NUMERIC.includes(kind);
/** Maximum rows on paper; more belong into a file. */
export const PAPER_ROWS = 2_000;
/** Text of an unknown value. */
export const NOTHING = '–';

/** Formats a cell. @param words translates a word of the data (`wort`), and yes and no */
export function formatCell(
  value: CellValue | undefined,
  kind: ColumnType,
  language: string,
  words: (word: string) => string,
): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return words(value ? 'ja' : 'nein');
  if (typeof value === 'number')
    return formatNumber(value, isNumeric(kind) ? kind : 'zahl', language);
  if (kind === 'tag') return formatDay(value, language);
  if (kind === 'periode') return formatPeriod(value, language);
  return kind === 'wort' ? words(value) : value;
}
/** Columns with counts, whatever the unit of their row is. */
const COUNT_COLUMNS = ['n', 'perzentil', 'delta', 'anzahl'];
/**
 * Returns a column as it applies to one row: where rows have their own unit (`einheit`), numbers
 * are of that unit, and the change of a share is in points.
 */
export function columnIn<S extends Pick<Column, 'typ' | 'key'>>(
  row: Readonly<Record<string, CellValue | undefined>>,
  column: S,
): S {
  const { einheit } = row;
  if (column.key === 'delta' && einheit === 'anteil') return { ...column, typ: 'punkte' };
  return column.typ === 'zahl' &&
    typeof einheit === 'string' &&
    isNumeric(einheit as ColumnType) &&
    !COUNT_COLUMNS.includes(column.key)
    ? { ...column, typ: einheit as ColumnType }
    : column;
}
/**
 * Rounds a change as it is shown: shares to a tenth of a point, others to a tenth of a percent where
 * they are small, else to a percent. A change that shows as nothing has no direction.
 */
export function shownDelta(delta: number, kind: ColumnType): number {
  const steps = kind === 'anteil' || Math.abs(delta) < 0.1 ? 1000 : 100;
  return Math.round(delta * steps) / steps;
}

/** Beyond this, a percentage only means that the earlier value was close to zero. */
const MOST_DELTA = 9.99;
/**
 * Formats a change against the period compared with: `+4,2 %`, beyond tenfold `> +999 %`, of a share
 * `+4,2 Prozentpunkte`; empty without one.
 */
export function formatDelta(
  delta: number | null,
  language: string,
  kind: ColumnType = 'zahl',
): string {
  if (delta !== null && kind === 'anteil') return formatNumber(delta, 'punkte', language);
  if (delta !== null && delta > MOST_DELTA) return neat(`> ${formatDelta(MOST_DELTA, language)}`);
  return delta === null
    ? ''
    : neat(
        numbers(language, {
          style: 'percent',
          maximumFractionDigits: Math.abs(delta) < 0.1 ? 1 : 0,
          signDisplay: 'exceptZero',
        }).format(delta),
      );
}
