// Lets another process write to the same SQLite file between pieces: it is not woken there, it asks again by itself.

/** ms of work after which the file is left free, and for how long: who finds it taken asks again after 25 ms at most during the first tenth of a second, later ever more seldom. */
const WORK_MS = 75,
  FREE_MS = 26;

/**
 * What is waited for after each piece. Whoever writes beside it, as a server with its tablets, waits for little more than a tenth of a second.
 * @param now ms of any clock that runs evenly; @param sleep waits so many ms
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
