// Unsubscribing, revoking it and asking how an address stands: by the token of a mail, or by staff of the practice (T6, B64).

import { foldEmail } from '../../shared/auth.ts';
import { AppError } from '../../shared/errors.ts';
import type { SuppressionState } from '../db/schema/mail.ts';
import type { RequestContext } from '../http/route.ts';
import { isSameSecret } from '../keys/same-secret.ts';
import type { MailDeps } from './mail-deps.ts';
import type { MailKeys } from './mail-keys.ts';
import { findSuppression, listSuppressions, type SuppressionRow } from './store.ts';
import { suppress } from './suppress.ts';

/** Page and one-click address of a mail (R5, RFC 8058). */
export const unsubscribePath = (keys: MailKeys, { cid, email, nonce }: { cid: string; email: string; nonce: string }): string =>
  `/unsubscribe/${encodeURIComponent(email)}/${keys.unsubscribeToken(cid, email, nonce)}`;

/** `unknown` answers a wrong token, a foreign one and an address nobody ever wrote to alike. */
export type UnsubscribeResult = 'done' | 'already' | 'revoked' | 'unknown';

/** The row a token proves; letter by letter, so that a folded or tagged address is another one. */
async function rowOf(deps: MailDeps, email: string, token: string): Promise<SuppressionRow | undefined> {
  const rows = foldEmail(email) === email ? await listSuppressions(deps.store, deps.keys.hashAddress(email)) : [];
  // Also without a row one token is made: the same work for every address.
  deps.keys.unsubscribeToken('', email, '');
  return rows.find(row => isSameSecret(deps.keys.unsubscribeToken(row.cid, email, row.nonce), token));
}

export async function unsubscribe(deps: MailDeps, { email, token }: { email: string; token: string }): Promise<UnsubscribeResult> {
  const row = await rowOf(deps, email, token);
  if (!row) return 'unknown';
  const isNew = await deps.workshop.write(row.cid, { kind: 'system', cid: row.cid }, w => suppress(w, deps.keys, { email, state: 'unsubscribed', reason: 'link' }));
  return isNew ? 'done' : 'already';
}

/**
 * Lets mails go out again. The person's own link takes back their own wish only; a bounce or a complaint is for staff to judge.
 * @throws AppError unauthenticated without a token and without being of the practice's staff
 */
export async function revokeSuppression(deps: MailDeps, context: RequestContext, { email, token }: { email: string; token: string | undefined }): Promise<UnsubscribeResult> {
  const reason = token === undefined ? 'staff' : 'link';
  if (token === undefined) {
    if (context.actor.kind !== 'user') throw new AppError('unauthenticated');
    const row = await findSuppression(context.look(), deps.keys.hashAddress(email));
    if (!row) return 'unknown';
    await context.write(w => suppress(w, deps.keys, { email, state: 'revoked', reason }));
    return 'revoked';
  }
  const row = await rowOf(deps, email, token);
  if (!row || row.state === 'bounced' || row.state === 'complained') return 'unknown';
  await deps.workshop.write(row.cid, { kind: 'system', cid: row.cid }, w => suppress(w, deps.keys, { email, state: 'revoked', reason }));
  return 'revoked';
}

/** @throws AppError unauthenticated without a token and without being signed in */
export async function suppressionStatus(deps: MailDeps, context: RequestContext, { email, token }: { email: string; token: string | undefined }): Promise<{ state: SuppressionState | 'unknown'; at: number | null; language: string | null }> {
  if (token !== undefined) {
    const row = await rowOf(deps, email, token);
    return { state: row?.state ?? 'unknown', at: row?.at ?? null, language: row ? await deps.language(deps.workshop.look(row.cid, { kind: 'system', cid: row.cid })) : null };
  }
  if (context.actor.kind !== 'user') throw new AppError('unauthenticated');
  const row = await findSuppression(context.look(), deps.keys.hashAddress(email));
  return { state: row?.state ?? 'none', at: row && row.state !== 'none' ? row.at : null, language: null };
}
