/**
 * Idle process that only watches its own event loop, to measure the delay caused by the machine
 * itself.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';

/** Starts the idle process. @returns maximum event loop delay until `end`, ms */
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
