// What a key figure is called, how it is written and which way is good: from the one list of key figures.

import { useMemo } from 'react';
import type { ColumnType } from '../../shared/analytics/reports/report.ts';
import { isFigure, figureOfKey } from '../../shared/analytics/reports/figures.ts';
import { useLanguage } from '../ui/texts.ts';
import { useReportWords } from './use-report-words.ts';

export interface KpiWords {
  name: string;
  typ: ColumnType;
  /** null: neither way is better. */ isUpGood: boolean | null;
  /** What the rows above and below the line are counted in. */ zaehlerIn: ColumnType;
  nennerIn: ColumnType;
  /** Whether its rows can be opened. */ hasRows: boolean;
}

/** Words of a key; a figure that only one report knows says its key's own words. */
export function useKpiWords(): (key: string) => KpiWords {
  const language = useLanguage(),
    { word } = useReportWords();
  return useMemo(
    () => (key) => {
      if (!isFigure(key))
        return {
          name: word(key),
          typ: 'zahl',
          isUpGood: null,
          zaehlerIn: 'zahl',
          nennerIn: 'zahl',
          hasRows: false,
        };
      const { name, nameEn, einheit, gut, art, zaehlerIn, nennerIn } = figureOfKey(key);
      return {
        name: language === 'de' ? name : nameEn,
        typ: einheit,
        isUpGood: gut === 'neutral' ? null : gut === 'hoch',
        zaehlerIn,
        nennerIn: nennerIn ?? zaehlerIn,
        hasRows: art !== 'zusammengesetzt',
      };
    },
    [language, word],
  );
}
