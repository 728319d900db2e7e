// Schemas of users of a practice, of the links sent by mail, and of passwords.
import { visible } from '../base/visible.ts';
import { z } from 'zod';
import { PASSWORD_MAX, passwordLength } from './auth.ts';
import { foldEmail } from '../base/email.ts';
import { foldedEmailSchema as email } from '../base/email.schema.ts';
import { USER_ROLES } from '../base/roles.ts';

const password = z
  .string()
  .min(1)
  .max(PASSWORD_MAX * 4)
  .refine((p) => passwordLength(p) <= PASSWORD_MAX, 'password_weak');
const name = z
  .string()
  .overwrite(visible)
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{C}*$/u);
const token = z.string().min(20).max(200);
/** The verb checks which of them a client's users can have. */
const role = z.enum(USER_ROLES);

/** Any string: an invalid address is answered like an unknown one (B28). */
export const resetPasswordSchema = z.strictObject({
  email: z.string().min(1).max(254).overwrite(foldEmail),
});
export const mailedSchema = z.strictObject({ isSent: z.literal(true) }).meta({ id: 'Mailed' });
export const linkTokenSchema = z.strictObject({ token });
/** Either the token of a link or the current password. */
export const setNewPasswordSchema = z
  .strictObject({
    token: token.optional(),
    currentPassword: password.optional(),
    newPassword: password,
  })
  .refine((v) => (v.token === undefined) !== (v.currentPassword === undefined), { path: ['token'] })
  .meta({ id: 'SetNewPassword' });
export const passwordSetSchema = z.strictObject({ email: z.string() }).meta({ id: 'PasswordSet' });
export const inviteSchema = z
  .strictObject({
    firstName: z.string(),
    lastname: z.string(),
    email: z.string(),
    role: z.enum(USER_ROLES),
    praxisName: z.string(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof inviteSchema>;
export const changeMailSchema = z
  .strictObject({ userMail: email, newUserMail: email })
  .meta({ id: 'ChangeUserMail' });
export const mailChangedSchema = z.strictObject({ email: z.string() }).meta({ id: 'MailChanged' });

export const userParamsSchema = z.strictObject({ id: z.uuid() });
/** The own name; users cannot change anything else about themselves here (B01). */
export const ownNameSchema = z
  .strictObject({ firstName: name, lastname: name })
  .meta({ id: 'OwnName' });
const id = z.uuid();
/**
 * Figures that a non-owner may read, and their practitioner in the practice software; null: none.
 */
const figures = {
  reportGrant: z.enum(['praxis', 'alle']).nullable().optional(),
  behandlerId: z.string().min(1).max(80).nullable().optional(),
};
export const userActSchema = z
  .discriminatedUnion('action', [
    /** `id` is set by the caller: a repeated request creates one account and one mail. */
    z.strictObject({
      action: z.literal('invite'),
      id,
      email,
      firstName: name,
      lastname: name,
      role,
      behandler: z.boolean(),
      mayDesign: z.boolean().optional(),
      ...figures,
      language: z.enum(['de', 'en']).default('de'),
    }),
    z.strictObject({
      action: z.literal('change'),
      id,
      firstName: name.optional(),
      lastname: name.optional(),
      role: role.optional(),
      behandler: z.boolean().optional(),
      mayDesign: z.boolean().optional(),
      ...figures,
    }),
    z.strictObject({ action: z.literal('disable'), id }),
    z.strictObject({ action: z.literal('enable'), id }),
    z.strictObject({ action: z.literal('resend'), id }),
  ])
  .meta({ id: 'UserAct' });
export type UserAct = z.output<typeof userActSchema>;

/** Times in ms; `lastSignInAt` looks back 30 days. */
export const userRowSchema = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastname: z.string(),
    role: z.enum(USER_ROLES),
    behandler: z.boolean(),
    mayDesign: z.boolean(),
    reportGrant: z.enum(['praxis', 'alle']).nullable(),
    behandlerId: z.string().nullable(),
    state: z.enum(['invited', 'active', 'disabled']),
    inviteUntil: z.int().nullable(),
    lastSignInAt: z.int().nullable(),
    createdAt: z.int(),
    factors: z.strictObject({ totp: z.boolean(), mail: z.boolean(), passkeys: z.int() }),
  })
  .meta({ id: 'UserRow' });
export type UserView = z.output<typeof userRowSchema>;
export const usersSchema = z.strictObject({ users: z.array(userRowSchema) }).meta({ id: 'Users' });
export const usersInfoSchema = z
  .strictObject({
    users: z.array(
      z.strictObject({
        id: z.string(),
        firstName: z.string(),
        lastname: z.string(),
        role: z.enum(USER_ROLES),
        behandler: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'UsersInfo' });
