// Texts that come with the pages that say them, and not with the first load.

import i18next from 'i18next';
import auswertungDe from '../auswertung/texts.de.json';
import auswertungEn from '../auswertung/texts.en.json';
import berichteDe from '../berichte/texts.de.json';
import berichteEn from '../berichte/texts.en.json';
import datenDe from '../daten/texts.de.json';
import datenEn from '../daten/texts.en.json';
import heuteDe from '../heute/texts.de.json';
import heuteEn from '../heute/texts.en.json';
import patientDe from '../patient/texts.de.json';
import patientEn from '../patient/texts.en.json';
import worteDe from '../../shared/bericht-worte.de.json';
import worteEn from '../../shared/bericht-worte.en.json';
import stammwerteDe from '../stammwerte/texts.de.json';
import stammwerteEn from '../stammwerte/texts.en.json';
import ueberblickDe from '../ueberblick/texts.de.json';
import ueberblickEn from '../ueberblick/texts.en.json';

/** Makes them known; may be called again. */
export function addLazyTexts(): void {
  for (const [slice, de, en] of [['auswertung', auswertungDe, auswertungEn], ['berichte', berichteDe, berichteEn], ['daten', datenDe, datenEn], ['heute', heuteDe, heuteEn], ['stammwerte', stammwerteDe, stammwerteEn], ['ueberblick', ueberblickDe, ueberblickEn], ['patient', patientDe, patientEn], ['worte', worteDe, worteEn]] as const) {
    i18next.addResourceBundle('de', slice, de);
    i18next.addResourceBundle('en', slice, en);
  }
}
