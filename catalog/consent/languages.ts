/** Loaders of the consent texts in further languages: every file is loaded lazily. */

import type { DocumentWords } from '../../shared/desk/document-words.ts';
import { languagesOf, templateKey, type DocumentTemplate } from '../../shared/desk/document.ts';
import { withWords } from '../../shared/desk/document-words.ts';

type Load = () => Promise<{ readonly default: unknown }>;

/** By key of the text (`extraktion@2`) and language; German and English are in the text itself. */
const FILES: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'anamnese@1': {
    tr: () => import('./anamnese@1.tr.json'),
    ar: () => import('./anamnese@1.ar.json'),
    uk: () => import('./anamnese@1.uk.json'),
    ru: () => import('./anamnese@1.ru.json'),
    pl: () => import('./anamnese@1.pl.json'),
    ro: () => import('./anamnese@1.ro.json'),
    it: () => import('./anamnese@1.it.json'),
    es: () => import('./anamnese@1.es.json'),
    fr: () => import('./anamnese@1.fr.json'),
    fa: () => import('./anamnese@1.fa.json'),
  },
  'betaeubung@2': {
    tr: () => import('./betaeubung@2.tr.json'),
    ar: () => import('./betaeubung@2.ar.json'),
    uk: () => import('./betaeubung@2.uk.json'),
    ru: () => import('./betaeubung@2.ru.json'),
    pl: () => import('./betaeubung@2.pl.json'),
    ro: () => import('./betaeubung@2.ro.json'),
    it: () => import('./betaeubung@2.it.json'),
    es: () => import('./betaeubung@2.es.json'),
    fr: () => import('./betaeubung@2.fr.json'),
    fa: () => import('./betaeubung@2.fa.json'),
  },
  'datenschutz@1': {
    tr: () => import('./datenschutz@1.tr.json'),
    ar: () => import('./datenschutz@1.ar.json'),
    uk: () => import('./datenschutz@1.uk.json'),
    ru: () => import('./datenschutz@1.ru.json'),
    pl: () => import('./datenschutz@1.pl.json'),
    ro: () => import('./datenschutz@1.ro.json'),
    it: () => import('./datenschutz@1.it.json'),
    es: () => import('./datenschutz@1.es.json'),
    fr: () => import('./datenschutz@1.fr.json'),
    fa: () => import('./datenschutz@1.fa.json'),
  },
  'ewe@2': {
    tr: () => import('./ewe@2.tr.json'),
    ar: () => import('./ewe@2.ar.json'),
    uk: () => import('./ewe@2.uk.json'),
    ru: () => import('./ewe@2.ru.json'),
    pl: () => import('./ewe@2.pl.json'),
    ro: () => import('./ewe@2.ro.json'),
    it: () => import('./ewe@2.it.json'),
    es: () => import('./ewe@2.es.json'),
    fr: () => import('./ewe@2.fr.json'),
    fa: () => import('./ewe@2.fa.json'),
  },
  'extraktion@2': {
    tr: () => import('./extraktion@2.tr.json'),
    ar: () => import('./extraktion@2.ar.json'),
    uk: () => import('./extraktion@2.uk.json'),
    ru: () => import('./extraktion@2.ru.json'),
    pl: () => import('./extraktion@2.pl.json'),
    ro: () => import('./extraktion@2.ro.json'),
    it: () => import('./extraktion@2.it.json'),
    es: () => import('./extraktion@2.es.json'),
    fr: () => import('./extraktion@2.fr.json'),
    fa: () => import('./extraktion@2.fa.json'),
  },
  'foto@2': {
    tr: () => import('./foto@2.tr.json'),
    ar: () => import('./foto@2.ar.json'),
    uk: () => import('./foto@2.uk.json'),
    ru: () => import('./foto@2.ru.json'),
    pl: () => import('./foto@2.pl.json'),
    ro: () => import('./foto@2.ro.json'),
    it: () => import('./foto@2.it.json'),
    es: () => import('./foto@2.es.json'),
    fr: () => import('./foto@2.fr.json'),
    fa: () => import('./foto@2.fa.json'),
  },
  'implantat@2': {
    tr: () => import('./implantat@2.tr.json'),
    ar: () => import('./implantat@2.ar.json'),
    uk: () => import('./implantat@2.uk.json'),
    ru: () => import('./implantat@2.ru.json'),
    pl: () => import('./implantat@2.pl.json'),
    ro: () => import('./implantat@2.ro.json'),
    it: () => import('./implantat@2.it.json'),
    es: () => import('./implantat@2.es.json'),
    fr: () => import('./implantat@2.fr.json'),
    fa: () => import('./implantat@2.fa.json'),
  },
  'mehrkosten@1': {
    tr: () => import('./mehrkosten@1.tr.json'),
    ar: () => import('./mehrkosten@1.ar.json'),
    uk: () => import('./mehrkosten@1.uk.json'),
    ru: () => import('./mehrkosten@1.ru.json'),
    pl: () => import('./mehrkosten@1.pl.json'),
    ro: () => import('./mehrkosten@1.ro.json'),
    it: () => import('./mehrkosten@1.it.json'),
    es: () => import('./mehrkosten@1.es.json'),
    fr: () => import('./mehrkosten@1.fr.json'),
    fa: () => import('./mehrkosten@1.fa.json'),
  },
  'recall@2': {
    tr: () => import('./recall@2.tr.json'),
    ar: () => import('./recall@2.ar.json'),
    uk: () => import('./recall@2.uk.json'),
    ru: () => import('./recall@2.ru.json'),
    pl: () => import('./recall@2.pl.json'),
    ro: () => import('./recall@2.ro.json'),
    it: () => import('./recall@2.it.json'),
    es: () => import('./recall@2.es.json'),
    fr: () => import('./recall@2.fr.json'),
    fa: () => import('./recall@2.fa.json'),
  },
  'wurzelkanal@2': {
    tr: () => import('./wurzelkanal@2.tr.json'),
    ar: () => import('./wurzelkanal@2.ar.json'),
    uk: () => import('./wurzelkanal@2.uk.json'),
    ru: () => import('./wurzelkanal@2.ru.json'),
    pl: () => import('./wurzelkanal@2.pl.json'),
    ro: () => import('./wurzelkanal@2.ro.json'),
    it: () => import('./wurzelkanal@2.it.json'),
    es: () => import('./wurzelkanal@2.es.json'),
    fr: () => import('./wurzelkanal@2.fr.json'),
    fa: () => import('./wurzelkanal@2.fa.json'),
  },
};

/** Returns the languages of a text, German first: those of its file, then those loaded on request. */
export const languagesOfText = (template: DocumentTemplate): string[] => [
  ...new Set([...languagesOf(template), ...Object.keys(FILES[templateKey(template)] ?? {})]),
];

/** Returns the texts of a document in one language, or `undefined` if there is no file. */
export async function loadWords(key: string, language: string): Promise<DocumentWords | undefined> {
  const load = FILES[key]?.[language];
  return load === undefined ? undefined : ((await load()).default as DocumentWords);
}

/** Returns a text of this catalogue with further languages; those without a file add nothing. */
export async function withLanguages(
  template: DocumentTemplate,
  languages: readonly string[],
): Promise<DocumentTemplate> {
  const words = await Promise.all(
    [...new Set(languages)].map((language) => loadWords(templateKey(template), language)),
  );
  return words.reduce<DocumentTemplate>(
    (text, one) => (one === undefined ? text : withWords(text, one)),
    template,
  );
}
