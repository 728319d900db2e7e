// Routes of a takeover below a practice's tablet mount (R7): create a code, withdraw it, take over
// by it, give back, end.

import { z } from 'zod';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { idSchema } from '../../../shared/desk/tablet.schema.ts';
import {
  takeoverAcceptedSchema,
  takeoverAcceptSchema,
  takeoverOfferedSchema,
  takeoverOfferSchema,
  takeoverSenderSchema,
  takeoverSentBySchema,
} from '../../../shared/exchange/takeover.schema.ts';
import { takeoverUrl } from '../../../shared/exchange/takeover.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import { acceptTakeover, giveBack, senderOf, type Taker } from './accept-takeover.ts';
import type { TakeoverLinks } from './links.ts';
import { offerMappe, offerOwn, takeBackOwn, type Offered } from './offer-takeover.ts';

export interface TakeoverDeps {
  links: TakeoverLinks;
  publicUrl: string | undefined;
  /** Name of the practice's host in the directory. */
  r4chost(r4cUuid: string): Promise<string>;
  limits: Limits;
  networkOf(ip: string): string;
}
type Acceptance = z.output<typeof takeoverAcceptSchema>;

const selfOf = (c: RequestContext): { tabletId: string; guestOf?: string } => {
  if (c.actor.kind !== 'tablet') throw new AppError('forbidden');
  return c.actor;
};
const hostOf = (c: RequestContext): string => {
  if (!c.r4c) throw new AppError('not_found');
  return c.r4c.r4cUuid;
};
const guestOf = (c: RequestContext): { guestId: string; mappeId: string } => {
  const { tabletId, guestOf: mappeId } = selfOf(c);
  if (mappeId === undefined) throw new AppError('forbidden');
  return { guestId: tabletId, mappeId };
};

async function shown(
  deps: TakeoverDeps,
  c: RequestContext,
  { takeoverSecret, expiresAt }: Offered,
): Promise<z.input<typeof takeoverOfferedSchema>> {
  return {
    url: takeoverUrl(deps.publicUrl ?? c.origin, await deps.r4chost(hostOf(c)), takeoverSecret),
    expiresAt,
    serverTime: c.now,
  };
}

async function takerOf(
  deps: TakeoverDeps,
  { keys, userAgent }: Acceptance,
  c: RequestContext,
): Promise<Taker> {
  if (c.actor.kind === 'tablet') return { tabletId: c.actor.tabletId };
  if (!keys) throw new AppError('validation', { fields: { keys: 'missing' } });
  await deps.links.checkKeys(keys);
  return { keys, userAgent, r4cUuid: hostOf(c) };
}

/**
 * Limit of wrong codes per network: 256 bits cannot be guessed, but attempts must not be unlimited.
 */
const WRONG_TAKEOVERS: Limit = { most: 30, windowMs: HOUR_MS };

/** Runs work that proves a code; only a wrong code costs an attempt of the address. */
async function guessed<T>(
  deps: TakeoverDeps,
  c: RequestContext,
  work: () => Promise<T>,
): Promise<T> {
  const key = `takeover:${c.actor.kind === 'system' ? '' : deps.networkOf(c.actor.ip)}`;
  return work().catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'takeover_over')
      await deps.limits.take(key, WRONG_TAKEOVERS, c.now);
    throw error;
  });
}

async function accept(
  deps: TakeoverDeps,
  body: Acceptance,
  c: RequestContext,
): Promise<z.input<typeof takeoverAcceptedSchema>> {
  if (!c.isSecure) throw new AppError('https_required');
  const taker = await takerOf(deps, body, c),
    taken = await guessed(deps, c, () =>
      c.write((w) => acceptTakeover(w, deps.links, body.takeoverSecret, taker)),
    );
  const device = await deps.links.findDevice(c.look(), taken.tabletId);
  return {
    tabletId: taken.tabletId,
    cid: c.cid,
    r4cUuid: hostOf(c),
    isGuest: device?.guestOf != null,
    leaseUntil: taken.leaseUntil,
    serverTime: c.now,
    config: (await deps.links.configOf(c.look(), taken.tabletId)) as z.input<
      typeof takeoverAcceptedSchema
    >['config'],
  };
}

export const takeoverRoutes = (deps: TakeoverDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/takeover',
      policy: 'tablet.self',
      summary: 'A code by which the running Mappe goes over to another device',
      body: takeoverOfferSchema,
      answer: takeoverOfferedSchema,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ body }, c) =>
      shown(
        deps,
        c,
        await c.write((w) => offerOwn(w, deps.links, selfOf(c).tabletId, body.taskId)),
      ),
  ),
  route(
    {
      method: 'post',
      path: '/takeover/cancel',
      policy: 'tablet.self',
      summary: 'The code was closed: nobody takes over by it',
      answerType: 'none',
    },
    async (_input, c) => {
      await c.write((w) => takeBackOwn(w, selfOf(c).tabletId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/takeover/accept',
      policy: 'takeover.accept',
      summary: 'Take a Mappe over by its code; the same device may ask again',
      body: takeoverAcceptSchema,
      answer: takeoverAcceptedSchema,
      errors: [
        'takeover_over',
        'state_conflict',
        'rate_limited',
        'https_required',
        'unavailable',
        'of_age',
      ],
    },
    ({ body }, c) => accept(deps, body, c),
  ),
  route(
    {
      method: 'post',
      path: '/takeover/sender',
      policy: 'takeover.accept',
      summary: 'The practice of a code, named before it is used; nothing is consumed',
      body: takeoverSenderSchema,
      answer: takeoverSentBySchema,
      errors: ['takeover_over', 'rate_limited'],
    },
    ({ body }, c) => guessed(deps, c, () => senderOf(c.look(), deps.links, body.takeoverSecret)),
  ),
  route(
    {
      method: 'post',
      path: '/takeover/return',
      policy: 'takeover.guest',
      summary: 'A private phone gives its Mappe back to the tablet it came from',
      answerType: 'none',
      errors: ['state_conflict', 'not_found', 'unavailable', 'of_age'],
    },
    async (_input, c) => {
      const { guestId, mappeId } = guestOf(c);
      await c.write((w) => giveBack(w, deps.links, guestId, mappeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/takeover/end',
      policy: 'takeover.guest',
      summary: 'A private phone has sent everything and forgets it',
      answerType: 'none',
    },
    async (_input, c) => {
      await c.write((w) => deps.links.endGuest(w, guestOf(c).guestId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/mappen/{mappeId}/takeover',
      policy: 'mappe.write',
      summary: 'A code by which somebody goes on with a Mappe on the own phone',
      params: z.strictObject({ mappeId: idSchema }),
      answer: takeoverOfferedSchema,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, c) =>
      shown(deps, c, await c.write((w) => offerMappe(w, deps.links, params.mappeId))),
  ),
];
