// Ports of a sync core to the outside world, injected: the app binds the real ones, a simulation
// its own.

export interface Clock {
  /** Wall clock, ms since 1970: evidence only, never order. */
  now(): number;
  /** ms since start; never jumps. */
  mono(): number;
  /** Runs `work` once after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
}

export interface Random {
  /** Returns a UUIDv7. */
  id(): string;
  /** 0 ≤ x < 1. */
  unit(): number;
  /** Lower-case hex of 128 random bits. */
  hex128(): string;
}

/** Waits `ms` on a clock; ends early when the signal aborts. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) {
      done();
      return;
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      done();
    });
    const onAbort = (): void => {
      cancel();
      done();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Returns a wait with full jitter: random below min(30 s, 0.5 s · 2^attempt), so that 200 tablets
 * do not reconnect at once.
 */
export function backoff(attempt: number, random: Random): number {
  return Math.floor(random.unit() * Math.min(30_000, 500 * 2 ** Math.min(attempt, 16)));
}
