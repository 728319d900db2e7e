/** The side of a child program: answers the questions of the bench that started it. */

import { inspect } from 'node:util';

/** What a child answers; an error with what caused it. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: string };

/** Answers each question by `work`. */
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
