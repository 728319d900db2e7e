// Answers of the running task: in memory and, encrypted, in its draft; screens read them here,
// never from the machine.

import { fromBase64, sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { Clock, Random } from '../../../shared/base/ports.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type { AnswersDocument } from '../../../shared/papers/signed-answers.ts';
import type { DraftPayload, Mark } from '../../../shared/papers/signature.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { readDraft } from '../../outbox/drafts/stored-drafts.ts';
import type { Drafts } from '../../outbox/drafts/drafts.types.ts';
import { keyOf, pagesOf, type Opened } from '../../session/session.setup.ts';
import { STAGES, type Comfort, type Stage, type TaskRef } from '../../session/session.types.ts';
import { TEXT_SCALES } from '../../ui/comfort.ts';
import { documentOf, emptyReading, freshDraft, signedBy, withoutLater } from '../body.ts';

export interface OpenTask {
  ref: TaskRef;
  body: TaskBody;
  data: DocumentData;
  draft: DraftPayload;
  /** Id of the ending op, created in advance: a retry sends the same op. */
  opId: string;
  /** Whether the last write is on the disk. */
  isSaved: boolean;
  /** Response of a questionnaire, created after the patient's review. */
  response?: QuestionnaireResponse;
  /** The same as a document, where it is signed. */
  signing?: AnswersDocument;
  /** An earlier draft could not be read; staff is notified, and the patient sees a notice (F2). */
  isDraftLost: boolean;
}

export interface Answers {
  get(): OpenTask | null;
  subscribe(listener: () => void): () => void;
  open(body: TaskBody, ref: TaskRef, comfort: Comfort): Promise<Opened>;
  /**
   * @param opId of the task that the change belongs to: a late change, such as a photo, does not
   * affect another task
   */
  change(change: Partial<DraftPayload>, opId?: string): void;
  /** Stores a signature; the next signer's pad starts empty. */
  sign(index: number, mark: Mark): void;
  unsign(index: number): void;
  /** This signer signs elsewhere or another day: continues with the next one. */
  later(index: number): void;
  /**
   * Stores the response of the questionnaire for submission, and the document that is signed: its
   * reading begins, and an earlier signature is gone.
   */
  respond(response: QuestionnaireResponse, signing?: AnswersDocument): void;
  /** The patient restarts this task. */
  restart(): void;
  markSaved(): void;
  clear(): void;
}

export interface AnswersDeps {
  drafts: Drafts;
  clock: Clock;
  random: Random;
  onDraftLost: (taskId: string) => void;
}

/**
 * Reads the draft of a task: of this tablet, or of the tablet before.
 * @param restarted keys of the tasks that the patient restarted (T2)
 */
async function findDraft(
  { drafts, clock, onDraftLost }: AnswersDeps,
  body: TaskBody,
  ref: TaskRef,
  comfort: Comfort,
  restarted: ReadonlySet<string>,
): Promise<{ draft: DraftPayload | null; isLost: boolean }> {
  const found = await drafts.load({ taskId: body.taskId, taskRev: body.taskRev, of: 1 });
  if (found === 'unreadable') onDraftLost(body.taskId);
  const resumed = body.resume?.draft ? readDraft(fromBase64(body.resume.draft)) : null;
  // The reading record before the talk is kept; answers and signatures of the first attempt are
  // not.
  const brought = !restarted.has(keyOf(ref))
    ? resumed
    : ref.resumeAt === 'sign' && resumed
      ? { ...freshDraft(clock.now(), comfort), reading: resumed.reading }
      : null;
  const kept = (found === 'unreadable' ? null : found) ?? brought;
  // The assisting team member must confirm again: after a restart another person may hold the
  // tablet.
  return {
    draft: kept && { ...kept, helper: undefined },
    isLost: found === 'unreadable',
  };
}

/**
 * Returns the comfort with the choices of the draft: a paper that was begun on another device goes
 * on in its language and text size, unless others were chosen here.
 */
const comfortOf = (ref: TaskRef, here: Comfort, draft: DraftPayload): Comfort => ({
  language: here.language === ref.language ? draft.language : here.language,
  textScale:
    (here.textScale === ref.textScale
      ? TEXT_SCALES.find((scale) => scale === draft.textScale)
      : undefined) ?? here.textScale,
  isCalm: here.isCalm || draft.isCalm,
  isPlain: here.isPlain || draft.isPlain === true,
});

/** Returns the place at which a task opens. */
function openedAt(ref: TaskRef, draft: DraftPayload | null, here: Comfort): Opened {
  const stage = STAGES.find((s) => s === draft?.stage) ?? null;
  const isSignOnly =
    ref.resumeAt === 'sign' && (stage === null || stage === 'reading' || stage === 'comfort');
  return {
    stage: isSignOnly ? null : stage,
    page: Math.max(1, draft?.page ?? 1),
    signer: draft?.signer ?? 0,
    later: draft?.later?.length ?? 0,
    ...(draft && { comfort: comfortOf(ref, here, draft) }),
  };
}

/** Creates the answers of the running task. */
export function createAnswers(deps: AnswersDeps): Answers {
  const { drafts, clock, random } = deps;
  let current: OpenTask | null = null;
  const listeners = new Set<() => void>();
  const put = (next: OpenTask | null): void => {
    current = next;
    for (const l of listeners) l();
  };
  /** Tasks that the patient restarted (T2): a draft of another tablet is not resumed. */
  const restarted = new Set<string>();
  const save = (t: OpenTask): void =>
    drafts.save({ taskId: t.ref.taskId, taskRev: t.ref.taskRev, of: pagesOf(t.ref) }, t.draft);

  const edit = (task: OpenTask, change: Partial<DraftPayload>): void => {
    put({ ...task, draft: { ...task.draft, ...change }, isSaved: false });
    if (current) save(current);
  };

  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async open(body, ref, comfort) {
      if (current && current.body.taskId === body.taskId && current.body.taskRev === body.taskRev)
        return { stage: null, page: 1, signer: 0, later: current.draft.later?.length ?? 0 };
      // Only the displayed data is hashed and printed (evidence). A questionnaire is not opened
      // without its form: an empty submitted sheet would look like an answered one.
      if (
        (await sha256Hex(body.data)) !== body.dataSha256 ||
        (body.kind === 'questionnaire' && !body.form)
      )
        throw new Error('not as promised');
      await drafts.open(body.taskId);
      if (body.resume) drafts.raiseRev(body.taskId, body.resume.draftRev);
      const { draft, isLost } = await findDraft(deps, body, ref, comfort, restarted);
      put({
        ref,
        body: withoutLater(body, draft?.later),
        data: documentOf(body),
        draft: draft ?? freshDraft(clock.now(), comfort),
        opId: random.id(),
        isSaved: draft !== null,
        isDraftLost: isLost,
      });
      return openedAt(ref, draft, comfort);
    },

    change(change, opId) {
      if (!current || (opId !== undefined && opId !== current.opId)) return;
      edit(current, change);
    },
    sign(index, mark) {
      if (!current) return;
      const marks = [
        ...(current.draft.marks ?? []).slice(0, index),
        signedBy(current.body, index, mark),
      ];
      edit(current, { marks, ink: null });
    },
    unsign(index) {
      if (!current) return;
      const mark = current.draft.marks?.[index]?.mark;
      edit(current, {
        marks: (current.draft.marks ?? []).slice(0, index),
        ink: mark?.how === 'drawn' ? mark.ink : null,
      });
    },
    later(index) {
      const role = current?.body.signers[index]?.role;
      if (!current || role === undefined || current.body.signers.length < 2) return;
      const later = [...(current.draft.later ?? []), role];
      edit(
        { ...current, body: withoutLater(current.body, later) },
        { later, marks: (current.draft.marks ?? []).slice(0, index), ink: null },
      );
    },
    respond(response, signing) {
      if (!current) return;
      const { signing: _before, ...task } = current;
      put({ ...task, response, ...(signing && { signing }) });
      if (signing && current)
        edit(current, { marks: [], ink: null, reading: emptyReading(clock.now(), task.draft) });
    },
    restart() {
      if (current) {
        restarted.add(keyOf(current.ref));
        put(null);
      }
    },
    markSaved() {
      if (current && !current.isSaved) put({ ...current, isSaved: true });
    },
    clear() {
      if (current) put(null);
    },
  };
}

/** Returns the place in the draft: stage and signer, so that another tablet opens the same page. */
export const placeOf = (stage: Stage, page: number, signer: number): Partial<DraftPayload> => ({
  stage,
  page,
  signer,
});
