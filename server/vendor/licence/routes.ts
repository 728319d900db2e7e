// Routes of licences: the owner's below /api, the vendor's below /admin.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { endOf, licenceState } from '../../../shared/vendor/licence.ts';
import {
  askedLicenceSchema,
  issuedFileSchema,
  issuedListSchema,
  issueLicenceSchema,
  licenceUploadSchema,
  licenceViewSchema,
  type IssuedLicence,
  type LicenceView,
} from '../../../shared/vendor/licence.schema.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import { vendorLook } from '../vendor-rows.ts';
import { readLicence } from './file.ts';
import { factsOf } from './gate.ts';
import { askLicence } from './ask-licence.ts';
import { blockLicence, takeUpload } from './issue-licence.ts';
import type { LicenceDeps } from './links.ts';
import { findIssued, findLicence, listIssued, listPractices } from './store.ts';

const params = z.strictObject({ tenant: z.string().min(1).max(64) });

async function viewOf(deps: LicenceDeps, look: Look): Promise<LicenceView> {
  const facts = factsOf(deps, await findLicence(look), look.now),
    { terms } = facts;
  return {
    state: licenceState(facts, look.now),
    licence: terms
      ? {
          serialnumber: terms.serialnumber,
          plan: terms.plan,
          modules: terms.modules,
          seats: { used: await deps.countOf(look, 'user'), limit: terms.seats },
          tablets: { used: await deps.countOf(look, 'tablet'), limit: terms.tablets },
          validUntil: terms.validUntil,
          renewBy: endOf(terms),
        }
      : null,
  };
}

/** Lists the owner's routes. */
export const licenceRoutes = (deps: LicenceDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/licence',
      policy: 'licence.read',
      summary: 'Licence of the practice',
      answer: licenceViewSchema,
    },
    (_, c) => viewOf(deps, c.look()),
  ),
  route(
    {
      method: 'post',
      path: '/licence',
      policy: 'licence.write',
      summary: 'Store a licence file of the vendor',
      body: licenceUploadSchema,
      answer: licenceViewSchema,
      errors: ['validation'],
    },
    async ({ body: { file } }, c) => {
      await takeUpload(deps, c.cid, file);
      return viewOf(deps, c.look());
    },
  ),
];

async function issuedOf(deps: LicenceDeps): Promise<IssuedLicence[]> {
  const names = new Map((await listPractices(deps.store)).map(({ cid, name }) => [cid, name])),
    now = deps.now();
  return (await listIssued(deps.store)).flatMap((row) => {
    const terms = readLicence(deps.keys, row.file);
    return terms
      ? [
          {
            tenant: row.tenant,
            praxisName: names.get(row.tenant) ?? '',
            serialnumber: terms.serialnumber,
            plan: terms.plan,
            seats: terms.seats,
            tablets: terms.tablets,
            validUntil: terms.validUntil,
            issuedAt: terms.issuedAt,
            seq: terms.seq,
            state: licenceState({ isOn: true, terms, noticedAt: now }, now),
          },
        ]
      : [];
  });
}

/** Lists the vendor's routes. */
export const licenceAdminRoutes = (deps: LicenceDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/licences',
      policy: 'vendor.read',
      summary: 'Newest licence of every practice, the latest first',
      answer: issuedListSchema,
    },
    async () => ({
      items: await issuedOf(deps),
      publicKey: deps.keys.signer?.publicKey ?? null,
    }),
  ),
  route(
    {
      method: 'post',
      path: '/licences',
      policy: 'vendor.licences',
      summary:
        'Issue a licence by hand; one that no contract pays waits for a second administrator',
      body: issueLicenceSchema,
      answer: askedLicenceSchema,
      stepUp: true,
      errors: ['validation', 'state_conflict', 'conflict'],
    },
    async ({ body }, c) => ({ file: await askLicence(deps, requireUser(c), body) }),
  ),
  route(
    {
      method: 'get',
      path: '/licences/{tenant}/file',
      policy: 'vendor.licences',
      summary: 'Newest file of a practice, for a server elsewhere',
      params,
      answer: issuedFileSchema,
      errors: ['not_found'],
    },
    async ({ params: { tenant } }) => {
      const look = vendorLook(deps.workshop),
        row = await findIssued(look, tenant);
      if (!row) throw new AppError('not_found');
      return { file: row.file };
    },
  ),
  route(
    {
      method: 'post',
      path: '/licences/{tenant}/block',
      policy: 'vendor.licences',
      summary: 'Block a licence, or lift its block',
      params,
      body: z.strictObject({ isBlocked: z.boolean() }),
      answerType: 'none',
      stepUp: true,
      errors: ['state_conflict', 'not_found'],
    },
    async ({ params: { tenant }, body: { isBlocked } }, c) => {
      await blockLicence(deps, c.actor, tenant, isBlocked);
      return undefined;
    },
  ),
];
