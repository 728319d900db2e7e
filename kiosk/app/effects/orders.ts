// Builds the op that ends a task from the answers in memory, or from the draft of a form left
// early.

import type { OpOrder } from '../../outbox/seal-op.ts';
import type { StoppedWhy } from '../../../shared/forms/answers/stopped.ts';
import { DRAFT_UNREADABLE } from '../../../shared/exchange/sync.ts';
import type { EndingOrder } from '../../session/session.setup.ts';
import type { TaskRef } from '../../session/session.types.ts';
import { documentOf } from '../body.ts';
import type { EffectDeps } from './effect-deps.ts';
import { answersOf, blankOf, outcomeOf, signedOf, submitOf, type DeviceFacts } from './payloads.ts';

export type StoppedDeps = Pick<EffectDeps, 'parts' | 'bodyOf' | 'clockOffset'>;
const deviceFacts = (deps: Pick<EffectDeps, 'clockOffset'>): DeviceFacts => ({
  clockOffsetMs: deps.clockOffset(),
  appVersion: `${__VERSION__}+${__BUILD__}`,
});

/** Returns the op that ends a task. @throws Error where its answers are missing */
export async function endingOrder(deps: EffectDeps, o: EndingOrder): Promise<OpOrder> {
  const { answers, clock } = deps.parts;
  const open = answers.get();
  if (!open || open.body.taskId !== o.task.taskId) throw new Error('The answers are missing.');
  const at = clock.now(),
    language = o.comfort.language;
  const { taskId, taskRev } = o.task,
    device = deviceFacts(deps);
  if (o.ending !== 'submit')
    return {
      id: open.opId,
      kind: 'task.outcome',
      taskId,
      taskRev,
      payload: outcomeOf(open.body, open.draft, o.ending, { language, at }),
    };
  if (open.body.blank)
    return {
      id: open.opId,
      kind: 'blank.answers',
      taskId,
      taskRev,
      payload: blankOf(open, { language, at, device }),
    };
  if (open.body.kind === 'questionnaire')
    return {
      id: open.opId,
      kind: 'task.answers',
      taskId,
      taskRev,
      payload: answersOf(open, { language, at, device }, await signedOf(open, { language, at })),
    };
  return {
    id: open.opId,
    kind: 'task.submit',
    taskId,
    taskRev,
    payload: submitOf(open.body, open.draft, { language, at, device }),
  };
}

/** Returns the op with the answers of a blank form that is left; undefined where there are none. */
export async function stoppedOrder(
  deps: StoppedDeps,
  task: TaskRef,
  why: StoppedWhy,
): Promise<OpOrder | undefined> {
  const { parts } = deps,
    { answers, clock, drafts, random } = parts;
  const { taskId, taskRev } = task,
    body = deps.bodyOf(taskId, taskRev),
    open = answers.get();
  if (!body) return undefined;
  const draft =
    open?.body.taskId === taskId ? open.draft : await drafts.load({ taskId, taskRev, of: 1 });
  if (draft === 'unreadable')
    parts.note({
      kind: 'log',
      taskId,
      taskRev,
      payload: { code: DRAFT_UNREADABLE, at: clock.now() },
    });
  if (draft === null || draft === 'unreadable') return undefined;
  const opId = open?.opId ?? random.id(),
    { stoppedResponse } = await import('./stopped.ts');
  const response = await stoppedResponse(body, draft, {
    opId,
    now: clock.now(),
    tabletId: parts.device.get()?.tabletId,
    why,
  });
  return (
    response && {
      id: opId,
      kind: 'blank.answers',
      taskId,
      taskRev,
      payload: blankOf(
        { body, data: documentOf(body), response },
        { language: draft.language, at: clock.now(), device: deviceFacts(deps) },
      ),
    }
  );
}
