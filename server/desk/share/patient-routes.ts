// Routes of the patient portal: /papo with a link, /ssf after login.

import { homeReceiptSchema } from '../../../shared/forms/task/home.schema.ts';
import { SHARE_BYTES } from '../../../shared/exchange/share.ts';
import {
  portalCodeSchema,
  portalLoginSchema,
  portalRenewSchema,
  portalResetSchema,
  portalStatusSchema,
  portalStepSchema,
  shareAnswersSchema,
  shareContentsSchema,
  shareItemContentSchema,
  shareItemParamsSchema,
  shareSaidSchema,
  shareSignatureSchema,
  shareSignedSchema,
} from '../../../shared/exchange/share.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { type RequestContext, type Route, route } from '../../platform/http/route.ts';
import { downloadShared, listShared, readShared } from './contents.ts';
import { fillShared } from './fill.ts';
import type { PortalDeps } from './links.ts';
import { countStranger, logIn, takeSecondStep } from './log-in.ts';
import { resetCode } from './reset-code.ts';
import { noCookie, whoIsIn } from './session.ts';
import { requestCode } from './send-code.ts';
import { sayShared, signShared } from './sign.ts';
import { removeSession } from './store.ts';
import { wishNewLink } from './wish.ts';

/** Patient data is never sent over an unencrypted connection. */
function requireSecure({ isSecure }: RequestContext): void {
  if (!isSecure) throw new AppError('https_required');
}

const letIn = ({ step, cookie }: Awaited<ReturnType<typeof logIn>>) => ({
  body: step,
  extras: { cookies: [cookie] },
});

export const patientRoutes = (deps: PortalDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/papo/status',
      policy: 'share.open',
      summary: 'How the practice is reached; the same whatever link was opened',
      answer: portalStatusSchema,
    },
    async (_input, context) => {
      const { name, anschrift, telefon, mail } = await deps.praxis(context.look());
      return { praxis: { name, anschrift, telefon, mail } };
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/login',
      policy: 'share.open',
      summary: 'First step into a share: first name and birth date (V7)',
      body: portalLoginSchema,
      answer: portalStepSchema,
      errors: ['share_unknown', 'share_wrong', 'share_locked', 'rate_limited', 'https_required'],
    },
    async ({ body }, context) => {
      requireSecure(context);
      return letIn(await logIn(deps, context, body));
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/requestCode',
      policy: 'share.open',
      summary: 'Send the code of the second step; always the same answer',
      answerType: 'none',
      errors: ['share_over', 'rate_limited'],
    },
    async (_input, context) => {
      await requestCode(deps, context);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/secondStep',
      policy: 'share.open',
      summary: 'Second step: the code from the practice',
      body: portalCodeSchema,
      answer: portalStepSchema,
      errors: ['share_over', 'share_code_wrong', 'share_locked'],
    },
    async ({ body }, context) => letIn(await takeSecondStep(deps, context, body.code)),
  ),
  route(
    {
      method: 'post',
      path: '/papo/renew',
      policy: 'share.open',
      summary: 'Ask for a new link; the same answer for every id',
      body: portalRenewSchema,
      answerType: 'none',
      errors: ['rate_limited'],
    },
    async ({ body }, context) => {
      const isTaken = await context.write((w) => wishNewLink(w, deps, body.shareId));
      if (!isTaken) await countStranger(deps, context);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/resetPassword',
      policy: 'share.open',
      summary: 'Set a new access code for one share (R4)',
      body: portalResetSchema,
      answerType: 'none',
      errors: ['link_invalid', 'validation', 'rate_limited', 'https_required'],
    },
    async ({ body }, context) => {
      requireSecure(context);
      const isTaken = await context.write((w) => resetCode(w, deps, body));
      if (!isTaken) {
        await countStranger(deps, context);
        throw new AppError('link_invalid');
      }
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/papo/lock',
      policy: 'share.open',
      summary: 'Leave a share; again changes nothing',
      answerType: 'none',
    },
    async (_input, context) => {
      const who = await whoIsIn(context, deps).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'share_over') return undefined;
        throw error;
      });
      if (who) await context.write((w) => removeSession(w, who.hash));
      return { body: undefined, extras: { cookies: [noCookie(context, deps)] } };
    },
  ),
  route(
    {
      method: 'get',
      path: '/ssf/list',
      policy: 'share.open',
      summary: 'Shared contents, for the person who signed in',
      answer: shareContentsSchema,
      errors: ['share_over'],
    },
    (_input, context) => listShared(deps, context),
  ),
  route(
    {
      method: 'get',
      path: '/ssf/read/{itemId}',
      policy: 'share.open',
      summary: 'One thing of a share to be read or filled in',
      params: shareItemParamsSchema,
      answer: shareItemContentSchema,
      errors: ['share_over', 'not_found'],
    },
    ({ params }, context) => readShared(deps, context, params.itemId),
  ),
  route(
    {
      method: 'get',
      path: '/ssf/download/{itemId}',
      policy: 'share.open',
      summary: 'A document of a share as a file',
      params: shareItemParamsSchema,
      answerType: 'application/pdf',
      errors: ['share_over', 'not_found'],
    },
    async ({ params }, context) => {
      const { bytes, type } = await downloadShared(deps, context, params.itemId);
      return {
        bytes,
        type,
        headers: {
          'Content-Disposition': `attachment; filename="${params.itemId}.${type === 'application/pdf' ? 'pdf' : type.slice(6)}"`,
        },
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/ssf/fill/{itemId}',
      policy: 'share.open',
      summary: 'Hand the answers to a shared form in; the same again gets the same receipt',
      params: shareItemParamsSchema,
      body: shareAnswersSchema,
      limit: SHARE_BYTES,
      answer: homeReceiptSchema,
      errors: [
        'share_over',
        'not_found',
        'state_conflict',
        'conflict',
        'too_large',
        'rate_limited',
      ],
    },
    ({ params, body }, context) => fillShared(deps, context, params.itemId, body),
  ),
  route(
    {
      method: 'post',
      path: '/ssf/say/{itemId}',
      policy: 'share.open',
      summary: 'Say that there are questions, or decline; the same again gets the same receipt',
      params: shareItemParamsSchema,
      body: shareSaidSchema,
      limit: SHARE_BYTES,
      answer: shareSignedSchema,
      errors: ['share_over', 'not_found', 'state_conflict', 'too_large'],
    },
    ({ params, body }, context) => sayShared(deps, context, params.itemId, body),
  ),
  route(
    {
      method: 'post',
      path: '/ssf/sign/{itemId}',
      policy: 'share.open',
      summary: 'Sign a shared paper; the same again gets the same receipt',
      params: shareItemParamsSchema,
      body: shareSignatureSchema,
      limit: SHARE_BYTES,
      answer: shareSignedSchema,
      errors: ['share_over', 'not_found', 'state_conflict', 'validation', 'too_large'],
    },
    ({ params, body }, context) => signShared(deps, context, params.itemId, body),
  ),
];
