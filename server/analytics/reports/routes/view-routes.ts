// Routes below /api of saved filters and of notes on reports.

import {
  newNoteSchema,
  newProfileSchema,
  notesSchema,
  noteParams,
  profileSchema,
  profileParams,
  reportQuerySchema,
} from '../../../../shared/analytics/reports/saved-reports.schema.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Look, Work } from '../../../platform/work.ts';
import {
  addNote,
  countProfile,
  dropNote,
  dropProfile,
  findNote,
  findProfile,
  noteRowsOf,
  profileOf,
  putProfileRow,
} from './view-store.ts';
import { keepFilterOfView } from './mail-store.ts';
import { personOf } from './overview-routes.ts';

const none = { answerType: 'none' } as const;
/** Maximum number for one report, over all users: more could not be found again. */
const MOST = 200;
/** Only the creator and the owner may change an entry. */
const mayChange = (context: RequestContext, by: string): boolean =>
  context.actor.kind === 'user' && (context.actor.role === 'owner' || context.actor.userId === by);

/**
 * Lists the routes of profiles.
 * @param people names of the practice's users, by id
 * @param needLicence asks whether the practice's licence has saved filters; throws AppError licence_…
 */
export const profileRoutes = (
  people: (look: Look) => Promise<ReadonlyMap<string, string>>,
  needLicence: (w: Work, point: 'view') => Promise<void>,
): Route[] => [
  route(
    {
      method: 'get',
      path: '/profiles',
      policy: 'report.read',
      summary: 'Saved filters of a report: the own ones and those of the practice',
      query: reportQuerySchema,
      answer: profileSchema,
    },
    async ({ query }, context) => {
      const look = context.look(),
        me = personOf(context),
        rows = await profileOf(look, query.report, me),
        names = await people(look);
      return {
        items: rows.map((row) => ({
          id: row.id,
          name: row.name,
          report: row.report,
          filter: row.filter,
          istGeteilt: row.owner === null,
          istVorgabe: row.isDefault === true,
          istMein: mayChange(context, row.changedBy),
          von: names.get(row.changedBy) ?? '',
        })),
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/profiles',
      policy: 'report.read',
      summary: 'Save a filter of a report, for oneself or for the practice',
      body: newProfileSchema,
      ...none,
      errors: ['not_found', 'validation', 'licence_refused'],
    },
    async ({ body }, context) => {
      const me = personOf(context);
      await context.write(async (w) => {
        const known = await findProfile(w, body.id);
        if (known && (known.report !== body.report || !mayChange(context, known.changedBy)))
          throw new AppError('not_found');
        if (!known) await needLicence(w, 'view');
        if (!known && (await countProfile(w, body.report)) >= MOST)
          throw new AppError('validation', { fields: { name: 'too_many' } });
        await putProfileRow(w, {
          id: body.id,
          name: body.name,
          report: body.report,
          filter: body.filter,
          owner: body.istGeteilt ? null : (known?.changedBy ?? me),
          isDefault: body.istVorgabe,
          position: known?.position ?? 0,
          changedBy: known?.changedBy ?? me,
          changedAt: w.now,
        });
        await w.audit('profile.saved', {
          profile: body.id,
          report: body.report,
          isShared: body.istGeteilt,
        });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/profiles/{profilId}',
      policy: 'report.read',
      summary: 'Remove a saved filter; one that is gone already is no error',
      params: profileParams,
      ...none,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      personOf(context);
      await context.write(async (w) => {
        const known = await findProfile(w, params.profilId);
        if (!known) return;
        if (!mayChange(context, known.changedBy)) throw new AppError('not_found');
        await keepFilterOfView(w, known.id, known.filter);
        if (await dropProfile(w, params.profilId))
          await w.audit('profile.removed', { profile: params.profilId });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/notizen',
      policy: 'report.read',
      summary: 'Notes on a report by day or period',
      query: reportQuerySchema,
      answer: notesSchema,
    },
    async ({ query }, context) => {
      const look = context.look(),
        names = await people(look);
      return {
        items: (await noteRowsOf(look, query.report)).map((row) => ({
          id: row.id,
          zeit: row.key,
          text: row.text,
          von: names.get(row.by) ?? '',
          am: row.at,
          istMein: mayChange(context, row.by),
        })),
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/notizen',
      policy: 'report.read',
      summary: 'A note on a report at a day or period',
      body: newNoteSchema,
      ...none,
    },
    async ({ body: { zeit: time, ...row } }, context) => {
      const by = personOf(context);
      await context.write(async (w) => {
        if (await addNote(w, { ...row, key: time, by }))
          await w.audit('report.noted', { note: row.id, report: row.report, at: time });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/notizen/{notizId}',
      policy: 'report.read',
      summary: 'Remove a note; one that is gone already is no error',
      params: noteParams,
      ...none,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write(async (w) => {
        const known = await findNote(w, params.notizId);
        if (!known) return;
        if (!mayChange(context, known.by)) throw new AppError('not_found');
        if (await dropNote(w, params.notizId))
          await w.audit('report.note_removed', { note: params.notizId, report: known.report });
      });
      return undefined;
    },
  ),
];
