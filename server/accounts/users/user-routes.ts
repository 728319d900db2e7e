// Routes below /auth for users and their mails: reset, invitation, password change, address change,
// the practice's users.

import { userSchema } from '../../../shared/accounts/auth.schema.ts';
import {
  changeMailSchema,
  inviteSchema,
  linkTokenSchema,
  mailChangedSchema,
  mailedSchema,
  ownNameSchema,
  passwordSetSchema,
  resetPasswordSchema,
  setNewPasswordSchema,
  userActSchema,
  userParamsSchema,
  usersInfoSchema,
  usersSchema,
} from '../../../shared/accounts/users.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { ipOf, requireSecure } from '../sign-in/answer-signed-in.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { askMailChange, confirmMailChange, undoMailChange } from './change-mail.ts';
import {
  actOnUser,
  changeOwnName,
  deleteUser,
  readInvite,
  showUsers,
  showUsersInfo,
} from './manage-users.ts';
import { showUser } from '../sessions/open-session.ts';
import { readCookie } from '../sessions/refresh-cookie.ts';
import { askReset, setOwnPassword, setPasswordByLink } from './reset-password.ts';

export const userRoutes = (deps: AuthDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/resetpassword',
      policy: 'session.open',
      summary: 'Ask for a link to a new password; the same answer for every address',
      body: resetPasswordSchema,
      answer: mailedSchema,
      errors: ['rate_limited', 'https_required'],
    },
    ({ body }, context) => {
      requireSecure(context);
      return askReset(deps, {
        email: body.email,
        ip: ipOf(context),
        device: readCookie(context, 'device'),
      });
    },
  ),
  route(
    {
      method: 'post',
      path: '/acceptinvite',
      policy: 'session.open',
      summary: 'Who an invitation is for; the new password accepts it',
      body: linkTokenSchema,
      answer: inviteSchema,
      errors: ['link_invalid', 'rate_limited', 'https_required'],
    },
    ({ body }, context) => {
      requireSecure(context);
      return readInvite(deps, { token: body.token, ip: ipOf(context) });
    },
  ),
  route(
    {
      method: 'post',
      path: '/setnewpassword',
      policy: 'session.open',
      summary: 'A new password by a link or by the own one',
      body: setNewPasswordSchema,
      answer: passwordSetSchema,
      errors: [
        'link_invalid',
        'address_elsewhere',
        'login_failed',
        'password_weak',
        'rate_limited',
        'https_required',
      ],
    },
    ({ body: { token, currentPassword = '', newPassword } }, context) => {
      requireSecure(context);
      return token === undefined
        ? setOwnPassword(deps, context.actor, { currentPassword, newPassword })
        : setPasswordByLink(deps, { token, newPassword, ip: ipOf(context) });
    },
  ),
  route(
    {
      method: 'post',
      path: '/changeusermail',
      policy: 'account.own',
      summary: 'Ask the new address to confirm, tell the old one',
      body: changeMailSchema,
      answer: mailedSchema,
      errors: ['conflict', 'inactive_recipient'],
      stepUp: true,
    },
    ({ body }, { actor }) => askMailChange(deps, actor, body),
  ),
  route(
    {
      method: 'post',
      path: '/confirmusermail',
      policy: 'session.open',
      summary: 'Confirm a new address by its link',
      body: linkTokenSchema,
      answer: mailChangedSchema,
      errors: ['link_invalid', 'rate_limited', 'https_required'],
    },
    ({ body }, context) => {
      requireSecure(context);
      return confirmMailChange(deps, { token: body.token, ip: ipOf(context) });
    },
  ),
  route(
    {
      method: 'post',
      path: '/undousermail',
      policy: 'session.open',
      summary: 'Take a change of address back by the old address',
      body: linkTokenSchema,
      answer: mailChangedSchema,
      errors: ['link_invalid', 'rate_limited', 'https_required'],
    },
    ({ body }, context) => {
      requireSecure(context);
      return undoMailChange(deps, { token: body.token, ip: ipOf(context) });
    },
  ),
  route(
    {
      method: 'get',
      path: '/users',
      policy: 'user.write',
      summary: 'People of the practice with roles, states and factors',
      answer: usersSchema,
    },
    (_, context) => showUsers(deps, context),
  ),
  route(
    {
      method: 'get',
      path: '/usersinfo',
      policy: 'user.read',
      summary: 'Who works here: names and roles',
      answer: usersInfoSchema,
    },
    (_, context) => showUsersInfo(context),
  ),
  route(
    {
      method: 'put',
      path: '/user',
      policy: 'account.own',
      summary: 'Change the own name',
      body: ownNameSchema,
      answer: userSchema,
    },
    async ({ body }, context) => showUser(await changeOwnName(context, body)),
  ),
  route(
    {
      method: 'post',
      path: '/user',
      policy: 'user.write',
      summary: 'Invite, change, disable or enable a user, or send the invitation again',
      body: userActSchema,
      answer: usersSchema,
      errors: ['last_owner', 'conflict', 'state_conflict', 'inactive_recipient', 'licence_refused'],
      stepUp: true,
    },
    ({ body }, context) => actOnUser(deps, context, body),
  ),
  route(
    {
      method: 'delete',
      path: '/user/{id}',
      policy: 'user.write',
      summary: 'Remove a user; the audit log keeps the id',
      params: userParamsSchema,
      errors: ['last_owner'],
      stepUp: true,
    },
    async ({ params }, context) => {
      await deleteUser(deps, context, params.id);
      return { body: undefined, extras: {} };
    },
  ),
];
