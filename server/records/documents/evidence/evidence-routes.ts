// Routes of the evidence of a signed paper: its readable protocol, and its encrypted handwriting.

import { z } from 'zod';
import { handwritingSchema } from '../../../../shared/papers/evidence/handwriting.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { makeProtocol, type ProtocolDeps } from './make-protocol.ts';
import { openHandwriting, type HandwritingDeps } from './open-handwriting.ts';

const fileParams = z.strictObject({ fileId: z.uuid() });

/** Lists the routes of the evidence of a signed paper. */
export const evidenceRoutes = (deps: HandwritingDeps & ProtocolDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/documents/file/{fileId}/protocol',
      policy: 'document.read',
      summary:
        'Readable, sealed record of a signed paper, a scan or a receipt: people, texts, times, changes',
      params: fileParams,
      answerType: 'application/pdf',
      errors: ['not_found', 'unavailable', 'seal_over'],
    },
    async ({ params }, context) => ({
      bytes: await makeProtocol(deps, context, params.fileId),
      type: 'application/pdf',
      headers: {
        'Content-Disposition': `inline; filename="${params.fileId}-protocol.pdf"`,
      },
    }),
  ),
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
