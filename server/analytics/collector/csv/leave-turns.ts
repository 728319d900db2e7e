// Lets another process write to the same SQLite file between chunks: SQLite does not wake it, it
// retries by polling.

/**
 * ms of work after which the file is released, and for how long: a waiting process retries every 25
 * ms at most during the first tenth of a second, then with growing intervals.
 */
const WORK_MS = 75,
  FREE_MS = 26;

/**
 * Returns the function awaited after each chunk. A concurrent writer, such as a server with its
 * tablets, waits little more than a tenth of a second.
 * @param now ms of a monotonic clock;
 * @param sleep waits the given ms
 */
export function leaveTurns(
  now: () => number = () => performance.now(),
  sleep: (ms: number) => Promise<void> = (ms) =>
    new Promise((done) => {
      setTimeout(done, ms);
    }),
): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < WORK_MS) return;
    await sleep(FREE_MS);
    since = now();
  };
}
