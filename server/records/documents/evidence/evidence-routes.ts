// Routes of the evidence of a signed paper: the encrypted handwriting.

import { z } from 'zod';
import { handwritingSchema } from '../../../../shared/papers/evidence/handwriting.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { openHandwriting, type HandwritingDeps } from './open-handwriting.ts';

const fileParams = z.strictObject({ fileId: z.uuid() });

/** Lists the routes of the evidence of a signed paper. */
export const evidenceRoutes = (deps: HandwritingDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/documents/file/{fileId}/handwriting',
      policy: 'handwriting.open',
      summary: 'Encrypted pen movement of a signed paper; the browser opens it with the escrow key',
      params: fileParams,
      answer: handwritingSchema,
      stepUp: true,
      errors: ['not_found'],
    },
    ({ params }, context) => openHandwriting(deps, context, params.fileId),
  ),
];
