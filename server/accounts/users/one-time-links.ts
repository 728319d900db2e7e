// One-time links in mails: only their hash is stored, reading changes nothing, a POST uses it up.

import { AppError } from '../../../shared/base/errors.ts';
import type { Work } from '../../platform/work.ts';
import { networkOf, type AttemptRule } from '../sign-in/attempts.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { newSecret } from '../sign-in/secret.ts';
import {
  endLinks,
  findLink,
  insertLink,
  takeLinkRow,
  type LinkKind,
  type LinkRow,
} from '../account-store/store-links.ts';
import { findSecurityEpoch } from '../account-store/store.ts';

const MINUTE = 60_000;
export const RESET_MS = 30 * MINUTE;
export const INVITE_MS = 7 * 24 * 60 * MINUTE;
export const MAIL_CHANGE_MS = 24 * 60 * MINUTE;
/** Rate limit of guessed links from one network; a link has 256 bits, this only limits the load. */
const LINK_RULE: AttemptRule = {
  free: 30,
  waitMs: MINUTE,
  maxWaitMs: 15 * MINUTE,
  forgetMs: 60 * MINUTE,
};

/**
 * Creates a link, replacing older ones of its kind. It includes the security epoch: a restore
 * invalidates every link.
 */
export async function issueLink(
  w: Work,
  input: {
    kind: LinkKind;
    userId: string;
    ms: number;
    securityEpoch: number;
    data?: Record<string, unknown>;
  },
): Promise<{ token: string; hash: string; expiresAt: number }> {
  const token = newSecret('lnk_'),
    hash = hashSecret(token),
    expiresAt = w.now + input.ms;
  await endLinks(w, input.userId, [input.kind]);
  await insertLink(w, {
    hash,
    userId: input.userId,
    kind: input.kind,
    data: { ...input.data, securityEpoch: input.securityEpoch },
    createdAt: w.now,
    expiresAt,
    usedAt: null,
  });
  return { token, hash, expiresAt };
}

/**
 * Opens a one-time link.
 * @throws AppError link_invalid for unknown, used, expired links and other kinds alike;
 * rate_limited
 */
export async function openLink(
  deps: AuthDeps,
  input: { token: string; kinds: readonly LinkKind[]; ip: string },
): Promise<LinkRow & { userId: string }> {
  const row = await findLink(deps.store, hashSecret(input.token), deps.now());
  if (
    !row ||
    row.userId === null ||
    !input.kinds.includes(row.kind) ||
    row.data.securityEpoch !== (await findSecurityEpoch(deps.store))
  ) {
    // Only links that open nothing are counted: strangers keep none out who has a real one.
    await deps.attempts.reserve(`link:${networkOf(input.ip)}`, LINK_RULE, deps.now());
    throw new AppError('link_invalid');
  }
  return { ...row, userId: row.userId };
}

/** Consumes a one-time link. @throws AppError link_invalid when another request used it first */
export async function takeLink(w: Work, hash: string): Promise<void> {
  if (!(await takeLinkRow(w, hash))) throw new AppError('link_invalid');
}
