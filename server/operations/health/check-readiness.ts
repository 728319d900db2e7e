// Readiness of the server: each check has a separate timeout, and the response contains names of
// checks only, never reasons.

import { TROUBLE_NAMES, TROUBLES, type Trouble } from '../../../shared/operations/troubles.ts';

export type Check = () => Promise<unknown>;
export type Checks = Readonly<Partial<Record<Trouble, Check>>>;
export interface Readiness {
  /** False while a check failed; work that is only late does not count. */
  isReady: boolean;
  checks: Partial<Record<Trouble, 'ok' | 'failed' | 'late'>>;
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

/** Lists what does not hold. */
export const troublesIn = ({ checks }: Readiness): Trouble[] =>
  TROUBLE_NAMES.filter((name) => checks[name] === 'failed' || checks[name] === 'late');

/**
 * Creates the readiness check.
 * @param checks a check fails when it throws, returns `false`, or takes longer than two seconds
 * @returns a function that checks at most once a second
 */
export function createReadiness(checks: Checks, now: () => number): () => Promise<Readiness> {
  let last: { at: number; result: Promise<Readiness> } | undefined;
  const run = async (): Promise<Readiness> => {
    const names = TROUBLE_NAMES.filter((name) => checks[name]);
    const results = await Promise.all(
      names.map(async (name) => {
        const check = checks[name];
        return [name, !check || (await holds(check)) ? 'ok' : TROUBLES[name]] as const;
      }),
    );
    return {
      isReady: results.every(([, state]) => state !== 'failed'),
      checks: Object.fromEntries(results),
    };
  };
  return () => {
    if (!last || now() - last.at >= KEEP_MS) last = { at: now(), result: run() };
    return last.result;
  };
}
