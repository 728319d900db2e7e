// Hashing of passwords and PINs: argon2id, limited concurrency, and the same work for unknown
// users.

import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../shared/base/errors.ts';

/** Cost of one hash: KiB of memory, passes, lanes. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}
/** OWASP's first choice (46 MiB, one pass, one lane); about 23 ms of one core. */
const COST: HashCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** More concurrency would only compete for the cores; a longer queue would delay all users. */
const AT_ONCE = 2;
const WAITING = 200;

/** No password hashes to it: an invited user has no password yet. */
export const NO_PASSWORD = '!';

export interface Passwords {
  hash(word: string): Promise<string>;
  /** Returns false also for `undefined` (unknown user), after the same work. */
  isRight(stored: string | undefined, word: string): Promise<boolean>;
}

/**
 * Creates the hashing of passwords.
 * @param pepper secret of this installation stored outside the database
 * @param cost of hashes created from here on; set only by tests that check something else
 */
export function createPasswords(pepper?: Uint8Array, cost = COST): Passwords {
  const options = { ...cost, ...(pepper && { secret: pepper }) };
  const nobody = hash('nobody has this word', options);
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new AppError('rate_limited', { retryAfter: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  return {
    hash: (word) => inTurn(() => hash(word.normalize('NFKC'), options)),
    isRight: (hashed, word) =>
      inTurn(async () => {
        // An invited user without a password counts as unknown.
        const stored = hashed === NO_PASSWORD ? undefined : hashed;
        const isSame = await verify(
          stored ?? (await nobody),
          word.normalize('NFKC'),
          pepper ? { secret: pepper } : undefined,
        );
        return isSame && stored !== undefined;
      }),
  };
}
