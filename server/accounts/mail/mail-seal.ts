// Mails a practice's owners each step towards the end of its seal, and a renewal: once per step and
// owner.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import { sealNews, sealStanding } from '../../platform/keys/seals.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';

export interface SealMailDeps {
  workshop: Workshop;
  /** Returns owners of one practice who can sign in, with their language. */
  owners: (look: Look) => Promise<{ id: string; email: string; language: 'de' | 'en' }[]>;
  mail: (w: Work, order: MailOrder) => Promise<void>;
}

/** An older renewal is no news, for example to an owner who came later. */
const NEW_MS = 14 * DAY_MS;
const LINK = '/practice/pruefen';

/** Mails a warning or a renewal. Idempotent: queued mails are not queued again. */
export async function mailSeal(
  { workshop, owners, mail }: SealMailDeps,
  cid: string,
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = workshop.look(cid, actor),
    { state, validUntil } = await sealStanding(look),
    { end, renewedAt, isFailing } = await sealNews(look);
  const isNews = renewedAt !== null && renewedAt > look.now - NEW_MS;
  if (end === null || !(state === 'ok' ? isNews : isFailing)) return;
  const template = state === 'ok' ? 'sealRenewed' : state === 'over' ? 'sealOver' : 'sealEnds',
    told = await owners(look);
  if (told.length === 0) return;
  await workshop.write(cid, actor, async (w) => {
    for (const { id, email, language } of told)
      await mail(w, {
        key: `seal:${state}:${end}:${id}`,
        to: email,
        template,
        language,
        data: {
          ...(validUntil !== null && { day: dayText(berlinDay(validUntil), language) }),
          link: LINK,
        },
      });
  });
}
