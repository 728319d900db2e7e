// Routes of the tray: answers without a record, and decisions of staff about them.

import {
  assignSchema,
  discardSchema,
  filedSchema,
  trayLineSchema,
  unmatchedIdSchema,
  unmatchedListSchema,
  unmatchedSchema,
} from '../../../../shared/forms/task/home.schema.ts';
import { newPatientSchema } from '../../../../shared/desk/patient.schema.ts';
import type { Views } from '../../../platform/audit/views.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import {
  assignUnmatched,
  discardUnmatched,
  recordUnmatched,
  reopenUnmatched,
  type DecideDeps,
} from './decide-unmatched.ts';
import { listUnmatched, readTrayLine, readUnmatched, type TrayDeps } from './read-unmatched.ts';

export const unmatchedRoutes = (deps: TrayDeps & DecideDeps & { views: Views }): Route[] => [
  route(
    {
      method: 'get',
      path: '/tray',
      policy: 'unmatched.work',
      summary: 'How many answers wait for a record, and since when',
      answer: trayLineSchema,
    },
    (_input, context) => readTrayLine(context.look()),
  ),
  route(
    {
      method: 'get',
      path: '/unmatched',
      policy: 'unmatched.work',
      summary: 'Answers that wait for a record, oldest first, and what was decided lately',
      answer: unmatchedListSchema,
    },
    (_input, context) => listUnmatched(context.look(), deps),
  ),
  route(
    {
      method: 'get',
      path: '/unmatched/{unmatchedId}',
      policy: 'unmatched.work',
      summary: 'One set of answers without a record, with whom it may belong to',
      params: unmatchedIdSchema,
      answer: unmatchedSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const { row, unmatched } = await readUnmatched(context.look(), deps, params.unmatchedId);
      await context.write((w) =>
        w.audit(
          'unmatched.viewed',
          { unmatchedId: row.id, requestId: context.requestId },
          row.patid ?? undefined,
        ),
      );
      await deps.views.note(
        context,
        'patient.listed.candidates',
        unmatched.candidates.map((one) => one.patid),
      );
      return unmatched;
    },
  ),
  route(
    {
      method: 'post',
      path: '/unmatched/{unmatchedId}/assign',
      policy: 'unmatched.work',
      summary: 'File answers with a patient',
      params: unmatchedIdSchema,
      body: assignSchema,
      answer: filedSchema,
      errors: ['not_found', 'state_conflict', 'confirm_needed'],
    },
    ({ params, body }, context) =>
      context.write((w) => assignUnmatched(w, deps, params.unmatchedId, body)),
  ),
  route(
    {
      method: 'post',
      path: '/unmatched/{unmatchedId}/record',
      policy: 'unmatched.work',
      summary: 'Make a temporary record and file the answers with it',
      params: unmatchedIdSchema,
      body: newPatientSchema,
      answer: filedSchema,
      errors: ['not_found', 'state_conflict', 'birthdate_invalid', 'confirm_needed'],
    },
    ({ params, body }, context) =>
      context.write((w) => recordUnmatched(w, deps, params.unmatchedId, body)),
  ),
  route(
    {
      method: 'post',
      path: '/unmatched/{unmatchedId}/discard',
      policy: 'unmatched.work',
      summary: 'Put answers aside with a reason (V1); they are kept',
      params: unmatchedIdSchema,
      body: discardSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict', 'comment_too_long'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => discardUnmatched(w, params.unmatchedId, body.reason));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/unmatched/{unmatchedId}/reopen',
      policy: 'unmatched.work',
      summary: 'Take a decision back; nothing was built on it',
      params: unmatchedIdSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, context) => {
      await context.write((w) => reopenUnmatched(w, deps, params.unmatchedId));
      return undefined;
    },
  ),
];
