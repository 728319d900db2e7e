// Photos of the running form: next to the answers, on this device or from the tablet before.

import {
  attachmentOf,
  attachmentRoom,
  attachmentsIn,
  attachmentUrl,
} from '../../../shared/exchange/attachment.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { loadFromAnswers } from '../../forms/answers/keptPhotos.ts';
import type { LoadPhoto, StorePhoto } from '../../forms/types.ts';
import { createAttachments } from '../../outbox/attachments.ts';
import type { Tablet } from '../tablet.ts';

export interface FormPhotos {
  readonly store: StorePhoto;
  readonly load: LoadPhoto;
  /** Deletes the photos that the submitted answers do not name; a failure only leaves them. */
  handIn(response: QuestionnaireResponse): void;
}

/** Creates the photo store of one task. */
export function formPhotos(
  { parts, wake }: Pick<Tablet, 'parts' | 'wake'>,
  taskId: string,
): FormPhotos {
  const attachments = createAttachments(parts);
  const fetched = async (sha256: string): Promise<Uint8Array | undefined> => {
    const sealed = await parts.api.call<Uint8Array>(
      `/tablet/attachments/${sha256}?taskId=${encodeURIComponent(taskId)}`,
      { isR4c: true, answer: 'bytes', timeout: 60_000, taskId },
    );
    return attachments.open(taskId, sealed);
  };
  return {
    store: Object.assign(
      async (photo: Parameters<StorePhoto>[0]) => {
        const sha256 = await attachments.keep(taskId, photo.bytes);
        wake();
        return {
          contentType: photo.contentType,
          url: attachmentUrl(sha256),
          size: photo.bytes.length,
          creation: new Date(parts.clock.now()).toISOString(),
        };
      },
      { room: attachmentRoom },
    ),
    async load(attachment) {
      const sha256 = attachmentOf(attachment.url);
      if (attachment.data !== undefined || sha256 === undefined) return loadFromAnswers(attachment);
      const bytes =
        (await attachments.load(taskId, sha256)) ?? (await fetched(sha256).catch(() => undefined));
      return bytes && new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
    },
    handIn(response) {
      attachments.keepOnly(taskId, attachmentsIn(response)).catch(() => undefined);
    },
  };
}
