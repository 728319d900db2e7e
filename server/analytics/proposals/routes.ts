// Routes below /api for billing proposals: lists, the day of a proposal, decisions, labels, rules,
// handed-in billings, key figures.

import {
  filingParams,
  filingsSchema,
  rejectedParams,
  rejectedQuerySchema,
  rejectedSchema,
  rejectSchema,
  billingKpisSchema,
  billingLabelsSchema,
  ownRulesSchema,
  settingsChangeSchema,
  decisionResultSchema,
  proposalProgressSchema,
  bulkAnswerSchema,
  bulkDecisionSchema,
  kpisQuerySchema,
  labelChangeSchema,
  labelConfigChangeSchema,
  labelPathSchema,
  assignedLabelsSchema,
  assignLabelsSchema,
  newFilingSchema,
  newRuleSchema,
  newBillingLabelSchema,
  quarterQuerySchema,
  quarterSchema,
  ruleChangeSchema,
  rulesSchema,
  ruleParams,
  switchRuleSchema,
  ruleStateSchema,
  backtestQuerySchema,
  backtestSchema,
  daySheetSchema,
  dayParams,
  earmarkSchema,
  proposalsQuerySchema,
  proposalsSchema,
  takeBackSchema,
} from '../../../shared/analytics/billing/billing.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { decideMany, decideOne } from './decide.ts';
import { handIn, listFilings, readQuarter, undoHandIn } from './filings.ts';
import {
  assignTo,
  createBillingLabel,
  listBillingLabels,
  patchBillingLabel,
  removeBillingLabel,
  restoreBillingLabel,
  setLabelConfig,
} from './labels.ts';
import type { BillingLinks } from './links.ts';
import { listRejected, listProposals, readDaySheet } from './lists.ts';
import {
  changeRule,
  draftRule,
  listOwnRules,
  releaseRule,
  tryRule,
  withdrawRule,
} from './own-rules.ts';
import { readRules, saveSettings, switchRule } from './rules.ts';

const none = { answerType: 'none' } as const,
  waits = ['reports_loading'] as const,
  decides = ['reports_loading', 'not_found', 'vorschlag_decided', 'state_conflict'] as const;

