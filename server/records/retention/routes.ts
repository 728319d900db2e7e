// Routes below the practice's /retention: due records, holds, released deletions and their reports.

import {
  dueListSchema,
  holdListSchema,
  holdParamsSchema,
  newHoldSchema,
  releaseSchema,
  runListSchema,
  runParamsSchema,
} from '../../../shared/records/retention.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { keptPeople, readDue } from './due.ts';
import { liftHold, listHolds, setHold } from './holds.ts';
import { overall, whole } from './overall.ts';
import type { RetentionDeps } from './links.ts';
import { readRuns, release, stopRun } from './release.ts';
import { reportPdf } from './report.ts';

export const retentionRoutes = (deps: RetentionDeps, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/due',
      policy: 'retention.read',
      summary: 'Records whose periods are over, oldest first, with the periods',
      answer: dueListSchema,
    },
    async (_input, context) => {
      const list = await readDue(overall(deps, context));
      await views.note(
        context,
        'patient.listed.due',
        list.items.map((one) => one.patid),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/runs',
      policy: 'retention.read',
      summary: 'Released deletions, newest first; numbers only',
      answer: runListSchema,
    },
    async (_input, context) => ({ items: await readRuns(context.look()) }),
  ),
  route(
    {
      method: 'post',
      path: '/runs',
      policy: 'retention.write',
      summary: 'Release exactly these records for deletion; it begins a day later',
      body: releaseSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['validation', 'record_changed', 'conflict'],
    },
    async ({ body }, context) => {
      const people = await keptPeople(overall(deps, context));
      await whole(deps, context, (w) => release(w, deps.keys, body, people));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/runs/{runId}/stop',
      policy: 'retention.write',
      summary: 'Stop a released deletion before it begins',
      params: runParamsSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, context) => {
      await context.write((w) => stopRun(w, params.runId));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/runs/{runId}/report',
      policy: 'retention.read',
      summary: 'Report of a deletion (PDF/A, German): numbers, no names',
      params: runParamsSchema,
      answerType: 'application/pdf',
      errors: ['not_found', 'state_conflict', 'pdf_failed'],
    },
    async ({ params }, context) => ({
      bytes: await reportPdf(deps, context.look(), params.runId),
      type: 'application/pdf',
      headers: {
        'Content-Disposition': 'attachment; filename="Loeschbericht.pdf"',
        'Cache-Control': 'no-store',
      },
    }),
  ),
  route(
    {
      method: 'get',
      path: '/holds',
      policy: 'retention.read',
      summary: 'Holds that stand',
      answer: holdListSchema,
    },
    async (_input, context) => {
      const items = await listHolds(overall(deps, context));
      await views.note(
        context,
        'patient.listed.held',
        items.map((one) => one.patid),
      );
      return { items };
    },
  ),
  route(
    {
      method: 'post',
      path: '/holds',
      policy: 'retention.write',
      summary: 'Nothing of one person is deleted until this is lifted',
      body: newHoldSchema,
      answerType: 'none',
      errors: ['not_found', 'conflict', 'state_conflict'],
    },
    async ({ body }, context) => {
      const person = (await keptPeople(overall(deps, context))).find((one) =>
        one.patids.includes(body.patid),
      );
      await context.write((w) => setHold(w, body, person));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/holds/{holdId}/lift',
      policy: 'retention.write',
      summary: 'Lift a hold',
      params: holdParamsSchema,
      answerType: 'none',
      stepUp: true,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write((w) => liftHold(w, params.holdId));
      return undefined;
    },
  ),
];
