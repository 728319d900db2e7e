/**
 * Injects faults into a running process with strace: the n-th call of a kind is killed or fails;
 * removed by detaching.
 */
import { spawn, spawnSync } from 'node:child_process';
import { until } from './dice.ts';

/** Returns the reason why faults cannot be injected here; undefined if they can. */
export const whyNoTrace = (): string | undefined =>
  spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0
    ? undefined
    : 'needs strace and the right to trace';

/** Which of the two is used depends on the build of SQLite. */
export const SYNCS = 'fsync,fdatasync';

export interface Tracer {
  /** Calls that were hit so far. */
  hits(): number;
  /** The process continues without faults. */
  detach(): Promise<void>;
}

/**
 * @param inject as strace reads it: `pwrite64,fdatasync:error=EIO:when=3`; counted per thread from
 * now on
 * @param paths only calls on these files; all when empty
 */
export async function attach(
  pid: number,
  inject: string,
  paths: readonly string[] = [],
): Promise<Tracer> {
  const calls = inject.split(':')[0] ?? '';
  const child = spawn(
    'strace',
    [
      '-f',
      '-p',
      String(pid),
      '-e',
      `trace=${calls}`,
      '-e',
      `inject=${inject}`,
      ...paths.flatMap((path) => ['-P', path]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString('utf8');
  });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  // strace prints each attached thread; the first line is the main one, the others follow at once.
  await until(() => said.includes(`Process ${pid} attached`) || child.exitCode !== null, 5000, 2);
  if (!said.includes('attached')) throw new Error(`strace: ${said}`);
  return {
    hits: () => said.split('(INJECTED').length - 1,
    async detach() {
      child.kill('SIGTERM');
      // strace may wait forever for a thread that died meanwhile; the process continues without its
      // tracer as well.
      const force = setTimeout(() => child.kill('SIGKILL'), 2000);
      await gone;
      clearTimeout(force);
    },
  };
}
