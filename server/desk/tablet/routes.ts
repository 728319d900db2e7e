// Routes of tablets below a practice's tablet mount: registration, proof of the key, heartbeat,
// help, PIN, the board and its live channel.

import { z } from 'zod';
import { boardSchema } from './board.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { withoutIdentities } from './mask-board.ts';
import { configBodySchema } from '../../../shared/exchange/sync.schema.ts';
import * as s from '../../../shared/desk/tablet.schema.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Work } from '../../platform/work.ts';
import { configOf } from './config.ts';
import { createCode } from './create-code.ts';
import { answerHelp, callHelp } from './help.ts';
import { checkProof, createChallenge, issueToken } from './issue-token.ts';
import type { TabletLinks } from './links.ts';
import { renameTablet, revokeTablet, settleLoss } from './manage-tablet.ts';
import { readBoard } from './read-board.ts';
import {
  checkKeys,
  confirmRegistration,
  ownPending,
  refuseRegistration,
  requestRegistration,
  updateGate,
} from './register-tablet.ts';
import { findTablet } from './store.ts';
import { takeHeartbeat } from './take-heartbeat.ts';
import { WRONG_CODES } from './wrong-codes.ts';

export interface TabletDeps {
  links: TabletLinks;
  bus: Pick<Bus, 'staff' | 'dropTablet'>;
  limits: Limits;
  networkOf(ip: string): string;
  publicUrl: string | undefined;
  /** Writes an audit entry for every patient whom the board shows. */
  views: Views;
  /** Asks whether the practice's licence has room for a tablet. @throws AppError licence_… */
  needLicence: (w: Work, point: 'tablet') => Promise<void>;
  /** Called after a tablet was revoked: this must survive whatever happens to this database. */
  revoked: () => Promise<void>;
}

const tablet = z.strictObject({ tabletId: s.idSchema });
const pending = z.strictObject({ pendingId: s.idSchema });
const pollAnswer = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('waiting') }),
    z.strictObject({ state: z.literal('refused') }),
    z.strictObject({
      state: z.literal('confirmed'),
      tabletId: z.string(),
      cid: z.string(),
      r4cUuid: z.string(),
      tabletToken: z.string(),
      config: configBodySchema,
      exceptions: z.array(s.gateExceptionSchema),
    }),
  ])
  .meta({ id: 'RegistrationState' });

const ipOf = (c: RequestContext): string => (c.actor.kind === 'system' ? '' : c.actor.ip);
const hostOf = (c: RequestContext): string => {
  if (!c.r4c) throw new AppError('not_found');
  return c.r4c.r4cUuid;
};
/** The requesting tablet; the policy admits no other caller. */
const selfOf = (c: RequestContext): string => {
  if (c.actor.kind !== 'tablet') throw new AppError('forbidden');
  return c.actor.tabletId;
};

async function register(
  deps: TabletDeps,
  body: z.output<typeof s.registrationRequestSchema>,
  c: RequestContext,
) {
  if (!c.isSecure) throw new AppError('https_required');
  await checkKeys(body);
  try {
    return await c.write((w) => requestRegistration(w, hostOf(c), body));
  } catch (error) {
    if (error instanceof AppError && error.code === 'registration_invalid') {
      deps.links.noteWrongCode(c.cid);
      // A right code passes, however many wrong ones its network tried: guessing fifty bits within
      // ten minutes is hopeless, and strangers in a practice's network keep no tablet out.
      await deps.limits.take(`tabletcode:${deps.networkOf(ipOf(c))}`, WRONG_CODES, c.now);
    }
    throw error;
  }
}

