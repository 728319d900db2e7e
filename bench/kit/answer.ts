/** Child side of the channel: answers the requests of the bench that started the process. */

import { inspect } from 'node:util';

/** Response of a child; an error includes its cause. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: string };

/** Answers each request with `work`. */
export function answer(work: (question: Record<string, unknown>) => Promise<unknown>): void {
  process.on('message', (question: Record<string, unknown>) => {
    work(question)
      .then(
        (value): Reply => ({ ok: true, value }),
        (error: unknown): Reply => ({ ok: false, error: inspect(error) }),
      )
      .then(
        (reply) => {
          process.send?.(reply);
        },
        () => {
          process.exit(1);
        },
      );
  });
  process.on('disconnect', () => {
    process.exit(0);
  });
}
