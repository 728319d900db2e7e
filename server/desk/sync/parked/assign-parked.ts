// Assigns the answers of a parked op to a patient chosen by staff: what they say comes from the op
// itself, never from the caller.

import { AppError } from '../../../../shared/base/errors.ts';
import type { UnmatchedPerson } from '../../../../shared/forms/task/home.ts';
import type { AnswersPayload } from '../../../../shared/forms/task/form-task.ts';
import {
  blankPayloadSchema,
  questionnaireResponseSchema,
} from '../../../../shared/forms/task/form-task.schema.ts';
import { answersSubmissionSchema } from '../../../../shared/papers/signature.schema.ts';
import type { Look, Work } from '../../../platform/work.ts';
import { patientsOf } from '../../task/store.ts';
import type { OpenedParked } from './open-parked.ts';
import { settleOpened } from './settle-parked.ts';
import { findOp } from '../store.ts';

/** The answers of a parked op, with whom they were meant for, if that is known. */
export interface AnswersInside extends Pick<
  AnswersPayload,
  'form' | 'language' | 'at' | 'response'
> {
  person: UnmatchedPerson | undefined;
  /** The signature below them is not assigned: it counts for the person who was named there. */
  isSigned: boolean;
}

/**
 * Files answers with a patient (server/desk/forms/tray).
 * @throws AppError not_found, state_conflict, confirm_needed
 */
export type FileParked = (
  w: Work,
  answers: Omit<AnswersInside, 'isSigned'> & { id: string; tabletId: string },
  isOpen: boolean,
  to: { patid: string; confirmed?: boolean | undefined },
) => Promise<{ patid: string; answersId: string }>;

/** Returns what an opened op answers; undefined when it has no answers that can be read. */
export async function answersInside(
  look: Look | Work,
  { op, patid, plain, content }: OpenedParked,
): Promise<AnswersInside | undefined> {
  // A newer schema may mean something else by the same fields.
  if (content === null || op.code === 'unknown_schema') return undefined;
  const isBlank = op.kind === 'blank.answers';
  if (!isBlank && op.kind !== 'task.answers') return undefined;
  const blank = isBlank ? blankPayloadSchema.safeParse(plain) : undefined,
    given = blank ?? answersSubmissionSchema.safeParse(plain);
  if (!given.success) return undefined;
  // The content has the photos inside that had arrived: they belong to the answers.
  const { response } = JSON.parse(content) as { response: unknown },
    whole = questionnaireResponseSchema.safeParse(response);
  const { form, language, at } = given.data,
    named = patid === undefined ? undefined : (await patientsOf(look, [patid])).get(patid);
  return {
    form,
    language,
    at,
    response: whole.success ? whole.data : given.data.response,
    person: blank?.success === true ? blank.data.person : named,
    isSigned: 'signed' in given.data && given.data.signed !== undefined,
  };
}

/**
 * Files the answers of an opened op with a patient and settles the op; repeating the same decision
 * changes nothing.
 * @throws AppError not_found, unreadable_file, state_conflict, confirm_needed (V2, V3)
 */
export async function assignParked(
  w: Work,
  file: FileParked,
  opened: OpenedParked,
  to: { patid: string; confirmed?: boolean | undefined },
): Promise<{ patid: string; answersId: string }> {
  const { id } = opened.op,
    op = await findOp(w, id);
  if (!op || op.result !== 'parked') throw new AppError('not_found');
  const inside = await answersInside(w, opened);
  if (!inside) throw new AppError('unreadable_file');
  const { isSigned: _signature, person, ...answers } = inside,
    isOpen = op.settledAt === null;
  const filed = await file(
    w,
    {
      id,
      tabletId: op.device,
      person: person && {
        firstName: person.firstName,
        lastName: person.lastName,
        geburtsdatum: person.geburtsdatum,
      },
      ...answers,
    },
    isOpen,
    to,
  );
  if (isOpen) {
    await w.audit(
      'op.assigned',
      { opId: id, taskId: op.taskId, code: op.code, answersId: filed.answersId },
      filed.patid,
    );
    await settleOpened(w, op);
  }
  return filed;
}
