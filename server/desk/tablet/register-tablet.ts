// Registration of a tablet: a code is typed, a number is compared by staff, a device key is bound
// (security.md: registration code; X5, X6).

import { AppError } from '../../../shared/base/errors.ts';
import {
  EXCUSABLE_CHECKS,
  LEASE_HOURS,
  normalizeCode,
  openChecks,
  type Gate,
  type GateCheck,
  type Posture,
} from '../../../shared/desk/tablet.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/base/day-math.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import type { TabletLinks } from './links.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import { isSilent, reportGone } from './report-loss.ts';
import { newNumber, newSecret, tokenOfSecret } from './secrets.ts';
import {
  changeWaiting,
  findPending,
  findTablet,
  insertPending,
  insertTablet,
  removeOldPending,
  takeCode,
  waitingPending,
  type PendingRow,
} from './store.ts';

const PENDING_MS = 10 * 60_000;

export interface RegistrationRequest {
  registrationCode: string;
  signKey: JsonWebKey;
  sealKey: JsonWebKey;
  gate: Gate;
  userAgent: string;
}
export interface RegistrationStarted {
  pendingId: string;
  pendingSecret: string;
  number: string;
  expiresAt: number;
}

/** Returns the four members of a public P-256 key; others added by a browser are dropped. */
export const bareKey = (k: JsonWebKey): JsonWebKey => ({
  kty: 'EC',
  crv: 'P-256',
  x: k.x ?? '',
  y: k.y ?? '',
});

/**
 * Checks the keys of a tablet. A key that is not a point on the curve would only fail later, at
 * every pull.
 * @throws AppError `validation`
 */
export async function checkKeys(
  keys: Pick<RegistrationRequest, 'signKey' | 'sealKey'>,
): Promise<void> {
  for (const [name, algorithm, use] of [
    ['signKey', 'ECDSA', ['verify']],
    ['sealKey', 'ECDH', []],
  ] as const) {
    try {
      await crypto.subtle.importKey(
        'jwk',
        bareKey(keys[name]),
        { name: algorithm, namedCurve: 'P-256' },
        false,
        [...use],
      );
    } catch (cause) {
      throw new AppError('validation', { fields: { [name]: 'not_a_key' }, cause });
    }
  }
}

/**
 * Consumes a code and waits for staff to compare the number.
 * @throws AppError `registration_invalid` for a wrong, used or expired code (X5)
 */
export async function requestRegistration(
  w: Work,
  r4cUuid: string,
  input: RegistrationRequest,
): Promise<RegistrationStarted> {
  const code = normalizeCode(input.registrationCode);
  if (code === undefined || !(await takeCode(w, hashSecret(code), r4cUuid)))
    throw new AppError('registration_invalid');
  await removeOldPending(w, w.now - DAY_MS);
  const number = newNumber(new Set((await waitingPending(w)).map((p) => p.number)));
  const pendingSecret = newSecret(),
    id = w.newId(),
    expiresAt = w.now + PENDING_MS;
  await insertPending(w, {
    id,
    r4cUuid,
    secretHash: hashSecret(tokenOfSecret(pendingSecret)),
    number,
    signKey: bareKey(input.signKey),
    sealKey: bareKey(input.sealKey),
    gate: input.gate,
    userAgent: input.userAgent,
    requestedAt: w.now,
    expiresAt,
    state: 'waiting',
    tabletId: null,
  });
  await w.audit('tablet.requested', { pendingId: id });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { pendingId: id, pendingSecret, number, expiresAt };
}

/**
 * Returns the registration for a polling tablet.
 * @throws AppError `registration_failed` when it is unknown, expired, or the secret differs (X6)
 */
export async function ownPending(
  look: Look,
  pendingId: string,
  pendingSecret: string,
): Promise<{ pending: PendingRow; tabletToken: string }> {
  const pending = await findPending(look, pendingId),
    tabletToken = tokenOfSecret(pendingSecret);
  if (!pending || !isSameSecret(pending.secretHash, hashSecret(tabletToken)))
    throw new AppError('registration_failed');
  // A confirmed tablet whose network failed may poll a while longer; it gets the same response.
  if (pending.expiresAt + (pending.state === 'confirmed' ? HOUR_MS : 0) <= look.now)
    throw new AppError('registration_failed');
  return { pending, tabletToken };
}

