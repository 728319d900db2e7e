// Routes below /auth for second factors: the second step of signing in, setup and removal,
// passkeys, recovery codes, PIN.

import { signedInSchema } from '../../../shared/accounts/auth.schema.ts';
import {
  codesSchema,
  disableMfaSchema,
  factorsSchema,
  idParamSchema,
  newPasskeySchema,
  otpSchema,
  passkeyLoginSchema,
  passkeyNameSchema,
  passkeyQuestionForSchema,
  passkeyQuestionSchema,
  pinSchema,
  totpSetupSchema,
} from '../../../shared/accounts/factors.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  route,
  type AnswerExtras,
  type RequestContext,
  type Route,
} from '../../platform/http/route.ts';
import { enter, ipOf, requireSecure } from '../sign-in/answer-signed-in.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { readDesk } from '../sessions/desk.ts';
import { openStep, STEP_MS } from '../sign-in/login-step.ts';
import {
  addPasskey,
  askNewPasskey,
  changePasskeyName,
  changePin,
  disableFactor,
  dropPasskey,
  enableMail,
  enableTotp,
  renewRecoveryCodes,
  selfOf,
  sendDisableCode,
  setUpTotp,
  showFactors,
} from './manage-factors.ts';
import { askForKnown } from '../sign-in/passkeys.ts';
import { readCookie, secretCookie } from '../sessions/refresh-cookie.ts';
import {
  askPasskey,
  checkCode,
  checkPasskeyLogin,
  sendCode,
  sendStepUpCode,
} from '../sign-in/second-factor.ts';

const WRONG_CODE = [
  'validation',
  'login_step_over',
  'code_wrong',
  'rate_limited',
  'https_required',
] as const;

/**
 * Builds the cookie that keeps the secret of a challenge or of a pending sign-in for ten minutes.
 */
export const stepCookie = (context: RequestContext, secret: string | undefined): AnswerExtras =>
  secret === undefined ? {} : { cookies: [secretCookie(context.origin, 'step', secret, STEP_MS)] };

/**
 * A passkey challenge for the signed-in user, or for one at the lock screen of this workstation.
 */
async function askOwn(
  deps: AuthDeps,
  context: RequestContext,
  sessionId: string | undefined,
): Promise<{ options: { challenge: string }; secret: string }> {
  const user =
    sessionId === undefined
      ? context.actor.kind === 'user'
        ? await selfOf(deps, context)
        : undefined
      : (await readDesk(deps, context)).find((p) => p.session.id === sessionId)?.user;
  if (!user) throw new AppError('passkey_failed');
  const options = await askForKnown(deps, context.origin, user.id);
  return {
    options,
    secret: await openStep(deps, sessionId === undefined ? 'stepup' : 'unlock', {
      cid: user.cid,
      userId: user.id,
      challenge: options.challenge,
    }),
  };
}

export const secondStepRoutes = (deps: AuthDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/login/otp',
      policy: 'session.open',
      summary: 'Second step by a code of the app, of a mail or a recovery code',
      body: otpSchema,
      answer: signedInSchema,
      errors: WRONG_CODE,
    },
    async ({ body }, context) => {
      requireSecure(context);
      return enter(
        deps,
        context,
        await checkCode(deps, { secret: readCookie(context, 'step'), otp: body.otp }),
      );
    },
  ),
  route(
    {
      method: 'post',
      path: '/login/mail',
      policy: 'session.open',
      summary: 'Send a code for the sign-in under way by mail',
      errors: ['login_step_over', 'state_conflict', 'rate_limited'],
    },
    async (_, context) => {
      await sendCode(deps, readCookie(context, 'step'));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/login/passkey/options',
      policy: 'session.open',
      summary: 'Ask for a passkey: as second step, or to sign in without a password',
      answer: passkeyQuestionSchema,
      errors: ['passkey_failed'],
    },
    async (_, context) => {
      requireSecure(context);
      const { options, secret } = await askPasskey(deps, {
        origin: context.origin,
        secret: readCookie(context, 'step'),
      });
      return { body: { options }, extras: stepCookie(context, secret) };
    },
  ),
  route(
    {
      method: 'post',
      path: '/login/passkey',
      policy: 'session.open',
      summary: 'Sign in by the answer of a passkey',
      body: passkeyLoginSchema,
      answer: signedInSchema,
      errors: ['login_step_over', 'passkey_failed', 'rate_limited', 'https_required'],
    },
    async ({ body }, context) => {
      requireSecure(context);
      return enter(
        deps,
        context,
        await checkPasskeyLogin(deps, {
          origin: context.origin,
          ip: ipOf(context),
          secret: readCookie(context, 'step'),
          ...body,
        }),
      );
    },
  ),
  route(
    {
      method: 'post',
      path: '/passkeys/question',
      policy: 'session.open',
      summary: 'Ask for an own passkey, for a step-up or at the lock',
      body: passkeyQuestionForSchema,
      answer: passkeyQuestionSchema,
      errors: ['passkey_failed'],
    },
    async ({ body }, context) => {
      const { options, secret } = await askOwn(deps, context, body.sessionId);
      return { body: { options }, extras: stepCookie(context, secret) };
    },
  ),
];

