// Draft of a blank form for the practice: the submission that leaving it now would make.

import { packPayload } from '../../../shared/exchange/payload.ts';
import type { TaskRef } from '../../session/session.types.ts';
import type { Running } from '../running/running.ts';
import { stoppedOrder, type StoppedDeps } from './orders.ts';

/** Seals the answers so far for the server, unless it has them. */
export const sealBlank = (deps: StoppedDeps, task: TaskRef): Promise<void> =>
  deps.parts.drafts.seal(task.taskId, async () => {
    const order = await stoppedOrder(deps, task, 'lost');
    return order && packPayload(order.payload);
  });

/** Seals the answers so far of a form of the running visit. */
export const sealRunning = (
  run: Pick<Running, 'parts' | 'bodies' | 'offset'>,
  task: TaskRef,
): Promise<void> =>
  sealBlank(
    {
      parts: run.parts,
      bodyOf: (taskId, taskRev) =>
        run.bodies.find((body) => body.taskId === taskId && body.taskRev === taskRev),
      clockOffset: () => run.offset,
    },
    task,
  );
