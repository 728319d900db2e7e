// Routes of the tokens of programs below /auth: list, create (shown once), end; the value is never
// shown again.

import type { z } from 'zod';
import { TOKEN_SCOPES } from '../../../shared/accounts/token-scopes.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  madeTokenSchema,
  newTokenSchema,
  secretStateSchema,
  tokenListSchema,
  tokenParamsSchema,
  type TokenItem,
} from '../../../shared/accounts/tokens.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { TOKEN_PREFIX } from '../sign-in/machine.ts';
import { newSecret } from '../sign-in/secret.ts';
import {
  endToken,
  insertToken,
  listTokens,
  replaceTokenHash,
  type TokenRow,
} from '../account-store/store-tokens.ts';

const show = ({
  id,
  kind,
  name,
  tail,
  createdBy,
  createdAt,
  expiresAt,
  lastUsedAt,
  scopes,
}: TokenRow): TokenItem => ({
  id,
  kind,
  name,
  tail,
  createdBy,
  createdAt,
  expiresAt,
  lastUsedAt,
  scopes,
});

async function makeToken(
  context: RequestContext,
  input: z.output<typeof newTokenSchema>,
): Promise<{ item: TokenItem; token: string }> {
  const { actor } = context;
  if (actor.kind !== 'user') throw new AppError('forbidden');
  const token = newSecret(TOKEN_PREFIX[input.kind]),
    hash = hashSecret(token),
    tail = token.slice(-4);
  return context.write(async (w) => {
    const row = {
      id: input.id,
      kind: input.kind,
      name: input.name,
      hash,
      tail,
      createdBy: actor.userId,
      createdAt: w.now,
      expiresAt: input.days === null ? null : w.now + input.days * DAY_MS,
      lastUsedAt: null,
      endedAt: null,
      scopes: input.scopes ? TOKEN_SCOPES.filter((one) => input.scopes?.includes(one)) : null,
    };
    if (await insertToken(w, row)) {
      await w.audit('token.created', {
        tokenId: row.id,
        kind: row.kind,
        expiresAt: row.expiresAt,
        ...(row.scopes && { scopes: row.scopes.join(' ') }),
      });
      return { item: show({ ...row, cid: w.cid }), token };
    }
    // The response was lost: the same token gets a new value.
    const again = await replaceTokenHash(w, row.id, actor.userId, hash, tail);
    const isSame = again?.kind === row.kind && String(again.scopes) === String(row.scopes);
    if (!again || !isSame) throw new AppError('conflict');
    await w.audit('token.created', { tokenId: row.id, kind: row.kind, again: true });
    return { item: show(again), token };
  });
}

export const tokenRoutes = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/tokens',
      policy: 'token.manage',
      summary: 'Tokens of programs, without their values',
      answer: tokenListSchema,
    },
    async (_input, context) => ({ items: (await listTokens(context.look())).map(show) }),
  ),
  route(
    {
      method: 'get',
      path: '/secret',
      policy: 'token.manage',
      summary: 'Id and last use of the collector and r4c credentials, never the value',
      answer: secretStateSchema,
    },
    async (_input, context) => ({
      items: (await listTokens(context.look())).flatMap(({ kind, id, lastUsedAt }) =>
        kind === 'api' ? [] : [{ kind, id, lastUsedAt }],
      ),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/token',
      policy: 'token.manage',
      summary: 'Make a token; its value is shown once',
      body: newTokenSchema,
      answer: madeTokenSchema,
      errors: ['step_up', 'conflict'],
      stepUp: true,
    },
    ({ body }, context) => makeToken(context, body),
  ),
  route(
    {
      method: 'delete',
      path: '/token/{id}',
      policy: 'token.manage',
      summary: 'End a token at once',
      params: tokenParamsSchema,
      answerType: 'none',
      errors: ['step_up'],
      stepUp: true,
    },
    async ({ params }, context) => {
      await context.write(async (w) => {
        if (await endToken(w, params.id)) await w.audit('token.ended', { tokenId: params.id });
      });
      return undefined;
    },
  ),
];
