/** Test helpers for papers with several signers: send, sign at a tablet or at home, look. */
import { expect } from 'vitest';
import { v7 } from 'uuid';
import { AppError } from '../../../shared/base/errors.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { acceptSubmission } from '../signature/accept-submission.ts';
import { submission, type Device, type World } from '../sync/testing.ts';
import { submitShared } from '../sync/submit-shared.ts';
import { listBoardMappen } from './list-mappen.ts';
import { findTask } from './store.ts';
export const MOTHER = { role: 'parent1' as const, name: 'Ayşe Yılmaz' },
  FATHER = { role: 'parent2' as const, name: 'Cem Yılmaz' };

interface Home {
  share?: string;
  item?: string;
  id?: string;
}

/** State of one test. */
interface At {
  world: World;
  tablet: Device;
  receive: JsonWebKey;
}

/** Returns steps and looks of the current world. */
export function partsDesk(at: () => At) {
  const row = async (taskId: string) => (await findTask(at().world.look(), taskId))!;
  const state = async (taskId: string) => (await row(taskId)).state;
  const envelopes = async (taskId: string) =>
    (await at().world.look().db.find(at().world.look().t.envelope)).filter(
      (one) => one.taskId === taskId,
    );
  const jobs = async (taskId: string) =>
    (await at().world.look().db.find(at().world.look().t.job)).filter(
      (one) => one.kind === 'seal-document' && one.payload.taskId === taskId,
    ).length;
  const onBoard = async (taskId: string) =>
    (await listBoardMappen(at().world.look()))
      .flatMap((m) => m.tasks)
      .find((t) => t.taskId === taskId);
  const give = async (input: Parameters<World['mappe']>[0] = {}) => {
    const {
      mappeId,
      taskIds: [taskId = ''],
    } = await at().world.mappe({
      patids: ['c'],
      tabletId: at().tablet.id,
      templates: ['foto@1'],
      signers: [MOTHER, { ...FATHER, isAway: true }],
      ...input,
    });
    const [body] = await at().tablet.inbox();
    return { mappeId, taskId, body: body! };
  };
  const part = (
    body: TaskBody,
    signers: readonly { role: string; name: string }[],
    change: Partial<SubmitPayload> = {},
  ): SubmitPayload => ({
    ...submission({ ...body, signers: signers as TaskBody['signers'] }),
    ...change,
  });
  const atTablet = async (body: TaskBody, payload: SubmitPayload, d = at().tablet) =>
    (await d.push(await d.op('task.submit', body, payload))).verdicts[0];
  /** A rejection rolls back the transaction, as the share's route does. */
  const atHome = (
    payload: SubmitPayload,
    { share = v7(), item = v7(), id = v7() }: Home = {},
    role: 'parent1' | 'parent2' | 'dentist' = 'parent2',
  ) =>
    at().world.write(async (w) => {
      const refused = await submitShared(w, acceptSubmission, at().receive, {
        share,
        item,
        id,
        role,
        payload,
      });
      if (refused !== undefined)
        throw new AppError('state_conflict', { extra: { reason: refused } });
      return 'taken';
    });
  const refusal = (p: Promise<unknown>): Promise<unknown> =>
    p.then(
      (v) => v,
      (e: unknown) => (e instanceof AppError ? (e.extra?.reason ?? e.code) : String(e)),
    );
  const complete = async (taskId: string) => {
    expect([await state(taskId), (await envelopes(taskId)).length, await jobs(taskId)]).toEqual([
      'submitted',
      1,
      1,
    ]);
    expect(
      (await at().world.look().db.find(at().world.look().t.audit)).filter(
        (one) => one.type === 'task.submit',
      ),
    ).toHaveLength(1);
  };
  return { row, state, envelopes, jobs, onBoard, give, part, atTablet, atHome, refusal, complete };
}
