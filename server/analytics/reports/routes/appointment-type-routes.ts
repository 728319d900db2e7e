// Routes below /api for the mapping of appointment types and keywords to standard groups, with
// guesses.

import { STANDARD_GROUPS } from '../../../../shared/analytics/deliveries/standard-groups.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { KeywordPattern } from '../../../../shared/analytics/deliveries/keywords.ts';
import {
  guessGroup,
  type StandardGroup,
} from '../../../../shared/analytics/deliveries/appointment-types.ts';
import {
  saveKeywordsSchema,
  saveAppointmentTypesSchema,
  keywordTrialSchema,
  keywordEffectSchema,
  appointmentTypesSchema,
  type KeywordEffect,
  type KeywordMapping,
  type AppointmentTypeMapping,
} from '../../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { trueRows } from '../../../platform/db/pvs-rows.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { personOf } from './overview-routes.ts';
import {
  putKeywords,
  putAppointmentTypeGroup,
  keywordsOf,
  appointmentTypeGroups,
} from './practice-goals-store.ts';

/** A known group; other values written by an older program count as none. */
const appointmentGroupOf = (word: string | null | undefined): StandardGroup | null =>
  STANDARD_GROUPS.find((one) => one === word) ?? null;

async function listMappings(
  look: Look,
  people: ReadonlyMap<string, string>,
): Promise<AppointmentTypeMapping[]> {
  const said = await appointmentTypeGroups(look),
    groups = new Map(
      (await trueRows(look, 'termingruppen')).map((row) => [row.id, row.name ?? '']),
    );
  return (await trueRows(look, 'terminarten'))
    .map((row) => {
      const own = said.get(row.id),
        isSaid = own !== undefined && !own.isProposed;
      return {
        id: row.id,
        name: row.name ?? '',
        gruppenname: groups.get(row.gruppe ?? '') ?? '',
        dauerMin: row.dauerMin,
        geliefert: appointmentGroupOf(row.standardgruppe),
        eigene: isSaid ? appointmentGroupOf(own.gruppe) : null,
        vorschlag: own?.isProposed === true ? appointmentGroupOf(own.gruppe) : null,
        wer: isSaid ? (people.get(own.changedBy) ?? '') : '',
        am: isSaid ? own.changedAt : null,
      };
    })
    .toSorted(
      (a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }) || (a.id < b.id ? -1 : 1),
    );
}

async function keywordList(
  look: Look,
  people: ReadonlyMap<string, string>,
): Promise<KeywordMapping[]> {
  return (await keywordsOf(look)).map(
    ({ muster: patterns, gruppe: group, isProposed, changedBy, changedAt }) => ({
      muster: patterns,
      gruppe: group,
      istVorschlag: isProposed,
      wer: people.get(changedBy) ?? '',
      am: changedAt,
    }),
  );
}
const bare = (list: readonly KeywordPattern[]): KeywordPattern[] =>
  list.map(({ muster: patterns, gruppe: group }) => ({ muster: patterns, gruppe: group }));
