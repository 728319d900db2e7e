// Calls below /auth: signing in and out, renewing, the first account, step-up.

import {
  createFirstUserSchema, firstUserStateSchema, firstUserTokenSchema, loginSchema, signedInSchema, stepUpAnswerSchema, stepUpSchema, userSchema, type SignedIn,
} from '../../shared/auth.schema.ts';
import { AppError } from '../../shared/errors.ts';
import { route, type AnswerExtras, type RequestContext, type Route } from '../http/route.ts';
import type { AuthDeps } from './auth-deps.ts';
import { checkLogin } from './check-login.ts';
import { confirmPassword } from './confirm-password.ts';
import { checkFirstUserToken, createFirstUser } from './create-first-user.ts';
import { signOut } from './end-session.ts';
import { showUser, type Opened } from './open-session.ts';
import { clearedCookie, readRefresh, refreshCookie } from './refresh-cookie.ts';
import { refreshSession } from './refresh-session.ts';
import { findUser } from './store.ts';

const ipOf = ({ actor }: RequestContext): string => (actor.kind === 'system' ? '' : actor.ip);
const signedIn = (context: RequestContext, opened: Opened): { body: SignedIn; extras: AnswerExtras } =>
  ({ body: opened.answer, extras: opened.refresh === undefined ? {} : { cookies: [refreshCookie(context.origin, opened.refresh, opened.maxAgeMs)] } });
/** Passwords and cookies never travel in the clear; only this very machine may go without https. */
function requireSecure(context: RequestContext): void {
  if (!context.isSecure) throw new AppError('https_required');
}

export const authRoutes = (deps: AuthDeps): Route[] => [
  route({ method: 'post', path: '/login', policy: 'session.open', summary: 'Sign in with e-mail and password', body: loginSchema, answer: signedInSchema, errors: ['login_failed', 'rate_limited', 'https_required'] },
    async ({ body }, context) => {
      requireSecure(context);
      return signedIn(context, await checkLogin(deps, { ...body.credentials, longLogin: body.longLogin, ip: ipOf(context) }));
    }),
  route({ method: 'post', path: '/refreshToken', policy: 'session.open', summary: 'Renew the bearer token by the refresh cookie', answer: signedInSchema, errors: ['unauthenticated', 'https_required'] },
    async (_, context) => {
      requireSecure(context);
      return signedIn(context, await refreshSession(deps, { refresh: readRefresh(context), ip: ipOf(context) }));
    }),
  route({ method: 'post', path: '/logout', policy: 'session.open', summary: 'End this session' },
    async (_, context) => {
      await signOut(deps, { bearer: context.actor, refresh: readRefresh(context) });
      // No Clear-Site-Data: on one origin it would also delete the unsent signatures of a tablet.
      return { body: undefined, extras: { cookies: [clearedCookie(context.origin)] } };
    }),
  route({ method: 'get', path: '/user', policy: 'account.own', summary: 'The signed-in person', answer: userSchema },
    async (_, { actor }) => {
      const user = actor.kind === 'user' ? await findUser(deps.store, actor.userId) : undefined;
      if (!user) throw new AppError('unauthenticated');
      return showUser(user);
    }),
  route({ method: 'post', path: '/checkfirstusertoken', policy: 'session.open', summary: 'Whether a first-user link still works', body: firstUserTokenSchema, answer: firstUserStateSchema, errors: ['rate_limited'] },
    ({ body }, context) => checkFirstUserToken(deps, { token: body.token, ip: ipOf(context) })),
  route({ method: 'post', path: '/createfirstuser', policy: 'session.open', summary: 'Make the first account and its practice', body: createFirstUserSchema, answer: signedInSchema, errors: ['first_user_token_invalid', 'password_weak', 'https_required'] },
    async ({ body }, context) => {
      requireSecure(context);
      return signedIn(context, await createFirstUser(deps, { ...body, ip: ipOf(context) }));
    }),
  route({ method: 'post', path: '/createMidSessionToken', policy: 'account.own', summary: 'Step-up: confirm the own password for five minutes', body: stepUpSchema, answer: stepUpAnswerSchema, errors: ['login_failed', 'rate_limited'] },
    ({ body }, { actor }) => confirmPassword(deps, actor, body.password)),
];
