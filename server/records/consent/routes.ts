// Routes below the practice's /consents, /factoring and /factoringinit.

import { z } from 'zod';
import { peopleCountSchema } from '../../../shared/desk/master-data.schema.ts';
import {
  consentParams,
  consentsSchema,
  consentTaskParams,
  oldVersionsSchema,
  repeatSchema,
  voidSchema,
  withdrawalParams,
  withdrawnSchema,
  withdrawSchema,
} from '../../../shared/papers/consent.schema.ts';
import {
  factoringInitParams,
  factoringInitSchema,
  factoringPatientParams,
  factoringStateSchema,
  factoringTaskSchema,
  partnerParams,
  partnersSchema,
  savedPartnerSchema,
} from '../../../shared/papers/factoring.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { createFactoring, initFactoring, readFactoring } from './factoring.ts';
import type { ConsentLinks } from './links.ts';
import { listOldVersions } from './old-versions.ts';
import { endPartner, listPartners, savePartner } from './partners.ts';
import { readConsents } from './read-consents.ts';
import { repeatPaper, voidPaper } from './void-paper.ts';
import { takeBack, withdraw } from './withdraw.ts';

const sentSchema = z.strictObject({ mappeId: z.string(), undoUntil: z.number() });
const SENDING = ['not_found', 'state_conflict', 'validation', 'conflict'] as const;

export const consentRoutes = (links: ConsentLinks, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/consents/patients/{patid}',
      policy: 'consent.read',
      summary: 'What one person consented to, by purpose, with what was withdrawn',
      params: consentParams,
      answer: consentsSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const found = await readConsents(context.look(), links, params.patid);
      await context.write((w) =>
        w.audit('consents.viewed', { requestId: context.requestId }, found.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'post',
      path: '/consents/tasks/{taskId}/withdraw',
      policy: 'consent.write',
      summary: 'Withdraw a consent or single declarations of it, without a reason',
      params: consentTaskParams,
      body: withdrawSchema,
      answer: withdrawnSchema,
      errors: [...SENDING],
    },
    ({ params, body }, context) =>
      context.write((w) => withdraw(w, links, { taskId: params.taskId, ...body })),
  ),
  route(
    {
      method: 'post',
      path: '/consents/withdrawals/{withdrawalId}/undo',
      policy: 'consent.write',
      summary: 'Take a withdrawal back within its seconds',
      params: withdrawalParams,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, context) => {
      await context.write((w) => takeBack(w, params.withdrawalId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/consents/tasks/{taskId}/void',
      policy: 'consent.write',
      summary: 'A signed paper does not count, with the reason; it stays stored',
      params: consentTaskParams,
      body: voidSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => voidPaper(w, links, params.taskId, body.reason));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/consents/tasks/{taskId}/repeat',
      policy: 'consent.write',
      summary:
        'Send the same paper anew in its newest version; what is signed replaces the old one',
      params: consentTaskParams,
      body: repeatSchema,
      answer: sentSchema,
      errors: [...SENDING],
    },
    ({ params, body }, context) => context.write((w) => repeatPaper(w, links, params.taskId, body)),
  ),
  route(
    {
      method: 'get',
      path: '/consents/old',
      policy: 'consent.read',
      summary: 'Who signed a version that has a newer one by now',
      answer: oldVersionsSchema,
    },
    async (_input, context) => {
      const list = await listOldVersions(context.look(), links);
      await views.note(
        context,
        'patient.listed.old_versions',
        list.items.flatMap((one) => one.people.map((p) => p.patid)),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/consents/old/count',
      policy: 'consent.read',
      summary: 'How many people signed a version that has a newer one by now',
      answer: peopleCountSchema,
    },
    async (_input, context) => ({
      people: new Set(
        (await listOldVersions(context.look(), links)).items.flatMap((one) =>
          one.people.map(({ patid }) => patid),
        ),
      ).size,
    }),
  ),
  route(
    {
      method: 'get',
      path: '/factoring/partners',
      policy: 'consent.read',
      summary: 'Billing companies of the practice, and those whose rule is known',
      answer: partnersSchema,
    },
    (_input, context) => listPartners(context.look()),
  ),
  route(
    {
      method: 'put',
      path: '/factoring/partners',
      policy: 'factoring.write',
      summary: 'Write a billing company down, or change it',
      body: savedPartnerSchema,
      answerType: 'none',
      errors: ['validation', 'conflict'],
    },
    async ({ body: { id, ...partner } }, context) => {
      await context.write((w) => savePartner(w, id, partner));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/factoring/partners/{partnerId}/end',
      policy: 'factoring.write',
      summary: 'A billing company is not offered any more',
      params: partnerParams,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write((w) => endPartner(w, params.partnerId));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/factoring/patients/{patid}',
      policy: 'consent.read',
      summary: 'Where the consent to each billing company stands',
      params: factoringPatientParams,
      answer: factoringStateSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const found = await readFactoring(context.look(), links, params.patid);
      await context.write((w) =>
        w.audit('consents.viewed', { requestId: context.requestId }, found.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'post',
      path: '/factoring/tasks',
      policy: 'consent.write',
      summary: 'Send the consent to one billing company',
      body: factoringTaskSchema,
      answer: sentSchema,
      errors: [...SENDING, 'birthdate_invalid'],
    },
    ({ body }, context) => context.write((w) => createFactoring(w, links, body)),
  ),
  route(
    {
      method: 'get',
      path: '/factoringinit/{patid}/{partnerId}',
      policy: 'consent.read',
      summary: 'What the consent to a billing company needs to begin, and whether it may (V6)',
      params: factoringInitParams,
      answer: factoringInitSchema,
      errors: ['not_found', 'birthdate_invalid'],
    },
    async ({ params }, context) => {
      const found = await initFactoring(context.look(), links, params.patid, params.partnerId);
      await views.note(context, 'patient.listed.partner', [params.patid]);
      return found;
    },
  ),
];
