// Child process of one backup or drill; its output is complete or absent, so it may be killed at
// any moment.

import { drill } from './drill.ts';
import { makeBackup } from './make-backup.ts';
import type { Task, Told } from './run-in-child.ts';
import type { Say } from './container.ts';
import { BackupFailed, troubleOf } from './trouble.ts';

const tell = (told: Told): Promise<void> =>
  new Promise((done) => {
    process.send?.(told, undefined, undefined, () => done());
  });
/** Throttled: a line per chunk would cost more than the work. */
const SAY_MS = 200;

async function answer(task: Task): Promise<void> {
  let last = 0,
    phase = '';
  const say: Say = (...now) => {
    if (now[0] === phase && Date.now() - last < SAY_MS) return;
    [phase, last] = [now[0], Date.now()];
    void tell({ say: now });
  };
  try {
    await tell({
      result:
        task.kind === 'backup' ? await makeBackup(task.order, say) : await drill(task.order, say),
    });
  } catch (error) {
    await tell({
      trouble: troubleOf(error, 'data'),
      detail:
        error instanceof BackupFailed
          ? error.message
          : error instanceof Error
            ? error.name
            : 'unknown',
    });
  }
  process.exit(0);
}

process.umask(0o077);
process.once('message', (task: Task) => void answer(task));
process.once('disconnect', () => process.exit(0));
