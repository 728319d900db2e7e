// Requests of the home page of a questionnaire: no tablet, no sign-in, the link is the proof.

import { CallError, type Call } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { HOME_BYTES } from '../../shared/forms/task/home.ts';
import type { HomeAnswers, HomeForm } from '../../shared/forms/task/home.schema.ts';
import { handIn } from './photos/hand-in.ts';
import type { PhotoCount, PhotoPiece } from './photos/hand-in.types.ts';
import { uploadMs } from './upload-time.ts';

export interface HomeCalls {
  /**
   * The form of the link in a language.
   * @throws CallError; `not_found` and `validation` for a link that never was
   */
  read(language: string): Promise<HomeForm>;
  /**
   * Hands the answers in, then their photos; the same answers with the same id as often as it
   * takes.
   * @throws CallError
   */
  handIn(answers: HomeAnswers, onPhotos: (count: PhotoCount) => void): Promise<void>;
  /** Sends a piece of a photo of accepted answers. @throws CallError */
  putPhoto(piece: PhotoPiece): Promise<unknown>;
}

const READ_MS = 20_000,
  /** A page without https sends photos inside the answers. */
  SEND_MS = uploadMs(HOME_BYTES);

/** Sends a piece of a photo to a practice. @param base path of the practice */
export const putPiece = (
  call: Call,
  base: string,
  { sha256, bytes, answersId, size, from }: PhotoPiece,
): Promise<unknown> =>
  call(`${base}/anamnese/home-photos/${sha256}?answersId=${answersId}&size=${size}&from=${from}`, {
    method: 'PUT',
    bytes,
    timeout: READ_MS,
  });

export function createHomeCalls(
  call: Call,
  questionnaireId: string,
  clock: Pick<Clock, 'mono'>,
): HomeCalls {
  let found: string | undefined;
  const path = async (): Promise<string> => {
    if (found !== undefined) return found;
    // The page comes from the practice's host, and may contact no other one.
    const { r4cUuid } = await call<{ r4cUuid: string }>('/dispatcher/resolve', {
      json: { questionnaireId },
      timeout: READ_MS,
    });
    return (found = `/r4c/${encodeURIComponent(r4cUuid)}`);
  };
  const link = async (): Promise<string> =>
    `${await path()}/anamnese/home/${encodeURIComponent(questionnaireId)}`;
  const post = async (answers: HomeAnswers): Promise<void> => {
    const receipt = await call<{ id?: unknown }>(await link(), { json: answers, timeout: SEND_MS });
    // A middlebox may respond with anything: only our server's receipt deletes the answers.
    if (receipt.id !== answers.id) throw new CallError(0, 'network', 'No receipt.');
  };
  const putPhoto = async (piece: PhotoPiece): Promise<unknown> =>
    putPiece(call, await path(), piece);
  return {
    read: async (language) =>
      call<HomeForm>(`${await link()}?language=${encodeURIComponent(language)}`, {
        timeout: READ_MS,
        isNoCache: true,
      }),
    handIn: (answers, onPhotos) => handIn(answers, onPhotos, { post, putPhoto, clock }),
    putPhoto,
  };
}
