// Requests of the home page of a questionnaire: no tablet, no sign-in, the link is the proof.

import { CallError, type Call } from '../../shared/base/client.ts';
import { HOME_BYTES } from '../../shared/forms/task/home.ts';
import type { HomeAnswers, HomeForm } from '../../shared/forms/task/home.schema.ts';
import { uploadMs } from './upload-time.ts';

export interface HomeCalls {
  /**
   * The form of the link in a language.
   * @throws CallError; `not_found` and `validation` for a link that never was
   */
  read(language: string): Promise<HomeForm>;
  /**
   * Hands the answers in; the same answers with the same id as often as it takes.
   * @throws CallError
   */
  handIn(answers: HomeAnswers): Promise<void>;
}

/** A slow phone with photos on a slow line needs longer than a tablet next to its server. */
const READ_MS = 20_000,
  SEND_MS = uploadMs(HOME_BYTES);

export function createHomeCalls(call: Call, questionnaireId: string): HomeCalls {
  let found: string | undefined;
  const path = async (): Promise<string> => {
    if (found !== undefined) return found;
    // The page comes from the practice's host, and may contact no other one.
    const { r4cUuid } = await call<{ r4cUuid: string }>('/dispatcher/resolve', {
      json: { questionnaireId },
      timeout: READ_MS,
    });
    return (found = `/r4c/${encodeURIComponent(r4cUuid)}/anamnese/home/${encodeURIComponent(questionnaireId)}`);
  };
  return {
    read: async (language) =>
      call<HomeForm>(`${await path()}?language=${encodeURIComponent(language)}`, {
        timeout: READ_MS,
        isNoCache: true,
      }),
    async handIn(answers) {
      const receipt = await call<{ id?: unknown }>(await path(), {
        json: answers,
        timeout: SEND_MS,
      });
      // A middlebox may respond with anything: only our server's receipt deletes the answers.
      if (receipt.id !== answers.id) throw new CallError(0, 'network', 'No receipt.');
    },
  };
}
