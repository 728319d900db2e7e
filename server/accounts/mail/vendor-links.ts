// Links of the vendor's own mails that wait without a mail server.

import { germanMoment } from '../../../shared/base/dates.ts';
import type { MailTemplate } from '../../../shared/accounts/mail.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { Store } from '../../platform/db/store.ts';
import type { MailKeys } from './mail-keys.ts';
import { mailName, type SealedMail } from './queue-mail.ts';
import { listWaitingMails } from './store.ts';
import { linkOf, plainWord } from './write-mail.ts';
import { MAIL_WORDS } from './words.ts';

/**
 * Lists the links in the vendor's waiting mails.
 * @returns newest first; `until`: expiry of the link, in words. A practice's own mails are never
 * included.
 */
export async function vendorLinks(
  store: Store,
  keys: MailKeys,
  { base, now }: { base: string; now: number },
): Promise<{ to: string; subject: string; link: string; until: string }[]> {
  return (await listWaitingMails(store, VENDOR_CID, now)).flatMap((row) => {
    const { to, data, isStripped } = keys.open(row.sealed, mailName(row.cid, row.id)) as SealedMail;
    if (isStripped === true || data.link === undefined) return [];
    return [
      {
        to: plainWord(to),
        subject: MAIL_WORDS[row.template as MailTemplate].de.subject,
        link: linkOf(base, data.link),
        until: germanMoment(row.expiresAt),
      },
    ];
  });
}