async function poll(
  deps: TabletDeps,
  pendingId: string,
  body: z.output<typeof s.registrationPollSchema>,
  c: RequestContext,
): Promise<z.input<typeof pollAnswer>> {
  const look = c.look();
  const { pending: row, tabletToken } = await ownPending(look, pendingId, body.pendingSecret);
  if (row.state === 'refused') return { state: 'refused' };
  const made =
    row.state === 'confirmed' && row.tabletId !== null
      ? await findTablet(look, row.tabletId)
      : undefined;
  if (!made) {
    if (body.gate) await c.write((w) => updateGate(w, pendingId, body.gate ?? row.gate));
    return { state: 'waiting' };
  }
  if (made.revokedAt !== null) throw new AppError('registration_failed');
  const config = configOf(made, await deps.links.praxisConfig(look));
  return {
    state: 'confirmed',
    tabletId: made.id,
    cid: look.cid,
    r4cUuid: made.r4cUuid,
    tabletToken,
    config: config as z.input<typeof configBodySchema>,
    exceptions: made.exceptions,
  };
}

async function token(
  deps: TabletDeps,
  body: z.output<typeof s.tokenRequestSchema>,
  c: RequestContext,
): Promise<z.input<typeof s.tokenAnswerSchema>> {
  await checkProof(c.look(), body);
  const issued = await c.write((w) => issueToken(w, deps.links, body));
  if (issued.isRevoked) throw new AppError('tablet_revoked');
  return {
    authToken: issued.authToken,
    expiresAt: issued.expiresAt,
    serverTime: c.now,
    epoch: deps.links.installation().epoch,
  };
}

async function makeCode(
  deps: TabletDeps,
  c: RequestContext,
): Promise<z.input<typeof s.codeAnswerSchema>> {
  const { code, expiresAt } = await c.write(async (w) => {
    await deps.needLicence(w, 'tablet');
    return createCode(w, { r4cUuid: hostOf(c) });
  });
  return {
    registrationCode: code,
    expiresAt: expiresAt ?? 0,
    url: `${deps.publicUrl ?? c.origin}/#code=${code.slice(0, 5)}-${code.slice(5)}`,
  };
}

const registration = (deps: TabletDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/registration',
      policy: 'tablet.register',
      summary: 'A tablet types a registration code (X5)',
      body: s.registrationRequestSchema,
      answer: s.registrationStartedSchema,
      errors: ['registration_invalid', 'rate_limited', 'https_required'],
    },
    ({ body }, c) => register(deps, body, c),
  ),
  route(
    {
      method: 'post',
      path: '/registration/{pendingId}',
      policy: 'tablet.register',
      summary: 'The tablet asks whether staff has confirmed it (X6)',
      params: pending,
      body: s.registrationPollSchema,
      answer: pollAnswer,
      errors: ['registration_failed'],
    },
    ({ params, body }, c) => poll(deps, params.pendingId, body, c),
  ),
  route(
    {
      method: 'post',
      path: '/token/challenge',
      policy: 'tablet.register',
      summary: 'A nonce for the device key',
      body: s.challengeSchema,
      answer: z.strictObject({ nonce: z.string() }),
      errors: ['not_found'],
    },
    ({ body }, c) => c.write((w) => createChallenge(w, body.tabletId)),
  ),
  route(
    {
      method: 'post',
      path: '/token',
      policy: 'tablet.register',
      summary: 'A bearer token for a signed nonce',
      body: s.tokenRequestSchema,
      answer: s.tokenAnswerSchema,
      errors: ['unauthenticated', 'tablet_revoked'],
    },
    ({ body }, c) => token(deps, body, c),
  ),
  route(
    {
      method: 'post',
      path: '/codes',
      policy: 'tablet.code',
      summary: 'Make a registration code: ten minutes, one use',
      answer: s.codeAnswerSchema,
      errors: ['licence_refused'],
    },
    (_input, c) => makeCode(deps, c),
  ),
  route(
    {
      method: 'post',
      path: '/registrations/{pendingId}/confirm',
      policy: 'tablet.code',
      summary: 'The number on the tablet is the number on the board',
      params: pending,
      body: s.confirmRegistrationSchema,
      answer: z.strictObject({ tabletId: z.string() }),
      errors: ['not_found', 'state_conflict'],
    },
    ({ params, body }, c) =>
      c.write((w) => confirmRegistration(w, deps.links, params.pendingId, body)),
  ),
  route(
    {
      method: 'post',
      path: '/registrations/{pendingId}/refuse',
      policy: 'tablet.code',
      summary: 'Refuse a registration',
      params: pending,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, c) => {
      await c.write((w) => refuseRegistration(w, params.pendingId));
      return undefined;
    },
  ),
];

