// Routes below /auth for sessions: own sessions, known browsers, the lock of a workstation, the
// check of a password.

import { signedInSchema } from '../../../shared/accounts/auth.schema.ts';
import {
  checkPasswordSchema,
  deskSchema,
  idParamSchema,
  passwordCheckedSchema,
  sessionsSchema,
  unlockSchema,
} from '../../../shared/accounts/factors.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { ipOf, requireSecure } from '../sign-in/answer-signed-in.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { checkPassword } from '../sign-in/check-password.ts';
import { showDesk } from './desk.ts';
import { endOtherSessions, endOwnSession, forgetDevice, showSessions } from './own-sessions.ts';
import { lock, unlock } from './unlock.ts';

export const sessionRoutes = (deps: AuthDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/sessions',
      policy: 'account.own',
      summary: 'Own open sessions and known browsers',
      answer: sessionsSchema,
    },
    (_, context) => showSessions(deps, context),
  ),
  route(
    {
      method: 'post',
      path: '/sessions/end-others',
      policy: 'account.own',
      summary: 'End all own sessions but this one',
    },
    async (_, context) => {
      await endOtherSessions(context);
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/sessions/{id}',
      policy: 'account.own',
      summary: 'End one own session',
      params: idParamSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await endOwnSession(context, params.id);
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/sessions/devices/{id}',
      policy: 'account.own',
      summary: 'Forget a known browser',
      params: idParamSchema,
    },
    async ({ params }, context) => {
      await forgetDevice(context, params.id);
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/sessions/desk',
      policy: 'session.open',
      summary: 'People who wait at the lock of this workstation',
      answer: deskSchema,
    },
    (_, context) => showDesk(deps, context),
  ),
  route(
    { method: 'post', path: '/lock', policy: 'account.own', summary: 'Lock this workstation' },
    async (_, context) => {
      await lock(deps, context.actor);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/unlock',
      policy: 'session.open',
      summary: 'Come back to a locked workstation, or change the person at it',
      body: unlockSchema,
      answer: signedInSchema,
      errors: [
        'unauthenticated',
        'unlock_pin_wrong',
        'unlock_pin_blocked',
        'login_failed',
        'passkey_failed',
        'rate_limited',
        'https_required',
      ],
    },
    async ({ body }, context) => {
      requireSecure(context);
      const { answer, cookies } = await unlock(deps, body, context, ipOf(context));
      return { body: answer, extras: { cookies } };
    },
  ),
  route(
    {
      method: 'post',
      path: '/checkpassword',
      policy: 'session.open',
      summary: 'Judge a password; for who is signed in also whether it is the own one',
      body: checkPasswordSchema,
      answer: passwordCheckedSchema,
      errors: ['password_weak', 'rate_limited'],
    },
    ({ body }, context) => checkPassword(deps, context, body.password),
  ),
];