/** Updates ticks of the setup gate while staff compares the number. */
export async function updateGate(w: Work, pendingId: string, gate: Gate): Promise<void> {
  const before = await findPending(w, pendingId);
  if (!before || JSON.stringify(before.gate) === JSON.stringify(gate)) return;
  if (await changeWaiting(w, pendingId, { gate }))
    w.emit({ to: 'staff', event: { kind: 'changed' } });
}

export interface Confirmation {
  number: string;
  name: string;
  posture: Posture;
  exceptions: { check: GateCheck; reason: string }[];
  replaces?: string;
}

/**
 * Confirms the number: the tablet's keys are bound and it gets its id.
 * @throws AppError `not_found`, `validation` (other number, a reason for a check that needs none),
 * `state_conflict` with `extra.open` while ticks are missing
 */
export async function confirmRegistration(
  w: Work,
  links: Pick<TabletLinks, 'feed' | 'release' | 'installation'>,
  pendingId: string,
  input: Confirmation,
): Promise<{ tabletId: string }> {
  const pending = await findPending(w, pendingId);
  if (!pending || pending.expiresAt <= w.now) throw new AppError('not_found');
  if (pending.state !== 'waiting') throw new AppError('state_conflict');
  if (pending.number !== input.number)
    throw new AppError('validation', { fields: { number: 'other' } });
  const wrong = input.exceptions.findIndex((e) => !EXCUSABLE_CHECKS.includes(e.check));
  if (wrong >= 0)
    throw new AppError('validation', {
      fields: { [`exceptions.${wrong}.check`]: 'not_excusable' },
    });
  const open = openChecks(pending.gate, input.exceptions);
  if (open.length > 0) throw new AppError('state_conflict', { extra: { open } });

  if (input.replaces !== undefined) await giveUp(w, links, input.replaces);

  const tabletId = w.newId(),
    by = w.actor.kind === 'user' ? w.actor.name : actorWord(w.actor);
  const exceptions = input.exceptions
    .filter((e) => pending.gate[e.check] !== 'ok')
    .map((e) => ({ check: e.check, reason: e.reason, by, at: w.now }));
  if (!(await changeWaiting(w, pendingId, { state: 'confirmed', tabletId })))
    throw new AppError('state_conflict');
  await insertTablet(w, {
    id: tabletId,
    r4cUuid: pending.r4cUuid,
    name: input.name,
    posture: input.posture,
    signKey: pending.signKey,
    sealKey: pending.sealKey,
    tokenHash: pending.secretHash,
    gate: pending.gate,
    exceptions,
    userAgent: pending.userAgent,
    inc: null,
    highN: 0,
    ackN: 0,
    safeN: 0,
    feedSeq: 0,
    health: null,
    activity: null,
    activityAt: null,
    helpAt: null,
    helpAnsweredAt: null,
    lostSubmissions: null,
    registeredAt: w.now,
    lastSeenAt: null,
    leaseUntil: w.now + LEASE_HOURS * HOUR_MS,
    revokedAt: null,
  });
  await links.feed(w, tabletId, 'config');
  await w.audit('tablet.registered', {
    tabletId,
    pendingId,
    excused: exceptions.map((e) => e.check),
    ...(input.replaces !== undefined && { replaces: input.replaces }),
  });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { tabletId };
}

/**
 * The same device without its storage: its unsent work under its old name is reported, its running
 * tasks return to the desk. Only for a tablet out of contact; it is not signed out, since it may be
 * a different device and return with everything.
 */
async function giveUp(
  w: Work,
  links: Pick<TabletLinks, 'release' | 'installation'>,
  tabletId: string,
): Promise<void> {
  const old = await findTablet(w, tabletId);
  if (!old) throw new AppError('not_found');
  if (!isSilent(old, w.now))
    throw new AppError('state_conflict', { extra: { reason: 'tablet_busy' } });
  await reportGone(w, old, links.installation().epoch);
  await links.release(w, tabletId);
}

/** Rejects the registration: staff sees another number, or no tablet at all. */
export async function refuseRegistration(w: Work, pendingId: string): Promise<void> {
  const pending = await findPending(w, pendingId);
  if (!pending) throw new AppError('not_found');
  if (!(await changeWaiting(w, pendingId, { state: 'refused' })))
    throw new AppError('state_conflict');
  await w.audit('tablet.refused', { pendingId });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
