// Routes below /imageUploads: a picture is re-encoded on upload, served as a picture only, and
// deleted when replaced.

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import {
  IMAGE_LIMIT,
  IMAGE_TYPES,
  imageParamsSchema,
  imageSchema,
  uploadQuerySchema,
} from '../../../shared/accounts/pictures.schema.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { forgetBlob, recordBlob } from '../../platform/blobs/store.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Work } from '../../platform/work.ts';
import type { Pictures } from './pictures.ts';
import { findImage, insertImage, removeImage } from './store.ts';

export interface ImageDeps {
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  pictures: Pictures;
  /** Sets a user's picture (null: none) in the same transaction; returns the previous one. */
  setAvatar: (w: Work, userId: string, imageId: string | null) => Promise<string | null>;
}

async function upload(
  deps: ImageDeps,
  context: RequestContext,
  bytes: Uint8Array,
  purpose: 'avatar' | 'form',
): Promise<{ id: string; width: number; height: number }> {
  const { actor } = context;
  if (actor.kind !== 'user') throw new AppError('forbidden');
  // Reception reads pictures of forms and changes only its own one (security 2).
  if (purpose === 'form' && actor.role === 'reception') return context.deny();
  if (bytes.length === 0) throw new AppError('bad_request');
  const made = await deps.pictures.reencode({ bytes, purpose });
  if ('refused' in made) throw new AppError(made.refused);
  const { blobKeyId, blobKey } = await deps.keys(context.cid);
  const blob = await deps.blobs.put(context.cid, made.bytes, { keyId: blobKeyId, key: blobKey });
  const id = randomUUID();
  const orphan = await context.write(async (w) => {
    await recordBlob(w, { ...blob, mime: made.mime, keyId: blobKeyId });
    await insertImage(w, {
      id,
      sha256: blob.sha256,
      mime: made.mime,
      width: made.width,
      height: made.height,
      size: blob.size,
      purpose,
      createdBy: actor.userId,
      createdAt: w.now,
    });
    const before = purpose === 'avatar' ? await deps.setAvatar(w, actor.userId, id) : null;
    await w.audit('image.uploaded', { imageId: id, purpose });
    return before === null ? undefined : drop(w, before);
  });
  if (orphan !== undefined) await deps.blobs.remove(context.cid, orphan);
  return { id, width: made.width, height: made.height };
}

async function drop(w: Work, id: string): Promise<string | undefined> {
  const orphan = await removeImage(w, id);
  return orphan !== undefined && (await forgetBlob(w, orphan)) ? orphan : undefined;
}

export const imageRoutes = (deps: ImageDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/upload',
      policy: 'image.write',
      summary:
        'Upload a picture: PNG, JPEG or WebP by its content, at most 20 MiB and 40 megapixels',
      query: uploadQuerySchema,
      raw: { types: [...IMAGE_TYPES, 'application/octet-stream'], limit: IMAGE_LIMIT },
      answer: imageSchema,
      errors: ['unsupported_media', 'unreadable_file', 'too_large', 'bad_request'],
    },
    ({ query, bytes }, context) => upload(deps, context, bytes, query.purpose),
  ),
  route(
    {
      method: 'get',
      path: '/image/{id}',
      policy: 'image.read',
      summary: 'A picture of the practice',
      params: imageParamsSchema,
      answerType: 'application/octet-stream',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const image = await findImage(context.look(), params.id);
      if (!image) throw new AppError('not_found');
      const { blobKeyId, blobKey } = await deps.keys(context.cid);
      return {
        bytes: await deps.blobs.get(context.cid, image.sha256, { keyId: blobKeyId, key: blobKey }),
        type: image.mime,
        headers: {
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'X-Content-Type-Options': 'nosniff',
          'Content-Disposition': 'inline',
          'Cache-Control': 'private, max-age=86400, immutable',
        },
      };
    },
  ),
  route(
    {
      method: 'delete',
      path: '/image/{id}',
      policy: 'image.write',
      summary: 'Remove an own picture',
      params: imageParamsSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const { actor } = context,
        image = await findImage(context.look(), params.id);
      // Deleted before: a repeat changes nothing.
      if (!image) return undefined;
      if (actor.kind !== 'user' || image.createdBy !== actor.userId)
        throw new AppError('not_found');
      const orphan = await context.write(async (w) => {
        if (image.purpose === 'avatar') await deps.setAvatar(w, actor.userId, null);
        await w.audit('image.removed', { imageId: image.id });
        return drop(w, image.id);
      });
      if (orphan !== undefined) await deps.blobs.remove(context.cid, orphan);
      return undefined;
    },
  ),
];
