/** Routes of labels of proposals. */
import {
  billingLabelsSchema,
  labelChangeSchema,
  labelConfigChangeSchema,
  labelPathSchema,
  assignedLabelsSchema,
  assignLabelsSchema,
  newBillingLabelSchema,
} from '../../../shared/analytics/billing/labels.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
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

const none = { answerType: 'none' } as const;

export const labelRoutes = (links: BillingLinks): Route[] => [
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
];
