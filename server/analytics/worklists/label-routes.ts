/** Routes of labels, next steps and notes of lines. */
import {
  assignSchema,
  labelParams,
  labelPatchSchema,
  labelsSchema,
  newLabelSchema,
  noteSchema,
  worklistStepSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import {
  assignLabels,
  createLabel,
  listLabels,
  patchLabel,
  removeLabel,
  restoreLabel,
  writeNote,
  writeStep,
} from './labels.ts';

const none = { answerType: 'none' } as const;

export const labelRoutes = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/hkplabels',
      policy: 'worklist.read',
      summary: 'Labels of work lists',
      answer: labelsSchema,
    },
    async (_input, context) => ({ items: await listLabels(context.look()) }),
  ),
  route(
    {
      method: 'post',
      path: '/hkplabels',
      policy: 'worklist.write',
      summary: 'Make a label',
      body: newLabelSchema,
      ...none,
      errors: ['conflict', 'validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => createLabel(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'patch',
      path: '/hkplabels/{labelId}',
      policy: 'worklist.write',
      summary: 'Rename, colour or move a label',
      params: labelParams,
      body: labelPatchSchema,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => patchLabel(w, params.labelId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/hkplabels/{labelId}',
      policy: 'worklist.write',
      summary: 'Take a label off every line',
      params: labelParams,
      ...none,
    },
    async ({ params }, context) => {
      await context.write((w) => removeLabel(w, params.labelId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkplabels/{labelId}/zurueck',
      policy: 'worklist.write',
      summary: 'Take a label back that was taken away, with every line that bore it',
      params: labelParams,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params }, context) => {
      await context.write((w) => restoreLabel(w, params.labelId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkplabels/assign',
      policy: 'worklist.write',
      summary: 'Put labels on lines, or take them off',
      body: assignSchema,
      ...none,
      errors: ['not_found'],
    },
    async ({ body }, context) => {
      await context.write((w) => assignLabels(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkp/schritt',
      policy: 'worklist.write',
      summary: 'Next step of lines: what, until when, who; null takes it away',
      body: worklistStepSchema,
      ...none,
      errors: ['validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => writeStep(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkp/notiz',
      policy: 'worklist.write',
      summary: 'A note at a line',
      body: noteSchema,
      ...none,
    },
    async ({ body }, context) => {
      await context.write((w) => writeNote(w, body));
      return undefined;
    },
  ),
];
