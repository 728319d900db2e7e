// Draft of a blank form for the practice: the submission that leaving it now would make.

import type { TaskRef } from '../../session/session.types.ts';
import { stoppedOrder, type StoppedDeps } from './orders.ts';

/** Seals the answers so far for the server, unless it has them. */
export const sealBlank = (deps: StoppedDeps, task: TaskRef): Promise<void> =>
  deps.parts.drafts.sealBlank(
    task.taskId,
    async () => (await stoppedOrder(deps, task, 'lost'))?.payload,
  );
