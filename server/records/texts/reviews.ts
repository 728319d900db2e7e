// Translations of shipped texts: made by a machine until a member of the practice confirms one, for
// exactly these words.

import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import { languagesOfText, withLanguages } from '../../../catalog/consent/languages.ts';
import { textsByKey, withReviews } from '../../../shared/desk/document-words.ts';
import {
  languagesOf,
  templateKey,
  type DocumentTemplate,
  type Review,
} from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { TranslationView } from '../../../shared/papers/texts.schema.ts';
import { canonicalJson, sha256 } from '../../paper/seal/canonical.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import { dropReview, putReview, reviewsOf, type ReviewRow } from './text-store.ts';

/** Hash of all words of a text in one language. */
const wordsHash = (template: DocumentTemplate, language: string): string =>
  sha256(
    canonicalJson(
      Object.fromEntries(
        [...textsByKey(template)].map(([key, text]) => [key, text[language] ?? '']),
      ),
    ),
  );

const reviewOf = (row: ReviewRow | undefined, hash: string): Review =>
  row === undefined || row.sha256 !== hash
    ? { by: 'machine' }
    : { by: 'practice', name: row.reviewedByName, at: row.reviewedAt };

async function translationsIn(s: Look | Work, template: DocumentTemplate) {
  const rows = await reviewsOf(s, templateKey(template));
  return languagesOf(template)
    .filter((language) => language !== 'de')
    .map((language) => {
      const hash = wordsHash(template, language);
      return {
        language,
        sha256: hash,
        review: reviewOf(
          rows.find((one) => one.language === language),
          hash,
        ),
      };
    });
}

/**
 * Returns a shipped text with further languages, each with its review in this practice. A text that
 * the practice wrote is returned unchanged: it answers for every language of it.
 */
export async function withPracticeReviews(
  s: Look | Work,
  template: DocumentTemplate,
  languages: readonly string[],
): Promise<DocumentTemplate> {
  if (findTemplate(templateKey(template)) === undefined) return template;
  const worded = await withLanguages(template, languages);
  return withReviews(
    worded,
    Object.fromEntries(
      (await translationsIn(s, worded)).map(({ language, review }) => [language, review]),
    ),
  );
}

/** Returns a shipped text in all its languages, and the reviews of its translations. */
export async function readTranslations(
  s: Look | Work,
  template: DocumentTemplate,
): Promise<{ template: DocumentTemplate; translations: TranslationView[] }> {
  const worded = await withLanguages(template, languagesOfText(template));
  return { template: worded, translations: await translationsIn(s, worded) };
}

/** @throws AppError `not_found` */
async function translationOf(
  w: Work,
  { key, language }: { key: string; language: string },
): Promise<TranslationView> {
  const shipped = findTemplate(key),
    { translations } = shipped ? await readTranslations(w, shipped) : { translations: [] },
    found = translations.find((one) => one.language === language);
  if (!found) throw new AppError('not_found');
  return found;
}

/**
 * Confirms a translation as read; repeating it keeps the first name and time.
 * @throws AppError `not_found`, `state_conflict` if the words are not those that were read
 */
export async function confirmTranslation(
  w: Work,
  input: { key: string; language: string; sha256: string },
): Promise<void> {
  const found = await translationOf(w, input);
  if (found.sha256 !== input.sha256 || w.actor.kind !== 'user')
    throw new AppError('state_conflict');
  if (found.review.by === 'practice') return;
  await putReview(w, {
    text: input.key,
    language: input.language,
    sha256: input.sha256,
    reviewedBy: actorWord(w.actor),
    reviewedByName: w.actor.name,
    reviewedAt: w.now,
  });
  await w.audit('text.translation_confirmed', { text: input.key, language: input.language });
}

/** Takes a confirmation back; without one nothing happens. @throws AppError `not_found` */
export async function unconfirmTranslation(
  w: Work,
  input: { key: string; language: string },
): Promise<void> {
  await translationOf(w, input);
  if (await dropReview(w, input.key, input.language))
    await w.audit('text.translation_unconfirmed', { text: input.key, language: input.language });
}
