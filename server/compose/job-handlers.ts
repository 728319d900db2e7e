// Binds the kinds of jobs to the commands of the slices that run them.

import { cleanPhotos } from '../desk/forms/answers/clean-photos.job.ts';
import { makeReceipt } from '../records/consent/receipt.job.ts';
import type { Deps } from './deps.ts';
import { fileDocument, replaceDocument } from '../records/documents/file-document.ts';
import { insertDocument } from '../records/documents/store.ts';
import { renewSeal } from '../platform/keys/renew-seal.ts';
import type { MailDeps } from '../accounts/mail/mail-deps.ts';
import { createSendMail, giveUpMail } from '../accounts/mail/send-mail.job.ts';
import { fileScan, giveUpScan } from '../records/papers/file-scan.job.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { prepareDocument } from '../desk/signature/prepare-document.job.ts';
import { sealDocument } from '../desk/signature/seal-document.job.ts';
import { timestampDocument } from '../desk/signature/timestamp-document.job.ts';
import { tabletSide } from '../desk/sync/feed.ts';
import { filePaper } from '../desk/task/change-task.ts';
import { closeMappe } from '../desk/task/close-mappe.ts';
import { markPrepared } from '../desk/task/mark-prepared.ts';
import { failTask, moveTaskById } from '../desk/task/move-task.ts';
import { basisOf } from '../records/texts/text-library.ts';
import type { JobKind } from '../platform/work.ts';
import { carryHandler } from './carry-delivery.ts';
import type { JobHandler } from '../platform/jobs/runner.ts';
import { SCAN_LINKS } from './papers.links.ts';
import type { Job } from '../platform/jobs/store.ts';

/**
 * An expired seal is renewed sooner or later: signed documents wait for it and are never given up.
 */
const WAITS_FOR_SEAL = ['seal_over'] as const;

/** Handler of each kind of job, its number of attempts, and its action after the last failure. */
export function jobHandlers(d: Deps, mail: MailDeps): Partial<Record<JobKind, JobHandler>> {
  const giveUp = (job: Job, code: string): Promise<void> =>
    d.workshop.write(job.cid, { kind: 'system', cid: job.cid }, (w) =>
      failTask(w, String(job.payload.taskId), code),
    );
  const base = { workshop: d.workshop, blobs: d.blobs, keys: d.keys };
  const { tsa } = d;
  return {
    'prepare-document': {
      tries: 5,
      giveUp,
      run: (job) =>
        prepareDocument(
          {
            ...base,
            renderer: d.renderer,
            markPrepared: (w, id, made) => markPrepared(w, tabletSide, id, made),
          },
          job,
        ),
    },
    'renew-seal': { tries: Infinity, run: (job) => renewSeal(d, job.cid) },
    'seal-document': {
      tries: 8,
      waitsFor: WAITS_FOR_SEAL,
      giveUp,
      run: (job) =>
        sealDocument(
          {
            ...base,
            renderer: d.renderer,
            sealer: d.sealer,
            tsa,
            now: d.now,
            moveTask: moveTaskById,
            fileDocument,
          },
          job,
        ),
    },
    ...(tsa && {
      'timestamp-document': {
        tries: Infinity,
        run: (job: Job) =>
          timestampDocument({ ...base, sealer: d.sealer, tsa, replaceDocument }, job),
      },
    }),
    // A day of attempts: mail servers defer unknown senders.
    'send-mail': { tries: 300, giveUp: giveUpMail(mail), run: createSendMail(mail) },
    'withdrawal-receipt': {
      tries: Infinity,
      waitsFor: WAITS_FOR_SEAL,
      run: (job) =>
        makeReceipt(
          {
            ...base,
            renderer: d.renderer,
            sealer: d.sealer,
            tsa,
            now: d.now,
            praxis: readPraxisFacts,
            basisOf,
            fileReceipt: async (w, file) => {
              await insertDocument(w, { ...file, taskId: null, mime: 'application/pdf' });
            },
          },
          job,
        ),
    },
    'file-scan': {
      tries: 12,
      waitsFor: WAITS_FOR_SEAL,
      giveUp: giveUpScan(base),
      run: (job) =>
        fileScan(
          {
            ...base,
            renderer: d.renderer,
            sealer: d.sealer,
            tsa,
            now: d.now,
            praxis: readPraxisFacts,
            links: SCAN_LINKS,
            list: async (w, file) => {
              await insertDocument(w, { ...file, mime: 'application/pdf' });
            },
            filePaper: (w, taskId, by) => filePaper(w, tabletSide, taskId, by),
          },
          job,
        ),
    },
    'carry-delivery': carryHandler({ workshop: d.workshop }),
    'clean-photos': {
      tries: 5,
      run: (job) =>
        cleanPhotos(
          { workshop: d.workshop, reencode: (picture) => d.pictures.reencode(picture) },
          job,
        ),
    },
    'close-mappen': {
      tries: 20,
      run: (job) =>
        d.workshop.write(job.cid, { kind: 'system', cid: job.cid }, (w) =>
          closeMappe(w, tabletSide, String(job.payload.mappeId)),
        ),
    },
  };
}
