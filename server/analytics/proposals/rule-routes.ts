/** Routes of the rule book, its settings, and the rules that the practice wrote. */
import {
  ownRulesSchema,
  newRuleSchema,
  ruleChangeSchema,
  ruleStateSchema,
  backtestQuerySchema,
  backtestSchema,
  ruleTrialQuerySchema,
  ruleTrialSchema,
  trialProgressQuerySchema,
  trialProgressSchema,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import {
  settingsChangeSchema,
  limitsSchema,
  rulesSchema,
  ruleParams,
  switchRuleSchema,
} from '../../../shared/analytics/billing/rules.schema.ts';
import { proposalProgressSchema } from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { BillingLinks } from './links.ts';
import {
  changeRule,
  draftRule,
  listOwnRules,
  releaseRule,
  tryRule,
  withdrawRule,
} from './own-rules.ts';
import { readLimits, readRules, saveSettings, switchRule, tryBookRule } from './rules.ts';

const none = { answerType: 'none' } as const;
const waits = ['reports_loading'] as const;

export const ruleRoutes = (links: BillingLinks, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/abrechnung/regeln',
      policy: 'proposal.rulebook',
      summary:
        'The rule book: each rule with its source, whether it is on, and what became of its proposals here',
      answer: rulesSchema,
      errors: waits,
    },
    (_input, context) => readRules(context.look(), links),
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/grenzen',
      policy: 'proposal.rulebook',
      summary: 'Limits of the fee schedules that no delivered row answers, each with the reason',
      answer: limitsSchema,
    },
    () => Promise.resolve(readLimits()),
  ),
  route(
    {
      method: 'put',
      path: '/abrechnung/regeln/{regelId}',
      policy: 'proposal.rules',
      summary: 'Switch a rule on or off',
      params: ruleParams,
      body: switchRuleSchema,
      ...none,
      errors: ['not_found'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => switchRule(w, params.regelId, body.istAn));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/regeln/{regelId}/rueckrechnung',
      policy: 'proposal.rules',
      summary:
        'Try a rule of the book, also one that is off, on the history of the practice: hits, what became of them, examples',
      params: ruleParams,
      body: ruleTrialQuerySchema,
      answer: ruleTrialSchema,
      errors: ['reports_loading', 'not_found'],
    },
    async ({ params, body }, context) => {
      const found = await tryBookRule(context.look(), links, params.regelId, body);
      await views.note(
        context,
        'patient.listed.trial',
        found.beispiele.map((one) => one.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/regeln/{regelId}/rueckrechnung',
      policy: 'proposal.rules',
      summary: 'Progress of the running trial of a rule',
      params: ruleParams,
      query: trialProgressQuerySchema,
      answer: trialProgressSchema,
    },
    async ({ params, query }, context) => ({
      anteil: await links.queries.probelauf(context.look(), {
        regel: params.regelId,
        probe: query.probe,
      }),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/abrechnung/einstellungen',
      policy: 'proposal.rules',
      summary:
        'What the practice sets around its rules: substitutes, other payers, switches, thresholds',
      body: settingsChangeSchema,
      ...none,
      errors: ['validation', 'conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => saveSettings(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/fortschritt',
      policy: 'proposal.rulebook',
      summary: 'Progress of the new computation of the rules',
      answer: proposalProgressSchema,
    },
    (_input, context) => links.queries.fortschritt(context.look()),
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/eigeneregeln',
      policy: 'proposal.rulebook',
      summary: 'Rules that the practice wrote, in every version',
      answer: ownRulesSchema,
    },
    (_input, context) => listOwnRules(context.look(), links),
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/eigeneregeln',
      policy: 'proposal.rules',
      summary: 'Draft a rule',
      body: newRuleSchema,
      ...none,
      errors: ['validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => draftRule(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'put',
      path: '/abrechnung/eigeneregeln/{regelId}',
      policy: 'proposal.rules',
      summary: 'Change a draft, or draft the next version of a rule',
      params: ruleParams,
      body: ruleChangeSchema,
      ...none,
      errors: ['not_found', 'conflict', 'validation'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => changeRule(w, params.regelId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/eigeneregeln/{regelId}/rueckrechnung',
      policy: 'proposal.rules',
      summary: 'Try a rule on the history of the practice: hits, value, examples',
      params: ruleParams,
      body: backtestQuerySchema,
      answer: backtestSchema,
      errors: ['reports_loading', 'not_found', 'conflict'],
    },
    async ({ params, body }, context) => {
      const found = await tryRule(context, links, params.regelId, body);
      await views.note(
        context,
        'patient.listed.trial',
        found.beispiele.map((one) => one.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/eigeneregeln/{regelId}/freigeben',
      policy: 'proposal.rules',
      summary: 'Make a draft live that was tried in this wording',
      params: ruleParams,
      body: ruleStateSchema,
      ...none,
      errors: ['not_found', 'conflict', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => releaseRule(w, params.regelId, body.rev));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/eigeneregeln/{regelId}/zurueckziehen',
      policy: 'proposal.rules',
      summary: 'Withdraw a rule of the practice',
      params: ruleParams,
      body: ruleStateSchema,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => withdrawRule(w, params.regelId, body.rev));
      return undefined;
    },
  ),
];
