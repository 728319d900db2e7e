// Readiness of the server: each check has a separate timeout, and the response contains names of
// checks only, never reasons.

import { TROUBLE_NAMES, TROUBLES, type Trouble } from '../../../shared/operations/troubles.ts';

export type Check = () => Promise<unknown>;
export type Checks = Readonly<Partial<Record<Trouble, Check>>>;
export interface Readiness {
  /** False while a check failed; late work and single damaged entries do not count. */
  isReady: boolean;
  /** `slow`: the check gave no answer in time. */
  checks: Partial<Record<Trouble, 'ok' | 'failed' | 'late' | 'partial' | 'slow'>>;
}

const LIMIT_MS = 2_000;
/** Probes write to the database: many monitors must not become load. */
const KEEP_MS = 1_000;
/** Without an answer of these nothing can be stored, so the server is not ready. */
const NEEDED: ReadonlySet<Trouble> = new Set(['database', 'files']);

async function outcomeOf(check: Check): Promise<'holds' | 'fails' | 'slow'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<'slow'>((resolve) => {
      timer = setTimeout(() => resolve('slow'), LIMIT_MS);
    });
    return await Promise.race([
      check().then((value) => (value === false ? ('fails' as const) : ('holds' as const))),
      late,
    ]);
  } catch {
    return 'fails';
  } finally {
    clearTimeout(timer);
  }
}
type State = NonNullable<Readiness['checks'][Trouble]>;

async function stateOf(name: Trouble, check: Check): Promise<State> {
  const outcome = await outcomeOf(check);
  if (outcome === 'holds') return 'ok';
  // A database that is silent for so long does not answer, which is what its words state.
  if (outcome === 'slow' && name !== 'database') return 'slow';
  return TROUBLES[name];
}

/** Lists what does not hold. */
export const troublesIn = ({ checks }: Readiness): Trouble[] =>
  TROUBLE_NAMES.filter((name) => {
    const state = checks[name];
    return state === 'failed' || state === 'late' || state === 'partial';
  });

/**
 * Creates the readiness check.
 * @param checks a check fails when it throws or returns `false`; one that takes longer than two
 * seconds says nothing about what it looks at, so the trouble is `slow`
 * @returns a function that checks at most once a second
 */
export function createReadiness(checks: Checks, now: () => number): () => Promise<Readiness> {
  let last: { at: number; result: Promise<Readiness> } | undefined;
  const run = async (): Promise<Readiness> => {
    const names = TROUBLE_NAMES.filter((name) => checks[name]);
    const states = new Map<Trouble, State>(
      await Promise.all(
        names.map(async (name) => {
          const check = checks[name];
          return [name, check ? await stateOf(name, check) : 'ok'] as const;
        }),
      ),
    );
    const isReady = [...states].every(
      ([name, state]) => state !== 'failed' && !(state === 'slow' && NEEDED.has(name)),
    );
    if ([...states.values()].includes('slow')) states.set('slow', TROUBLES.slow);
    return { isReady, checks: Object.fromEntries(states) };
  };
  return () => {
    if (!last || now() - last.at >= KEEP_MS) last = { at: now(), result: run() };
    return last.result;
  };
}
