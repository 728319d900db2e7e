// Re-encodes photos of answers from their pixels alone: metadata is dropped, and a file that is no
// picture is reported instead of kept.

import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Look, Work, Workshop } from '../../../platform/work.ts';
import { changeAnswers, findAnswers, type AnswersRow } from './store.ts';
import { changeUnmatchedResponse, findUnmatched } from '../tray/unmatched-store.ts';

export interface CleanDeps {
  workshop: Workshop;
  /**
   * The picture re-encoded as JPEG, PNG or WebP, or the reason why it is none
   * (server/accounts/pictures).
   */
  reencode(picture: {
    bytes: Uint8Array;
    purpose: 'form';
  }): Promise<{ bytes: Uint8Array; mime: string } | { refused: string }>;
}

const photosIn = (items: readonly ResponseItem[] | undefined): boolean =>
  (items ?? []).some(
    (item) =>
      photosIn(item.item) ||
      (item.answer ?? []).some(
        (answer) => answer.valueAttachment?.data !== undefined || photosIn(answer.item),
      ),
  );
/** Checks whether a response contains files. */
export const hasPhotos = (response: QuestionnaireResponse): boolean => photosIn(response.item);

/** Place where answers are stored: with a patient, or in the tray until they are filed. */
async function placeOf(
  look: Look,
  payload: Record<string, unknown>,
): Promise<
  | {
      patid?: string;
      id: string;
      response: QuestionnaireResponse;
      problems: { key: string; code: string }[];
      change(w: Work, set: Pick<AnswersRow, 'response' | 'problems'>): Promise<boolean>;
    }
  | undefined
> {
  if (typeof payload.unmatchedId === 'string') {
    const row = await findUnmatched(look, payload.unmatchedId);
    // Filing enqueues a separate job.
    return row?.response
      ? {
          id: row.id,
          response: row.response,
          problems: row.problems,
          change: (w, set) => changeUnmatchedResponse(w, row.id, set),
        }
      : undefined;
  }
  const row = await findAnswers(look, String(payload.answersId));
  return (
    row && {
      patid: row.patid,
      id: row.id,
      response: row.response,
      problems: row.problems,
      change: (w, set) => changeAnswers(w, row.id, set),
    }
  );
}

/**
 * Re-encodes the photos of a set of answers. Idempotent: a second run produces the same pictures
 * and reports nothing further.
 */
export async function cleanPhotos(
  { workshop, reencode }: CleanDeps,
  job: { cid: string; payload: Record<string, unknown> },
): Promise<void> {
  const look = workshop.look(job.cid, { kind: 'system', cid: job.cid }),
    row = await placeOf(look, job.payload);
  if (!row) return;
  const refused: { key: string; code: string }[] = [];
  const answerOf = async (linkId: string, answer: ResponseAnswer): Promise<ResponseAnswer> => {
    const { valueAttachment: file, item, ...rest } = answer;
    if (file?.data === undefined) return { ...answer, ...(item && { item: await itemsOf(item) }) };
    const made = await reencode({ bytes: Buffer.from(file.data, 'base64'), purpose: 'form' });
    const { data: _data, contentType: _type, size: _size, hash: _hash, ...named } = file;
    if ('refused' in made) refused.push({ key: linkId, code: 'photo_unreadable' });
    const valueAttachment =
      'refused' in made
        ? { ...named, title: named.title ?? '–' }
        : {
            ...named,
            contentType: made.mime,
            data: Buffer.from(made.bytes).toString('base64'),
            size: made.bytes.length,
          };
    return { ...rest, valueAttachment, ...(item && { item: await itemsOf(item) }) };
  };
  const itemsOf = async (items: readonly ResponseItem[]): Promise<ResponseItem[]> => {
    const out: ResponseItem[] = [];
    // Sequential: each picture is encoded in a separate process.
    for (const one of items) {
      const answer: ResponseAnswer[] = [];
      for (const said of one.answer ?? []) answer.push(await answerOf(one.linkId, said));
      out.push({
        ...one,
        ...(one.answer && { answer }),
        ...(one.item && { item: await itemsOf(one.item) }),
      });
    }
    return out;
  };
  const response: QuestionnaireResponse = {
    ...row.response,
    ...(row.response.item && { item: await itemsOf(row.response.item) }),
  };
  await workshop.write(job.cid, { kind: 'system', cid: job.cid }, async (w) => {
    if (!(await row.change(w, { response, problems: [...row.problems, ...refused] }))) return;
    await w.audit('answers.photos', { answersId: row.id, refused: refused.length }, row.patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}
