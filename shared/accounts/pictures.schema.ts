// Schemas of uploaded pictures: purpose, and response of the upload.
import { z } from 'zod';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const IMAGE_LIMIT = 20 * 1024 * 1024;
export const uploadQuerySchema = z.strictObject({ purpose: z.enum(['avatar', 'form']) });
export const imageSchema = z
  .strictObject({ id: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Image' });
export const imageParamsSchema = z.strictObject({ id: z.uuid() });
