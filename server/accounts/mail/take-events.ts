// Accepts bounces and complaints of the mail provider: authenticated by a shared secret, and by the
// Message-ID of a mail of ours where one is given.

import { foldEmail } from '../../../shared/base/email.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { mailEventsSchema } from '../../../shared/accounts/mail.schema.ts';
import { fieldsOf } from '../../platform/http/answer-error.ts';
import { parseJson } from '../../platform/http/json.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import type { MailDeps } from './mail-deps.ts';
import { mailName, type SealedMail } from './queue-mail.ts';
import { readDsn } from './read-dsn.ts';
import { findMailByMessage, listSuppressions, moveMail } from './store.ts';
import { suppress } from './suppress.ts';

interface Event {
  type: 'bounced' | 'complained';
  email: string;
  reason: string;
  messageId?: string | undefined;
}

/**
 * Checks the secret of the hook.
 * @throws AppError not_found without a configured secret, forbidden with a wrong one
 */
export function requireHookSecret(
  deps: Pick<MailDeps, 'hookSecret'>,
  given: string | undefined,
): void {
  if (deps.hookSecret === undefined) throw new AppError('not_found');
  if (!isSameSecret(given, deps.hookSecret)) throw new AppError('forbidden');
}

/** Parses reported events. @throws AppError validation */
export function readEvents(contentType: string, bytes: Uint8Array): Event[] {
  if (contentType !== 'application/json') return readDsn(new TextDecoder().decode(bytes));
  const parsed = mailEventsSchema.safeParse(parseJson(bytes));
  if (!parsed.success) throw fieldsOf(parsed.error);
  return parsed.data.events.map((e) => ({ ...e, reason: 'report' }));
}

/** Applies reported events. Idempotent: a repeated report changes nothing. */
export async function takeEvents(
  deps: MailDeps,
  events: readonly Event[],
): Promise<{ taken: number; ignored: number }> {
  let taken = 0;
  for (const event of events)
    for (const { cid, mailId } of await placesOf(deps, event)) {
      const isNew = await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
        if (mailId !== undefined && event.type === 'bounced')
          await moveMail(w, mailId, ['sent'], { state: 'failed', error: 'recipient' });
        // A complaint ends the news preference; a failing address does not.
        if (event.type === 'complained') await deps.setNewsWish(w, foldEmail(event.email), false);
        return suppress(w, deps.keys, {
          email: event.email,
          state: event.type,
          reason: event.reason,
          ...(mailId !== undefined && { mailId }),
        });
      });
      if (isNew) taken++;
    }
  return { taken, ignored: Math.max(0, events.length - taken) };
}

/**
 * The practice of the mail; without a Message-ID every practice from which this address can
 * unsubscribe.
 */
async function placesOf(deps: MailDeps, event: Event): Promise<{ cid: string; mailId?: string }[]> {
  if (event.messageId === undefined)
    return [
      ...new Set(
        (await listSuppressions(deps.store, deps.keys.addressHashes(event.email))).map(
          ({ cid }) => cid,
        ),
      ),
    ].map((cid) => ({ cid }));
  const row = await findMailByMessage(deps.store, event.messageId);
  if (!row) return [];
  const { to } = deps.keys.open(row.sealed, mailName(row.cid, row.id)) as SealedMail;
  return foldEmail(to) === foldEmail(event.email) ? [{ cid: row.cid, mailId: row.id }] : [];
}
