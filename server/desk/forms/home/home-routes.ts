// Routes of questionnaires at home: three public ones for holders of a link, the others for staff.

import { AppError } from '../../../../shared/base/errors.ts';
import { PIECE_BYTES } from '../../../../shared/exchange/attachment.ts';
import {
  attachmentParamsSchema,
  homePhotoAnswerSchema,
  homePhotoQuerySchema,
} from '../../../../shared/exchange/attachment.schema.ts';
import { HOME_BYTES } from '../../../../shared/forms/task/home.ts';
import {
  homeAnswersSchema,
  homeFormSchema,
  homeLinkIdSchema,
  homeLinkSchema,
  homeLinksQuerySchema,
  homeLinksSchema,
  homeParamsSchema,
  homeQuerySchema,
  homeReceiptSchema,
  mailHomeLinkSchema,
  newHomeLinkSchema,
} from '../../../../shared/forms/task/home.schema.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { HomeLimits } from './home-limits.ts';
import {
  mailHomeLink,
  makeHomeLink,
  readHomeLinks,
  stopHomeLink,
  type LinkDeps,
} from './home-links.ts';
import { putHomePhoto, type HomePhotoDeps } from './home-photos.ts';
import { handInHome, readHome } from './home-public.ts';

export interface HomeRouteDeps extends LinkDeps, HomePhotoDeps {
  /** Called after a link was ended: it must stay ended whatever happens to this database. */
  ended(): Promise<void>;
  limits: HomeLimits;
  networkOf(ip: string): string;
}

/** Counts requests with unknown links, by the caller's network. */
async function guarded<T>(
  { limits, networkOf }: HomeRouteDeps,
  { actor, now }: RequestContext,
  work: (network: string) => Promise<T>,
): Promise<T> {
  const network = 'ip' in actor ? networkOf(actor.ip) : '';
  return work(network).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found')
      await limits.takeWrong(network, now);
    throw error;
  });
}

export const homeRoutes = (deps: HomeRouteDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/home/{questionnaireId}',
      policy: 'home.fill',
      summary: 'The questionnaire behind a link, for whoever has it; nothing of any patient',
      params: homeParamsSchema,
      query: homeQuerySchema,
      answer: homeFormSchema,
      errors: ['not_found', 'rate_limited'],
    },
    ({ params, query }, context) =>
      guarded(deps, context, () =>
        readHome(context.look(), deps, params.questionnaireId, query.language),
      ),
  ),
  route(
    {
      method: 'post',
      path: '/home/{questionnaireId}',
      policy: 'home.fill',
      summary: 'Hand answers in from home; the same again gets the same receipt',
      params: homeParamsSchema,
      body: homeAnswersSchema,
      limit: HOME_BYTES,
      answer: homeReceiptSchema,
      errors: [
        'not_found',
        'link_invalid',
        'birthdate_invalid',
        'confirm_needed',
        'conflict',
        'too_large',
        'rate_limited',
      ],
    },
    ({ params, body }, context) =>
      guarded(deps, context, (network) =>
        context.write((w) =>
          handInHome(w, deps, params.questionnaireId, body, (linkId) =>
            deps.limits.handIn(network, linkId, context.now),
          ),
        ),
      ),
  ),
  route(
    {
      method: 'put',
      path: '/home-photos/{sha256}',
      policy: 'home.fill',
      summary: 'A piece of a photo of answers from a private phone; the answer says what is there',
      params: attachmentParamsSchema,
      query: homePhotoQuerySchema,
      raw: { types: ['application/octet-stream'], limit: PIECE_BYTES },
      answer: homePhotoAnswerSchema,
      errors: ['not_found', 'too_large', 'validation', 'rate_limited'],
    },
    ({ params, query, bytes }, context) =>
      guarded(deps, context, () =>
        context.write((w) => putHomePhoto(w, deps, { ...params, ...query, bytes })),
      ),
  ),
  route(
    {
      method: 'get',
      path: '/home-links',
      policy: 'home.link',
      summary: 'Links to questionnaires at home, newest first',
      query: homeLinksQuerySchema,
      answer: homeLinksSchema,
    },
    ({ query }, context) => readHomeLinks(context.look(), deps, query.patid),
  ),
  route(
    {
      method: 'post',
      path: '/home-links',
      policy: 'home.link',
      summary: 'Make a link to a questionnaire at home',
      body: newHomeLinkSchema,
      answer: homeLinkSchema,
      errors: ['not_found', 'conflict', 'validation'],
    },
    ({ body }, context) => context.write((w) => makeHomeLink(w, deps, body)),
  ),
  route(
    {
      method: 'post',
      path: '/home-links/{homeId}/end',
      policy: 'home.link',
      summary: 'End a link at once',
      params: homeLinkIdSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write((w) => stopHomeLink(w, params.homeId));
      await deps.ended();
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/home-links/{homeId}/mail',
      policy: 'home.link',
      summary: 'Mail an invitation',
      params: homeLinkIdSchema,
      body: mailHomeLinkSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict', 'inactive_recipient'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => mailHomeLink(w, deps, params.homeId, body));
      return undefined;
    },
  ),
];
