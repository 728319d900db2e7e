// Users of one workstation: each session has a separate cookie; one is active, the others are
// locked (at most six).

import { isFromFuture } from '../../../shared/base/clock-bounds.ts';
import type { Desk } from '../../../shared/accounts/factors.schema.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import { LOST_ANSWER_MS, type AuthDeps } from '../sign-in/auth-deps.ts';
import { endSession } from './end-session.ts';
import { clearedCookie, readCookie, secretCookie, type CookieName } from './refresh-cookie.ts';
import { listPasskeys } from '../account-store/store-factors.ts';
import {
  findSecurityEpoch,
  findSession,
  findUser,
  type SessionRow,
  type UserRow,
} from '../account-store/store.ts';

const WAITING = 5;
const NAMES: readonly CookieName[] = [
  'refresh',
  ...Array.from({ length: WAITING }, (_, i): CookieName => `refresh-${i + 1}`),
];

/** One user of this workstation; `name` is the cookie that contains `value`. */
export interface Place {
  name: CookieName;
  value: string;
  session: SessionRow;
  user: UserRow;
}
type Asked = Pick<RequestContext, 'origin' | 'cookie'>;

/** Returns valid sessions whose secrets this browser has; other cookie values are ignored. */
export async function readDesk(deps: AuthDeps, context: Asked): Promise<Place[]> {
  const now = deps.now(),
    epoch = await findSecurityEpoch(deps.store),
    places: Place[] = [];
  for (const name of NAMES) {
    const value = readCookie(context, name);
    const session =
      value === undefined ? undefined : await findSession(deps.store, value.split('.')[0] ?? '');
    if (
      value === undefined ||
      !session ||
      session.endedAt !== null ||
      now >= session.absoluteUntil ||
      isFromFuture(session.lastSeenAt, now) ||
      session.securityEpoch !== epoch
    )
      continue;
    const hash = hashSecret(value);
    if (
      !isSameSecret(session.refreshHash, hash) &&
      !(isSameSecret(session.previousHash, hash) && now - (session.rotatedAt ?? 0) < LOST_ANSWER_MS)
    )
      continue;
    const user = await findUser(deps.store, session.userId);
    if (user && user.disabledAt === null && !places.some((p) => p.session.id === session.id))
      places.push({ name, value, session, user });
  }
  return places;
}

/** Returns names for the lock screen: nothing that colleagues at this workstation do not know. */
export async function showDesk(deps: AuthDeps, context: Asked): Promise<Desk> {
  const people: Desk['people'] = [];
  for (const { name, session, user } of await readDesk(deps, context)) {
    if (session.lockedAt === null) continue;
    const hasPasskey = (await listPasskeys(deps.store, user.id)).some((p) => p.clonedAt === null);
    people.push({
      sessionId: session.id,
      firstName: user.firstName,
      lastname: user.lastname,
      hasPin: user.pinHash !== null,
      hasPasskey,
      isCurrent: name === 'refresh',
    });
  }
  return { people };
}

const leftOf = (deps: AuthDeps, session: SessionRow): number | undefined =>
  session.longLogin ? session.absoluteUntil - deps.now() : undefined;

/**
 * Makes room for a user who signs in: a locked colleague's session moves to a separate cookie, an
 * open session and the user's older ones end.
 * @returns cookies to set in addition to the new one
 */
export async function makeRoom(deps: AuthDeps, context: Asked, userId: string): Promise<string[]> {
  const places = await readDesk(deps, context),
    cookies: string[] = [];
  const own = places.filter((p) => p.user.id === userId),
    current = places.find((p) => p.name === 'refresh' && p.user.id !== userId);
  for (const { session, name } of own) {
    await endSession(deps, session, 'replaced');
    if (name !== 'refresh') cookies.push(clearedCookie(context.origin, name));
  }
  if (!current) return cookies;
  if (current.session.lockedAt === null) {
    await endSession(deps, current.session, 'replaced');
    return cookies;
  }
  const waiting = places.filter((p) => p.name !== 'refresh' && p.user.id !== userId);
  const oldest = waiting.reduce<Place | undefined>(
    (a, b) => (a && a.session.lastSeenAt <= b.session.lastSeenAt ? a : b),
    undefined,
  );
  const free = NAMES.slice(1).find((name) => !waiting.some((p) => p.name === name)) ?? oldest?.name;
  if (oldest && free === oldest.name) await endSession(deps, oldest.session, 'replaced');
  if (free)
    cookies.push(secretCookie(context.origin, free, current.value, leftOf(deps, current.session)));
  return cookies;
}

/**
 * Returns cookies after `chosen` became active with a new secret: the previous active user takes
 * the free cookie.
 */
export function swapCookies(
  deps: AuthDeps,
  context: Asked,
  chosen: Place,
  refresh: string,
  before: Place | undefined,
): string[] {
  const cookies = [secretCookie(context.origin, 'refresh', refresh, leftOf(deps, chosen.session))];
  if (chosen.name === 'refresh') return cookies;
  cookies.push(
    before
      ? secretCookie(context.origin, chosen.name, before.value, leftOf(deps, before.session))
      : clearedCookie(context.origin, chosen.name),
  );
  return cookies;
}
