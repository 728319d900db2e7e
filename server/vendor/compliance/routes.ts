// Routes of the page on data protection, below /api/compliance: checklist of the guideline and
// register of data breaches. What else the page shows is read from its own rooms.

import { z } from 'zod';
import { GUIDELINE } from '../../../catalog/compliance/guideline.ts';
import { OBLIGATIONS } from '../../../catalog/compliance/obligations.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  breachSchema,
  compliancePointSchema,
  complianceProfileSchema,
  complianceSchema,
} from '../../../shared/vendor/compliance.schema.ts';
import { requireUser, route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import {
  findProfile,
  listBreaches,
  listPoints,
  storeBreach,
  storePoint,
  storeProfile,
} from './store.ts';

const POINTS = new Set([...GUIDELINE, ...OBLIGATIONS].map(({ id }) => id));
/** Clocks of browsers and servers differ by this much at most. */
const SKEW_MS = 5 * 60_000;
export interface ComplianceDeps {
  /** Whether what the tables hold of people is encrypted by now. */
  isSealed: (look: Look) => Promise<boolean>;
  isKeyApart: boolean;
}
const read = async (
  { isSealed, isKeyApart }: ComplianceDeps,
  c: RequestContext,
): Promise<z.input<typeof complianceSchema>> => {
  const look = c.look(),
    profile = await findProfile(look);
  return {
    profile: profile ? { people: profile.people, hasLargeDevices: profile.hasLargeDevices } : null,
    points: (await listPoints(look)).map(({ point, state, note, nextDay, at, name }) => ({
      point,
      state,
      note,
      nextDay,
      at,
      name,
    })),
    breaches: (await listBreaches(look)).map(({ cid: _cid, userId: _userId, ...rest }) => rest),
    storage: { isSealed: await isSealed(look), isKeyApart },
  };
};

export const complianceRoutes = (deps: ComplianceDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/compliance',
      policy: 'compliance.read',
      summary: 'Checklist of the IT security guideline and register of data breaches',
      answer: complianceSchema,
    },
    (_, c) => read(deps, c),
  ),
  route(
    {
      method: 'put',
      path: '/compliance/profile',
      policy: 'compliance.write',
      summary: 'Size of the practice, by which points of the guideline apply',
      body: complianceProfileSchema,
      answerType: 'none',
    },
    async ({ body }, c) => {
      await c.write(async (w) => {
        await storeProfile(w, body);
        await w.audit('compliance.profile', { people: body.people });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'put',
      path: '/compliance/points/{point}',
      policy: 'compliance.write',
      summary: 'State of one point of the guideline, with its evidence',
      params: z.strictObject({ point: z.string().min(1).max(20) }),
      body: compliancePointSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { point }, body }, c) => {
      if (!POINTS.has(point)) throw new AppError('not_found');
      await c.write(async (w) => {
        await storePoint(w, point, body, requireUser(c));
        await w.audit('compliance.point', { point, state: body.state });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'put',
      path: '/compliance/breaches/{id}',
      policy: 'compliance.write',
      summary: 'A data breach in the register: what happened, measures, decision and reports',
      params: z.strictObject({ id: z.uuid() }),
      body: breachSchema,
      answerType: 'none',
      errors: ['state_conflict'],
    },
    async ({ params: { id }, body }, c) => {
      const latest = Math.max(body.awareAt, body.reportedAt ?? 0, body.informedAt ?? 0);
      if (latest > c.now + SKEW_MS)
        throw new AppError('validation', { fields: { awareAt: 'future' } });
      await c.write(async (w) => {
        if (!(await storeBreach(w, id, body, requireUser(c)))) throw new AppError('state_conflict');
        await w.audit('compliance.breach', {
          breachId: id,
          decision: body.decision,
          isReported: body.reportedAt !== null,
        });
      });
      return undefined;
    },
  ),
];
