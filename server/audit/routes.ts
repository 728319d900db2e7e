// The call that recomputes the practice's audit chain.

import { z } from 'zod';
import { route, type Route } from '../http/route.ts';
import { verifyAudit } from './verify-audit.ts';

const verdictSchema = z.strictObject({
  ok: z.boolean(), rows: z.int(), head: z.string(), at: z.number(),
  broken: z.strictObject({ seq: z.int(), reason: z.string() }).optional(),
}).meta({ id: 'AuditVerdict' });

export const auditRoutes = (): Route[] => [
  route({ method: 'get', path: '/audit/verify', policy: 'audit.verify', summary: 'Recompute the audit chain of the practice', answer: verdictSchema },
    async (_input, context) => verifyAudit(context.look())),
];