const own = ({ links }: TabletDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/heartbeat',
      policy: 'tablet.self',
      summary: 'Health and activity of a tablet; extends its lease',
      body: s.heartbeatSchema,
      answer: s.heartbeatAnswerSchema,
      errors: ['tablet_revoked'],
    },
    ({ body }, c) => c.write((w) => takeHeartbeat(w, links.installation(), selfOf(c), body)),
  ),
  route(
    {
      method: 'post',
      path: '/help',
      policy: 'tablet.self',
      summary: 'Hilfe: rings at the desk',
      body: s.helpSchema,
      answer: z.strictObject({ at: z.number() }),
    },
    ({ body }, c) => c.write((w) => callHelp(w, links, selfOf(c), body.taskId)),
  ),
  route(
    {
      method: 'post',
      path: '/pin',
      policy: 'tablet.house',
      summary: 'Staff PIN at the tablet, checked by the server',
      body: s.pinSchema,
      answer: z.strictObject({ isRight: z.literal(true) }),
      errors: ['pin_wrong', 'rate_limited'],
    },
    ({ body }, c) => links.checkPin(c.look(), { tabletId: selfOf(c), pin: body.pin }),
  ),
];

const desk = ({ links, bus, revoked, views }: TabletDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/board',
      policy: 'board.read',
      summary: 'The reception board',
      answer: boardSchema,
    },
    async (_input, c) => {
      const board = await readBoard(c.look(), links);
      if (c.actor.kind === 'user' && c.actor.grant) return withoutIdentities(board);
      await views.note(c, 'patient.on_board', [
        ...board.mappen.flatMap((m) => m.patients.map((p) => p.patid)),
        ...board.expected.map((e) => e.patid),
        ...board.rooms.map((r) => r.patid),
        ...board.arrivals.map((a) => a.patid),
      ]);
      return board;
    },
  ),
  route(
    {
      method: 'get',
      path: '/live',
      policy: 'board.read',
      summary: 'Live channel of the board',
      answerType: 'text/event-stream',
    },
    async (_input, c) => ({ stream: (sink) => bus.staff(c.cid, sink) }),
  ),
  route(
    {
      method: 'patch',
      path: '/tablets/{tabletId}',
      policy: 'tablet.manage',
      summary: 'Rename a tablet or change its posture',
      params: tablet,
      body: s.tabletPatchSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params, body }, c) => {
      await c.write((w) => renameTablet(w, links, params.tabletId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tablets/{tabletId}/revoke',
      policy: 'tablet.revoke',
      stepUp: true,
      summary: 'Take a tablet out of service',
      params: tablet,
      answerType: 'none',
      errors: ['not_found', 'step_up'],
    },
    async ({ params }, c) => {
      await c.write((w) => revokeTablet(w, links, params.tabletId));
      bus.dropTablet(params.tabletId);
      await revoked();
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tablets/{tabletId}/help-answered',
      policy: 'tablet.manage',
      summary: 'Somebody goes there',
      params: tablet,
      query: s.helpAnsweredQuerySchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params, query }, c) => {
      await c.write((w) => answerHelp(w, params.tabletId, query.at));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tablets/{tabletId}/loss-seen',
      policy: 'tablet.manage',
      summary: 'Staff has read that submissions were lost',
      params: tablet,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, c) => {
      await c.write((w) => settleLoss(w, params.tabletId));
      return undefined;
    },
  ),
];

/** Lists all routes of this slice; the live channel of tablets belongs to sync. */
export const routes = (deps: TabletDeps): Route[] => [
  ...registration(deps),
  ...own(deps),
  ...desk(deps),
];
