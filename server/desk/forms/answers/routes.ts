// Routes below the practice's /anamnese: the available forms, and a person's answers.

import { z } from 'zod';
import {
  alertsQuerySchema,
  alertsSchema,
  answersListQuerySchema,
  answersListSchema,
  answersSchema,
  chairQuerySchema,
  chairRoomsSchema,
  chairSchema,
  formListSchema,
  noteBodySchema,
  questionnaireSchema,
} from '../../../../shared/forms/answers/answers.schema.ts';
import { scoresQuerySchema, scoresSchema } from '../../../../shared/forms/scores/scores.schema.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { Views } from '../../../platform/audit/views.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { BoardRoom, BoardTermin } from '../../../../shared/exchange/board.ts';
import type { Look } from '../../../platform/work.ts';
import { namesOf, pageOf, type PrintDeps } from './print-answers.ts';
import { filesOf } from '../../task/store.ts';
import { addNote } from './add-note.ts';
import { entryOf, listAnswers, readAnswers } from './read-answers.ts';
import { readScores } from './read-scores.ts';
import { readCard } from './read-chair.ts';
import { wrongPersonIn } from './store.ts';

export interface AnswersRouteDeps extends PrintDeps {
  views: Views;
  rooms(look: Look): Promise<readonly BoardRoom[]>;
  /** Today's appointments. */
  expected(look: Look): Promise<readonly BoardTermin[]>;
}

const answersParams = z.strictObject({ answersId: z.uuid() }),
  formParams = z.strictObject({
    questionnaireId: z
      .string()
      .max(80)
      .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/),
  });

export const answersRoutes = (deps: AnswersRouteDeps): Route[] => [
  ...formsAndAnswers(deps),
  ...chair(deps),
  alerts(deps),
  scores(deps),
];

const scores = ({ forms, views, numbersOf }: AnswersRouteDeps): Route =>
  route(
    {
      method: 'get',
      path: '/scores',
      policy: 'answers.read',
      summary: 'Scores that a person has more than once, over time',
      query: scoresQuerySchema,
      answer: scoresSchema,
    },
    async ({ query: { patid } }, context) => {
      context.requirePatient(patid);
      const look = context.look(),
        found = await readScores(look, forms(look), await numbersOf(look, patid));
      await views.note(context, 'answers.scores', [patid]);
      return found;
    },
  );

const alerts = ({ forms, views, numbersOf, people }: AnswersRouteDeps): Route =>
  route(
    {
      method: 'get',
      path: '/alerts',
      policy: 'answers.state',
      summary: 'Critical answers of one person and what changed; for reception their number only',
      query: alertsQuerySchema,
      answer: alertsSchema,
    },
    async ({ query: { patid } }, context) => {
      context.requirePatient(patid);
      const look = context.look(),
        names = new Map((await people(look)).map((one) => [one.id, one.name])),
        card = await readCard(look, forms(look), await numbersOf(look, patid), (id) =>
          id === null ? '' : (names.get(id) ?? ''),
        ),
        groups = card.groups.filter(({ state }) => state === 'ja' || state === 'weiss_nicht'),
        told = { count: groups.length, answeredAt: card.sets[0]?.answeredAt ?? null };
      // Critical answers are for the people who treat.
      if (context.actor.kind === 'user' && context.actor.role === 'reception')
        return { ...told, unread: [], groups: [], changes: [] };
      await views.note(context, 'answers.alerts', [patid]);
      return { ...told, unread: card.unread, groups, changes: card.changes };
    },
  );

const chair = ({ forms, views, numbersOf, people, rooms, expected }: AnswersRouteDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/rooms',
      policy: 'answers.read',
      summary: 'Treatment rooms that are known today',
      answer: chairRoomsSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        [stays, termine] = await Promise.all([rooms(look), expected(look)]);
      return [...new Set([...stays.map((one) => one.room), ...termine.map((one) => one.zimmer)])]
        .filter((one) => one !== '')
        .sort((a, b) => a.localeCompare(b, 'de', { numeric: true }));
    },
  ),
  route(
    {
      method: 'get',
      path: '/chair',
      policy: 'answers.read',
      summary: 'Card of a treatment room: who sits there, critical answers, what changed',
      query: chairQuerySchema,
      answer: chairSchema,
    },
    async ({ query }, context) => {
      const look = context.look(),
        stay = (await rooms(look)).find((one) => one.room === query.room),
        at = look.now;
      if (!stay) return { room: query.room, at, person: null, card: null };
      const { patid, name, geburtsdatum, since } = stay;
      context.requirePatient(patid);
      await views.note(context, 'answers.on_chair', [patid]);
      const names = new Map((await people(look)).map((one) => [one.id, one.name]));
      const time = (await expected(look)).find((one) => one.patid === patid)?.time ?? null;
      return {
        room: query.room,
        at,
        person: { patid, name, geburtsdatum, since, time },
        card: await readCard(look, forms(look), await numbersOf(look, patid), (id) =>
          id === null ? '' : (names.get(id) ?? ''),
        ),
      };
    },
  ),
];

