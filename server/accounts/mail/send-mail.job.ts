// Sends one queued mail: recorded before and after the transfer, so that a mail is sent once; a
// broken connection is handled by the mail's kind.

import { AppError } from '../../../shared/base/errors.ts';
import { MAIL_RULES, type MailTemplate, type MailThread } from '../../../shared/accounts/mail.ts';
import type { Work } from '../../platform/work.ts';
import type { MailDeps } from './mail-deps.ts';
import type { MailKeys } from './mail-keys.ts';
import { mailName, mayBeWritten, type SealedMail } from './queue-mail.ts';
import type { Envelope } from './sender.ts';
import { findMail, moveMail, type MailRow } from './store.ts';
import { suppress, suppressionOf } from './suppress.ts';
import { writeMail } from './write-mail.ts';
import { unsubscribePath } from './unsubscribe.ts';

/** Other jobs of the practice must not wait for a slow mail server. */
const AT_ONCE = 2;
/** After a failed connection other mails pause for a while. */
const REST_MS = 15_000;

/** Returns the Message-ID of a mail: the same for each attempt. @param address of the sender */
export const messageIdOf = (
  keys: Pick<MailKeys, 'messageWord'>,
  address: string,
  cid: string,
  key: string,
): string => `<${keys.messageWord(cid, key)}@${address.split('@')[1] ?? 'molar.invalid'}>`;

/** Name of the logo inside a mail. */
const LOGO_CID = 'logo@molar';
const PNG_DATA = 'data:image/png;base64,';

/**
 * Opens the content and recipient of a mail; undefined once its content is deleted.
 * @param isPreview shown here, not sent: the logo is inside the HTML
 */
export async function openMail(
  deps: Pick<MailDeps, 'workshop' | 'keys' | 'base' | 'praxis'>,
  row: MailRow,
  isPreview = false,
): Promise<
  | {
      to: string;
      written: ReturnType<typeof writeMail>;
      unsubscribe: string | undefined;
      praxis: { name: string; mail: string };
      thread: MailThread | undefined;
      /** PNG that the HTML shows; undefined: none. */
      logo: Uint8Array | undefined;
    }
  | undefined
> {
  const { to, data, isStripped, thread } = deps.keys.open(
    row.sealed,
    mailName(row.cid, row.id),
  ) as SealedMail;
  if (isStripped === true) return undefined;
  const look = deps.workshop.look(row.cid, { kind: 'system', cid: row.cid });
  const template = row.template as MailTemplate;
  const suppression = MAIL_RULES[template].isSafety
    ? undefined
    : await suppressionOf(look, deps.keys, to);
  const unsubscribe =
    suppression &&
    unsubscribePath(deps.keys, { cid: row.cid, email: to, nonce: suppression.nonce });
  const praxis = await deps.praxis(look),
    hasLogo = praxis.logo.startsWith(PNG_DATA);
  return {
    to,
    praxis,
    thread,
    unsubscribe,
    logo: hasLogo ? Buffer.from(praxis.logo.slice(PNG_DATA.length), 'base64') : undefined,
    written: writeMail({
      template,
      language: row.language,
      data,
      praxis,
      base: deps.base,
      unsubscribe,
      ...(hasLogo && { logo: isPreview ? praxis.logo : `cid:${LOGO_CID}` }),
    }),
  };
}

