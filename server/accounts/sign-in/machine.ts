// Programs that authenticate with a token of a practice: its own programs, its r4c host, its
// collector.

import type { Store } from '../../platform/db/store.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Actor } from '../../platform/work.ts';
import { findToken, noteTokenUse } from '../account-store/store-tokens.ts';

export const TOKEN_PREFIX = { api: 'api_', r4c: 'r4c_', collector: 'col_' } as const;
/** A use within a minute of the last recorded one is not written. */
const NOTE_MS = 60_000;

export const isMachineToken = (bearer: string): boolean => /^(api|r4c|col)_/.test(bearer);

/**
 * Finds the program of a token; undefined when it is unknown, ended, expired, or its creator is
 * gone.
 */
export async function resolveMachine(
  store: Store,
  bearer: string,
  ip: string,
  now: number,
): Promise<Actor | undefined> {
  const found = await findToken(store, hashSecret(bearer), now);
  if (!found) return undefined;
  const { token, role } = found;
  if (token.lastUsedAt === null || token.lastUsedAt < now - NOTE_MS)
    await noteTokenUse(store, token.id, now, now - NOTE_MS);
  const { id: tokenId, kind: machine, cid, scopes } = token;
  return { kind: 'machine', ip, tokenId, machine, cid, role, scopes };
}
