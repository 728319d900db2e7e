// Texts of the proposals' pages, with those of the reports that their tables and charts say.

import i18next from 'i18next';
import de from '../abrechnung/texts.de.json';
import en from '../abrechnung/texts.en.json';
import { addLazyTexts } from './lazy-texts.ts';

/** Makes them known; may be called again. */
export function addAbrechnungTexts(): void {
  addLazyTexts();
  i18next.addResourceBundle('de', 'abrechnung', de);
  i18next.addResourceBundle('en', 'abrechnung', en);
}
