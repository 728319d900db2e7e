// Judges one stored op inside a transaction: applied, or parked under a code (store first, judge
// later).

import type { AcceptSubmission } from './submission.ts';
import type { AnswersPayload, BlankPayload } from '../../../shared/forms/task/form-task.ts';
import type { AnswersSubmission } from '../../../shared/papers/signed-answers.ts';
import { expectedAtTablet } from '../../../shared/papers/signers.ts';
import {
  DRAFT_REFUSED,
  DRAFT_UNREADABLE,
  SENT_FROM_MEMORY_LOST,
  SUBMISSION_KINDS,
  type OpHeader,
  type OpKind,
} from '../../../shared/exchange/sync.ts';
import { reportGap } from '../tablet/report-loss.ts';
import { findTablet } from '../tablet/store.ts';
import { findMappe, findTask, type TaskRow } from '../task/store.ts';
import { failTask, markAttention } from '../task/move-task.ts';
import { partsOf } from '../task/part-store.ts';
import { statesIn } from '../task/parts.ts';
import {
  fileAnswers,
  startTask,
  takeCancel,
  takeCopyWish,
  takeOutcome,
} from '../task/take-result.ts';
import type { Work } from '../../platform/work.ts';
import { tabletSide } from './feed.ts';
import { feedOfTask, removeDraft } from './store.ts';
import type { Opened, Payload } from './open-op.ts';
import {
  isOpenOnTablet,
  SIGNED_DIFFERS,
  statesOtherAnswers,
  takeSignature,
  takeSignedAnswers,
  type FindForm,
} from './take-signature.ts';

/**
 * Stores the answers of a questionnaire (server/desk/forms/answers); a returned code: not accepted.
 */
export type AcceptAnswers = (
  w: Work,
  input: {
    opId: string;
    tabletId: string;
    task: TaskRow;
    payload: AnswersPayload;
    doubts: readonly { key: string; code: string }[];
  },
) => Promise<string | undefined>;
/**
 * Stores the answers to a blank form started on a tablet in the matching tray
 * (server/desk/forms/answers); a returned code: not accepted.
 */
export type AcceptBlank = (
  w: Work,
  input: { tabletId: string; payload: BlankPayload },
) => Promise<string | undefined>;
/** Dependencies of judging on other slices, bound to the tablet of the op. */
export interface ApplyLinks {
  accept: AcceptSubmission;
  answers: AcceptAnswers;
  form: FindForm;
  blank: AcceptBlank;
  /**
   * Restores the task from its origin, or advances it, after a restore; `ours` when nothing is to
   * be done or the origin was not made by this server.
   */
  rejoin(
    w: Work,
    h: OpHeader,
    origin: string,
    ours: TaskRow | undefined,
  ): Promise<TaskRow | undefined>;
}
export interface Judged {
  code: string | undefined;
  /** Needs no action by a person. */
  isHarmless: boolean;
}

/** Codes that say "too late", not "broken". */
const LATE = new Set(['stale_rev', 'state_conflict', 'unknown_task', 'other_tablet']);
/**
 * The answers filled in there are not stored here: the user who moves or restarts the task must
 * know.
 */
const DRAFT_CODES = new Set([DRAFT_REFUSED, DRAFT_UNREADABLE]);
const COPY_CODES = new Set(['copy_wished', 'copy_not_wished']);
/** Kinds that end nothing: the sender may still be at work. */
const ON_THE_WAY: readonly OpKind[] = ['task.start', 'person.checked', 'log'];

/**
 * Applies an op or returns a code why not. A futile signature stays visible: the task gets the
 * code for staff.
 */
export async function applyOp(
  w: Work,
  links: ApplyLinks,
  device: string,
  h: OpHeader,
  opened: Opened,
): Promise<Judged> {
  const code = 'code' in opened ? opened.code : await apply(w, links, device, h, opened.payload);
  if (code === undefined) return { code, isHarmless: false };
  const isLate = LATE.has(code);
  const isHarmless = isLate && !SUBMISSION_KINDS.includes(h.kind);
  await w.audit('op.parked', {
    opId: h.id,
    kind: h.kind,
    taskId: h.taskId,
    taskRev: h.taskRev,
    code,
  });
  if (!isHarmless && h.taskId !== '') {
    // An op that does not end its task, or came too late, must not stop the task's current tablet;
    // also when the op is unreadable.
    if (isLate || ON_THE_WAY.includes(h.kind) || (await isOutdated(w, h)))
      await markAttention(w, h.taskId, code);
    else await failTask(w, h.taskId, code);
  }
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { code, isHarmless };
}

const isOutdated = async (w: Work, h: OpHeader): Promise<boolean> =>
  h.taskRev < ((await findTask(w, h.taskId))?.taskRev ?? 0);

