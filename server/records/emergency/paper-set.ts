// The emergency paper set: its possible contents, changes since it was last saved, and the set
// itself as one PDF.

import { languagesOfText } from '../../../catalog/consent/languages.ts';
import { berlinDay, germanMoment } from '../../../shared/base/dates.ts';
import {
  templateKey,
  type DocumentPraxis,
  type DocumentTemplate,
} from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { PaperSet } from '../../../shared/records/emergency.schema.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { PaperCodes } from '../../platform/keys/paper-mac.ts';
import type { BlankPage, BlankSheet } from '../../paper/pdf/blank.ts';
import type { Look } from '../../platform/work.ts';
import { withPracticeReviews } from '../texts/reviews.ts';
import { paperForm } from './paper-form.ts';
import { paperText } from './paper-text.ts';
import { findPaperSet } from './store.ts';

/** A currently offered form. */
interface SetForm {
  readonly key: string;
  readonly id: string;
  readonly title: { readonly de: string };
  readonly languages: readonly string[];
}
export interface SetLinks {
  formsInUse(look: Look): Promise<readonly SetForm[]>;
  /** Returns the form with the texts of these languages. */
  questionnaire(
    look: Look,
    key: string,
    languages: readonly string[],
  ): Promise<Questionnaire | undefined>;
  textsInUse(look: Look, day: string): Promise<readonly DocumentTemplate[]>;
  praxis(look: Look): Promise<DocumentPraxis & { languages: readonly string[]; logo?: string }>;
  /** Codes with a MAC by the practice's own key. */
  codes(cid: string): Promise<Pick<PaperCodes, 'writeBlank'>>;
}
/** More pages than any form has. */
const CODED_PAGES = 15;

/**
 * Required sheets of a practice in an emergency: health, pain, patient data, and papers to sign.
 */
const PROPOSED: readonly string[] = [
  'anamnese-erwachsene',
  'anamnese-kinder',
  'schmerz',
  'patientendaten',
];
const idOf = (key: string): string => key.split('@')[0] ?? key;

export async function readPaperSet(look: Look, links: SetLinks): Promise<PaperSet> {
  const [forms, texts, { languages }, row] = await Promise.all([
    links.formsInUse(look),
    links.textsInUse(look, berlinDay(look.now)),
    links.praxis(look),
    findPaperSet(look),
  ]);
  const papers: PaperSet['papers'] = [
    ...forms.map((form) => ({
      key: form.key,
      id: form.id,
      kind: 'form' as const,
      title: form.title.de,
      languages: [...form.languages],
      isProposed: PROPOSED.includes(form.id),
    })),
    ...texts.map((text) => ({
      key: templateKey(text),
      id: text.id,
      kind: 'text' as const,
      title: text.title.de,
      languages: languagesOfText(text),
      isProposed: true,
    })),
  ];
  // A newer version under the same id is listed by its new title; a removed one by its key.
  const changed = (row?.sheets ?? [])
    .filter((key) => !papers.some((one) => one.key === key))
    .map((key) => papers.find((one) => one.id === idOf(key))?.title ?? key);
  return {
    papers,
    languages: [...new Set(['de', ...languages])],
    last: row
      ? { at: row.at, byName: row.byName, sheets: row.sheets, languages: row.languages }
      : null,
    changed,
  };
}

/** Content of the code on a blank paper: its form, so that a scan is classified. */
const codeOf = (kind: 'form' | 'text', key: string): string => `molar:blank:${kind}:${key}`;

/**
 * Renders every sheet in German alone, and again for each further language that it has, both
 * languages in parallel.
 * @throws AppError `validation` for a key that is not in use
 */
export async function blankPage(
  look: Look,
  links: SetLinks,
  input: { sheets: readonly string[]; languages: readonly string[] },
): Promise<BlankPage> {
  const [forms, texts, praxis] = await Promise.all([
    links.formsInUse(look),
    links.textsInUse(look, berlinDay(look.now)),
    links.praxis(look),
  ]);
  const codes = await links.codes(look.cid),
    pagesOf = (kind: 'form' | 'text', key: string): string[] =>
      Array.from(
        { length: CODED_PAGES },
        (_, n) =>
          codes.writeBlank({ kind, key, page: n + 1 }) ?? (n === 0 ? codeOf(kind, key) : ''),
      ).filter((one) => one !== '');
  const wanted = ['de', ...new Set(input.languages.filter((one) => one !== 'de'))],
    sheets: BlankSheet[] = [];
  for (const language of wanted) {
    for (const [at, key] of input.sheets.entries()) {
      const form = forms.find((one) => one.key === key),
        text = texts.find((one) => templateKey(one) === key);
      if (!form && !text)
        throw new AppError('validation', { fields: { [`sheets.${at}`]: 'unknown' } });
      if (form && (language === 'de' || form.languages.includes(language))) {
        const questionnaire = await links.questionnaire(look, key, [language]);
        if (questionnaire)
          sheets.push({
            ...paperForm(questionnaire, { key, language, code: codeOf('form', key) }),
            codes: pagesOf('form', key),
          });
      }
      if (text && (language === 'de' || languagesOfText(text).includes(language)))
        sheets.push({
          ...paperText(await withPracticeReviews(look, text, [language]), praxis, {
            language,
            code: codeOf('text', key),
          }),
          codes: pagesOf('text', key),
        });
    }
  }
  const { name, anschrift, telefon, mail, logo } = praxis;
  return {
    title: 'Notfallmappe',
    praxis: { name, anschrift, telefon, mail, ...(logo !== undefined && { logo }) },
    sheets,
    createdAt: look.now,
    footer: `Notfallmappe vom ${germanMoment(look.now)} Uhr`,
  };
}
