// Mounts deletion with the slices it needs: files, mails, people, the backup's lists; its routes,
// its job and its daily work.

import type { BackupService } from '../operations/backup/service.ts';
import type { Deps } from './deps.ts';
import { dataOf } from './accounts.links.ts';
import type { JobHandler } from '../platform/jobs/runner.ts';
import type { Job } from '../platform/jobs/store.ts';
import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import { mailName, type SealedMail } from '../accounts/mail/queue-mail.ts';
import { listPatids } from '../desk/patient/read-patient.ts';
import { eraseAgain } from '../records/retention/erase-again.ts';
import { eraseRun } from '../records/retention/erase-run.job.ts';
import { erasureKeysOf } from '../records/retention/erasure-keys.ts';
import {
  exportPerson,
  forgetExports,
  giveUpPersonExport,
} from '../records/retention/export/export-person.job.ts';
import { forgetOld } from '../records/retention/forget-passing.ts';
import type { RetentionDeps } from '../records/retention/links.ts';
import { sealedMails, sharesAddress } from '../records/retention/store-erase.ts';
import { foldEmail } from '../../shared/base/email.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import type { JobKind } from '../platform/work.ts';

/** How an export makes answers and accesses readable. */
export type Readable = Pick<RetentionDeps['exports'], 'answers' | 'accesses'>;
export interface RetentionSide {
  deps: RetentionDeps;
  handlers: Pick<Record<JobKind, JobHandler>, 'erase-run' | 'person-export'>;
  eraseAgain: () => Promise<number>;
  forgetOld: (cid: string) => Promise<void>;
}

export function retentionSide(
  d: Deps,
  backup: Pick<BackupService, 'listsBeside'>,
  readable: Readable,
): RetentionSide {
  const mailKeys = mailKeysOf(d.rootKey);
  const deps: RetentionDeps = {
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
    listCids: async () => (await listPraxisRows(d.store)).map((one) => one.cid),
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
  // Retries when a disk is full for a while or a drive returns, and never leaves a half-done
  // deletion.
  const handlers = {
    'erase-run': { tries: Infinity, run: (job: Job) => eraseRun(deps, job) },
    'person-export': {
      tries: 6,
      run: (job: Job) => exportPerson(deps, job),
      giveUp: giveUpPersonExport(deps),
    },
  };
  return {
    deps,
    handlers,
    eraseAgain: () => eraseAgain(deps),
    async forgetOld(cid) {
      await forgetOld(deps, cid);
      await forgetExports(deps, cid);
    },
  };
}
