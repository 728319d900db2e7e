// Routes of Mappen and tasks below a practice's tablet mount.

import { z } from 'zod';
import { berlinDay } from '../../../shared/base/dates.ts';
import {
  composedMappeSchema,
  composeMappeSchema,
  ledgerSchema,
  moveMappeSchema,
  talkSchema,
  templateListSchema,
} from '../../../shared/desk/mappe.schema.ts';
import { idSchema } from '../../../shared/desk/tablet.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import {
  cancelTask,
  confirmTalk,
  filePaper,
  markCopyGiven,
  turnToPaper,
  unfilePaper,
  undoMappe,
  withdrawMappe,
} from './change-task.ts';
import { composeMappe } from './compose-mappe.ts';
import type { TaskLinks } from './links.ts';
import { listLedger, listTemplates } from './list-mappen.ts';
import { moveMappe, restartMappe } from './place-mappe.ts';

const mappe = z.strictObject({ mappeId: idSchema });
const task = z.strictObject({ taskId: idSchema });
const CONFLICT = ['not_found', 'state_conflict'] as const;

export const routes = (links: TaskLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/templates',
      policy: 'board.work',
      summary: 'Texts a Mappe can be composed of',
      answer: templateListSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        day = berlinDay(context.now);
      return listTemplates(
        await links.templatesInUse(look, day),
        await links.formsInUse(look),
        (await links.praxis(look)).signsAnswers && links.declarationOn(day) !== undefined,
      );
    },
  ),
  route(
    {
      method: 'get',
      path: '/ledger',
      policy: 'board.work',
      summary: 'Every task without a proven end, oldest first',
      answer: ledgerSchema,
    },
    async (_input, context) => ({ items: await listLedger(context.look()) }),
  ),
  route(
    {
      method: 'post',
      path: '/mappen',
      policy: 'mappe.write',
      summary: 'Compose and send a Mappe; the same id is the same Mappe',
      body: composeMappeSchema,
      answer: composedMappeSchema,
      errors: [...CONFLICT, 'conflict'],
    },
    async ({ body }, context) => context.write((w) => composeMappe(w, links, body)),
  ),
  route(
    {
      method: 'post',
      path: '/mappen/{mappeId}/move',
      policy: 'mappe.write',
      summary: 'Take a Mappe with its drafts to another tablet',
      params: mappe,
      body: moveMappeSchema,
      answerType: 'none',
      errors: [...CONFLICT, 'of_age'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => moveMappe(w, links, params.mappeId, body.tabletId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/mappen/{mappeId}/withdraw',
      policy: 'mappe.write',
      summary: 'Take back what is not signed yet',
      params: mappe,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => withdrawMappe(w, links, params.mappeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/mappen/{mappeId}/undo',
      policy: 'mappe.write',
      summary: 'Undo sending within ten seconds',
      params: mappe,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => undoMappe(w, links, params.mappeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/mappen/{mappeId}/restart',
      policy: 'mappe.write',
      summary: 'Begin again from the first page',
      params: mappe,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => restartMappe(w, links, params.mappeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/mappen/{mappeId}/paper-copy-done',
      policy: 'mappe.write',
      summary: 'The wished paper copy was handed over',
      params: mappe,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => markCopyGiven(w, params.mappeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tasks/{taskId}/talk',
      policy: 'task.talk',
      summary: 'Gespräch geführt: a dentist opens the signature',
      params: task,
      body: talkSchema,
      answerType: 'none',
      errors: [...CONFLICT, 'forbidden'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => confirmTalk(w, links, params.taskId, body.tabletId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tasks/{taskId}/paper-filed',
      policy: 'mappe.write',
      summary: 'The paper signed by hand is here',
      params: task,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => filePaper(w, links, params.taskId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tasks/{taskId}/paper-filed/undo',
      policy: 'mappe.write',
      summary: 'It was ticked off by mistake: the paper is out again, within ten seconds',
      params: task,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => unfilePaper(w, params.taskId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tasks/{taskId}/to-paper',
      policy: 'mappe.write',
      summary: 'A paper of several signers is signed by hand by all of them',
      params: task,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => turnToPaper(w, links, params.taskId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tasks/{taskId}/cancel',
      policy: 'mappe.write',
      summary: 'Cancel one task',
      params: task,
      answerType: 'none',
      errors: CONFLICT,
    },
    async ({ params }, context) => {
      await context.write((w) => cancelTask(w, links, params.taskId));
      return undefined;
    },
  ),
];
