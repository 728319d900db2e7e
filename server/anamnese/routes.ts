// Calls below the practice's /anamnese: the forms that can be asked, and what a person answered.

import { z } from 'zod';
import { answersListQuerySchema, answersListSchema, answersSchema, formListSchema, questionnaireSchema } from '../../shared/anamnese.schema.ts';
import { AppError } from '../../shared/errors.ts';
import type { Views } from '../audit/views.ts';
import { route, type Route } from '../http/route.ts';
import type { Look } from '../work.ts';
import type { FormLibrary } from './library.ts';
import { entryOf, listAnswers, readAnswers } from './read-answers.ts';

export interface AnamneseDeps {
  library: FormLibrary;
  views: Views;
  /** Name as lists show it, and birth date. */
  patient(look: Look, patid: string): Promise<{ name: string; geburtsdatum: string } | undefined>;
  tabletName(look: Look, tabletId: string): Promise<string | undefined>;
}

const answersParams = z.strictObject({ answersId: z.uuid() }), formParams = z.strictObject({ questionnaireId: z.string().max(80).regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/) });

export const anamneseRoutes = ({ library, views, patient, tabletName }: AnamneseDeps): Route[] => [
  route({ method: 'get', path: '/questionnaires', policy: 'board.work', summary: 'Forms that can be asked: the newest version of each', answer: formListSchema },
    () => Promise.resolve(library.inUse().map(({ key, id, version, title, languages, minutes }) => ({ key, id, version, title: { ...title }, languages: [...languages], minutes })))),
  route({ method: 'get', path: '/questionnaires/{questionnaireId}', policy: 'board.work', summary: 'One form as a FHIR R4 Questionnaire, in all its languages', params: formParams, answer: questionnaireSchema, errors: ['not_found'] },
    async ({ params }) => {
      const form = await library.find(params.questionnaireId);
      if (!form) throw new AppError('not_found');
      return form.inLanguages(form.languages);
    }),
  route({ method: 'get', path: '/responses', policy: 'answers.read', summary: 'What a person answered, newest first', query: answersListQuerySchema, answer: answersListSchema },
    async ({ query }, context) => {
      context.requirePatient(query.patid);
      const list = await listAnswers(context.look(), query);
      await views.note(context, 'answers.listed', list.items.length > 0 ? [query.patid] : []);
      return list;
    }),
  route({ method: 'get', path: '/responses/{answersId}', policy: 'answers.read', summary: 'One set of answers with its form and what was answered before', params: answersParams, answer: answersSchema, errors: ['not_found'] },
    async ({ params }, context) => {
      const look = context.look(), { row, questionnaire, before } = await readAnswers(look, library, params.answersId);
      context.requirePatient(row.patid);
      await context.write((w) => w.audit('answers.viewed', { answersId: row.id, requestId: context.requestId }, row.patid));
      const who = await patient(look, row.patid);
      return {
        ...entryOf(row), patientName: who?.name ?? row.patid, geburtsdatum: who?.geburtsdatum ?? '', response: row.response, questionnaire, problemList: row.problems,
        tabletName: row.tabletId === null ? null : ((await tabletName(look, row.tabletId)) ?? null),
        before: before && { id: before.id, answeredAt: before.answeredAt, response: before.response },
      };
    }),
];
