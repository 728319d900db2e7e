// Links of retention: mails of accounts, numbers of patients, and the backup's lists.

import type { BackupService } from '../operations/backup/service.ts';
import { dataOf, listCids, type Deps } from './deps.ts';
import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import { mailName, type SealedMail } from '../accounts/mail/queue-mail.ts';
import { listPatids } from '../desk/patient/read-patient.ts';
import { erasureKeysOf } from '../records/retention/erasure-keys.ts';
import type { RetentionDeps } from '../records/retention/links.ts';
import { sealedMails, sharesAddress } from '../records/retention/store-erase.ts';
import { foldEmail } from '../../shared/base/email.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';

/** How an export makes answers and accesses readable. */
export type Readable = Pick<RetentionDeps['exports'], 'answers' | 'accesses'>;
/** Builds the dependencies of deletion and of the export of a person. */
export function retentionLinks(
  d: Deps,
  backup: Pick<BackupService, 'listsBeside'>,
  readable: Readable,
): RetentionDeps {
  const mailKeys = mailKeysOf(d.rootKey);
  return {
    workshop: d.workshop,
    blobs: d.blobs,
    log: d.log,
    now: d.now,
    data: dataOf(d),
    keys: erasureKeysOf(d.rootKey),
    renderer: d.renderer,
    praxis: readPraxisFacts,
    numbersOf: listPatids,
    closedChanged: (cid) => {
      d.closed.forget(cid);
    },
    newId: d.newId,
    exports: {
      ...readable,
      async file(cid, sha256) {
        const keys = await d.keys(cid);
        return d.blobs.get(cid, sha256, { keyId: keys.blobKeyId, key: keys.blobKey });
      },
      async put(cid, bytes) {
        const keys = await d.keys(cid);
        return {
          ...(await d.blobs.put(cid, bytes, { keyId: keys.blobKeyId, key: keys.blobKey })),
          keyId: keys.blobKeyId,
        };
      },
    },
    otherLists: () => backup.listsBeside(),
    listCids: () => listCids(d),
    async mailsOf(look, emails, patids) {
      const own: string[] = [];
      for (const email of new Set(emails.filter((one) => one !== '').map(foldEmail)))
        if (!(await sharesAddress(look, email, patids))) own.push(email);
      if (own.length === 0) return { mailIds: [], hashes: [] };
      const mailIds = (await sealedMails(look))
        .filter((row) =>
          own.includes(
            foldEmail((mailKeys.open(row.sealed, mailName(look.cid, row.id)) as SealedMail).to),
          ),
        )
        .map((row) => row.id);
      return { mailIds, hashes: own.flatMap((email) => mailKeys.addressHashes(email)) };
    },
  };
}
