// The practice's outbox: sent and waiting mails, opened by the owner, resent; texts and links are
// deleted when they expire.

import type { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import type { MailTemplate } from '../../../shared/accounts/mail.ts';
import type {
  mailItemSchema,
  mailsSchema,
  openedMailSchema,
} from '../../../shared/accounts/mail.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { MailDeps } from './mail-deps.ts';
import { mailName, type SealedMail } from './queue-mail.ts';
import { openMail } from './send-mail.job.ts';
import {
  findMail,
  listExpiredMails,
  listMails,
  moveMail,
  removeMail,
  replaceSealed,
  type MailRow,
} from './store.ts';
import { linkOf, plainWord } from './write-mail.ts';
import { MAIL_WORDS } from './words.ts';

type Item = z.input<typeof mailItemSchema>;

/** A row that records only that a mail existed, kept after its content is deleted. */
const TRACE_MS = 60 * DAY_MS;

function itemOf(deps: MailDeps, row: MailRow, now: number): Item {
  const {
    to,
    data,
    isStripped = false,
  } = deps.keys.open(row.sealed, mailName(row.cid, row.id)) as SealedMail;
  const subject =
    MAIL_WORDS[row.template as MailTemplate]?.[row.language === 'en' ? 'en' : 'de'].subject.replace(
      /\{(\w+)\}/g,
      (_, word: string) => plainWord(data[word] ?? ''),
    ) ?? row.template;
  const isForgotten = isStripped || row.expiresAt <= now;
  return {
    id: row.id,
    template: row.template,
    language: row.language,
    subject,
    to: isForgotten ? '' : to,
    state: row.state,
    error: row.error,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    expiresAt: row.expiresAt,
    isForgotten,
    hasSecret: data.link !== undefined || data.code !== undefined,
    mayResend:
      !isForgotten &&
      (row.state === 'failed' ||
        row.state === 'suppressed' ||
        (row.state === 'local' && deps.sender !== undefined)),
  };
}

export async function listOutbox(
  deps: MailDeps,
  context: RequestContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<z.input<typeof mailsSchema>> {
  const [at, id = ''] = cursor?.split('.') ?? [];
  const rows = await listMails(
    context.look(),
    at === undefined ? undefined : { at: Number(at), id },
    limit + 1,
  );
  const page = rows.slice(0, limit),
    last = rows.length > limit ? page.at(-1) : undefined;
  return {
    mails: page.map((row) => itemOf(deps, row, context.now)),
    next: last ? `${last.createdAt}.${last.id}` : null,
    hasServer: deps.sender !== undefined,
    from: deps.sender?.address ?? null,
  };
}

/**
 * Opens a mail. Its link and its code are shown only where it never left this machine: a sent mail
 * is for its recipient alone.
 * @throws AppError not_found, state_conflict once its content is deleted
 */
export async function openFromOutbox(
  deps: MailDeps,
  context: RequestContext,
  mailId: string,
): Promise<z.input<typeof openedMailSchema>> {
  const row = await findMail(context.look(), mailId);
  if (!row) throw new AppError('not_found');
  const mail = itemOf(deps, row, context.now);
  if (mail.isForgotten) throw new AppError('state_conflict');
  const { data } = deps.keys.open(row.sealed, mailName(row.cid, row.id)) as SealedMail;
  const mayRead = row.state === 'local';
  const hidden: MailRow = mayRead
    ? row
    : {
        ...row,
        sealed: deps.keys.seal(
          {
            to: mail.to,
            data: {
              ...data,
              ...(data.link !== undefined && { link: '/practice/' }),
              ...(data.code !== undefined && { code: '••••••' }),
            },
          },
          mailName(row.cid, row.id),
        ),
      };
  const opened = await openMail(deps, hidden, true);
  if (!opened) throw new AppError('state_conflict');
  await context.write((w) =>
    w.audit('mail.opened', {
      mailId,
      template: row.template,
      withSecret: mayRead && mail.hasSecret,
    }),
  );
  return {
    mail,
    text: opened.written.text,
    html: opened.written.html,
    link: mayRead && data.link !== undefined ? linkOf(deps.base, data.link) : null,
  };
}

/**
 * Queues an unsent mail again; a repeated request queues it once.
 * @throws AppError not_found, state_conflict
 */
export async function resendMail(
  deps: MailDeps,
  context: RequestContext,
  mailId: string,
): Promise<Item> {
  return context.write(async (w) => {
    const row = await findMail(w, mailId);
    if (!row) throw new AppError('not_found');
    if (row.state === 'queued') return itemOf(deps, row, w.now);
    if (!itemOf(deps, row, w.now).mayResend) throw new AppError('state_conflict');
    if (
      deps.sender &&
      (await moveMail(w, mailId, ['failed', 'suppressed', 'local'], {
        state: 'queued',
        messageId: null,
        error: null,
      }))
    ) {
      await w.job('send-mail', `send-mail:${mailId}:${w.newId()}`, { mailId });
      await w.audit('mail.resent', { mailId, template: row.template });
    }
    const now = await findMail(w, mailId);
    return itemOf(deps, now ?? row, w.now);
  });
}

/** Deletes the content of expired mails, and later their rows. */
export async function forgetMails(deps: MailDeps): Promise<void> {
  for (const row of await listExpiredMails(deps.store, deps.now(), 1000)) {
    const name = mailName(row.cid, row.id),
      { isStripped } = deps.keys.open(row.sealed, name) as SealedMail;
    const bare: SealedMail = { to: '', data: {}, isStripped: true };
    await deps.workshop.write(row.cid, { kind: 'system', cid: row.cid }, async (w) => {
      if (isStripped === true) {
        await removeMail(w, row.id);
        return;
      }
      await replaceSealed(w, row.id, {
        sealed: deps.keys.seal(bare, name),
        expiresAt: w.now + TRACE_MS,
        state: row.state === 'queued' ? 'failed' : row.state,
      });
    });
  }
}
