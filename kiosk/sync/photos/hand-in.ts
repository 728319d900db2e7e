// Submits answers from a private phone; their photos follow in pieces once the answers are accepted.

import { CallError } from '../../../shared/base/client.ts';
import type { HandInCalls, PhotoCount, Submitted } from './hand-in.types.ts';

/**
 * Submits answers and their photos. A repetition goes on where the server ends.
 * @param onPhotos called after the answers were accepted, and after each photo
 * @throws CallError
 */
export async function handIn<A extends Submitted>(
  answers: A,
  onPhotos: (count: PhotoCount) => void,
  calls: HandInCalls<A>,
): Promise<void> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  // A page without https cannot name photos: they stay inside the answers.
  if (!subtle || !JSON.stringify(answers.response).includes('"valueAttachment":'))
    return calls.post(answers);
  const photos = await import('./home-photos.ts').catch((): never => {
    throw new CallError(0, 'network', 'The part for photos cannot be loaded.');
  });
  return photos.handInWithPhotos(answers, onPhotos, calls);
}
