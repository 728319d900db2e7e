// Schemas of signing in and of the first account.
import { visible } from '../base/visible.ts';
import { z } from 'zod';
import { PASSWORD_MAX, passwordLength } from './auth.ts';
import { foldEmail } from '../base/email.ts';
import { FLAG_KEYS } from '../base/flags/flags.ts';
import { foldedEmailSchema as email } from '../base/email.schema.ts';
import { factorNeedSchema } from './factors.schema.ts';
import { READ_RIGHTS } from '../analytics/reports/read-right.ts';
import { USER_ROLES } from '../base/roles.ts';
import { userSettingsSchema } from './user-settings.schema.ts';

/**
 * Long enough for 128 characters of any script; rejected before anything is hashed (security B26).
 */
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

export const loginSchema = z
  .strictObject({
    credentials: z.strictObject({ email: z.string().max(254).overwrite(foldEmail), password }),
    longLogin: z.boolean(),
  })
  .meta({ id: 'Login' });

export const userSchema = z
  .strictObject({
    id: z.string(),
    cid: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastname: z.string(),
    role: z.enum(USER_ROLES),
    behandler: z.boolean(),
    /** May design questionnaires and consent texts without the owner role. */
    mayDesign: z.boolean().optional(),
    /** Figures that the user may read; absent: none. */
    figures: z.enum(READ_RIGHTS).optional(),
    settings: userSettingsSchema.optional(),
    avatarId: z.string().nullable().optional(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof userSchema>;

/** `expiresAt` in ms since 1970. */
export const signedInSchema = z
  .strictObject({
    authToken: z.string(),
    expiresAt: z.int(),
    user: userSchema,
    r4chost: z.string(),
    r4cUuid: z.string(),
    praxis: z.strictObject({ name: z.string() }),
    /**
     * Whether a second factor has yet to be set up, and when this workstation locks automatically.
     */
    account: z.strictObject({ factorNeed: factorNeedSchema, lockMinutes: z.int() }),
    /** Features that the vendor switched off for this practice; absent: none. */
    off: z.array(z.enum(FLAG_KEYS)).optional(),
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.output<typeof signedInSchema>;

export const firstUserTokenSchema = z.strictObject({ token });
export const firstUserStateSchema = z.strictObject({
  isValid: z.boolean(),
  needsPraxis: z.boolean(),
  needsEmail: z.boolean(),
});
export const createFirstUserSchema = z
  .strictObject({
    token,
    firstName: name,
    lastname: name,
    password,
    email: email.optional(),
    praxisName: z
      .string()
      .trim()
      .min(2)
      .max(120)
      .regex(/^\P{C}*$/u)
      .optional(),
  })
  .meta({ id: 'CreateFirstUser' });

const jwt = z
  .string()
  .min(20)
  .max(2000)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]*$/);
export const userFromTokenSchema = z.strictObject({ jwt, cid: z.string().min(1).max(64) });
export const adminLoginSchema = z.strictObject({ jwt });
export const handoverAnswerSchema = z.strictObject({
  jwt: z.string(),
  use: z.enum(['userfromtoken', 'adminlogin']),
  expiresAt: z.int(),
});
