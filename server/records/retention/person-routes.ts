// Routes below the practice's /retention for the rights of one person: erasure, a closed record, an
// export.

import { AppError } from '../../../shared/base/errors.ts';
import {
  closedListSchema,
  exportParamsSchema,
  keptParamsSchema,
  rightsSchema,
  withIdSchema,
  withReasonSchema,
} from '../../../shared/records/retention.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { meetDemand, noteMark } from './demand.ts';
import { keptPeople, type KeptPerson } from './due.ts';
import { askExport, takeExport } from './export/export-person.job.ts';
import { demandLetter } from './export/letter.ts';
import type { RetentionDeps } from './links.ts';
import { overall, whole } from './overall.ts';
import { readRights } from './person.ts';
import { closeRecord, liftRecord, listClosed, openRecord } from './restrictions.ts';

const ZIP = {
    'Content-Disposition': 'attachment; filename="Auskunft.zip"',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  PDF = {
    'Content-Disposition': 'attachment; filename="Bescheid.pdf"',
    'Cache-Control': 'no-store',
  };

/** Lists the routes of the rights of one person, in the order of the API document. */
export const personRoutes = (deps: RetentionDeps, views: Views): Route[] => [
  ...readRoutes(deps, views),
  ...erasureRoutes(deps),
  ...closureRoutes(deps),
  ...exportRoutes(deps),
];

/** @throws AppError not_found, identical for anyone who does not belong to this practice */
async function requirePerson(
  deps: RetentionDeps,
  context: RequestContext,
  patid: string,
): Promise<KeptPerson> {
  const one = (await keptPeople(overall(deps, context))).find((person) =>
    person.patids.includes(patid),
  );
  if (!one) throw new AppError('not_found');
  return one;
}

const readRoutes = (deps: RetentionDeps, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/closed',
      policy: 'retention.read',
      summary: 'Records that are closed (Art. 18 GDPR)',
      answer: closedListSchema,
    },
    async (_input, context) => {
      const list = await listClosed(overall(deps, context));
      await views.note(
        context,
        'patient.listed.closed',
        list.items.map((one) => one.patid),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/people/{patid}',
      policy: 'retention.read',
      summary:
        'What one person may ask for: what is kept and until when, what goes, holds, a closed record, exports',
      params: keptParamsSchema,
      answer: rightsSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const one = await requirePerson(deps, context, params.patid),
        rights = await readRights(deps, overall(deps, context), context.actor, one);
      await views.note(context, 'rights.viewed', [one.patid]);
      return rights;
    },
  ),
];

const erasureRoutes = (deps: RetentionDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/people/{patid}/erase',
      policy: 'retention.write',
      summary:
        'Erase on demand (Art. 17): all of it a day later where nothing has to be kept, else the rest at once, and the record is closed',
      params: keptParamsSchema,
      body: withIdSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found', 'state_conflict', 'conflict'],
    },
    async ({ params, body }, context) => {
      const one = await requirePerson(deps, context, params.patid);
      await meetDemand(deps, context.cid, context.actor, body.id, one, (work) =>
        whole(deps, context, work),
      );
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/people/{patid}/letter',
      policy: 'retention.read',
      summary:
        'What the person is told after a demand: what went, what is kept, until when, by which law (PDF/A, German)',
      params: keptParamsSchema,
      answerType: 'application/pdf',
      errors: ['not_found', 'state_conflict', 'pdf_failed'],
    },
    async ({ params }, context) => {
      const one = await requirePerson(deps, context, params.patid),
        look = overall(deps, context);
      return {
        bytes: await demandLetter(deps, look, await readRights(deps, look, context.actor, one)),
        type: 'application/pdf',
        headers: PDF,
      };
    },
  ),
];

const closureRoutes = (deps: RetentionDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/people/{patid}/close',
      policy: 'retention.write',
      summary: 'Close a record (Art. 18): in no list any more, not used, opened with a reason only',
      params: keptParamsSchema,
      body: withReasonSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found', 'state_conflict', 'conflict'],
    },
    async ({ params, body }, context) => {
      const one = await requirePerson(deps, context, params.patid);
      await whole(deps, context, (w) => closeRecord(w, body, one));
      deps.closedChanged(context.cid);
      await noteMark(deps, context.cid, one.patids, 'closed', context.now);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/people/{patid}/reopen',
      policy: 'retention.write',
      summary: 'A closed record is open to everybody again',
      params: keptParamsSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const one = await requirePerson(deps, context, params.patid);
      await whole(deps, context, (w) => liftRecord(w, one));
      deps.closedChanged(context.cid);
      await noteMark(deps, context.cid, one.patids, 'lifted', context.now);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/people/{patid}/open',
      policy: 'retention.write',
      summary: 'Open a closed record to oneself for half an hour, with a reason',
      params: keptParamsSchema,
      body: withReasonSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      const one = await requirePerson(deps, context, params.patid);
      await whole(deps, context, (w) => openRecord(w, body, one));
      deps.closedChanged(context.cid);
      return undefined;
    },
  ),
];

const exportRoutes = (deps: RetentionDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/people/{patid}/exports',
      policy: 'retention.write',
      summary: 'Make an export of everything about one person (Art. 15, 20)',
      params: keptParamsSchema,
      body: withIdSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found', 'state_conflict', 'conflict'],
    },
    async ({ params, body }, context) => {
      const one = await requirePerson(deps, context, params.patid);
      await whole(deps, context, (w) => askExport(w, body.id, one));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/exports/{exportId}',
      policy: 'retention.read',
      summary: 'An export that is ready: one ZIP',
      params: exportParamsSchema,
      answerType: 'application/octet-stream',
      stepUp: true,
      errors: ['not_found'],
    },
    async ({ params }, context) => ({
      bytes: await takeExport(deps, overall(deps, context), params.exportId, (work) =>
        whole(deps, context, work),
      ),
      type: 'application/zip',
      headers: ZIP,
    }),
  ),
];