const isSame = (a: readonly KeywordPattern[], b: readonly KeywordPattern[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => one.muster === b[at]!.muster && one.gruppe === b[at]!.gruppe);

/** Questions to the report worker. */
export interface AppointmentTypeLinks {
  people(look: Look): Promise<ReadonlyMap<string, string>>;
  loadEffect(
    look: Look,
    input: { items: readonly KeywordPattern[]; angebote: readonly string[] },
  ): Promise<KeywordEffect>;
  vorschlaege(look: Look, input: { items: readonly KeywordPattern[] }): Promise<KeywordPattern[]>;
}
async function allTypes(
  look: Look,
  links: AppointmentTypeLinks,
): Promise<{ items: AppointmentTypeMapping[]; stichworte: KeywordMapping[] }> {
  const people = await links.people(look);
  return { items: await listMappings(look, people), stichworte: await keywordList(look, people) };
}

export const appointmentTypeRoutes = (links: AppointmentTypeLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/settings/pattermapi',
      policy: 'report.read',
      summary:
        'Appointment types and keywords of the practice with the standard group of each: delivered, said here, guessed',
      answer: appointmentTypesSchema,
    },
    async (_input, context) => allTypes(context.look(), links),
  ),
  route(
    {
      method: 'post',
      path: '/settings/init/pattermapi',
      policy: 'report.write',
      summary:
        'Set the mapping of appointment types and keywords up: guesses for those without a group; existing choices stay',
      answer: appointmentTypesSchema,
      errors: ['reports_loading'],
    },
    async (_input, context) => {
      const changedBy = personOf(context),
        look = context.look(),
        open = (await listMappings(look, new Map())).filter(
          (one) => one.geliefert === null && one.eigene === null,
        );
      const guessed = open.flatMap(({ id, name, gruppenname, vorschlag: proposal }) => {
        const group = guessGroup(name, gruppenname);
        return group === proposal ? [] : [{ word: id, gruppe: group }];
      });
      const before = await keywordsOf(look),
        patterns = await links.vorschlaege(look, {
          items: bare(before.filter((one) => !one.isProposed)),
        }),
        isNew = !isSame(
          patterns,
          before.filter((one) => one.isProposed),
        );
      if (guessed.length > 0 || isNew)
        await context.write(async (w) => {
          for (const one of guessed)
            await putAppointmentTypeGroup(w, { ...one, isProposed: true, changedBy });
          if (isNew) await putKeywords(w, { muster: patterns, isProposed: true, changedBy });
          if (guessed.length > 0)
            await w.audit('appointment_types.proposed', { count: guessed.length });
          if (isNew) await w.audit('appointment_keywords.proposed', { count: patterns.length });
        });
      return allTypes(context.look(), links);
    },
  ),
  route(
    {
      method: 'put',
      path: '/settings/pattermapi',
      policy: 'report.write',
      summary:
        'Say which standard group appointment types belong to; reports count with it at once',
      body: saveAppointmentTypesSchema,
      answerType: 'none',
      errors: ['validation'],
    },
    async ({ body: { items } }, context) => {
      const changedBy = personOf(context),
        known = new Set((await trueRows(context.look(), 'terminarten')).map((row) => row.id));
      if (items.some((one) => !known.has(one.id)))
        throw new AppError('validation', { fields: { id: 'unknown' } });
      await context.write(async (w) => {
        for (const { id, gruppe: group } of items)
          await putAppointmentTypeGroup(w, {
            word: id,
            gruppe: group,
            isProposed: false,
            changedBy,
          });
        await w.audit('appointment_types.mapped', { count: items.length });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/settings/pattermapi/vorschau',
      policy: 'report.write',
      summary:
        'What patterns of keywords would do: appointments that each decides, and what stays without a group',
      body: keywordTrialSchema,
      answer: keywordEffectSchema,
      errors: ['validation', 'reports_loading'],
    },
    async ({ body }, context) => links.loadEffect(context.look(), body),
  ),
  route(
    {
      method: 'put',
      path: '/settings/pattermapi/stichworte',
      policy: 'report.write',
      summary:
        'Say which standard group keywords of appointments belong to, by patterns in their order; reports count with it at once',
      body: saveKeywordsSchema,
      answerType: 'none',
      errors: ['validation', 'conflict'],
    },
    async ({ body: { items, vorher: before } }, context) => {
      const changedBy = personOf(context);
      await context.write(async (w) => {
        const now = bare((await keywordsOf(w)).filter((one) => !one.isProposed));
        // Repeating the same changes nothing.
        if (isSame(now, items)) return;
        if (!isSame(now, before)) throw new AppError('conflict');
        await putKeywords(w, { muster: items, isProposed: false, changedBy });
        await w.audit('appointment_keywords.mapped', { count: items.length });
      });
      return undefined;
    },
  ),
];
