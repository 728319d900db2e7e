// Nachtrag: an addition made after the answers were submitted; stored as a separate row with author
// and time, the original stays.

import { isCriticalKind, type CriticalKind } from '../../../../shared/forms/answers/critical.ts';
import { isCommentShortEnough } from '../../../../shared/base/comment.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { extensionOf } from '../../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import { brokenCells } from '../../../platform/db/cells/cells.ts';
import type { Look, Work } from '../../../platform/work.ts';
import { answersOf, findAllAnswers, findAnswers, insertAnswers } from './store.ts';

const ITEM = 'nachtrag';
const MOST = 200;

const responseOf = (
  questionnaire: string | undefined,
  text: string,
  kind: CriticalKind | undefined,
  at: number,
): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'amended',
  language: 'de',
  authored: new Date(at).toISOString(),
  ...(questionnaire !== undefined && { questionnaire }),
  item: [
    {
      linkId: ITEM,
      text: 'Nachtrag',
      ...(kind && { extension: [{ url: EXTENSION.critical, valueCode: kind }] }),
      answer: [{ valueString: text }],
    },
  ],
});

/**
 * Adds a Nachtrag of at most 250 characters [V1]. The id comes from the caller; repeating the same
 * Nachtrag changes nothing.
 * @throws AppError not_found, comment_too_long, validation (empty), state_conflict (a Nachtrag to a
 * Nachtrag), conflict (the id is taken), forbidden (no person)
 */
export async function addNote(
  w: Work,
  answersId: string,
  input: { id: string; text: string; kind?: CriticalKind | undefined },
): Promise<{ id: string; patid: string }> {
  const { actor } = w,
    text = input.text.trim();
  if (actor.kind !== 'user') throw new AppError('forbidden');
  if (!isCommentShortEnough(text))
    throw new AppError('comment_too_long', { fields: { text: 'too_long' } });
  if (text === '') throw new AppError('validation', { fields: { text: 'missing' } });
  const original = await findAnswers(w, answersId);
  if (!original) throw new AppError('not_found');
  if (original.addsTo !== null) throw new AppError('state_conflict');
  const { form, formSha256, title, language, patid } = original,
    response = responseOf(original.response.questionnaire, text, input.kind, w.now);
  const isNew = await insertAnswers(w, {
    id: input.id,
    patid,
    taskId: null,
    form,
    formSha256,
    title,
    language,
    response,
    answeredAt: w.now,
    receivedAt: w.now,
    tabletId: null,
    recordedBy: actor.userId,
    addsTo: answersId,
    problems: [],
  });
  if (isNew) {
    await w.audit(
      'answers.added',
      { answersId, noteId: input.id, ...(input.kind && { kind: input.kind }) },
      patid,
    );
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return { id: input.id, patid };
  }
  const there = await findAnswers(w, input.id),
    said = there && noteIn(there.response);
  if (there?.addsTo !== answersId || said?.text !== text || said.kind !== (input.kind ?? null))
    throw new AppError('conflict');
  return { id: input.id, patid };
}

/** Text and kind of a Nachtrag as stored in its response. */
function noteIn(response: QuestionnaireResponse): {
  text: string;
  kind: CriticalKind | null;
} {
  const item = response.item?.find((one) => one.linkId === ITEM),
    kind = extensionOf(item, EXTENSION.critical)?.valueCode;
  return { text: item?.answer?.[0]?.valueString ?? '', kind: isCriticalKind(kind) ? kind : null };
}

export interface Note {
  id: string;
  answersId: string;
  at: number;
  byId: string | null;
  text: string;
  kind: CriticalKind | null;
}
/** Returns all additions to these answers, newest first. */
export async function notesOf(
  look: Look,
  patids: readonly string[],
  answersIds: readonly string[],
): Promise<Note[]> {
  const heads = (await answersOf(look, patids, MOST, 'additions')).filter(
    (one) => one.addsTo !== null && answersIds.includes(one.addsTo),
  );
  const rows = new Map(
    (
      await findAllAnswers(
        look,
        heads.map((one) => one.id),
      )
    ).map((one) => [one.id, one]),
  );
  return heads.flatMap((one) => {
    const row = rows.get(one.id);
    return row && one.addsTo !== null
      ? [
          {
            id: one.id,
            answersId: one.addsTo,
            at: one.answeredAt,
            byId: one.recordedBy,
            ...(brokenCells(row).includes('response')
              ? { text: DAMAGED_TEXT, kind: null }
              : noteIn(row.response)),
          },
        ]
      : [];
  });
}
