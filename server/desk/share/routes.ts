// Routes of the patient portal: /papo with a link, /ssf after login, and those of staff for
// sharing.

import {
  mailShareSchema,
  newShareSchema,
  renewShareSchema,
  resetLinkSchema,
  shareLinkSchema,
  sharePapersQuerySchema,
  sharePapersSchema,
  shareRowParamsSchema,
  shareSchema,
  sharesQuerySchema,
  sharesSchema,
  shareWaysSchema,
} from '../../../shared/exchange/share.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { PortalDeps } from './links.ts';
import { makeResetLink } from './reset-code.ts';
import { mailShare, showShare, stopShare, unlockShare } from './shares.ts';
import { renewShare } from './renew-share.ts';
import { makeShare } from './make-share.ts';
import { readSharePapers, readShareWays, readShares } from './read-shares.ts';
import { patientRoutes } from './patient-routes.ts';

const placeOf = ({ r4c }: RequestContext): { r4cUuid: string } => {
  if (!r4c) throw new AppError('not_found');
  return r4c;
};
const staffRoutes = (deps: PortalDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/papo/shares',
      policy: 'share.work',
      summary: 'Papers given home, newest first',
      query: sharesQuerySchema,
      answer: sharesSchema,
    },
    ({ query }, context) => readShares(context.look(), deps, query.patid),
  ),
  route(
    {
      method: 'get',
      path: '/papo/ways',
      policy: 'share.work',
      summary: 'How a code can reach a patient',
      query: sharePapersQuerySchema,
      answer: shareWaysSchema,
      errors: ['not_found'],
    },
    ({ query }, context) => readShareWays(context.look(), deps, query.patid),
  ),
  route(
    {
      method: 'get',
      path: '/papo/papers',
      policy: 'share.work',
      summary: 'Papers of a patient that may be signed at home',
      query: sharePapersQuerySchema,
      answer: sharePapersSchema,
      errors: ['not_found'],
    },
    ({ query }, context) => readSharePapers(context.look(), deps, query.patid),
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares',
      policy: 'share.work',
      summary: 'Give documents or forms home by a link',
      body: newShareSchema,
      answer: shareLinkSchema,
      errors: ['not_found', 'conflict', 'validation'],
    },
    ({ body }, context) => context.write((w) => makeShare(w, deps, placeOf(context), body)),
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares/{shareRow}/show',
      policy: 'share.work',
      summary: 'Link and code of a share once more',
      params: shareRowParamsSchema,
      answer: shareLinkSchema,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params }, context) =>
      context.write((w) => showShare(w, deps, placeOf(context), params.shareRow)),
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares/{shareRow}/mail',
      policy: 'share.work',
      summary: 'Mail the link of a share, never its code',
      params: shareRowParamsSchema,
      body: mailShareSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict', 'inactive_recipient'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => mailShare(w, deps, placeOf(context), params.shareRow, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares/{shareRow}/renew',
      policy: 'share.work',
      summary: 'A new link with the same contents; the one before ends',
      params: shareRowParamsSchema,
      body: renewShareSchema,
      answer: shareLinkSchema,
      errors: ['not_found', 'state_conflict', 'conflict'],
    },
    async ({ params, body }, context) => {
      const made = await context.write((w) =>
        renewShare(w, deps, placeOf(context), params.shareRow, body.id),
      );
      await deps.ended();
      return made;
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares/{shareRow}/reset',
      policy: 'share.work',
      summary: 'A link by which the patient chooses a new access code',
      params: shareRowParamsSchema,
      answer: resetLinkSchema,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params }, context) => context.write((w) => makeResetLink(w, deps, params.shareRow)),
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares/{shareRow}/unlock',
      policy: 'share.work',
      summary: 'Give a locked share its tries back',
      params: shareRowParamsSchema,
      answer: shareSchema,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params }, context) => context.write((w) => unlockShare(w, deps, params.shareRow)),
  ),
  route(
    {
      method: 'post',
      path: '/papo/shares/{shareRow}/end',
      policy: 'share.work',
      summary: 'End a share at once',
      params: shareRowParamsSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write((w) => stopShare(w, params.shareRow));
      await deps.ended();
      return undefined;
    },
  ),
];

export const portalRoutes = (deps: PortalDeps): Route[] => [
  ...patientRoutes(deps),
  ...staffRoutes(deps),
];
