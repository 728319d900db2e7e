// Creates a registration code: shown once, stored as a hash, used once.

import { CODE_MINUTES } from '../../../shared/desk/tablet.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { newCode } from './secrets.ts';
import { insertCode, removeOldCodes } from './store.ts';

/**
 * Creates a registration code.
 * @param input.isOpen true: valid until its first use (the code printed at the start of the demo),
 * else ten minutes.
 * @returns the code in plain text, the only time it is seen; `expiresAt` is null for an open code.
 */
export async function createCode(
  w: Work,
  input: { r4cUuid: string; isOpen?: boolean },
): Promise<{ code: string; expiresAt: number | null }> {
  const code = newCode();
  const expiresAt = input.isOpen ? null : w.now + CODE_MINUTES * 60_000;
  await removeOldCodes(w, w.now - DAY_MS);
  await insertCode(w, {
    hash: hashSecret(code),
    r4cUuid: input.r4cUuid,
    createdBy: actorWord(w.actor),
    createdAt: w.now,
    expiresAt,
    usedAt: null,
  });
  await w.audit('tablet.code', { isOpen: input.isOpen === true });
  return { code, expiresAt };
}
