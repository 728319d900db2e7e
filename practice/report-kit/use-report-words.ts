// Texts of reports in the language of the screen: columns, values, series, points of an axis.

import i18next from 'i18next';
import { useMemo } from 'react';
import type { Column, ColumnType, CellValue } from '../../shared/analytics/reports/report.ts';
import { isFigure, figureOfKey } from '../../shared/analytics/reports/figures.ts';
import { englishTitle } from './column-titles.ts';
import { textsHook, useLanguage } from '../ui/texts.ts';
import { claimWords } from '../ui/words.ts';
import {
  formatCell,
  formatNumber,
  formatPeriod,
} from '../../shared/analytics/reports/report-format.ts';

claimWords('worte', {
  de: () => import('../../shared/analytics/reports/report-words.de.json'),
  en: () => import('../../shared/analytics/reports/report-words.en.json'),
});
const useWords = textsHook<string>('worte');
/** A column's German title is sent with the report. */
const TITLES = 'spalten';
claimWords(TITLES, {
  de: () => Promise.resolve({ default: {} }),
  en: () => import('./column-titles.en.json'),
});

export interface ReportWords {
  /** Title of a column; as sent by the report where there is no English one. */
  column: (column: Column) => string;
  /** A value as displayed in its column. */
  cell: (value: CellValue | undefined, column: Pick<Column, 'typ' | 'key'>) => string;
  /** A word of the data, of a series or an axis. */
  word: (word: string) => string;
  x: (x: string) => string;
  /** The question that a report answers. */
  question: (path: string) => string;
  /** Describes a limitation of the figures; undefined for an unknown code. */
  hint: (hint: string) => string | undefined;
  number: (value: number, typ: ColumnType, short?: boolean) => string;
}

export function useReportWords(): ReportWords {
  const language = useLanguage(),
    t = useWords();
  return useMemo(() => {
    const say = (key: string, otherwise: string): string =>
      i18next.exists(`worte:${key}`) ? t(key) : otherwise;
    const word = (given: string): string =>
      isFigure(given)
        ? language === 'de'
          ? figureOfKey(given).name
          : figureOfKey(given).nameEn
        : say(`wort.${given}`, say(`bereich.${given}`, given));
    const titles = (i18next.getResourceBundle(language, TITLES) ?? {}) as Record<string, string>;
    return {
      column: ({ titel }) => (language === 'de' ? titel : (englishTitle(titel, titles) ?? titel)),
      // The same word may have another meaning in another column.
      cell: (value, { typ, key }) =>
        formatCell(value, typ, language, (given) => say(`wort.${key}.${given}`, word(given))),
      word,
      hint: (hint) => say(`hinweis.${hint}`, '') || undefined,
      question: (path) => say(`frage.${path}`, path),
      // A point may carry a reason after its word.
      x: (x) => {
        if (/^\d+\.\d+$/.test(x)) return formatNumber(Number(x), 'faktor', language);
        const period = formatPeriod(x, language),
          [first = '', ...rest] = x.split(': ');
        return period === x
          ? [first.split(' · ').map(word).join(' · '), ...rest].join(': ')
          : period;
      },
      number: (value, kind, short = false) => formatNumber(value, kind, language, short),
    };
  }, [language, t]);
}
