// Routes below the practice's /patient: search, one record, manual record, merging, treatment
// rooms, master data changes.

import { z } from '@hono/zod-openapi';
import {
  arrivalSchema,
  enterRoomSchema,
  familyMemberSchema,
  foundPatientSchema,
  leaveRoomSchema,
  mergeSchema,
  newPatientSchema,
  patidSchema,
  patientSchema,
  patientSearchSchema,
} from '../../../shared/desk/patient.schema.ts';
import type { PatientName } from '../../../shared/desk/patient.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import { changeRoutes, type ChangeLinks } from './change-routes.ts';
import { noteArrival } from './arrivals.ts';
import { createPatient } from './create-patient.ts';
import { readFamily } from './read-family.ts';
import { mergePatients } from './merge-patients.ts';
import { readPatient } from './read-patient.ts';
import { enterRoom, leaveRoom } from './rooms.ts';
import { searchPatients } from './search-patients.ts';

const patidOnly = z.strictObject({ patid: z.string() });

export interface PatientLinks extends ChangeLinks {
  /** Name as the practice software gets it; undefined if it gets the whole one. */
  lossyName: (look: Look, name: PatientName) => Promise<string | undefined>;
}

export const patientRoutes = (views: Views, links: PatientLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/search',
      policy: 'patient.read',
      summary: 'Find patients by name, birth date or number',
      query: patientSearchSchema,
      answer: z.array(foundPatientSchema),
    },
    async ({ query }, context) => {
      const found = await searchPatients(context.look(), query);
      await views.note(
        context,
        'patient.found',
        found.map((p) => p.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/patients/{patid}',
      policy: 'patient.read',
      summary: 'One record and who else bears the name',
      params: z.strictObject({ patid: patidSchema }),
      answer: patientSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      context.requirePatient(params.patid);
      const found = await readPatient(context.look(), params.patid),
        handedAs = await links.lossyName(context.look(), found),
        patient = { ...found, ...(handedAs !== undefined && { handedAs }) };
      await context.write((w) =>
        w.audit('patient.viewed', { requestId: context.requestId }, params.patid),
      );
      // Other people of that name are not among those that the practice named.
      return context.actor.kind === 'user' && context.actor.grant
        ? { ...patient, sameNames: [] }
        : patient;
    },
  ),
  route(
    {
      method: 'get',
      path: '/patients/{patid}/family',
      policy: 'patient.read',
      summary: 'Who lives at the same address or has the same telephone',
      params: z.strictObject({ patid: patidSchema }),
      answer: z.array(familyMemberSchema),
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      context.requirePatient(params.patid);
      // Other people are not among those that the practice named.
      const found =
        context.actor.kind === 'user' && context.actor.grant
          ? []
          : await readFamily(context.look(), params.patid);
      await views.note(
        context,
        'patient.listed.family',
        found.map((p) => p.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'post',
      path: '/patients',
      policy: 'patient.write',
      summary: 'Enter a patient by hand',
      body: newPatientSchema,
      answer: patidOnly,
      errors: ['birthdate_invalid', 'confirm_needed'],
    },
    ({ body }, context) => context.write((w) => createPatient(w, body)),
  ),
  route(
    {
      method: 'post',
      path: '/merge',
      policy: 'patient.write',
      summary: 'Merge a temporary record into another',
      body: mergeSchema,
      answer: patidOnly,
      errors: ['not_found', 'state_conflict', 'confirm_needed'],
    },
    ({ body }, context) => context.write((w) => mergePatients(w, body)),
  ),
  route(
    {
      method: 'post',
      path: '/arrival',
      policy: 'room.write',
      summary: 'Somebody is here, or is not after all',
      body: arrivalSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => noteArrival(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/rooms/enter',
      policy: 'room.write',
      summary: 'Somebody goes into a treatment room',
      body: enterRoomSchema,
      answerType: 'none',
      errors: ['not_found', 'conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => enterRoom(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/rooms/leave',
      policy: 'room.write',
      summary: 'Somebody leaves the treatment room they are in',
      body: leaveRoomSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ body }, context) => {
      await context.write((w) => leaveRoom(w, body));
      return undefined;
    },
  ),
  ...changeRoutes(views, links),
];
