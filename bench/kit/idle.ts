/** A process that does nothing but watch its own loop: what the machine holds up by itself. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';

/** @returns how long its loop was held up at most until `end`, ms */
export function watchIdle(): { end(): Promise<{ max: number; p99: number }> } {
  const child = fork(join(ROOT, 'bench/kit/idle-process.mjs'), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  process.once('exit', () => {
    child.kill('SIGKILL');
  });
  return {
    async end() {
      const answer = once(child, 'message');
      child.send('end');
      const [reading] = (await answer) as [{ max: number; p99: number }];
      child.kill('SIGKILL');
      return reading;
    },
  };
}
