// Runs the verifier for the check page: a fresh process per file with limits on time, memory and
// concurrency.
import { fork } from 'node:child_process';
import { AppError } from '../../../shared/base/errors.ts';
import type { VerifyReport } from '../../../shared/papers/verify.ts';
import type { Trust } from './judge-seal.ts';

/** `isKept`: the file will be stored and opened by other readers (see `verifyPdf`). */
export type VerifyJob = {
  readonly bytes: Uint8Array;
  readonly trust: Trust;
  readonly isKept?: boolean;
};

export type VerifierOptions = {
  /** Compiled `verify.worker.js`, or the `.ts` source under tsx. */
  readonly workerPath: string;
  /**
   * Time for a process with its start; default 30 s. Reading is limited by CPU time, so a process
   * that takes longer hangs or gets no processor.
   */
  readonly timeoutMs?: number;
  /**
   * Heap limit of one process; a file that needs more is answered with `too_large`; default 256 MB.
   */
  readonly memoryMb?: number;
  /** Files verified concurrently; default 2. */
  readonly atOnce?: number;
};

export type Verifier = {
  verify(bytes: Uint8Array, trust: Trust, isKept?: boolean): Promise<VerifyReport>;
};

const TOO_LARGE: VerifyReport = { isReadable: false, reason: 'too_large', hadSeal: false };

/**
 * Verifies in child processes; never throws for the content of a file. Rejects when the process
 * cannot start, and with `unavailable` when it takes too long: that says nothing about the file.
 */
export function createVerifier({
  workerPath,
  timeoutMs = 30_000,
  memoryMb = 256,
  atOnce = 2,
}: VerifierOptions): Verifier {
  let running = 0;
  const waiting: (() => void)[] = [];

  const judge = (job: VerifyJob): Promise<VerifyReport> =>
    new Promise((resolve, reject) => {
      const child = fork(workerPath, [], {
        serialization: 'advanced',
        execArgv: [
          `--max-old-space-size=${memoryMb}`,
          ...(workerPath.endsWith('.ts') ? ['--import', 'tsx'] : []),
        ],
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const timer = setTimeout(() => {
        reject(new AppError('unavailable', { retryAfter: 5 }));
        child.kill('SIGKILL');
      }, timeoutMs);
      child.once('message', (report) => {
        resolve(report as VerifyReport);
        child.kill('SIGKILL');
      });
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        // Out of memory ends in SIGABRT (134 with a shell in between).
        if (signal === 'SIGABRT' || code === 134) resolve(TOO_LARGE);
        else reject(new Error(`verifier ended with ${signal ?? code ?? 'nothing'}`));
      });
      child.send(job, (error) => {
        if (error !== null) reject(error);
      });
    });

  return {
    async verify(bytes, trust, isKept = false) {
      while (running >= atOnce) await new Promise<void>((free) => waiting.push(free));
      running += 1;
      try {
        return await judge({ bytes, trust, isKept });
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}
