/** German words around answers, for tests. */

import type { SheetWords } from './signed-answers.ts';

export const sheetWords: SheetWords = {
  yours: 'Angaben',
  question: 'Frage',
  answer: 'Antwort',
  no: 'Mit „Nein“ beantwortet',
  open: 'Nicht beantwortet',
  about: 'Zu diesem Fragebogen',
  unticked: 'nicht angekreuzt',
  photo: 'Foto',
  untranslated: 'nicht übersetzt',
  plain: 'In Einfacher Sprache',
  form: (title, version) => `${title}, ${version}`,
  readIn: (language) => `Gelesen auf ${language}`,
  recorded: (names) => `aufgenommen durch ${names}`,
  since: (day) => `nicht bestätigt seit ${day}`,
  from: (name) => `wie ${name}`,
  shown: (text) => `gelesen als: ${text}`,
};
