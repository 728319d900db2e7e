// Photos of answers from a private phone: named in the answers, sent in pieces after them. Loaded
// only when there are photos.

import { attachmentUrl, homeAttachment } from '../../../shared/exchange/attachment.ts';
import { fromBase64, sha256Hex } from '../../../shared/exchange/sealing.ts';
import { CallError } from '../../../shared/base/client.ts';
import type { Attachment } from '../../../shared/forms/questionnaire/fhir.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type { HandInCalls, PhotoCount, Submitted } from './hand-in.types.ts';
import { createPieces, hasCount, isRefused, type Pieces } from './pieces.ts';

/** Every upload of this page uses the same line. */
let line: Pieces | undefined;
/** Each upload stays below the page's life: a closed page stops it anyway. */
const NEVER = (): boolean => false;

/**
 * Names the photos of a response instead of their bytes; the same answers get the same names.
 * @returns the response, and the bytes of its photos by SHA-256
 */
export async function namedPhotos<A extends Submitted>(
  answers: A,
): Promise<{ named: A; photos: Map<string, Uint8Array> }> {
  const photos = new Map<string, Uint8Array>();
  const walk = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const one of value) list.push(await walk(one));
      return list;
    }
    if (typeof value !== 'object' || value === null) return value;
    const next: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(value))
      next[key] = key === 'valueAttachment' ? await named(one as Attachment) : await walk(one);
    return next;
  };
  const named = async ({ data, ...file }: Attachment): Promise<Attachment> => {
    if (data === undefined) return file;
    const bytes = homeAttachment(answers.id, fromBase64(data)),
      sha256 = await sha256Hex(bytes);
    photos.set(sha256, bytes);
    return { ...file, url: attachmentUrl(sha256) };
  };
  const response = (await walk(answers.response)) as QuestionnaireResponse;
  return { named: { ...answers, response }, photos };
}

/**
 * Sends the photos of accepted answers.
 * @returns the number of photos that the server refused
 * @throws CallError to be retried
 */
export async function sendPhotos(
  answersId: string,
  photos: ReadonlyMap<string, Uint8Array>,
  onPhotos: (count: PhotoCount) => void,
  { putPhoto, clock }: Pick<HandInCalls<Submitted>, 'putPhoto' | 'clock'>,
): Promise<number> {
  const pieces = (line ??= createPieces(clock));
  let done = 0,
    refused = 0;
  onPhotos({ done, all: photos.size });
  for (const [sha256, bytes] of photos) {
    const put = async (from: number, piece: Uint8Array): Promise<{ have: number }> => {
      const answer = await putPhoto({ answersId, sha256, size: bytes.length, from, bytes: piece });
      if (!hasCount(answer)) throw new CallError(0, 'network', 'The answer is not ours.');
      return answer;
    };
    try {
      if ((await pieces.send(bytes, put, NEVER)) === 'mismatch')
        throw new CallError(0, 'network', 'Other bytes arrived.');
    } catch (error) {
      pieces.failed(error);
      // The practice discarded the answers, or the photo was no picture: both are shown to it.
      if (!isRefused(error)) throw error;
      refused += 1;
    }
    onPhotos({ done: ++done, all: photos.size });
  }
  return refused;
}

/** Submits answers, then their photos. @throws CallError */
export async function handInWithPhotos<A extends Submitted>(
  answers: A,
  onPhotos: (count: PhotoCount) => void,
  calls: HandInCalls<A>,
): Promise<void> {
  const { named, photos } = await namedPhotos(answers);
  await calls.post(named);
  if (photos.size > 0) await sendPhotos(answers.id, photos, onPhotos, calls);
}
