// The wing of records: documents, consents, texts, papers, files, retention, and the exchange with
// the practice software.

import { VENDOR_CID } from '../../shared/base/roles.ts';
import { R4C, type Module } from '../platform/module.ts';
import { makeReceipt } from './consent/receipt.job.ts';
import { consentRoutes } from './consent/routes.ts';
import { documentsRoutes } from './documents/routes.ts';
import { queueRaising, raiseDocument, raiseDocuments } from './documents/raise-proof.job.ts';
import { insertDocument } from './documents/store.ts';
import { paperRoutes } from './emergency/routes.ts';
import { bucketRoutes } from './files/routes.ts';
import { agreementRoutes } from './papers/agreement-routes.ts';
import { fileScan, giveUpScan } from './papers/file-scan.job.ts';
import { printRoutes } from './papers/routes.ts';
import { scanRoutes } from './papers/scan-routes.ts';
import { forgetScans } from './papers/tray.ts';
import { eraseRun } from './retention/erase-run.job.ts';
import {
  exportPerson,
  forgetExports,
  giveUpPersonExport,
} from './retention/export/export-person.job.ts';
import { forgetOld } from './retention/forget-passing.ts';
import { personRoutes } from './retention/person-routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { basisOf } from './texts/text-library.ts';
import { textRoutes } from './texts/routes.ts';
import { exportTask, giveUpExport } from './transfer/export-task.job.ts';
import { doctosyncRoutes } from './transfer/routes.ts';
import type { RecordsDeps } from './wiring.ts';

declare module '../platform/work.ts' {
  interface JobKinds {
    'export-task': true;
    'withdrawal-receipt': true;
    'file-scan': true;
    'erase-run': true;
    'person-export': true;
    'raise-proof': true;
    'raise-proofs': true;
  }
}

const PRACTICE = { section: 'records', role: 'r4c', path: R4C } as const,
  PAPERS = { ...PRACTICE, path: `${R4C}/papers` } as const;

const routesOf = (deps: RecordsDeps): Module['routes'] => {
  const { retention, views } = deps;
  return [
    { ...PRACTICE, path: `${R4C}/notfall`, routes: paperRoutes(deps.emergency) },
    { ...PAPERS, routes: printRoutes(deps.papers) },
    { ...PAPERS, routes: scanRoutes(deps.scans) },
    { ...PAPERS, routes: agreementRoutes(deps.agreements) },
    { ...PRACTICE, path: `${R4C}/texts`, routes: textRoutes(deps.texts) },
    {
      section: 'records',
      role: 'doctosync',
      path: `${R4C}/doctosync`,
      routes: doctosyncRoutes(deps.transfer),
    },
    { ...PRACTICE, routes: documentsRoutes(deps.documents) },
    { ...PRACTICE, path: `${R4C}/admin/bucket`, routes: bucketRoutes(deps.files) },
    { ...PRACTICE, routes: consentRoutes(deps.consents, views) },
    {
      section: 'retention',
      role: 'r4c',
      path: `${R4C}/retention`,
      routes: [...retentionRoutes(retention, views), ...personRoutes(retention, views)],
    },
  ];
};

/** An expired seal is renewed sooner or later: papers wait for it and are never given up. */
const WAITS_FOR_SEAL = ['seal_over'] as const;
/** About half an hour of retries with growing pauses; then staff is notified. */
const EXPORT_TRIES = 14;

/** Retries for half an hour; then the run of the next day takes it up. */
const PROOF_TRIES = 14;
const proofJobs = ({ raising }: RecordsDeps): Module['jobs'] =>
  raising === undefined
    ? {}
    : {
        'raise-proof': {
          tries: PROOF_TRIES,
          waitsFor: WAITS_FOR_SEAL,
          run: (job) => raiseDocument(raising, job),
        },
        'raise-proofs': {
          tries: PROOF_TRIES,
          waitsFor: WAITS_FOR_SEAL,
          run: (job) => raiseDocuments(raising, job),
        },
      };

const jobsOf = ({ sealing, retention, exportTask: exporting }: RecordsDeps): Module['jobs'] => ({
  'withdrawal-receipt': {
    tries: Infinity,
    waitsFor: WAITS_FOR_SEAL,
    run: (job) =>
      makeReceipt(
        {
          ...sealing,
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
    giveUp: giveUpScan(sealing),
    run: (job) =>
      fileScan(
        {
          ...sealing,
          list: async (w, file) => {
            await insertDocument(w, { ...file, mime: 'application/pdf' });
          },
        },
        job,
      ),
  },
  'export-task': {
    tries: EXPORT_TRIES,
    run: (job) => exportTask(exporting, job),
    giveUp: giveUpExport(exporting),
  },
  // Retries when a disk is full for a while or a drive returns, and never leaves a half-done
  // deletion.
  'erase-run': { tries: Infinity, run: (job) => eraseRun(retention, job) },
  'person-export': {
    tries: 6,
    run: (job) => exportPerson(retention, job),
    giveUp: giveUpPersonExport(retention),
  },
});

/** Builds the routes, jobs and daily work of records. */
export const recordsModule = (deps: RecordsDeps): Module => ({
  routes: routesOf(deps),
  jobs: { ...jobsOf(deps), ...proofJobs(deps) },
  async daily(cid) {
    if (cid === VENDOR_CID) return;
    await forgetScans(deps.retention, cid);
    await forgetOld(deps.retention, cid);
    await forgetExports(deps.retention, cid);
    if (deps.raising) await queueRaising(deps.raising, cid);
  },
});