export const billingRoutes = (links: BillingLinks, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/abrechnungsvorschlaege',
      policy: 'proposal.read',
      summary: 'Billing proposals of a span of days, the newest first',
      query: proposalsQuerySchema,
      answer: proposalsSchema,
      errors: waits,
    },
    async ({ query }, context) => {
      const found = await listProposals(context.look(), links, query);
      await views.note(
        context,
        'patient.listed',
        found.items.map((one) => one.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abgelehntevorschlaege/{from}/{to}',
      policy: 'proposal.read',
      summary: 'Refused proposals of a span of days',
      params: rejectedParams,
      query: rejectedQuerySchema,
      answer: rejectedSchema,
      errors: waits,
    },
    async ({ params, query }, context) => {
      const found = await listRejected(context.look(), links, {
        von: params.from,
        bis: params.to,
        cursor: query.cursor,
        n: query.n,
      });
      await views.note(
        context,
        'patient.listed',
        found.items.map((one) => one.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/tag/{patid}/{tag}',
      policy: 'proposal.read',
      summary:
        'A day of a person beside its proposals: services, notes, history of 24 months, decisions',
      params: dayParams,
      answer: daySheetSchema,
      errors: ['reports_loading', 'not_found'],
    },
    async ({ params }, context) => {
      context.requirePatient(params.patid);
      const found = await readDaySheet(context.look(), links, params.patid, params.tag);
      await context.write((w) =>
        w.audit('vorschlag.viewed', { tag: params.tag, requestId: context.requestId }, found.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'post',
      path: '/vorschlagvormerken',
      policy: 'proposal.work',
      summary:
        'Accept a proposal: it is noted for entering in the practice software, nothing is booked',
      body: earmarkSchema,
      answer: decisionResultSchema,
      errors: decides,
    },
    ({ body }, context) => decideOne(context, links, body, 'vormerken'),
  ),
  route(
    {
      method: 'post',
      path: '/vorschlagablehnen',
      policy: 'proposal.work',
      summary:
        'Refuse a proposal with a reason and a comment of at most 250 characters; it does not return',
      body: rejectSchema,
      answer: decisionResultSchema,
      errors: [...decides, 'comment_too_long'],
    },
    ({ body }, context) => decideOne(context, links, body, 'ablehnen', body.grund, body.comment),
  ),
  route(
    {
      method: 'post',
      path: '/vorschlagzuruecknehmen',
      policy: 'proposal.work',
      summary: 'Take a decision about a proposal back',
      body: takeBackSchema,
      answer: decisionResultSchema,
      errors: decides,
    },
    ({ body }, context) => decideOne(context, links, body, 'zuruecknehmen'),
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/gemeinsam',
      policy: 'proposal.work',
      summary:
        'Decide several proposals of one rule alike; what somebody else decided is left and named',
      body: bulkDecisionSchema,
      answer: bulkAnswerSchema,
      errors: [...waits, 'comment_too_long'],
    },
    ({ body }, context) => decideMany(context, links, body),
  ),

  route(
    {
      method: 'get',
      path: '/abrechnungslabels',
      policy: 'proposal.read',
      summary: 'Labels of proposals, and which rules bear some by themselves',
      answer: billingLabelsSchema,
    },
    (_input, context) => listBillingLabels(context.look()),
  ),
  route(
    {
      method: 'post',
      path: '/abrechnungslabels',
      policy: 'proposal.work',
      summary: 'Make a label for proposals',
      body: newBillingLabelSchema,
      ...none,
      errors: ['conflict', 'validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => createBillingLabel(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'patch',
      path: '/abrechnungslabels/{labelId}',
      policy: 'proposal.work',
      summary: 'Rename, colour or move a label of proposals',
      params: labelPathSchema,
      body: labelChangeSchema,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => patchBillingLabel(w, params.labelId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/abrechnungslabels/{labelId}',
      policy: 'proposal.work',
      summary: 'Take a label off every proposal',
      params: labelPathSchema,
      ...none,
    },
    async ({ params }, context) => {
      await context.write((w) => removeBillingLabel(w, params.labelId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/abrechnungslabels/{labelId}/zurueck',
      policy: 'proposal.work',
      summary: 'Take a label of proposals back that was taken away, with everything that bore it',
      params: labelPathSchema,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params }, context) => {
      await context.write((w) => restoreBillingLabel(w, params.labelId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/abrechnungslabels/assign',
      policy: 'proposal.work',
      summary: 'Put labels on a proposal, or take them off',
      body: assignLabelsSchema,
      answer: assignedLabelsSchema,
      errors: ['reports_loading', 'not_found'],
    },
    ({ body }, context) => assignTo(context, links, body),
  ),
  route(
    {
      method: 'put',
      path: '/abrechnungslabels/labelConfig',
      policy: 'proposal.work',
      summary: 'Labels that proposals of a rule or a group of rules bear by themselves',
      body: labelConfigChangeSchema,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => setLabelConfig(w, body.labelConfig));
      return undefined;
    },
  ),

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
      summary: 'How far the rules have been worked out anew',
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
        'patient.listed',
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

  route(
    {
      method: 'get',
      path: '/abrechnung/abgaben',
      policy: 'proposal.read',
      summary: 'Billings that were handed in to a KZV',
      answer: filingsSchema,
    },
    (_input, context) => listFilings(context.look(), links),
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/abgaben',
      policy: 'proposal.work',
      summary: 'Note that a billing was handed in; what is open in it runs out',
      body: newFilingSchema,
      ...none,
      errors: ['conflict', 'validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => handIn(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/abrechnung/abgaben/{abgabeId}',
      policy: 'proposal.work',
      summary: 'Take a handed-in billing back',
      params: filingParams,
      ...none,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write((w) => undoHandIn(w, params.abgabeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/kpis',
      policy: 'proposal.read',
      summary: 'What became of proposals: by state, month and rule; by practitioner for owners',
      query: kpisQuerySchema,
      answer: billingKpisSchema,
      errors: waits,
    },
    ({ query }, context) =>
      links.queries.kpis(context.look(), {
        von: query.von,
        bis: query.bis,
        behandler: query.behandler,
        withPractitioners: context.actor.kind === 'user' && context.actor.role === 'owner',
      }),
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/quartal',
      policy: 'proposal.read',
      summary:
        'End of a quarter: what is still billable by area, what the budget says, what is left to do',
      query: quarterQuerySchema,
      answer: quarterSchema,
      errors: ['reports_loading', 'not_found'],
    },
    ({ query }, context) => readQuarter(context.look(), links, query),
  ),
];
