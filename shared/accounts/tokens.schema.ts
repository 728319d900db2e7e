// Schemas of API tokens: as listed for a practice, and the one response that contains the value.
import { z } from 'zod';
import { TOKEN_SCOPES } from './token-scopes.ts';

const TOKEN_KINDS = ['api', 'r4c', 'collector'] as const;
const tokenItemSchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(TOKEN_KINDS),
    name: z.string(),
    /** Last four characters, to distinguish tokens. */
    tail: z.string(),
    createdBy: z.string(),
    createdAt: z.int(),
    expiresAt: z.int().nullable(),
    lastUsedAt: z.int().nullable(),
    /** Null: everything that its creator may read, or a kind with a fixed purpose. */
    scopes: z.array(z.enum(TOKEN_SCOPES)).nullable(),
  })
  .meta({ id: 'ApiToken' });
export type TokenItem = z.output<typeof tokenItemSchema>;
export const tokenListSchema = z.strictObject({ items: z.array(tokenItemSchema) });
export const tokenParamsSchema = z.strictObject({ id: z.uuid() });
/**
 * The id is set by the caller: a retry before the first use returns a new value for the same token.
 */
export const newTokenSchema = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(TOKEN_KINDS),
    name: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .regex(/^\P{C}*$/u),
    days: z.int().min(1).max(365).nullable(),
    /** What the program may read: required for kind `api`, absent for the others. */
    scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length).optional(),
  })
  .refine((one) => (one.kind === 'api') === (one.scopes !== undefined), {
    path: ['scopes'],
    message: 'required for kind api only',
  })
  .meta({ id: 'NewApiToken' });
export const madeTokenSchema = z
  .strictObject({ item: tokenItemSchema, token: z.string() })
  .meta({ id: 'MadeApiToken' });
export const secretStateSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      kind: z.enum(['r4c', 'collector']),
      id: z.string(),
      lastUsedAt: z.int().nullable(),
    }),
  ),
});
