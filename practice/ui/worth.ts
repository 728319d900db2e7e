// How euros of billing proposals are said: what rests on a guess says so, and what nobody knows the value of is never 0 €.

import { useCallback } from 'react';
import type { Summe, Vorschlag } from '../../shared/abrechnung.schema.ts';
import { useUiTexts } from './ErrorNotice.tsx';
import { useLanguage } from './texts.ts';

/** `1.234,50 €` of cents. */
export const money = (cents: number, language: string): string => new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { style: 'currency', currency: 'EUR' }).format(cents / 100).replace(/^-/, '−');

export interface Worth {
  /** `15,36 €`, `15,36 € geschätzt` or `Wert unbekannt`. */
  readonly of: (one: Pick<Vorschlag, 'cents'> & Partial<Pick<Vorschlag, 'wertArt'>>) => string;
  /** `48,60 € (davon 12,00 € geschätzt, 2 ohne bekannten Wert)`. */
  readonly sum: (sum: Pick<Summe, 'cents'> & Partial<Summe>) => string;
}
/** Says what proposals are worth, in the language of the screen. */
export function useWorth(): Worth {
  const t = useUiTexts();
  const language = useLanguage();
  const of = useCallback<Worth['of']>(({ cents, wertArt }) => {
    if (wertArt === 'UNBEKANNT') return t('worth.unknown');
    return wertArt === 'GESCHAETZT' ? t('worth.guess', { sum: money(cents, language) }) : money(cents, language);
  }, [t, language]);
  const sum = useCallback<Worth['sum']>(({ anzahl = 0, cents, geschaetzt = 0, ohneWert = 0 }) => {
    if (ohneWert > 0 && ohneWert === anzahl) return t('worth.unknown');
    const isAll = geschaetzt > 0 && geschaetzt === cents;
    const known = isAll ? t('worth.guess', { sum: money(cents, language) }) : money(cents, language);
    const part = geschaetzt > 0 && !isAll ? t('worth.part', { sum: money(geschaetzt, language) }) : '';
    const without = ohneWert > 0 ? t('worth.without', { n: ohneWert }) : '';
    const more = [part, without].filter((one) => one !== '').join(', ');
    return more === '' ? known : `${known} (${more})`;
  }, [t, language]);
  return { of, sum };
}
/** Adds up sums of proposals. */
export function addUp(sums: readonly Summe[]): Summe {
  const total: Summe = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 };
  for (const one of sums) {
    total.anzahl += one.anzahl;
    total.cents += one.cents;
    total.geschaetzt += one.geschaetzt;
    total.ohneWert += one.ohneWert;
  }
  return total;
}
/** The sum of single proposals. */
export const sumOf = (items: readonly Pick<Vorschlag, 'cents' | 'wertArt'>[]): Summe => addUp(items.map(({ cents, wertArt }) => ({ anzahl: 1, cents, geschaetzt: wertArt === 'GESCHAETZT' ? cents : 0, ohneWert: wertArt === 'UNBEKANNT' ? 1 : 0 })));
