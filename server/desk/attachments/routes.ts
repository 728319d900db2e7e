// Routes of attachments below a practice's tablet mount.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { attachmentAad, PIECE_BYTES } from '../../../shared/exchange/attachment.ts';
import {
  attachmentAnswerSchema,
  attachmentParamsSchema,
  attachmentQuerySchema,
} from '../../../shared/exchange/attachment.schema.ts';
import { pointOf, sealNow } from '../../platform/keys/node-seal.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/work.ts';
import { findTablet } from '../tablet/store.ts';
import { hasTask } from './attachment-store.ts';
import { putPiece, type PutDeps } from './put-piece.ts';
import { readAttachment, type ReadDeps } from './read-attachment.ts';

export type AttachmentDeps = PutDeps & ReadDeps;

const tabletOf = (c: RequestContext): Extract<Actor, { kind: 'tablet' }> => {
  if (c.actor.kind !== 'tablet') throw new AppError('forbidden');
  return c.actor;
};

/** A photo taken on another tablet, sealed to this one; only while it has the task. */
async function fetchFor(
  deps: AttachmentDeps,
  c: RequestContext,
  { sha256, taskId }: { sha256: string; taskId: string },
): Promise<Uint8Array> {
  const { tabletId } = tabletOf(c),
    look = c.look(),
    tablet = await findTablet(look, tabletId);
  if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
  const bytes = (await hasTask(look, tabletId, taskId))
    ? await readAttachment(deps, look, taskId, sha256)
    : 'missing';
  if (typeof bytes === 'string') throw new AppError('not_found');
  return sealNow(pointOf(tablet.sealKey), bytes, attachmentAad(tabletId, taskId));
}

export const attachmentRoutes = (deps: AttachmentDeps): Route[] => [
  route(
    {
      method: 'put',
      path: '/attachments/{sha256}',
      policy: 'tablet.self',
      summary: 'A piece of a sealed photo; the answer says where the next one begins',
      params: attachmentParamsSchema,
      query: attachmentQuerySchema,
      raw: { types: ['application/octet-stream'], limit: PIECE_BYTES },
      answer: attachmentAnswerSchema,
      errors: ['not_found', 'too_large', 'validation', 'tablet_revoked'],
    },
    ({ params, query, bytes }, c) => putPiece(deps, tabletOf(c), { ...params, ...query, bytes }),
  ),
  route(
    {
      method: 'get',
      path: '/attachments/{sha256}',
      policy: 'tablet.self',
      summary: 'A photo of a task that began on another tablet, sealed to this one',
      params: attachmentParamsSchema,
      query: z.strictObject({ taskId: z.uuid() }),
      answerType: 'application/octet-stream',
      errors: ['not_found', 'tablet_revoked'],
    },
    async ({ params, query }, c) => ({
      type: 'application/octet-stream',
      bytes: await fetchFor(deps, c, { ...params, ...query }),
    }),
  ),
];
