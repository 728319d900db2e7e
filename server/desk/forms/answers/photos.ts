// Photos inside a response: visited one by one, and replaced by their names where answers travel
// again.

import { createHash } from 'node:crypto';
import { attachmentOf, attachmentUrl } from '../../../../shared/exchange/attachment.ts';
import type { Attachment } from '../../../../shared/forms/questionnaire/fhir.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response-types.ts';

/** Returns what a photo is found by: its bytes, or its URL while they are elsewhere. */
const nameOf = (file: Attachment | undefined): string | undefined =>
  file?.data ?? (attachmentOf(file?.url) === undefined ? undefined : file?.url);

/** Calls `act` for every photo of a response; its result replaces the photo. */
export function eachPhoto(
  response: QuestionnaireResponse,
  act: (file: Attachment, name: string, linkId: string) => Attachment,
): QuestionnaireResponse {
  const itemsOf = (items: readonly ResponseItem[]): ResponseItem[] =>
    items.map((one) => ({
      ...one,
      ...(one.answer && { answer: one.answer.map((said) => answerOf(one.linkId, said)) }),
      ...(one.item && { item: itemsOf(one.item) }),
    }));
  const answerOf = (linkId: string, answer: ResponseAnswer): ResponseAnswer => {
    const { valueAttachment: file, item } = answer,
      name = nameOf(file);
    return {
      ...answer,
      ...(file && name !== undefined && { valueAttachment: act(file, name, linkId) }),
      ...(item && { item: itemsOf(item) }),
    };
  };
  return { ...response, ...(response.item && { item: itemsOf(response.item) }) };
}

/** Returns the names of all photos of a response, each once. */
export function photoNames(response: QuestionnaireResponse): Set<string> {
  const names = new Set<string>();
  eachPhoto(response, (file, name) => {
    names.add(name);
    return file;
  });
  return names;
}

/** Returns the URL of a photo: the one it came with, or one by the hash of its bytes. */
const urlOf = (file: Attachment, data: string): string =>
  attachmentOf(file.url) === undefined
    ? attachmentUrl(createHash('sha256').update(data).digest('hex'))
    : (file.url ?? '');

/**
 * Names the photos of earlier answers instead of sending them along: a task with their bytes in it
 * is too large to be returned.
 */
export const withoutBytes = (response: QuestionnaireResponse): QuestionnaireResponse =>
  eachPhoto(response, ({ data, ...file }) =>
    data === undefined ? file : { ...file, url: urlOf(file, data) },
  );

/** Returns the bytes (base64) of the photos of a response, by URL. */
export function bytesByUrl(response: QuestionnaireResponse): Map<string, string> {
  const found = new Map<string, string>();
  eachPhoto(response, (file) => {
    if (file.data !== undefined) found.set(urlOf(file, file.data), file.data);
    return file;
  });
  return found;
}
