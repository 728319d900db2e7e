// Public actions with a link to a questionnaire: read the form, hand the answers in. No patient
// data is returned.

import { berlinDay, isBirthDate, isRecentBirth } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { attachmentOf } from '../../../../shared/exchange/attachment.ts';
import type { Attachment } from '../../../../shared/forms/questionnaire/fhir.ts';
import type { HomeAnswers, HomeForm } from '../../../../shared/forms/task/home.schema.ts';
import type { ResponseItem } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Look, Work } from '../../../platform/work.ts';
import type { HomeSecrets } from './home-secret.ts';
import { findHomeLinkByHash, countHandIn, type HomeLinkRow } from './home-store.ts';
import type { LoadedForm } from '../answers/library.ts';
import { takeUnmatched, type UnmatchedDeps } from '../tray/take-unmatched.ts';
import { countUnmatched, findUnmatched } from '../tray/unmatched-store.ts';

export interface HomeDeps extends UnmatchedDeps {
  secrets: HomeSecrets;
  praxis(
    s: Look | Work,
  ): Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
}
/** Limit of waiting answers; more than these are an attack. */
export const MOST_WAITING = 3000;
const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Checks whether a link accepts answers. */
export const isOpen = (row: HomeLinkRow, now: number): boolean =>
  row.endedAt === null &&
  (row.expiresAt === null || row.expiresAt > now) &&
  (row.kind === 'open' || row.usedAt === null);

/** Returns the newest offered version of a form. */
export async function newestOf(
  deps: Pick<UnmatchedDeps, 'forms'>,
  s: Look | Work,
  formId: string,
): Promise<LoadedForm | undefined> {
  const forms = deps.forms(s),
    entry = (await forms.inUse()).find((one) => one.id === formId);
  return entry && forms.find(entry.key);
}

/**
 * Reads the form of a link. Reading does not use up the link: link previews read it too.
 * @throws AppError not_found
 */
export async function readHome(
  look: Look,
  deps: HomeDeps,
  secret: string,
  language: string | undefined,
): Promise<HomeForm> {
  const row = await findHomeLinkByHash(look, deps.secrets.hashOf(secret));
  if (!row) throw new AppError('not_found');
  const { name, anschrift, telefon, mail } = await deps.praxis(look),
    form = isOpen(row, look.now) ? await newestOf(deps, look, row.formId) : undefined;
  return {
    praxis: { name, anschrift, telefon, mail },
    form: form
      ? {
          key: form.key,
          sha256: form.sha256,
          title: { ...form.title },
          languages: [...form.languages],
          minutes: form.minutes,
          language: form.languages.includes(row.language) ? row.language : 'de',
          expiresAt: row.expiresAt,
          isOnce: row.kind === 'invitation',
          questionnaire:
            language === undefined
              ? null
              : await form.inLanguages(
                  [...new Set(['de', language])].filter((one) => form.languages.includes(one)),
                ),
        }
      : null,
  };
}

/** Checks for a photo that is embedded, or that follows in pieces. */
const isOwnFile = ({ url, data, contentType = '' }: Attachment): boolean =>
  url === undefined
    ? data === undefined || PHOTO_TYPES.includes(contentType)
    : data === undefined && attachmentOf(url) !== undefined && PHOTO_TYPES.includes(contentType);
/**
 * Checks for a file of another kind; an external URL would be fetched by the reader of the answers.
 */
export const hasForeignFile = (items: readonly ResponseItem[] | undefined): boolean =>
  (items ?? []).some(
    (item) =>
      hasForeignFile(item.item) ||
      (item.answer ?? []).some(
        ({ valueAttachment: file, item: below }) =>
          hasForeignFile(below) || (file !== undefined && !isOwnFile(file)),
      ),
  );

/**
 * Accepts answers: once for an invitation; the same id with the same answers returns the same
 * receipt, also when the link is over by then.
 * @param reserve reserves a slot for a new hand-in, or throws `rate_limited`
 * @throws AppError not_found, link_invalid (used, over, ended), validation, birthdate_invalid (V6),
 * confirm_needed (V4), conflict, rate_limited
 */
export async function handInHome(
  w: Work,
  deps: HomeDeps,
  secret: string,
  body: HomeAnswers,
  reserve: (linkId: string) => Promise<void>,
): Promise<{ id: string; receivedAt: number }> {
  const row = await findHomeLinkByHash(w, deps.secrets.hashOf(secret));
  if (!row) throw new AppError('not_found');
  const take = (): ReturnType<typeof takeUnmatched> =>
    takeUnmatched(w, deps, {
      id: body.id,
      origin: 'home',
      person: body.person,
      form: body.form,
      language: body.language,
      response: body.response,
      at: body.at,
      homeId: row.id,
      ...(row.patid !== null && { invitedPatid: row.patid }),
    });
  const receipt = async (): Promise<{ id: string; receivedAt: number }> => {
    const taken = await take();
    if (taken === 'conflict') throw new AppError('conflict');
    return { id: body.id, receivedAt: taken.receivedAt };
  };
  if ((await findUnmatched(w, body.id))?.homeId === row.id) return receipt();
  if (!isOpen(row, w.now)) throw new AppError('link_invalid');
  const today = berlinDay(w.now),
    { geburtsdatum } = body.person;
  if (!isBirthDate(geburtsdatum, today))
    throw new AppError('birthdate_invalid', { fields: { 'person.geburtsdatum': 'invalid' } });
  if (isRecentBirth(geburtsdatum, today) && body.confirmed !== true)
    throw new AppError('confirm_needed', { extra: { doubts: ['recent_birth'] } });
  const form =
    body.form.key.split('@')[0] === row.formId
      ? await deps.forms(w).find(body.form.key)
      : undefined;
  if (!form) throw new AppError('validation', { fields: { 'form.key': 'unknown' } });
  if (hasForeignFile(body.response.item))
    throw new AppError('validation', { fields: { response: 'attachment' } });
  if ((await countUnmatched(w)) >= MOST_WAITING)
    throw new AppError('rate_limited', { retryAfter: 3600 });
  await reserve(row.id);
  if (!(await countHandIn(w, row))) throw new AppError('link_invalid');
  return receipt();
}
