// Unsubscribing, revoking it and asking how an address stands: by the token of a mail, or by staff of the practice (T6, B64).

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

/** One part of a path, in unreserved characters only (RFC 3986): an apostrophe may be in an address. */
const pathWord = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Page and one-click address of a mail (R5, RFC 8058). */
export const unsubscribePath = (
  keys: MailKeys,
  { cid, email, nonce }: { cid: string; email: string; nonce: string },
): string => `/unsubscribe/${pathWord(email)}/${keys.unsubscribeToken(cid, email, nonce)}`;

/** Reason of an unsubscribing that ended a wish for news: taking it back by the same link brings the wish back too. */
const WITH_WISH = 'link_news';

/** `unknown` answers a wrong token, a foreign one and an address nobody ever wrote to alike. */
export type UnsubscribeResult = 'done' | 'already' | 'revoked' | 'unknown';

/**
 * The row a token proves; letter by letter, so that a folded or tagged address is another one.
 * Links of before may spell an umlaut domain out. Of several rows of one address the weightiest counts.
 */
async function rowOf(
  deps: MailDeps,
  email: string,
  token: string,
): Promise<SuppressionRow | undefined> {
  const folded = foldEmail(email),
    isFolded = email === folded || email === spelledOut(folded);
  const rows = isFolded ? await listSuppressions(deps.store, deps.keys.addressHashes(email)) : [];
  // Also without a row one token is made: the same work for every address.
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
    // The profile must not go on saying that news are wished for.
    const hadWish = await deps.setNewsWish(w, foldEmail(email), false);
    return suppress(w, deps.keys, {
      email,
      state: 'unsubscribed',
      reason: hadWish ? WITH_WISH : 'link',
    });
  });
  return isNew ? 'done' : 'already';
}

/** Whoever ticks the wish for mails again takes their own unsubscribing back; a bounce or a complaint is for staff to judge. */
export async function wishAgain(w: Work, keys: MailKeys, email: string): Promise<void> {
  if ((await suppressionOf(w, keys, email))?.state === 'unsubscribed')
    await suppress(w, keys, { email, state: 'revoked', reason: 'profile' });
}

/**
 * Lets mails go out again. The person's own link takes back their own wish only; a bounce or a complaint is for staff to judge.
 * @throws AppError unauthenticated without a token and without being of the practice's staff
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

/** @throws AppError unauthenticated without a token and without being signed in */
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
