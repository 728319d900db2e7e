// Routes below /auth: sign-in and sign-out, refresh, the first account, step-up.

import { z } from 'zod';
import {
  createFirstUserSchema,
  firstUserStateSchema,
  firstUserTokenSchema,
  loginSchema,
  signedInSchema,
  userSchema,
  type SignedIn,
} from '../../../shared/accounts/auth.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  secondFactorSchema,
  stepUpAnswerSchema,
  stepUpSchema,
  type SecondFactorNeeded,
} from '../../../shared/accounts/factors.schema.ts';
import { enter, ipOf, requireSecure, signedIn } from './answer-signed-in.ts';
import {
  route,
  type AnswerExtras,
  type RequestContext,
  type Route,
} from '../../platform/http/route.ts';
import type { AuthDeps } from './auth-deps.ts';
import { checkLogin } from './check-login.ts';
import { checkFirstUserToken, createFirstUser } from '../users/create-first-user.ts';
import { signOut } from '../sessions/end-session.ts';
import { factorRoutes, secondStepRoutes, stepCookie } from '../users/factor-routes.ts';
import { factorsOf } from './factors.ts';
import { knowsDevice } from '../sessions/known-device.ts';
import { openStep } from './login-step.ts';
import { showUser } from '../sessions/open-session.ts';
import { clearedCookie, readCookie, readRefresh } from '../sessions/refresh-cookie.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { sessionRoutes } from '../sessions/session-routes.ts';
import { stepUp } from './step-up.ts';
import { findUser } from '../account-store/store.ts';

/** Signed in, or the second step is required and the browser has its secret. */
async function signIn(
  deps: AuthDeps,
  context: RequestContext,
  input: { email: string; password: string; longLogin: boolean },
): Promise<{ body: SignedIn | SecondFactorNeeded; extras: AnswerExtras }> {
  requireSecure(context);
  const user = await checkLogin(deps, {
    email: input.email,
    password: input.password,
    ip: ipOf(context),
    device: readCookie(context, 'device'),
  });
  const kinds = await factorsOf(deps, user);
  if (
    kinds.length === 0 ||
    (await knowsDevice(deps, user.id, readCookie(context, 'device'))).isFresh
  )
    return enter(deps, context, { user, longLogin: input.longLogin });
  return {
    body: { secondFactor: { kinds } },
    extras: stepCookie(
      context,
      await openStep(deps, 'login', { cid: user.cid, userId: user.id, longLogin: input.longLogin }),
    ),
  };
}

export const authRoutes = (deps: AuthDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/login',
      policy: 'session.open',
      summary: 'Sign in with e-mail and password',
      body: loginSchema,
      answer: z.union([signedInSchema, secondFactorSchema]),
      errors: ['login_failed', 'rate_limited', 'https_required'],
    },
    ({ body }, context) =>
      signIn(deps, context, { ...body.credentials, longLogin: body.longLogin }),
  ),
  ...secondStepRoutes(deps),
  route(
    {
      method: 'post',
      path: '/refreshToken',
      policy: 'session.open',
      summary: 'Renew the bearer token by the refresh cookie',
      answer: signedInSchema,
      errors: ['unauthenticated', 'https_required'],
    },
    async (_, context) => {
      requireSecure(context);
      return signedIn(
        context,
        await refreshSession(deps, { refresh: readRefresh(context), ip: ipOf(context) }),
      );
    },
  ),
  route(
    { method: 'post', path: '/logout', policy: 'session.open', summary: 'End this session' },
    async (_, context) => {
      await signOut(deps, { bearer: context.actor, refresh: readRefresh(context) });
      // No Clear-Site-Data: on one origin it would also delete the unsent signatures of a tablet.
      return { body: undefined, extras: { cookies: [clearedCookie(context.origin)] } };
    },
  ),
  route(
    {
      method: 'get',
      path: '/user',
      policy: 'account.own',
      summary: 'The signed-in person',
      answer: userSchema,
    },
    async (_, { actor }) => {
      const user = actor.kind === 'user' ? await findUser(deps.store, actor.userId) : undefined;
      if (!user) throw new AppError('unauthenticated');
      return showUser(user);
    },
  ),
  route(
    {
      method: 'post',
      path: '/checkfirstusertoken',
      policy: 'session.open',
      summary: 'Whether a first-user link still works',
      body: firstUserTokenSchema,
      answer: firstUserStateSchema,
      errors: ['rate_limited'],
    },
    ({ body }, context) => checkFirstUserToken(deps, { token: body.token, ip: ipOf(context) }),
  ),
  route(
    {
      method: 'post',
      path: '/createfirstuser',
      policy: 'session.open',
      summary: 'Make the first account and its practice',
      body: createFirstUserSchema,
      answer: signedInSchema,
      errors: ['first_user_token_invalid', 'password_weak', 'https_required'],
    },
    async ({ body }, context) => {
      requireSecure(context);
      return signedIn(context, await createFirstUser(deps, { ...body, ip: ipOf(context) }));
    },
  ),
  route(
    {
      method: 'post',
      path: '/createMidSessionToken',
      policy: 'account.own',
      summary:
        'Step-up for five minutes by a second factor, or by the password without one; the bearer token is a new one',
      body: stepUpSchema,
      answer: stepUpAnswerSchema,
      errors: ['login_failed', 'step_up_factor', 'code_wrong', 'passkey_failed', 'rate_limited'],
    },
    ({ body }, context) => stepUp(deps, body, context),
  ),
  ...factorRoutes(deps),
  ...sessionRoutes(deps),
];
