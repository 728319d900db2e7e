// Readiness of the server: each check has a separate timeout, and the response contains names of
// checks only, never reasons.

export type Check = () => Promise<unknown>;
export interface Readiness {
  isReady: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}

const LIMIT_MS = 2_000;
/** Probes write to the database: many monitors must not become load. */
const KEEP_MS = 1_000;

async function holds(check: Check): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), LIMIT_MS);
    });
    return await Promise.race([check().then((value) => value !== false), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates the readiness check.
 * @param checks a check fails when it throws, returns `false`, or takes longer than two seconds
 * @returns a function that checks at most once a second
 */
export function createReadiness(
  checks: Readonly<Record<string, Check>>,
  now: () => number,
): () => Promise<Readiness> {
  let last: { at: number; result: Promise<Readiness> } | undefined;
  const run = async (): Promise<Readiness> => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await holds(check)) ? 'ok' : 'failed'] as const,
      ),
    );
    return {
      isReady: results.every(([, state]) => state === 'ok'),
      checks: Object.fromEntries(results),
    };
  };
  return () => {
    if (!last || now() - last.at >= KEEP_MS) last = { at: now(), result: run() };
    return last.result;
  };
}
