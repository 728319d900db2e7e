// Admits a request to its route, or denies it: origin, policy, open duties, host, practice, switch,
// step-up, in this order.

import { AppError } from '../../../shared/base/errors.ts';
import type { FlagKey } from '../../../shared/base/flags/flags.ts';
import { HEADERS } from '../../../shared/base/headers.ts';
import { opens } from '../../../shared/vendor/grants.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import type { ActingGrant, Actor } from '../work.ts';
import {
  noteDenial,
  principalOf,
  type Asked,
  type DenialReason,
  type IdentityDeps,
} from './identify.ts';
import { checkSameSite, type Entrance } from './origin.ts';
import {
  allows,
  isOpenToDesigners,
  isOpenToReaders,
  isPersonal,
  reachOf,
  readsCookie,
  worksWithoutTerms,
  type PolicyName,
} from './policy.ts';
import { reaches } from './scope-of.ts';
import type { RequestContext, Route } from './route.ts';

export interface AdmissionDeps extends Pick<IdentityDeps, 'workshop'>, Entrance {
  now: () => number;
  /** Checks whether the terms of a practice await an owner's acceptance; by default they do not. */
  isTermsOpen?: (cid: string) => Promise<boolean>;
  /** Checks for a user who must set up a second factor before anything else. */
  isFactorDue?: (actor: Extract<Actor, { kind: 'user' }>) => Promise<boolean>;
  /** Checks whether a feature is switched off for a practice; by default none is. */
  isOff?: (flag: FlagKey, cid: string) => Promise<boolean>;
  /** Resolves the practice of an r4c uuid. */
  r4cOf: (r4cUuid: string) => Promise<{ r4cUuid: string; cid: string } | undefined>;
}

type Spec = Route['spec'];
/** Audits the denial of a known actor, then throws. */
type Deny = (reason: DenialReason, code: 'forbidden' | 'not_found') => Promise<never>;

/** An admitted request. */
export interface Admitted {
  r4c: RequestContext['r4c'];
  /** Practice of the request; undefined without an actor and a host. */
  cid: string | undefined;
  grant: ActingGrant | undefined;
  reach: ReturnType<typeof reachOf>;
  deny: Deny;
}

/**
 * Runs all checks before a route reads its input.
 * @param r4cUuid host named by the path
 * @throws AppError when one of them fails
 */
export async function admit(
  deps: AdmissionDeps,
  spec: Spec,
  asked: Asked,
  r4cUuid: string | undefined,
): Promise<Admitted> {
  const { request, requestId, actor } = asked,
    isUnsafe = spec.method !== 'get';
  checkSite(deps, spec, asked, isUnsafe);
  const deny: Deny = async (reason, code) => {
    if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
    await noteDenial(deps, actor, spec.policy, requestId, reason);
    throw new AppError(code);
  };
  if (isBeyondToken(spec, actor)) await deny('policy', 'forbidden');
  const grant = actor.kind === 'user' ? actor.grant : undefined,
    reach = reachOf(spec.policy);
  const isAllowed = grant ? opens(grant, reach, isUnsafe) : mayCall(spec, actor);
  if (!isAllowed) await deny('policy', 'forbidden');
  await checkDuties(deps, spec, actor);

  const r4c = await hostOf(deps, actor, r4cUuid);
  if (r4cUuid !== undefined && !r4c) throw new AppError('not_found');
  if (r4c && 'cid' in actor && actor.cid !== r4c.cid) await deny('r4c', 'not_found');
  if (isForeignPractice(request, actor)) await deny('client_id', 'forbidden');
  if (spec.flag !== undefined && 'cid' in actor && (await deps.isOff?.(spec.flag, actor.cid)))
    throw new AppError('switched_off');
  if (spec.stepUp && (actor.kind !== 'user' || actor.stepUpUntil < deps.now()))
    throw new AppError('step_up');
  return { r4c, cid: 'cid' in actor ? actor.cid : r4c?.cid, grant, reach, deny };
}

function checkSite(
  { publicUrl }: AdmissionDeps,
  spec: Spec,
  { request, caller, actor }: Asked,
  isUnsafe: boolean,
): void {
  if (!spec.isOpenToSites && (isUnsafe || request.headers.has('origin')))
    checkSameSite(
      request,
      caller,
      publicUrl,
      isUnsafe && (actor.kind === 'user' || readsCookie(spec.policy)),
    );
}

/**
 * Checks whether an actor may read under another policy than the route's own, for responses whose
 * parts have different readers.
 */
export function mayAlsoRead(policy: PolicyName, actor: Actor): boolean {
  if (actor.kind === 'user' && actor.grant) return opens(actor.grant, reachOf(policy), false);
  if (actor.kind === 'machine' && actor.machine === 'api' && !reaches(actor.scopes, policy))
    return false;
  return allows(policy, principalOf(actor));
}

/** A practice's own program reads only, and only within the scopes of its token. */
const isBeyondToken = (spec: Spec, actor: Actor): boolean =>
  actor.kind === 'machine' &&
  actor.machine === 'api' &&
  (spec.method !== 'get' || isPersonal(spec.policy) || !reaches(actor.scopes, spec.policy));

/** Checks the policy of a route for an actor without a grant. */
function mayCall(spec: Spec, actor: Actor): boolean {
  const isDesigner =
    actor.kind === 'user' &&
    actor.mayDesign === true &&
    !isVendor(actor.role) &&
    isOpenToDesigners(spec.policy);
  const isReader =
    actor.kind === 'user' &&
    !isVendor(actor.role) &&
    isOpenToReaders(spec.policy) &&
    (actor.reportGrant !== undefined || (actor.behandlerId ?? '') !== '');
  return allows(spec.policy, principalOf(actor)) || isDesigner || isReader;
}

/** @throws AppError terms_open, or factor_due */
async function checkDuties(deps: AdmissionDeps, spec: Spec, actor: Actor): Promise<void> {
  const isFree = worksWithoutTerms(spec.policy),
    hasGrant = actor.kind === 'user' && actor.grant !== undefined;
  // Blocks only owners: tablets, patients and the reception continue.
  if (
    !hasGrant &&
    'cid' in actor &&
    principalOf(actor) === 'owner' &&
    !isFree &&
    (await deps.isTermsOpen?.(actor.cid))
  )
    throw new AppError('terms_open');
  if (actor.kind === 'user' && !isFree && (await deps.isFactorDue?.(actor)))
    throw new AppError('factor_due');
}

/** Returns the host named by the path with its practice. */
async function hostOf(
  { r4cOf }: AdmissionDeps,
  actor: Actor,
  r4cUuid: string | undefined,
): Promise<Admitted['r4c']> {
  if (r4cUuid === undefined) return undefined;
  // A tablet's own host was read with its token; querying it again would cost every one of its
  // calls.
  return actor.kind === 'tablet' && actor.r4cUuid === r4cUuid
    ? { r4cUuid, cid: actor.cid }
    : r4cOf(r4cUuid);
}

/** Checks for another practice named by a header; the vendor's users were checked before. */
function isForeignPractice(request: Request, actor: Actor): boolean {
  const wanted = request.headers.get(HEADERS.clientId);
  return (
    wanted !== null &&
    'cid' in actor &&
    wanted !== actor.cid &&
    !(actor.kind === 'user' && isVendor(actor.role))
  );
}
