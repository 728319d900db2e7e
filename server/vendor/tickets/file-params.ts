// What the routes of files of both sides have in common.

import { z } from 'zod';
import { UPLOAD_TYPES } from '../../../shared/papers/upload.ts';
import { ticketFileSchema } from '../../../shared/vendor/tickets.schema.ts';
import { TICKET_FILES } from '../../../shared/vendor/tickets.ts';

export const fileParams = { fileId: z.uuid() };
/** Body and answer of a route that takes a file. */
export const uploadedFile = {
  raw: { types: [...UPLOAD_TYPES, 'application/octet-stream'], limit: TICKET_FILES.bytes },
  answer: ticketFileSchema,
  errors: [
    'not_found',
    'state_conflict',
    'unsupported_media',
    'unreadable_file',
    'active_content',
    'too_large',
  ],
};