/** Creates the job that sends a mail. @returns the job's run: throws to be retried */
export function createSendMail(
  deps: MailDeps,
): (job: { cid: string; payload: Record<string, unknown> }) => Promise<void> {
  let running = 0,
    restUntil = 0;
  return async ({ cid, payload }) => {
    const id = String(payload.mailId),
      system = { kind: 'system', cid } as const;
    const note = <T>(work: (w: Work) => Promise<T>): Promise<T> =>
      deps.workshop.write(cid, system, work);
    const end = (state: 'local' | 'suppressed' | 'failed', error: string): Promise<boolean> =>
      note((w) => moveMail(w, id, ['queued'], { state, error }));
    const look = deps.workshop.look(cid, system);
    const row = await findMail(look, id);
    if (row?.state !== 'queued') return;
    const rule = MAIL_RULES[row.template as MailTemplate];
    if (row.expiresAt <= deps.now()) {
      await end('failed', 'expired');
      return;
    }
    // Recorded as transferring without an outcome: the process or the connection ended in between.
    if (row.messageId !== null && rule.whenUnsure === 'once') {
      await end('failed', 'unsure');
      return;
    }
    const { sender } = deps,
      isAgain = row.messageId !== null;
    if (!sender) {
      await end('local', 'no_server');
      return;
    }
    const mail = await openMail(deps, row);
    if (!mail) {
      await end('failed', 'expired');
      return;
    }
    const suppression = await suppressionOf(look, deps.keys, mail.to);
    if (!mayBeWritten(suppression, rule.isSafety, deps.now())) {
      await end('suppressed', suppression?.state ?? 'unsubscribed');
      return;
    }
    if (running >= AT_ONCE || deps.now() < restUntil) throw new AppError('unavailable');

    const messageId = messageIdOf(deps.keys, sender.address, cid, row.key);
    if (!(await note((w) => moveMail(w, id, ['queued'], { messageId })))) return;
    running++;
    const { outcome, code } = await sender
      .send(envelopeOf(deps, sender.address, mail, messageId))
      .finally(() => {
        running--;
      });
    switch (outcome) {
      case 'taken':
        await note(async (w) => {
          if (await moveMail(w, id, ['queued'], { state: 'sent', sentAt: w.now, error: null }))
            await w.audit(isAgain ? 'mail.sent_again' : 'mail.sent', {
              mailId: id,
              template: row.template,
            });
          // The mail server knows the address again.
          if (suppression?.state === 'bounced')
            await suppress(w, deps.keys, { email: mail.to, state: 'revoked', reason: 'delivered' });
        });
        return;
      case 'refused':
        await note(async (w) => {
          await moveMail(w, id, ['queued'], { state: 'failed', error: 'recipient' });
          await suppress(w, deps.keys, {
            email: mail.to,
            state: 'bounced',
            reason: code,
            mailId: id,
          });
        });
        return;
      case 'rejected':
        await end('failed', code);
        return;
      case 'unsure':
        // `once`: the next attempt would find the record and end it; ended here, so that staff need
        // not wait for that.
        if (rule.whenUnsure === 'once') {
          await end('failed', 'unsure');
          return;
        }
        throw new AppError('unavailable', { cause: new Error(code) });
      case 'later':
        if (!code.startsWith('smtp_')) restUntil = deps.now() + REST_MS;
        await note((w) => moveMail(w, id, ['queued'], { messageId: null, error: code }));
        throw new AppError('unavailable', { cause: new Error(code) });
    }
  };
}

function envelopeOf(
  deps: MailDeps,
  address: string,
  {
    to,
    praxis,
    written,
    unsubscribe,
    thread,
    logo,
  }: NonNullable<Awaited<ReturnType<typeof openMail>>>,
  messageId: string,
): Envelope {
  const replyTo = thread?.replyTo ?? praxis.mail,
    last = thread?.references.at(-1);
  return {
    from: { name: praxis.name.replace(/[\p{C}"<>]/gu, ' ').trim(), address },
    to,
    ...written,
    messageId,
    ...(logo !== undefined && { picture: { cid: LOGO_CID, bytes: logo } }),
    ...(replyTo !== '' && { replyTo }),
    headers: {
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${deps.base}${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...(last !== undefined && {
        'In-Reply-To': last,
        References: thread?.references.join(' ') ?? last,
      }),
    },
  };
}

/** Gives a mail up after its last attempt: it is shown in the outbox. */
export const giveUpMail =
  (deps: MailDeps) =>
  (job: { cid: string; payload: Record<string, unknown> }, code: string): Promise<void> =>
    deps.workshop.write(job.cid, { kind: 'system', cid: job.cid }, async (w) => {
      await moveMail(w, String(job.payload.mailId), ['queued'], { state: 'failed', error: code });
    });
