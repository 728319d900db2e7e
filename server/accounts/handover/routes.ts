// Routes that transfer a sign-in to another window or device.

import {
  adminLoginSchema,
  handoverAnswerSchema,
  signedInSchema,
  userFromTokenSchema,
} from '../../../shared/accounts/auth.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { enter, requireSecure } from '../sign-in/answer-signed-in.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { makeHandover, useHandover, type HandoverKeys } from './handover.ts';

export const handoverRoutes = (deps: AuthDeps, keys: HandoverKeys): Route[] => [
  route(
    {
      method: 'post',
      path: '/handover',
      policy: 'account.own',
      summary: 'A signed word that opens this account once elsewhere, within a minute',
      answer: handoverAnswerSchema,
      stepUp: true,
    },
    (_, context) => makeHandover(deps, keys, context.actor),
  ),
  route(
    {
      method: 'post',
      path: '/userfromtoken',
      policy: 'session.open',
      summary: 'Sign in by a hand-over, people of a practice',
      body: userFromTokenSchema,
      answer: signedInSchema,
      errors: ['unauthenticated', 'https_required'],
    },
    async ({ body }, context) => {
      requireSecure(context);
      return enter(deps, context, {
        user: await useHandover(deps, keys, { ...body, use: 'userfromtoken' }),
        longLogin: false,
      });
    },
  ),
  route(
    {
      method: 'post',
      path: '/adminlogin',
      policy: 'session.open',
      summary: "Sign in by a hand-over, the vendor's people",
      body: adminLoginSchema,
      answer: signedInSchema,
      errors: ['unauthenticated', 'https_required'],
    },
    async ({ body }, context) => {
      requireSecure(context);
      return enter(deps, context, {
        user: await useHandover(deps, keys, { ...body, use: 'adminlogin' }),
        longLogin: false,
      });
    },
  ),
];
