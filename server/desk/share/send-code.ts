// Sends the code of the second step to a patient: requested by the page, six digits, by text
// message or mail; every request looks the same to the client.

import { isEmail } from '../../../shared/base/email.ts';
import { SENT_CODE_MS } from '../../../shared/exchange/share.ts';
import { smsNumber, type SmsOutcome } from '../../../shared/accounts/sms.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { isOpenShare } from './log-in.ts';
import { whoIsIn } from './session.ts';
import { findSentCode, findShare, noteCodeOutcome, noteEvent, putSentCode } from './store.ts';

/** Messages of one share until one of them was used, and the minimum interval between them. */
const MOST_SENT = 5,
  AGAIN_MS = 60_000;

/** Destinations of a code for one person; `null`: not possible. */
export interface CodeWays {
  sms: string | null;
  mail: string | null;
}
export async function codeWays(
  deps: PortalDeps,
  look: Look | Work,
  patid: string,
): Promise<CodeWays> {
  const record = await deps.record(look, patid),
    number = smsNumber(record?.mobile ?? ''),
    mail = record?.email?.trim() ?? '';
  return {
    sms: number !== undefined && (await deps.sms.isReady(look)) ? number : null,
    mail: isEmail(mail) && deps.canMail ? mail : null,
  };
}

/**
 * Requests a code after the first step; too early, too often or for a share with a code from the
 * desk changes nothing.
 * @throws AppError share_over
 */
export async function requestCode(deps: PortalDeps, context: RequestContext): Promise<void> {
  const who = await whoIsIn(context, deps),
    { secondStep } = who.share;
  if (who.isOpen) throw new AppError('share_over');
  if (secondStep !== 'sms' && secondStep !== 'mail') return;
  await context.write(async (w) => {
    const share = await findShare(w, who.share.id),
      before = await findSentCode(w, who.share.id);
    if (!share || !isOpenShare(share, w.now) || share.triesLeft === 0) return;
    if (before && (w.now - before.sentAt < AGAIN_MS || before.sent >= MOST_SENT)) return;
    const sent = (before?.sent ?? 0) + 1,
      digits = deps.secrets.digitsOf(w.cid, share.id, w.now),
      to = (await deps.record(w, share.patid))?.email?.trim() ?? '';
    const isMail = secondStep === 'mail',
      outcome = isMail ? (isEmail(to) ? 'sent' : 'no_number') : null;
    await putSentCode(w, {
      share: share.id,
      hash: deps.secrets.hashCode(w.cid, share.id, digits),
      channel: secondStep,
      sentAt: w.now,
      expiresAt: w.now + SENT_CODE_MS,
      sent,
      outcome,
    });
    await noteEvent(w, share.id, 'sent');
    await w.audit('share.code_sent', { share: share.id, channel: secondStep, sent }, share.patid);
    if (!isMail)
      await w.job('send-share-code', `share-code:${share.id}:${w.now}`, {
        share: share.id,
        sentAt: w.now,
      });
    else if (outcome === 'sent')
      await deps.mail(w, {
        key: `share-code:${share.id}:${w.now}`,
        to,
        template: 'shareCode',
        language: share.language === 'de' ? 'de' : 'en',
        data: { code: digits },
        expiresAt: w.now + SENT_CODE_MS,
      });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}

/** Dependencies of the job in addition to the portal's own. */
export interface SendCodeDeps extends Pick<PortalDeps, 'secrets' | 'record' | 'praxis'> {
  workshop: Workshop;
  send(cid: string, to: string, text: string): Promise<SmsOutcome>;
}
const words = (language: string, praxis: string, digits: string): string =>
  language === 'de'
    ? `${praxis}: Ihr Code ist ${digits}. Er gilt 10 Minuten. Bitte geben Sie ihn niemandem weiter.`
    : `${praxis}: Your code is ${digits}. It is good for 10 minutes. Please do not share it.`;

/** Sends the newest code, once: a patient who receives none requests another one. */
export async function sendShareCode(
  deps: SendCodeDeps,
  { cid, payload }: { cid: string; payload: Record<string, unknown> },
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = deps.workshop.look(cid, actor),
    id = String(payload.share),
    sentAt = Number(payload.sentAt);
  const row = await findSentCode(look, id),
    share = row && (await findShare(look, id));
  if (!share || row.sentAt !== sentAt || row.outcome !== null || row.expiresAt <= look.now) return;
  // Noted before sending: a process that dies in between leaves one possibly sent message, never
  // two.
  if (!(await deps.workshop.write(cid, actor, (w) => noteCodeOutcome(w, id, sentAt, null, 'slow'))))
    return;
  const { name } = await deps.praxis(look),
    to = (await deps.record(look, share.patid))?.mobile ?? '';
  const outcome = await deps.send(
    cid,
    to,
    words(share.language, name.slice(0, 60), deps.secrets.digitsOf(cid, id, sentAt)),
  );
  await deps.workshop.write(cid, actor, async (w) => {
    await noteCodeOutcome(w, id, sentAt, 'slow', outcome);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}