async function apply(
  w: Work,
  links: ApplyLinks,
  device: string,
  h: OpHeader,
  payload: Payload,
): Promise<string | undefined> {
  if (payload.kind === 'log') {
    await w.audit('tablet.log', { tabletId: device, code: payload.body.code });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    // Their number is unknown: the tablet's card says that some may be missing, since its
    // registration.
    if (payload.body.code === SENT_FROM_MEMORY_LOST) await reportGap(w, device, undefined);
    if (DRAFT_CODES.has(payload.body.code) && (await feedOfTask(w, device, h.taskId)))
      await markAttention(w, h.taskId, payload.body.code);
    return COPY_CODES.has(payload.body.code)
      ? wishCopy(w, device, h, payload.body.code === 'copy_wished')
      : undefined;
  }
  // No task belongs to it: people must assign it to a patient. Never started on a private phone.
  if (payload.kind === 'blank.answers' && (await findTablet(w, device))?.guestOf != null)
    return 'other_tablet';
  if (payload.kind === 'blank.answers') {
    const code = await links.blank(w, { tabletId: device, payload: payload.body });
    if (code === undefined) await removeDraft(w, h.taskId);
    return code;
  }
  const found = await findTask(w, h.taskId);
  const task =
    isResult(payload) && payload.body.origin !== undefined
      ? await links.rejoin(w, h, payload.body.origin, found)
      : found;
  if (!task) return 'unknown_task';
  // No tablet shows it: a signature of the same bytes, or a refusal, disturbs no one and counts
  // however late it arrives.
  const isLatePart =
    task.state === 'part_signed' &&
    (payload.kind === 'task.submit' ||
      (payload.kind === 'task.outcome' && payload.body.outcome === 'declined'));
  if (h.taskRev < task.taskRev && !isLatePart) return 'stale_rev';
  // A revision above ours was assigned before a restore from backup lost it: the newest assignment
  // there was.
  const mappe = await findMappe(w, task.mappeId);
  if (h.taskRev === task.taskRev && mappe?.tabletId !== device) return 'other_tablet';
  switch (payload.kind) {
    case 'person.checked':
      await w.audit(
        'person.checked',
        { taskId: task.taskId, tabletId: device, misses: payload.body.misses, ok: payload.body.ok },
        task.patid,
      );
      return undefined;
    case 'task.start':
      return startTask(w, tabletSide, task, device);
    case 'task.outcome':
      return takeOutcome(
        w,
        tabletSide,
        task,
        payload.body,
        expectedAtTablet(statesIn(task, mappe, await partsOf(w, task.taskId))),
      );
    case 'task.cancel':
      return takeCancel(w, tabletSide, task, payload.body, {
        tabletId: device,
        taskRev: h.taskRev,
      });
    case 'task.submit':
      return takeSignature(w, links.accept, {
        opId: h.id,
        task,
        payload: payload.body,
        isElsewhere: mappe?.tabletId !== device,
      });
    case 'task.answers':
      return answer(w, links, h, device, task, payload.body);
  }
}

/** Results that a patient finished: only these justify restoring a task. */
const isResult = (
  p: Payload,
): p is Extract<Payload, { kind: 'task.submit' | 'task.answers' | 'task.outcome' }> =>
  p.kind === 'task.submit' || p.kind === 'task.answers' || p.kind === 'task.outcome';

/**
 * The request belongs to the Mappe; it counts from the tablet that had one of its tasks, wherever
 * the rest is.
 */
async function wishCopy(
  w: Work,
  device: string,
  h: OpHeader,
  isWished: boolean,
): Promise<string | undefined> {
  const task = await findTask(w, h.taskId);
  if (!task) return 'unknown_task';
  if (
    !(await feedOfTask(w, device, task.taskId)) &&
    (await findMappe(w, task.mappeId))?.tabletId !== device
  )
    return 'other_tablet';
  await takeCopyWish(w, task, isWished);
  return undefined;
}

async function answer(
  w: Work,
  links: ApplyLinks,
  h: OpHeader,
  device: string,
  task: TaskRow,
  payload: AnswersSubmission,
): Promise<string | undefined> {
  if (!isOpenOnTablet(task)) return 'state_conflict';
  const { signed } = payload,
    differs = signed !== undefined && (await statesOtherAnswers(w, links.form, task, payload));
  const refused = await links.answers(w, {
    opId: h.id,
    tabletId: device,
    task,
    payload,
    doubts: differs ? [{ key: '', code: SIGNED_DIFFERS }] : [],
  });
  if (refused !== undefined) return refused;
  const unsigned =
    signed && (await takeSignedAnswers(w, links.accept, { opId: h.id, task, payload, signed }));
  if (signed && unsigned === undefined) {
    // Both are kept: the sheet is what the person saw and signed.
    if (differs) await markAttention(w, task.taskId, SIGNED_DIFFERS);
    return undefined;
  }
  const parked = await fileAnswers(w, tabletSide, task);
  // What a patient said about health reaches the record in any case; staff see that the signature
  // does not count.
  if (unsigned !== undefined) await markAttention(w, task.taskId, unsigned);
  return parked;
}
