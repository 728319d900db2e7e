// Schemas of signed answers: the submission of a tablet, and the document inside it.

import { z } from 'zod';
import { sectionsSchema } from '../desk/document.schema.ts';
import { answersPayloadSchema } from '../forms/task/form-task.schema.ts';
import { readingSchema, signedBySchema } from './signature.schema.ts';

const instant = z.number().min(0).max(8_640_000_000_000_000);

export const answersSubmissionSchema = answersPayloadSchema.extend({
  signed: z
    .strictObject({
      data: z.string().max(1_000_000),
      dataSha256: z.string().regex(/^[0-9a-f]{64}$/),
      signedAt: instant,
      signers: signedBySchema,
      reading: readingSchema,
    })
    .optional(),
});

/** What a device adds to a task's own data: the answers in words, and the languages they are in. */
export const answersDocumentSchema = z.looseObject({
  languages: z.array(z.string()).min(1).max(2),
  sections: sectionsSchema,
});
