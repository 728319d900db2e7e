// Schemas of uploaded documents: request and response of an upload.

import { z } from 'zod';
import { patidSchema } from '../desk/patient.schema.ts';
import { UPLOAD_KINDS } from './upload.ts';

/** `fileId` is set by the caller: a repeated upload is filed once. */
export const uploadDocumentQuerySchema = z.strictObject({
  fileId: z.uuid(),
  patid: patidSchema,
  kind: z.enum(UPLOAD_KINDS),
});
export const uploadedSchema = z
  .strictObject({
    fileId: z.string(),
    mime: z.enum(['application/pdf', 'image/webp']),
    size: z.int(),
  })
  .meta({ id: 'UploadedDocument' });
export type Uploaded = z.infer<typeof uploadedSchema>;
