// Routes of master data changes: open ones, accepting, declining and undoing that, and the list for
// the practice software.

import {
  changeIdsSchema,
  changesParams,
  decidedFieldsSchema,
  noteChangesSchema,
  openChangesSchema,
  patientChangesSchema,
  peopleCountSchema,
  takeChangesSchema,
  takenChangesSchema,
} from '../../../shared/desk/master-data.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import { declineChanges, noteChanges, reopenChanges, takeChanges } from './decide-changes.ts';
import { listOpen, listTaken, readChanges } from './read-changes.ts';

const ONE = '/patients/{patid}/changes';

export interface ChangeLinks {
  /** Called in the transaction that accepts changes. */
  changesTaken: (w: Work, patid: string, changes: string[]) => Promise<void>;
}

export const changeRoutes = (views: Views, { changesTaken }: ChangeLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/changes',
      policy: 'patient.write',
      summary: 'Everybody with open changes of master data',
      answer: openChangesSchema,
    },
    async (_input, context) => {
      const list = await listOpen(context.look());
      await views.note(
        context,
        'patient.changes',
        list.map((one) => one.patid),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/changes/count',
      policy: 'patient.write',
      summary: 'How many people have open changes of master data',
      answer: peopleCountSchema,
    },
    async (_input, context) => ({ people: (await listOpen(context.look())).length }),
  ),
  route(
    {
      method: 'get',
      path: '/changes/taken',
      policy: 'patient.write',
      summary: 'Accepted changes that are to be written into the practice software',
      answer: takenChangesSchema,
    },
    async (_input, context) => {
      const list = await listTaken(context.look());
      await views.note(
        context,
        'patient.changes',
        list.map((one) => one.patid),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: ONE,
      policy: 'patient.read',
      summary: 'Master data of one person and what they answered otherwise',
      params: changesParams,
      answer: patientChangesSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      context.requirePatient(params.patid);
      const changes = await readChanges(context.look(), params.patid);
      await context.write((w) =>
        w.audit('patient.viewed', { requestId: context.requestId }, changes.patid),
      );
      return changes;
    },
  ),
  route(
    {
      method: 'post',
      path: `${ONE}/take`,
      policy: 'patient.write',
      summary: 'Take changes over into the record, all of them or none',
      params: changesParams,
      body: takeChangesSchema,
      answer: decidedFieldsSchema,
      errors: ['not_found', 'record_changed', 'birthdate_invalid', 'state_conflict'],
    },
    async ({ params, body }, context) => ({
      fields: await context.write(async (w) => {
        const { taken, patid, changes } = await takeChanges(w, params.patid, body.changes);
        await changesTaken(w, patid, changes);
        return taken;
      }),
    }),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}/decline`,
      policy: 'patient.write',
      summary: 'Leave the record as it is',
      params: changesParams,
      body: changeIdsSchema,
      answer: decidedFieldsSchema,
      errors: ['not_found'],
    },
    async ({ params, body }, context) => ({
      fields: (await context.write((w) => declineChanges(w, params.patid, body.changeIds)))
        .declined,
    }),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}/reopen`,
      policy: 'patient.write',
      summary: 'Take declining back, for a moment',
      params: changesParams,
      body: changeIdsSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => reopenChanges(w, params.patid, body.changeIds));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: `${ONE}/noted`,
      policy: 'patient.write',
      summary: 'Tick off changes that were written into the practice software',
      params: changesParams,
      body: noteChangesSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => noteChanges(w, params.patid, body.changeIds, body.isNoted));
      return undefined;
    },
  ),
];
