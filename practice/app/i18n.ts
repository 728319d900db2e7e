// Texts of all slices in de and en, and the language of this workstation (U6: chosen, browser, de).

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { resolveLanguage } from '../../shared/languages.ts';
import appDe from './texts.de.json';
import appEn from './texts.en.json';
import anamneseDe from '../anamnese/texts.de.json';
import anamneseEn from '../anamnese/texts.en.json';
import smsDe from '../sms/texts.de.json';
import smsEn from '../sms/texts.en.json';
import stammdatenDe from '../stammdaten/texts.de.json';
import stammdatenEn from '../stammdaten/texts.en.json';
import stuhlDe from '../stuhl/texts.de.json';
import stuhlEn from '../stuhl/texts.en.json';
import arbeitslisteDe from '../arbeitsliste/texts.de.json';
import arbeitslisteEn from '../arbeitsliste/texts.en.json';
import authDe from '../auth/texts.de.json';
import authEn from '../auth/texts.en.json';
import backupDe from '../backup/texts.de.json';
import backupEn from '../backup/texts.en.json';
import aufbewahrungDe from '../aufbewahrung/texts.de.json';
import aufbewahrungEn from '../aufbewahrung/texts.en.json';
import bucketDe from '../bucket/texts.de.json';
import bucketEn from '../bucket/texts.en.json';
import doctosyncDe from '../doctosync/texts.de.json';
import doctosyncEn from '../doctosync/texts.en.json';
import documentsDe from '../documents/texts.de.json';
import documentsEn from '../documents/texts.en.json';
import einwilligungenDe from '../einwilligungen/texts.de.json';
import einwilligungenEn from '../einwilligungen/texts.en.json';
import empfangDe from '../empfang/texts.de.json';
import empfangEn from '../empfang/texts.en.json';
import freigabenDe from '../freigaben/texts.de.json';
import freigabenEn from '../freigaben/texts.en.json';
import formulareDe from '../formulare/texts.de.json';
import formulareEn from '../formulare/texts.en.json';
import regelnDe from '../regeln/texts.de.json';
import regelnEn from '../regeln/texts.en.json';
import texteDe from '../texte/texts.de.json';
import texteEn from '../texte/texts.en.json';
import notfallDe from '../notfall/texts.de.json';
import notfallEn from '../notfall/texts.en.json';
import papierDe from '../papier/texts.de.json';
import papierEn from '../papier/texts.en.json';
import kontoDe from '../konto/texts.de.json';
import kontoEn from '../konto/texts.en.json';
import nutzerDe from '../nutzer/texts.de.json';
import nutzerEn from '../nutzer/texts.en.json';
import postausgangDe from '../postausgang/texts.de.json';
import postausgangEn from '../postausgang/texts.en.json';
import settingsDe from '../settings/texts.de.json';
import settingsEn from '../settings/texts.en.json';
import uebergabeDe from '../uebergabe/texts.de.json';
import uebergabeEn from '../uebergabe/texts.en.json';
import agbDe from '../agb/texts.de.json';
import agbEn from '../agb/texts.en.json';
import neuesDe from '../neues/texts.de.json';
import neuesEn from '../neues/texts.en.json';
import protokollDe from '../protokoll/texts.de.json';
import protokollEn from '../protokoll/texts.en.json';
import zugaengeDe from '../zugaenge/texts.de.json';
import zugaengeEn from '../zugaenge/texts.en.json';
import uiDe from '../ui/texts.de.json';
import uiEn from '../ui/texts.en.json';
import zuordnenDe from '../zuordnen/texts.de.json';
import zuordnenEn from '../zuordnen/texts.en.json';
import zugriffDe from '../zugriff/texts.de.json';
import zugriffEn from '../zugriff/texts.en.json';

const KEY = 'practice.language';

function chosenLanguage(): string | null {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

/** Starts i18next; call once before the first render. */
export async function startTexts(): Promise<void> {
  const lng = resolveLanguage({ chosen: chosenLanguage(), browser: navigator.languages });
  await i18next.use(initReactI18next).init({
    lng,
    fallbackLng: 'de',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      de: { anamnese: anamneseDe, notfall: notfallDe, papier: papierDe, stammdaten: stammdatenDe, stuhl: stuhlDe, agb: agbDe, neues: neuesDe, protokoll: protokollDe, zugaenge: zugaengeDe, app: appDe, arbeitsliste: arbeitslisteDe, auth: authDe, backup: backupDe, aufbewahrung: aufbewahrungDe, bucket: bucketDe, doctosync: doctosyncDe, documents: documentsDe, einwilligungen: einwilligungenDe, empfang: empfangDe, formulare: formulareDe, freigaben: freigabenDe, regeln: regelnDe, texte: texteDe, konto: kontoDe, nutzer: nutzerDe, postausgang: postausgangDe, settings: settingsDe, sms: smsDe, uebergabe: uebergabeDe, ui: uiDe, zugriff: zugriffDe, zuordnen: zuordnenDe },
      en: { anamnese: anamneseEn, notfall: notfallEn, papier: papierEn, stammdaten: stammdatenEn, stuhl: stuhlEn, agb: agbEn, neues: neuesEn, protokoll: protokollEn, zugaenge: zugaengeEn, app: appEn, arbeitsliste: arbeitslisteEn, auth: authEn, backup: backupEn, aufbewahrung: aufbewahrungEn, bucket: bucketEn, doctosync: doctosyncEn, documents: documentsEn, einwilligungen: einwilligungenEn, empfang: empfangEn, formulare: formulareEn, freigaben: freigabenEn, regeln: regelnEn, texte: texteEn, konto: kontoEn, nutzer: nutzerEn, postausgang: postausgangEn, settings: settingsEn, sms: smsEn, uebergabe: uebergabeEn, ui: uiEn, zugriff: zugriffEn, zuordnen: zuordnenEn },
    },
  });
  document.documentElement.lang = lng;
}

/** The person's choice, kept on this workstation. */
export async function chooseLanguage(language: string): Promise<void> {
  try { localStorage.setItem(KEY, language); } catch { /* Without storage the choice lasts until the next reload. */ }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
