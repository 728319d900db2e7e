// English titles of report columns, by their German ones: a title is unambiguous, while a key may
// have another meaning in another report. Pure.

import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';

const FIGURE_COLUMN = new Map(FIGURE_BY_KEY.map(({ name, nameEn }) => [name, nameEn]));
/**
 * Returns the English title of a column; undefined if there is none. A column of a key figure has
 * the figure's title.
 * @param titles those of `column-titles.en.json`, which only a screen in English loads
 */
export const englishTitle = (
  title: string,
  titles: Readonly<Record<string, string>>,
): string | undefined => titles[title] ?? FIGURE_COLUMN.get(title);
