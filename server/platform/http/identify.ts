// Finds the actor of a request: a bearer token, or a vendor's user who acts for a practice.

import { AppError } from '../../../shared/base/errors.ts';
import { HEADERS } from '../../../shared/base/headers.ts';
import { isVendor, type Principal } from '../../../shared/base/roles.ts';
import type { ActingGrant, Actor, Workshop } from '../work.ts';
import type { Caller } from './origin.ts';
import { reachOf, readsCookie } from './policy.ts';
import type { Route } from './route.ts';

export interface IdentityDeps {
  workshop: Workshop;
  /**
   * Resolves the actor of a bearer token; undefined when unknown or expired; throws
   * `tablet_revoked`.
   */
  resolveActor: (token: string, ip: string) => Promise<Actor | undefined>;
  /** Grant of a vendor's user for a practice, read with every request. */
  grantOf: (
    actor: Extract<Actor, { kind: 'user' }>,
    cid: string,
  ) => Promise<ActingGrant | undefined>;
}

/** A request whose actor is known. */
export interface Asked {
  request: Request;
  requestId: string;
  caller: Caller;
  actor: Actor;
}

/** Returns the principal under which policies list an actor. */
export const principalOf = (actor: Actor): Principal => {
  if (actor.kind === 'user') return actor.role;
  // A program of the practice has the read rights of its token's creator.
  if (actor.kind === 'machine') return actor.machine === 'api' ? actor.role : actor.machine;
  if (actor.kind === 'tablet') return actor.guestOf === undefined ? 'tablet' : 'guest';
  return 'anonymous';
};

/**
 * Returns the actor of a request.
 * @throws AppError unauthenticated, or forbidden for a practice without a grant
 */
export async function identify(
  deps: IdentityDeps,
  spec: Route['spec'],
  { request, requestId, caller }: Omit<Asked, 'actor'>,
): Promise<Actor> {
  return standIn(deps, spec, request, requestId, await actorOf(deps, spec, request, caller));
}

async function actorOf(
  deps: IdentityDeps,
  spec: Route['spec'],
  request: Request,
  caller: Caller,
): Promise<Actor> {
  const header = request.headers.get('authorization');
  if (header === null || spec.hasOwnSecret === true) return { kind: 'anonymous', ip: caller.ip };
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header)?.[1];
  const actor =
    token === undefined
      ? undefined
      : await deps.resolveActor(token, caller.ip).catch((error: unknown) => {
          // Unlocking, switching the user and signing out must work at the lock of a workstation.
          if (
            error instanceof AppError &&
            error.code === 'session_locked' &&
            readsCookie(spec.policy)
          )
            return undefined;
          throw error;
        });
  if (actor) return actor;
  // Refresh and sign-out are called with the very token that has just expired.
  if (token !== undefined && readsCookie(spec.policy)) return { kind: 'anonymous', ip: caller.ip };
  throw new AppError('unauthenticated');
}

/** Why an actor was denied; stored in the audit. */
export type DenialReason = 'policy' | 'client_id' | 'r4c' | 'patient';

/** Audits every denial of a known actor before the response (security 2). */
export const noteDenial = (
  deps: Pick<IdentityDeps, 'workshop'>,
  actor: Exclude<Actor, { kind: 'anonymous' }>,
  policy: string,
  requestId: string,
  reason: DenialReason,
): Promise<void> =>
  deps.workshop.write(
    actor.cid,
    actor,
    (w) => w.audit('access.denied', { reason, policy }),
    requestId,
  );

/**
 * The client-id override (product.md 6): only the vendor's users, only with a grant, and only if a
 * policy defines the scope of a grant.
 * @throws AppError forbidden without one, after it was audited (B15)
 */
async function standIn(
  deps: IdentityDeps,
  spec: Route['spec'],
  request: Request,
  requestId: string,
  actor: Actor,
): Promise<Actor> {
  const wanted = request.headers.get(HEADERS.clientId);
  if (wanted === null || actor.kind !== 'user' || !isVendor(actor.role) || wanted === actor.cid)
    return actor;
  const grant = await deps.grantOf(actor, wanted);
  if (!grant) {
    await noteDenial(deps, actor, spec.policy, requestId, 'client_id');
    throw new AppError('forbidden');
  }
  return reachOf(spec.policy) === undefined ? actor : { ...actor, cid: wanted, grant };
}
