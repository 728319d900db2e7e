// Dependencies of settings from the composition root: hashing and counted attempts for the PIN, and
// the listeners of changes.

import type { Work } from '../../platform/work.ts';

interface AttemptRule {
  free: number;
  waitMs: number;
  maxWaitMs: number;
  forgetMs: number;
}
export interface SettingsDeps {
  passwords: {
    hash(word: string): Promise<string>;
    isRight(stored: string | undefined, word: string): Promise<boolean>;
  };
  attempts: {
    reserve(key: string, rule: AttemptRule, now: number): Promise<void>;
    clear(key: string): Promise<void>;
  };
  /** Inside the saving transaction: tablets get their new configuration. */
  changed: (w: Work) => Promise<void>;
  /** The PIN of staff was guessed at a tablet until no try was left. */
  guessed?: (guess: { cid: string; tabletId: string; count: number }) => void;
}

const QUARTER = 15 * 60_000;
/** Five tries, then a lock of a quarter of an hour. */
export const PIN_RULE: AttemptRule = {
  free: 5,
  waitMs: QUARTER,
  maxWaitMs: QUARTER,
  forgetMs: QUARTER,
};
