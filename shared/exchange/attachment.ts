// Large attachments of a form (photos): they travel next to draft and op, which only name them. An
// attachment is addressed by the hash of its sealed bytes and uploaded in pieces.

import { PHOTO_BYTES, PHOTOS_BYTES } from '../forms/task/form-size.ts';

/** Maximum bytes of one sealed attachment: a photo and its seal. */
export const ATTACHMENT_BYTES = PHOTO_BYTES + 1_000;
/** Maximum bytes of one piece of an upload. */
export const PIECE_BYTES = 512_000;

const PREFIX = 'urn:molar:attachment:';

/** Builds the URL by which answers name an attachment. */
export const attachmentUrl = (sha256: string): string => `${PREFIX}${sha256}`;
/** Returns the hash in such a URL; undefined for any other URL. */
export function attachmentOf(url: string | undefined): string | undefined {
  const sha256 = url?.startsWith(PREFIX) ? url.slice(PREFIX.length) : '';
  return /^[0-9a-f]{64}$/.test(sha256) ? sha256 : undefined;
}

/** Returns the hashes of all attachments that some content names, in order, each once. */
export function attachmentsIn(content: unknown): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const one of Object.values(value)) {
      const sha256 = typeof one === 'string' ? attachmentOf(one) : undefined;
      if (sha256 !== undefined) found.add(sha256);
      else walk(one);
    }
  };
  walk(content);
  return [...found];
}

/**
 * Returns the bytes left for photos next to a form.
 * @param answers the answers so far
 * @param instead the photo whose place a new one takes
 */
export function attachmentRoom(answers: unknown, instead?: string): number {
  const sizes = new Map<string, number>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (
      'url' in value &&
      typeof value.url === 'string' &&
      value.url !== instead &&
      attachmentOf(value.url) !== undefined &&
      'size' in value &&
      typeof value.size === 'number'
    )
      sizes.set(value.url, value.size);
    else Object.values(value).forEach(walk);
  };
  walk(answers);
  return Math.max(0, PHOTOS_BYTES - [...sizes.values()].reduce((sum, one) => sum + one, 0));
}

/** Returns the additional data of an attachment's seal: its sender and its task. */
export const attachmentAad = (device: string, taskId: string): string =>
  `attachment|${device}|${taskId}`;

/** Sender of the attachments of a submission from a private phone: it has no key to seal with. */
export const HOME_DEVICE = 'home';
/**
 * Returns the bytes by which a photo travels from a private phone: the id of its answers, then the
 * picture. The same picture in two submissions has two names.
 */
export function homeAttachment(answersId: string, photo: Uint8Array): Uint8Array {
  const id = new TextEncoder().encode(answersId),
    bytes = new Uint8Array(id.length + photo.length);
  bytes.set(id);
  bytes.set(photo, id.length);
  return bytes;
}
/** Returns the picture in such bytes; undefined when they belong to other answers. */
export function homePhoto(answersId: string, bytes: Uint8Array): Uint8Array | undefined {
  const id = new TextEncoder().encode(answersId);
  return id.every((byte, i) => bytes[i] === byte) ? bytes.subarray(id.length) : undefined;
}

/** `have`: bytes that the server has without a gap; the next piece begins there. */
export interface AttachmentAnswer {
  have: number;
  epoch: string;
}