export const factorRoutes = (deps: AuthDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/createMidSessionToken/mail',
      policy: 'account.own',
      summary: 'Send a code for a step-up by mail, to a user without another second factor',
      errors: ['state_conflict', 'rate_limited'],
    },
    async (_, context) => {
      const secret = await sendStepUpCode(deps, await selfOf(deps, context));
      return { body: undefined, extras: stepCookie(context, secret) };
    },
  ),
  route(
    {
      method: 'get',
      path: '/factors',
      policy: 'account.own',
      summary: 'Own second factors, without their secrets',
      answer: factorsSchema,
    },
    (_, context) => showFactors(deps, context),
  ),
  route(
    {
      method: 'post',
      path: '/setup-mfa-authenticator',
      policy: 'account.own',
      stepUp: true,
      summary: 'A new secret for an authenticator app; counts after its first right code',
      answer: totpSetupSchema,
      errors: ['state_conflict'],
    },
    (_, context) => setUpTotp(deps, context),
  ),
  route(
    {
      method: 'post',
      path: '/enable-mfa-authenticator',
      policy: 'account.own',
      stepUp: true,
      summary: 'Turn the authenticator app on by its first code',
      body: otpSchema,
      answer: codesSchema,
      errors: ['validation', 'state_conflict', 'code_wrong', 'rate_limited'],
    },
    ({ body }, context) => enableTotp(deps, context, body.otp),
  ),
  route(
    {
      method: 'post',
      path: '/enable-mfa-email',
      policy: 'account.own',
      stepUp: true,
      summary: 'Codes by mail as second factor, where the practice allows it',
      answer: codesSchema,
      errors: ['forbidden', 'state_conflict'],
    },
    (_, context) => enableMail(deps, context),
  ),
  route(
    {
      method: 'post',
      path: '/request-disable-mfa-code',
      policy: 'account.own',
      stepUp: true,
      summary: 'Send the code that turns off a lost authenticator app',
      errors: ['rate_limited', 'inactive_recipient'],
    },
    async (_, context) => {
      await sendDisableCode(deps, context);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/disable-mfa',
      policy: 'account.own',
      stepUp: true,
      summary: 'Turn off the authenticator app or the codes by mail',
      body: disableMfaSchema,
      errors: ['validation', 'state_conflict', 'code_wrong', 'rate_limited'],
    },
    async ({ body }, context) => {
      await disableFactor(deps, context, body);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/recovery-codes',
      policy: 'account.own',
      stepUp: true,
      summary: 'New recovery codes in place of the old ones',
      answer: codesSchema,
      errors: ['state_conflict'],
    },
    (_, context) => renewRecoveryCodes(deps, context),
  ),
  route(
    {
      method: 'post',
      path: '/passkeys/options',
      policy: 'account.own',
      stepUp: true,
      summary: 'Ask the browser for a new passkey',
      answer: passkeyQuestionSchema,
      errors: ['passkey_failed'],
    },
    async (_, context) => {
      const { options, secret } = await askNewPasskey(deps, context);
      return { body: { options }, extras: stepCookie(context, secret) };
    },
  ),
  route(
    {
      method: 'post',
      path: '/passkeys',
      policy: 'account.own',
      stepUp: true,
      summary: 'Keep a new passkey',
      body: newPasskeySchema,
      answer: codesSchema,
      errors: ['login_step_over', 'passkey_failed', 'conflict', 'rate_limited'],
    },
    ({ body }, context) => addPasskey(deps, context, body),
  ),
  route(
    {
      method: 'put',
      path: '/passkeys/{id}',
      policy: 'account.own',
      summary: 'Name an own passkey',
      params: idParamSchema,
      body: passkeyNameSchema,
      errors: ['not_found'],
    },
    async ({ params, body }, context) => {
      await changePasskeyName(deps, context, params.id, body.name);
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/passkeys/{id}',
      policy: 'account.own',
      stepUp: true,
      summary: 'Remove an own passkey',
      params: idParamSchema,
    },
    async ({ params }, context) => {
      await dropPasskey(deps, context, params.id);
      return undefined;
    },
  ),
  route(
    {
      method: 'put',
      path: '/pin',
      policy: 'account.own',
      stepUp: true,
      summary: 'Set the own PIN of the lock',
      body: pinSchema,
    },
    async ({ body }, context) => {
      await changePin(deps, context, body.pin);
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/pin',
      policy: 'account.own',
      stepUp: true,
      summary: 'Remove the own PIN of the lock',
    },
    async (_, context) => {
      await changePin(deps, context, null);
      return undefined;
    },
  ),
];
