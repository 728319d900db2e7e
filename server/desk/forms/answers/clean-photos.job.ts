// Photos that came with answers are made anew from their picture alone: whatever else lay in the file is gone, and what is no picture is named instead of kept.

import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response.ts';
import type { Look, Work, Workshop } from '../../../platform/work.ts';
import { changeAnswers, findAnswers, type AnswersRow } from './store.ts';
import { changeUnmatchedResponse, findUnmatched } from '../tray/unmatched-store.ts';

export interface CleanDeps {
  workshop: Workshop;
  /** The picture as JPEG, PNG or WebP of our own making, or why it is none (server/accounts/pictures). */
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
/** Whether a response brought files of its own. */
export const hasPhotos = (response: QuestionnaireResponse): boolean => photosIn(response.item);

/** Where answers lie: with a patient, or in the tray as long as they are not filed. */
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
    // Filing asks for a job of its own.
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

/** Runs once in effect: a second run makes the same pictures again, and finds nothing more to name. */
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
    // One after the other: each picture is made in a process of its own.
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
