// Re-encodes photos of answers from their pixels alone: metadata is dropped, and a file that is no
// picture is reported instead of kept. Photos that travelled next to the answers are taken in once
// they are complete.

import { attachmentOf } from '../../../../shared/exchange/attachment.ts';

import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Look, Work, Workshop } from '../../../platform/work.ts';
import { bytesByUrl, eachPhoto, photoNames } from './photos.ts';
import { answersOf, changeAnswers, findAnswers, type AnswersRow } from './store.ts';
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
  /** Returns every number of a person. */
  numbersOf(look: Look, patid: string): Promise<readonly string[]>;
  /** Photos next to the answers of a task (server/desk/attachments). */
  attachments: {
    read(
      look: Look,
      taskId: string,
      sha256: string,
    ): Promise<Uint8Array | 'missing' | 'unreadable'>;
    /** Returns the task of a parked submission: its photos arrive under that name. */
    taskOfParked(s: Look | Work, opId: string): Promise<string | undefined>;
    /** Removes complete attachments of a task, except those that its answers still wait for. */
    taken(w: Work, taskId: string, waiting: readonly string[]): Promise<void>;
  };
}

/** Checks whether a response contains photos, or names some that travel next to it. */
export const hasPhotos = (response: QuestionnaireResponse): boolean =>
  photoNames(response).size > 0;

interface Place {
  patid?: string;
  id: string;
  /** Name of the attachments' task: of the task, of the blank form, or of the parked submission. */
  taskId: string | null;
  /** Answers of a parked submission: its photos stay next to it. */
  isParked: boolean;
  response: QuestionnaireResponse;
  problems: { key: string; code: string }[];
  change(w: Work, set: Pick<AnswersRow, 'response' | 'problems'>): Promise<boolean>;
}

/** Place where answers are stored: with a patient, or in the tray until they are filed. */
async function placeOf(
  { attachments }: Pick<CleanDeps, 'attachments'>,
  s: Look | Work,
  payload: Record<string, unknown>,
): Promise<Place | undefined> {
  const taskOf = async (origin: string | null, id: string | null): Promise<string | null> =>
    origin === 'parked' && id !== null ? ((await attachments.taskOfParked(s, id)) ?? null) : id;
  if (typeof payload.unmatchedId === 'string') {
    const row = await findUnmatched(s, payload.unmatchedId);
    // Filing enqueues a separate job.
    return row?.response
      ? {
          id: row.id,
          taskId: await taskOf(row.origin, row.id),
          isParked: row.origin === 'parked',
          response: row.response,
          problems: row.problems,
          change: (w, set) => changeUnmatchedResponse(w, row.id, set),
        }
      : undefined;
  }
  const row = await findAnswers(s, String(payload.answersId));
  return (
    row && {
      patid: row.patid,
      id: row.id,
      taskId: row.taskId ?? (await taskOf(row.origin, row.unmatchedId)),
      isParked: row.origin === 'parked',
      response: row.response,
      problems: row.problems,
      change: (w, set) => changeAnswers(w, row.id, set),
    }
  );
}

type Made = { bytes: Uint8Array; mime: string } | { refused: string };

/** Limit of earlier answers of a person that are searched for a photo. */
const LOOKED_AT = 20;

/** Finds photos that were carried on from earlier answers of the person, by URL. */
async function earlierPhotos(
  { numbersOf }: CleanDeps,
  look: Look,
  { id, patid }: Place,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (patid === undefined || urls.length === 0) return found;
  const heads = await answersOf(look, await numbersOf(look, patid), LOOKED_AT, 'originals');
  // One by one: photos make a set of answers large.
  for (const head of heads) {
    if (urls.every((url) => found.has(url))) break;
    const row = head.id === id ? undefined : await findAnswers(look, head.id);
    if (row) for (const [url, data] of bytesByUrl(row.response)) found.set(url, data);
  }
  return found;
}

/** Re-encodes the photos, by name; those that have not arrived are left out. */
async function madeOf(deps: CleanDeps, look: Look, place: Place): Promise<Map<string, Made>> {
  const { reencode, attachments } = deps,
    { taskId, response } = place,
    made = new Map<string, Made>(),
    missing: string[] = [];
  // Sequential: each picture is encoded in a separate process.
  for (const name of photoNames(response)) {
    const sha256 = attachmentOf(name);
    const bytes =
      sha256 === undefined
        ? Buffer.from(name, 'base64')
        : taskId === null
          ? 'missing'
          : await attachments.read(look, taskId, sha256);
    if (bytes === 'missing') missing.push(name);
    else if (bytes === 'unreadable') made.set(name, { refused: bytes });
    else made.set(name, await reencode({ bytes, purpose: 'form' }));
  }
  const earlier = await earlierPhotos(deps, look, place, missing);
  for (const name of missing) {
    const data = earlier.get(name);
    if (data !== undefined)
      made.set(name, await reencode({ bytes: Buffer.from(data, 'base64'), purpose: 'form' }));
  }
  return made;
}

/** Puts the re-encoded photos into the answers as they are now. */
function withPhotos(
  response: QuestionnaireResponse,
  made: ReadonlyMap<string, Made>,
): {
  response: QuestionnaireResponse;
  refused: { key: string; code: string }[];
  waiting: string[];
} {
  const refused: { key: string; code: string }[] = [],
    waiting: string[] = [];
  const next = eachPhoto(response, (file, name, key) => {
    const one = made.get(name),
      sha256 = attachmentOf(file.url);
    if (!one) {
      if (sha256 !== undefined) waiting.push(sha256);
      return file;
    }
    const { data: _data, contentType: _type, size: _size, hash: _hash, ...named } = file;
    if ('refused' in one) {
      const { url, ...unnamed } = named;
      refused.push({ key, code: 'photo_unreadable' });
      return {
        ...unnamed,
        ...(sha256 === undefined && url !== undefined && { url }),
        title: named.title ?? '–',
      };
    }
    return {
      ...named,
      contentType: one.mime,
      data: Buffer.from(one.bytes).toString('base64'),
      size: one.bytes.length,
    };
  });
  return { response: next, refused, waiting };
}

/**
 * Re-encodes the photos of a set of answers. Idempotent: a second run produces the same pictures
 * and reports nothing further. Two runs may overlap, since photos arrive one by one: the answers
 * are read again inside the transaction.
 */
export async function cleanPhotos(
  deps: CleanDeps,
  job: { cid: string; payload: Record<string, unknown> },
): Promise<void> {
  const { workshop, attachments } = deps,
    system = { kind: 'system', cid: job.cid } as const,
    look = workshop.look(job.cid, system),
    place = await placeOf(deps, look, job.payload);
  if (!place) return;
  const made = await madeOf(deps, look, place);
  await workshop.write(job.cid, system, async (w) => {
    const row = await placeOf(deps, w, job.payload);
    if (!row) return;
    const { response, refused, waiting } = withPhotos(row.response, made);
    if (made.size > 0) {
      if (!(await row.change(w, { response, problems: [...row.problems, ...refused] }))) return;
      await w.audit('answers.photos', { answersId: row.id, refused: refused.length }, row.patid);
      w.emit({ to: 'staff', event: { kind: 'changed' } });
    }
    if (row.taskId !== null && !row.isParked) await attachments.taken(w, row.taskId, waiting);
  });
}
