// Routes below the practice's /papers for fee agreements: created, printed with a code, returned,
// revoked.

import {
  agreementParams,
  agreementsQuerySchema,
  agreementsSchema,
  newAgreementSchema,
  voidAgreementSchema,
  withdrawAgreementSchema,
} from '../../../shared/papers/agreement.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import {
  listAgreements,
  makeAgreement,
  noteBack,
  printAgreement,
  requireAgreement,
  undoBack,
  voidAgreement,
  withdrawAgreement,
  type AgreementDeps,
} from './agreements.ts';

export const agreementRoutes = (deps: AgreementDeps & { views: Views }): Route[] => [
  route(
    {
      method: 'get',
      path: '/agreements',
      policy: 'board.work',
      summary:
        'Fee agreements that were printed, of one person or of everybody, and where each of them is',
      query: agreementsQuerySchema,
      answer: agreementsSchema,
      errors: ['not_found'],
    },
    async ({ query }, context) => {
      if (query.patid !== undefined) context.requirePatient(query.patid);
      const items = await listAgreements(context.look(), deps.links, query.patid);
      await deps.views.note(
        context,
        'patient.listed.agreements',
        items.map((one) => one.patid),
      );
      return { items };
    },
  ),
  route(
    {
      method: 'post',
      path: '/agreements',
      policy: 'board.work',
      summary: 'Keep a fee agreement (§ 2 GOZ), so that it can be printed and its scan finds it',
      body: newAgreementSchema,
      answerType: 'none',
      errors: ['not_found', 'validation', 'conflict', 'pdf_failed'],
    },
    async ({ body }, context) => {
      context.requirePatient(body.patid);
      await makeAgreement(deps, context, body);
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/agreements/{agreementId}/print',
      policy: 'board.work',
      summary: 'The sheet with a code on each page (PDF/A)',
      params: agreementParams,
      answerType: 'application/pdf',
      errors: ['not_found', 'state_conflict', 'pdf_failed'],
    },
    async ({ params }, context) => ({
      bytes: await printAgreement(deps, context, params.agreementId),
      type: 'application/pdf',
      headers: {
        'Content-Disposition': `inline; filename="${params.agreementId}.pdf"`,
        'Cache-Control': 'no-store',
      },
    }),
  ),
  route(
    {
      method: 'post',
      path: '/agreements/{agreementId}/back',
      policy: 'board.work',
      summary: 'The signed sheet is here',
      params: agreementParams,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, context) => {
      await requireAgreement(context, params.agreementId);
      await context.write((w) => noteBack(w, params.agreementId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/agreements/{agreementId}/back/undo',
      policy: 'board.work',
      summary: 'It was ticked off by mistake: the sheet is out again, within ten seconds',
      params: agreementParams,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, context) => {
      await requireAgreement(context, params.agreementId);
      await context.write((w) => undoBack(w, params.agreementId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/agreements/{agreementId}/withdraw',
      policy: 'board.work',
      summary: 'One without a scan is not to count, with the reason',
      params: agreementParams,
      body: withdrawAgreementSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await requireAgreement(context, params.agreementId);
      await context.write((w) => withdrawAgreement(w, params.agreementId, body.note));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/agreements/{agreementId}/void',
      policy: 'document.upload',
      stepUp: true,
      summary: 'Its scan does not belong to it, or it does not count any more, with the reason',
      params: agreementParams,
      body: voidAgreementSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await requireAgreement(context, params.agreementId);
      await context.write((w) => voidAgreement(deps, w, params.agreementId, body));
      return undefined;
    },
  ),
];
