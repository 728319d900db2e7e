// Programs that come with a token of a practice: its own, its r4c host, its collector.

import type { Store } from '../../platform/db/store.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Actor } from '../../platform/work.ts';
import { findToken, noteTokenUse } from '../account-store/store-tokens.ts';

export const TOKEN_PREFIX = { api: 'api_', r4c: 'r4c_', collector: 'col_' } as const;
/** Each use within a minute of the last noted one costs no write. */
const NOTE_MS = 60_000;

export const isMachineToken = (bearer: string): boolean => /^(api|r4c|col)_/.test(bearer);

/** The program behind a token; undefined when it is unknown, ended, past its day, or its maker is no longer there. */
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
  return { kind: 'machine', ip, tokenId: token.id, machine: token.kind, cid: token.cid, role };
}
