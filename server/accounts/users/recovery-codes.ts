// Recovery codes: ten, shown once, stored only as MACs, each works once; generating codes
// invalidates the old ones.

import { randomInt } from 'node:crypto';
import type { Work } from '../../platform/work.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from '../account-store/store-factors.ts';

const COUNT = 10;
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const markOf = (deps: Pick<AuthDeps, 'accountKey'>, userId: string, code: string): string =>
  deps.accountKey.mark(`recovery|${userId}`, code);

/** Generates codes as displayed, in two groups of five; to be stored by `keepRecoveryCodes`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () =>
    Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)])
      .join('')
      .replace(/^(.{5})/, '$1-'),
  );

export const keepRecoveryCodes = (
  deps: Pick<AuthDeps, 'accountKey'>,
  w: Work,
  userId: string,
  codes: readonly string[],
): Promise<void> =>
  replaceRecoveryCodes(
    w,
    userId,
    codes.map((code) => markOf(deps, userId, code.replace('-', ''))),
  );

/** Consumes a recovery code. @param code without its hyphen */
export const takeRecovery = (
  deps: Pick<AuthDeps, 'accountKey'>,
  w: Work,
  userId: string,
  code: string,
): Promise<boolean> => takeRecoveryCode(w, userId, markOf(deps, userId, code));
