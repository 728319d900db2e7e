// The part of the server that belongs to no wing: audit, keys of practices, old jobs.

import path from 'node:path';
import { berlinDay } from '../../shared/base/dates.ts';
import { AppError } from '../../shared/base/errors.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { listName } from '../../shared/desk/patient.ts';
import { personName } from '../analytics/worklists/lines.ts';
import { peopleOf } from '../analytics/worklists/store-plans.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { usersOf } from '../accounts/users/users-of.ts';
import { listPatids } from '../desk/patient/read-patient.ts';
import { findPatientRows } from '../desk/patient/store.ts';
import { listTablets } from '../desk/tablet/store.ts';
import type { AccessPdfDeps } from '../platform/audit/access-pdf.ts';
import { HEADS_FILE, signHead, type HeadDeps } from '../platform/audit/heads.ts';
import type { AuditNames } from '../platform/audit/read-audit.ts';
import { auditReadRoutes, auditRoutes } from '../platform/audit/routes.ts';
import { OLD_JOB_MS, removeOldJobs } from '../platform/jobs/store.ts';
import { queueRenewal, renewSeal } from '../platform/keys/renew-seal.ts';
import { checkStored, queueCheck } from '../platform/keys/cells/check-stored.ts';
import { queueSealing, sealStored } from '../platform/keys/cells/seal-stored.ts';
import { sealStanding } from '../platform/keys/seals.ts';
import { rootKeyId } from '../platform/keys/rootkey/root-key.ts';
import { keysOf } from '../platform/keys/rootkey/root-keys.ts';
import { queueRewrap, requireKnown, rewrapKeys } from '../platform/keys/rootkey/rewrap.ts';
import { ensureVendorSeal } from '../platform/keys/vendor-seal.ts';
import { R4C, type Module } from '../platform/module.ts';
import { dataOf, type Deps } from './deps.ts';
import { rewrapInstallation } from './rotate-root.ts';

/** Names of the people and devices in the audit log. */
export const auditNames: AuditNames = {
  people: async (look) => [...(await usersOf(look))].map(([id, name]) => ({ id, name })),
  tablets: async (look) => (await listTablets(look)).map(({ id, name }) => ({ id, name })),
  numbersOf: (look, patid) => listPatids(look, patid),
  async patients(look, patids) {
    const names = new Map((await findPatientRows(look, patids)).map((p) => [p.patid, listName(p)]));
    // Lists also show people whom only the practice software delivered.
    const delivered = await peopleOf(
      look,
      patids.filter((patid) => !names.has(patid)),
    );
    for (const [patid, person] of delivered) names.set(patid, personName(person));
    return names;
  },
};

/** Returns the dependencies of the sheet that lists the accesses to one patient. */
export const accessDeps = (d: Deps): AccessPdfDeps => ({
  renderer: d.renderer,
  praxis: readPraxisFacts,
  birthOf: async (look, patid) => (await findPatientRows(look, [patid]))[0]?.geburtsdatum,
});

/** Queues the renewal of a seal where it is due, and logs that it expires soon. */
export async function queueSealRenewal(d: Deps, cid: string): Promise<void> {
  await queueRenewal(d, cid);
  const { state, validUntil } = await sealStanding(d.workshop.look(cid, { kind: 'system', cid }));
  if (state !== 'ok')
    d.log.note('seal.wants', {
      cid,
      state,
      until: validUntil === null ? '' : berlinDay(validUntil),
    });
}

const headDeps = (d: Deps): HeadDeps => ({
  workshop: d.workshop,
  file: path.join(dataOf(d), HEADS_FILE),
  keys: (cid) => (cid === VENDOR_CID ? ensureVendorSeal(d) : d.keys(cid)),
});

/** Signs the head of a chain; without a valid seal a job waits for it. */
async function signHeadOnce(d: Deps, cid: string): Promise<void> {
  try {
    await signHead(headDeps(d), cid);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'seal_over')) throw error;
    await d.workshop.write(cid, { kind: 'system', cid }, (w) =>
      w.job('sign-head', `head:${berlinDay(w.now)}`, {}),
    );
  }
}

/** Wraps the keys of a practice, with those of the vendor also the installation's own. */
async function rewrap(d: Deps, cid: string, id: string): Promise<void> {
  requireKnown(d.rootKey, id);
  const count = await rewrapKeys(d, cid);
  if (cid === VENDOR_CID && !(d.rootKey instanceof Uint8Array))
    await rewrapInstallation(d.store, d.rootKey, dataOf(d));
  d.log.note('keys.rewrapped', { cid, count });
}

/** Builds the routes of the audit log, renewal of seals, signed heads, old jobs. */
export function platformModule(d: Deps): Module {
  return {
    routes: [
      {
        section: 'audit',
        role: 'metrics',
        path: '/api',
        routes: auditReadRoutes(auditNames, accessDeps(d)),
      },
      { section: 'audit-check', role: 'r4c', path: R4C, routes: auditRoutes() },
    ],
    jobs: {
      'renew-seal': { tries: Infinity, run: (job) => renewSeal(d, job.cid) },
      'seal-cells': {
        tries: Infinity,
        run: (job) => sealStored(d, job.cid),
      },
      'rewrap-keys': {
        tries: 100,
        run: (job) => rewrap(d, job.cid, String(job.payload.rootKeyId)),
      },
      'check-cells': { tries: 3, run: (job) => checkStored(d, job.cid) },
      'sign-head': {
        tries: 20,
        waitsFor: ['seal_over'],
        run: async (job) => {
          await signHead(headDeps(d), job.cid);
        },
      },
    },
    async daily(cid) {
      await signHeadOnce(d, cid);
      const today = berlinDay(d.now()),
        [newest, ...older] = keysOf(d.rootKey);
      await queueSealing(
        { ...d, isEveryServerNew: d.isEveryServerNew ?? (() => Promise.resolve(true)) },
        cid,
      );
      await queueCheck(d.workshop, cid, today);
      // A rotation that its command did not end goes on.
      if (newest && older.length > 0) await queueRewrap(d.workshop, cid, rootKeyId(newest), today);
    },
    tidy: () => removeOldJobs(d.store, d.now() - OLD_JOB_MS),
  };
}
