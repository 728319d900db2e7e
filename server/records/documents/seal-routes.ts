// Routes of the practice's seal: its state, its certificates, its keys and their retirement.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { sealStandingSchema } from '../../../shared/papers/documents.schema.ts';
import {
  retireSealSchema,
  sealKeysSchema,
} from '../../../shared/papers/seal/retired-seal.schema.ts';
import type { HeldCertificate } from '../../../shared/papers/seal/held-certificate.ts';
import { heldCertificatesSchema } from '../../../shared/papers/seal/held-certificate.schema.ts';
import { certificatePem } from '../../paper/seal/authority.ts';
import { revocationListPem } from '../../paper/seal/revocation-list.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { RenewalDeps } from '../../platform/keys/renew-seal.ts';
import { listSealKeys, retireSeal, revocationLists } from '../../platform/keys/retire-seal.ts';
import { sealStanding } from '../../platform/keys/seals.ts';
import { authorities } from './store.ts';
import { listHeld } from './trust/list-held.ts';

const pem = (blocks: readonly string[], name: string) => ({
  bytes: new TextEncoder().encode(blocks.join('\n')),
  type: 'application/x-pem-file',
  headers: { 'Content-Disposition': `attachment; filename="${name}"` },
});

const publicRoutes = (deps: RenewalDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/documents/seal',
      policy: 'document.check',
      summary: 'Whether the seal of the practice holds, and until when',
      answer: sealStandingSchema,
    },
    (_input, context) => sealStanding(context.look()),
  ),
  route(
    {
      method: 'get',
      path: '/documents/ca',
      policy: 'document.read',
      summary: 'Root certificates of the practice, newest first, to be trusted by other readers',
      answerType: 'application/pkix-cert',
    },
    async (_input, context) => {
      const roots = await authorities(context.look());
      if (roots.length === 0) throw new AppError('not_found');
      return pem(roots.map(certificatePem), 'praxis-siegel.pem');
    },
  ),
  route(
    {
      method: 'get',
      path: '/documents/revocations',
      policy: 'document.read',
      summary: 'Revocation lists of the practice, one for each root certificate',
      answerType: 'application/octet-stream',
    },
    async (_input, context) => {
      const lists = await revocationLists(context.look(), deps.rootKey, context.now);
      if (lists.length === 0) throw new AppError('not_found');
      return pem(lists.map(revocationListPem), 'praxis-sperrliste.pem');
    },
  ),
];

/** Lists the routes of the seal. */
export const sealRoutes = (
  deps: RenewalDeps,
  held: () => Promise<readonly HeldCertificate[]>,
): Route[] => [
  ...publicRoutes(deps),
  route(
    {
      method: 'get',
      path: '/documents/seal/keys',
      policy: 'seal.retire',
      summary: 'Seal keys of the practice, newest first',
      answer: sealKeysSchema,
    },
    async (_input, context) => ({ items: await listSealKeys(context.look()) }),
  ),
  route(
    {
      method: 'get',
      path: '/documents/trust',
      policy: 'seal.retire',
      summary: 'Certificates and lists that proofs rest on, with their ends and sources',
      answer: heldCertificatesSchema,
    },
    (_input, context) => listHeld(context.look(), held),
  ),
  route(
    {
      method: 'post',
      path: '/documents/seal/keys/{id}/retire',
      policy: 'seal.retire',
      summary: 'Retire a stolen or lost seal key from a date on; the next one is made at once',
      params: z.strictObject({ id: z.uuid() }),
      body: retireSealSchema,
      answer: sealKeysSchema,
      stepUp: true,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await retireSeal(deps, context.look(), params.id, body);
      return { items: await listSealKeys(context.look()) };
    },
  ),
];
