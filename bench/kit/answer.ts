/** The side of a child program: answers the questions of the bench that started it. */

/** What a child answers. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: string };

/** Answers each question by `work`. */
export function answer(work: (question: Record<string, unknown>) => Promise<unknown>): void {
  process.on('message', (question: Record<string, unknown>) => {
    work(question).then(
      (value): Reply => ({ ok: true, value }),
      (error: unknown): Reply => ({ ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    ).then(reply => { process.send?.(reply); }, () => { process.exit(1); });
  });
  process.on('disconnect', () => { process.exit(0); });
}
