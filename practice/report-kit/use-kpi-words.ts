// Name, format and good direction of a key figure: from the central list of key figures.

import { useMemo } from 'react';
import type { ColumnType } from '../../shared/analytics/reports/report.ts';
import { isFigure, figureOfKey } from '../../shared/analytics/reports/figures.ts';
import { useLanguage } from '../ui/texts.ts';
import { useReportWords } from './use-report-words.ts';

/** Amounts that are no key figures. */
const MONEY: readonly string[] = [
  'monatBisher',
  'monatErwartet',
  'fehlerTagesschnitt',
  'fehlerSaison',
  'geldGefunden',
  'geldEingetragen',
  'geldBerechnet',
  'geldBezahlt',
  'planNichtErbracht',
  'planNichtBerechnet',
  'planLaborWeniger',
  'gozFehlbetrag',
  'ohneLaborWert',
];
export interface KpiWords {
  name: string;
  typ: ColumnType;
  /** null: neither direction is better. */
  isUpGood: boolean | null;
  /** Units of the rows in numerator and denominator. */
  zaehlerIn: ColumnType;
  nennerIn: ColumnType;
  /** Whether its rows can be opened. */
  hasRows: boolean;
}

/** Returns the words of a key; a figure known to one report only uses its own key's text. */
export function useKpiWords(): (key: string) => KpiWords {
  const language = useLanguage(),
    { word } = useReportWords();
  return useMemo(
    () => (key) => {
      if (!isFigure(key))
        return {
          name: word(key),
          typ: MONEY.includes(key) ? 'eur' : 'zahl',
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
