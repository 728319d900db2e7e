// Unsubscribing, reverting it and reading the state of an address: by the token of a mail, or by
// staff of the practice (T6, B64).

import { foldEmail } from '../../../shared/base/email.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { SuppressionState } from '../../platform/db/schema/mail.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import type { MailDeps } from './mail-deps.ts';
import { spelledOut, type MailKeys } from './mail-keys.ts';
import { listSuppressions, type SuppressionRow } from './store.ts';
import { suppress, suppressionOf, weightiest } from './suppress.ts';

/**
 * One path segment, in unreserved characters only (RFC 3986): an apostrophe may occur in an
 * address.
 */
const pathWord = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the page and one-click URL of a mail (R5, RFC 8058). */
export const unsubscribePath = (
  keys: MailKeys,
  { cid, email, nonce }: { cid: string; email: string; nonce: string },
): string => `/unsubscribe/${pathWord(email)}/${keys.unsubscribeToken(cid, email, nonce)}`;

/**
 * Reason of an unsubscription that ended the news preference: reverting it by the same link
 * restores the preference.
 */
const WITH_WISH = 'link_news';

/**
 * `unknown` is the same response for a wrong token, a foreign one and an address that was never
 * written to.
 */
export type UnsubscribeResult = 'done' | 'already' | 'revoked' | 'unknown';

/**
 * Returns the row for a token; case-sensitive, so that a folded or tagged address is a different
 * one. Older links may contain a Unicode domain. Of several rows of one address the weightiest
 * counts.
 */
async function rowOf(
  deps: MailDeps,
  email: string,
  token: string,
): Promise<SuppressionRow | undefined> {
  const folded = foldEmail(email),
    isFolded = email === folded || email === spelledOut(folded);
  const rows = isFolded ? await listSuppressions(deps.store, deps.keys.addressHashes(email)) : [];
  // One token is computed even without a row: constant work for every address.
  deps.keys.unsubscribeToken('', email, '');
  const proved = rows.find((row) =>
    isSameSecret(deps.keys.unsubscribeToken(row.cid, email, row.nonce), token),
  );
  return proved && weightiest(rows.filter((row) => row.cid === proved.cid));
}

export async function unsubscribe(
  deps: MailDeps,
  { email, token }: { email: string; token: string },
): Promise<UnsubscribeResult> {
  const row = await rowOf(deps, email, token);
  if (!row) return 'unknown';
  const isNew = await deps.workshop.write(row.cid, { kind: 'system', cid: row.cid }, async (w) => {
    // The profile must not continue to show the news preference.
    const hadWish = await deps.setNewsWish(w, foldEmail(email), false);
    return suppress(w, deps.keys, {
      email,
      state: 'unsubscribed',
      reason: hadWish ? WITH_WISH : 'link',
    });
  });
  return isNew ? 'done' : 'already';
}

/**
 * Reverts a user's own unsubscription when they enable news mails again; a bounce or a complaint is
 * for staff to decide.
 */
export async function wishAgain(w: Work, keys: MailKeys, email: string): Promise<void> {
  if ((await suppressionOf(w, keys, email))?.state === 'unsubscribed')
    await suppress(w, keys, { email, state: 'revoked', reason: 'profile' });
}

/**
 * Releases an address for mails. The user's own link reverts their own choice only; a bounce or a
 * complaint is for staff to decide.
 * @throws AppError unauthenticated without a token and without a staff session
 */
export async function revokeSuppression(
  deps: MailDeps,
  context: RequestContext,
  { email, token }: { email: string; token: string | undefined },
): Promise<UnsubscribeResult> {
  const reason = token === undefined ? 'staff' : 'link';
  if (token === undefined) {
    if (context.actor.kind !== 'user') throw new AppError('unauthenticated');
    const row = await suppressionOf(context.look(), deps.keys, email);
    if (!row) return 'unknown';
    await context.write((w) => suppress(w, deps.keys, { email, state: 'revoked', reason }));
    return 'revoked';
  }
  const row = await rowOf(deps, email, token);
  if (!row || row.state === 'bounced' || row.state === 'complained') return 'unknown';
  await deps.workshop.write(row.cid, { kind: 'system', cid: row.cid }, async (w) => {
    if (
      (await suppress(w, deps.keys, { email, state: 'revoked', reason })) &&
      row.reason === WITH_WISH
    )
      await deps.setNewsWish(w, foldEmail(email), true);
  });
  return 'revoked';
}

/**
 * Reads the subscription state of an address.
 * @throws AppError unauthenticated without a token and without a session
 */
export async function suppressionStatus(
  deps: MailDeps,
  context: RequestContext,
  { email, token }: { email: string; token: string | undefined },
): Promise<{ state: SuppressionState | 'unknown'; at: number | null; language: string | null }> {
  if (token !== undefined) {
    const row = await rowOf(deps, email, token);
    return {
      state: row?.state ?? 'unknown',
      at: row?.at ?? null,
      language: row
        ? await deps.language(deps.workshop.look(row.cid, { kind: 'system', cid: row.cid }))
        : null,
    };
  }
  if (context.actor.kind !== 'user') throw new AppError('unauthenticated');
  const row = await suppressionOf(context.look(), deps.keys, email);
  return {
    state: row?.state ?? 'none',
    at: row && row.state !== 'none' ? row.at : null,
    language: null,
  };
}
