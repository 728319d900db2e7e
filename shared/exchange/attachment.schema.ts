// Schemas of an upload of an attachment.

import { z } from 'zod';
import { ATTACHMENT_BYTES } from './attachment.ts';

const count = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);
export const attachmentParamsSchema = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export const attachmentQuerySchema = z.strictObject({
  taskId: z.uuid(),
  size: count.pipe(z.int().min(1).max(ATTACHMENT_BYTES)),
  from: count.pipe(z.int().min(0).max(ATTACHMENT_BYTES)),
});
/** A piece of a photo of answers from a private phone. */
export const homePhotoQuerySchema = z.strictObject({
  ...attachmentQuerySchema.omit({ taskId: true }).shape,
  answersId: z.uuid(),
});
export const homePhotoAnswerSchema = z
  .strictObject({ have: z.int() })
  .meta({ id: 'HomePhotoStored' });
export const attachmentAnswerSchema = z
  .strictObject({ have: z.int(), epoch: z.string() })
  .meta({ id: 'AttachmentStored' });