const formsAndAnswers = ({
  forms,
  views,
  numbersOf,
  renderer,
  ...sheet
}: AnswersRouteDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/questionnaires',
      policy: 'board.work',
      summary: 'Forms that can be asked: the newest version of each',
      answer: formListSchema,
    },
    async (_input, context) =>
      (await forms(context.look()).inUse()).map(
        ({ key, id, version, title, languages, minutes }) => ({
          key,
          id,
          version,
          title: { ...title },
          languages: [...languages],
          minutes,
        }),
      ),
  ),
  route(
    {
      method: 'get',
      path: '/questionnaires/{questionnaireId}',
      policy: 'board.work',
      summary: 'One form as a FHIR R4 Questionnaire, in all its languages',
      params: formParams,
      answer: questionnaireSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const form = await forms(context.look()).find(params.questionnaireId);
      if (!form) throw new AppError('not_found');
      return form.inLanguages(form.languages);
    },
  ),
  route(
    {
      method: 'get',
      path: '/responses',
      policy: 'answers.state',
      summary: 'Which questionnaires a person answered, newest first',
      query: answersListQuerySchema,
      answer: answersListSchema,
    },
    async ({ query }, context) => {
      context.requirePatient(query.patid);
      const look = context.look(),
        list = await listAnswers(look, await numbersOf(look, query.patid), query.cursor);
      await views.note(context, 'answers.listed', list.items.length > 0 ? [query.patid] : []);
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/responses/{answersId}',
      policy: 'answers.read',
      summary: 'One set of answers with its form and what was answered before',
      params: answersParams,
      answer: answersSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const look = context.look(),
        { row, questionnaire, before, notes } = await readAnswers(
          look,
          forms(look),
          numbersOf,
          params.answersId,
        );
      context.requirePatient(row.patid);
      await context.write((w) =>
        w.audit('answers.viewed', { answersId: row.id, requestId: context.requestId }, row.patid),
      );
      const who = await sheet.patient(look, row.patid),
        nameOf = await namesOf(sheet, look, [row.recordedBy, ...notes.map((one) => one.byId)]);
      return {
        ...entryOf(row, await wrongPersonIn(look, [row.taskId])),
        patientName: who?.name ?? row.patid,
        geburtsdatum: who?.geburtsdatum ?? '',
        response: row.response,
        questionnaire,
        problemList: row.problems,
        tabletName:
          row.tabletId === null ? null : ((await sheet.tabletName(look, row.tabletId)) ?? null),
        fileId:
          row.taskId === null
            ? null
            : ((await filesOf(look, [row.taskId])).get(row.taskId) ?? null),
        recordedByName: row.recordedBy === null ? null : nameOf(row.recordedBy),
        additions: notes.map(({ byId, ...note }) => ({ ...note, by: nameOf(byId) })),
        before: before && {
          id: before.id,
          answeredAt: before.answeredAt,
          response: before.response,
        },
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/responses/{answersId}/sheet',
      policy: 'answers.read',
      summary:
        'One set of answers on one sheet (PDF/A, German): what matters and every yes first, no in short',
      params: answersParams,
      answerType: 'application/pdf',
      errors: ['not_found', 'pdf_failed'],
    },
    async ({ params }, context) => {
      const look = context.look(),
        read = await readAnswers(look, forms(look), numbersOf, params.answersId),
        { id, patid } = read.row;
      context.requirePatient(patid);
      await context.write((w) =>
        w.audit(
          'answers.viewed',
          { answersId: id, requestId: context.requestId, as: 'sheet' },
          patid,
        ),
      );
      const page = await pageOf(sheet, look, read);
      const { bytes } = await renderer.renderAnswers(page).catch((cause: unknown) => {
        throw new AppError('pdf_failed', { cause });
      });
      return {
        bytes,
        type: 'application/pdf',
        headers: {
          'Content-Disposition': 'inline; filename="fragebogen.pdf"',
          'Cache-Control': 'no-store',
        },
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/responses/{answersId}/nachtrag',
      policy: 'answers.write',
      summary: 'Add to answers (V1); the original stays',
      params: answersParams,
      body: noteBodySchema,
      answer: z.strictObject({ id: z.string() }),
      errors: ['not_found', 'comment_too_long', 'state_conflict', 'conflict'],
    },
    async ({ params, body }, context) => ({
      id: (await context.write((w) => addNote(w, params.answersId, body))).id,
    }),
  ),
];
