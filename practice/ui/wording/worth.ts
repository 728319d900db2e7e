// Formats euros of billing proposals: estimates are marked, and an unknown value is never 0 €.

import { useMemo } from 'react';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Sum } from '../../../shared/analytics/billing/wire-values.schema.ts';
import { useUiTexts } from '../ErrorNotice.tsx';
import { useLanguage } from '../texts.ts';

/** Formats cents as `1.234,50 €`; guessed ones as whole euros, since a guess is not known to the cent. */
export const money = (cents: number, language: string, isGuess = false): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'currency',
    currency: 'EUR',
    ...(isGuess && { maximumFractionDigits: 0 }),
  })
    .format(cents / 100)
    .replace(/^-/, '−');

/** The sign of decimals that a field of numbers takes. */
export const decimalSign = (language: string): string => (language === 'de' ? ',' : '.');

/** A sum; older answers may lack the uncertain part. */
type Said = Pick<Sum, 'cents'> & Partial<Sum>;
export interface Worth {
  /** Formats `15,36 €`, `rund 15 € geschätzt` or `Wert unbekannt`. */
  readonly of: (one: Pick<Proposal, 'cents'> & Partial<Pick<Proposal, 'wertArt'>>) => string;
  /** Formats `rund 49 € (davon rund 12 € geschätzt, 2 ohne bekannten Wert)`. */
  readonly sum: (sum: Said) => string;
  /**
   * Formats the euros of a sum alone, for a figure with its uncertainty below; `Wert unbekannt`
   * where none of it is known.
   */
  readonly known: (sum: Said) => string;
  /** Formats `davon rund 12 € geschätzt, 2 ohne bekannten Wert`; empty where all is certain. */
  readonly doubt: (sum: Said) => string;
}
const isUnknown = ({ anzahl = 0, ohneWert = 0 }: Said): boolean =>
  ohneWert > 0 && ohneWert === anzahl;
/** Formats the value of proposals, in the language of the screen. */
export function useWorth(): Worth {
  const t = useUiTexts();
  const language = useLanguage();
  return useMemo(() => {
    const euros = (cents: number): string => money(cents, language);
    const about = (cents: number): string =>
      t('worth.about', { sum: money(cents, language, true) });
    const of: Worth['of'] = ({ cents, wertArt }) => {
      if (wertArt === 'UNBEKANNT') return t('worth.unknown');
      return wertArt === 'GESCHAETZT' ? t('worth.guess', { sum: about(cents) }) : euros(cents);
    };
    const doubt: Worth['doubt'] = (sum) => {
      const { geschaetzt = 0, ohneWert = 0 } = sum;
      const part = geschaetzt > 0 ? t('worth.part', { sum: about(geschaetzt) }) : '';
      const without = ohneWert > 0 && !isUnknown(sum) ? t('worth.without', { n: ohneWert }) : '';
      return [part, without].filter((one) => one !== '').join(', ');
    };
    const known: Worth['known'] = (sum) =>
      isUnknown(sum)
        ? t('worth.unknown')
        : (sum.geschaetzt ?? 0) > 0
          ? about(sum.cents)
          : euros(sum.cents);
    const sum: Worth['sum'] = (all) => {
      const { cents, geschaetzt = 0, ohneWert = 0 } = all;
      if (geschaetzt > 0 && geschaetzt === cents && ohneWert === 0)
        return t('worth.guess', { sum: about(cents) });
      const more = doubt(all);
      return more === '' ? known(all) : `${known(all)} (${more})`;
    };
    return { of, sum, known, doubt };
  }, [t, language]);
}
/** Adds up sums of proposals. */
export function addUp(sums: readonly Sum[]): Sum {
  const total: Sum = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 };
  for (const one of sums) {
    total.anzahl += one.anzahl;
    total.cents += one.cents;
    total.geschaetzt += one.geschaetzt;
    total.ohneWert += one.ohneWert;
  }
  return total;
}
/** Adds up single proposals. */
export const sumOf = (items: readonly Pick<Proposal, 'cents' | 'wertArt'>[]): Sum =>
  addUp(
    items.map(({ cents, wertArt }) => ({
      anzahl: 1,
      cents,
      geschaetzt: wertArt === 'GESCHAETZT' ? cents : 0,
      ohneWert: wertArt === 'UNBEKANNT' ? 1 : 0,
    })),
  );
