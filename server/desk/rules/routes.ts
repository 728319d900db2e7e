// Routes below the practice's /tablet/rules: Mappe contents, today's proposals, editing and trying
// out.

import {
  mappeRulesSchema,
  personProposalSchema,
  proposalQuerySchema,
  resetRulesSchema,
  savedRulesSchema,
  saveRulesSchema,
  triedRulesSchema,
  tryRulesSchema,
} from '../../../shared/desk/mappe-rules.schema.ts';
import { SHIPPED_RULES } from '../../../catalog/mappe-rules/rules.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { nameOfActor } from '../../platform/work.ts';
import { expectedVisits, proposalFor, type RulesLinks } from './propose-mappe.ts';
import { readRules, resetRules, saveRules } from './rules.ts';

const words = (list: readonly string[]): string[] =>
  [...new Set(list)].filter((one) => one !== '').sort((a, b) => a.localeCompare(b, 'de'));

export const rulesRoutes = (links: RulesLinks, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/rules',
      policy: 'form.read',
      summary: 'Rules that propose a Mappe, the shipped ones, and what they can name',
      answer: mappeRulesSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        [{ rules, version, changedAt, changedBy }, items, termine, people] = await Promise.all([
          readRules(look),
          links.items(look),
          links.expected(look),
          links.people(look),
        ]);
      return {
        rules: [...rules],
        shipped: [...SHIPPED_RULES],
        version,
        changedAt,
        changedByName: nameOfActor(changedBy, new Map(people.map(({ id, name }) => [id, name]))),
        items: items.map(({ id, version: newest, kind, title }) => ({
          id,
          version: newest,
          kind,
          title: { ...title },
        })),
        arten: words(termine.map((one) => one.art)),
        behandler: words(termine.map((one) => one.behandler)),
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/rules',
      policy: 'form.write',
      summary: 'Save the rules as a whole against the version that was seen',
      body: saveRulesSchema,
      answer: savedRulesSchema,
      errors: ['conflict', 'validation'],
    },
    async ({ body }, context) => {
      const items = new Set((await links.items(context.look())).map((one) => one.id));
      return context.write((w) => saveRules(w, items, body));
    },
  ),
  route(
    {
      method: 'post',
      path: '/rules/reset',
      policy: 'form.write',
      summary: 'Back to the shipped rules',
      body: resetRulesSchema,
      answer: savedRulesSchema,
      errors: ['conflict'],
    },
    ({ body }, context) => context.write((w) => resetRules(w, body)),
  ),
  route(
    {
      method: 'post',
      path: '/rules/try',
      policy: 'form.write',
      summary: "What these rules would propose for today's appointments; nothing is saved",
      body: tryRulesSchema,
      answer: triedRulesSchema,
    },
    async ({ body }, context) => {
      const visits = await expectedVisits(context.look(), links, body.rules);
      await views.note(
        context,
        'patient.on_board',
        visits.map((one) => one.patid),
      );
      return visits.map(({ patid, name, time, art, isFirst, proposed }) => ({
        patid,
        name,
        time,
        art,
        isFirst,
        items: proposed,
      }));
    },
  ),
  route(
    {
      method: 'get',
      path: '/rules/proposal',
      policy: 'mappe.write',
      summary: 'What is proposed for one person now',
      query: proposalQuerySchema,
      answer: personProposalSchema,
      errors: ['not_found'],
    },
    async ({ query }, context) => {
      context.requirePatient(query.patid);
      const found = await proposalFor(context.look(), links, query.patid);
      if (!found) throw new AppError('not_found');
      await views.note(context, 'patient.listed.mappe', [found.patid]);
      return found;
    },
  ),
];
