// Private phones that take over one Mappe: devices like tablets for sync, admitted for this Mappe
// only and for a limited time.

import { LEASE_HOURS } from '../../../shared/desk/tablet.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { TabletLinks } from './links.ts';
import { bareKey } from './register-tablet.ts';
import { reportGone } from './report-loss.ts';
import {
  changeTablet,
  endLease,
  findTablet,
  insertTablet,
  listGuests,
  revokeRow,
  type TabletRow,
} from './store.ts';

/** Idle time after which the Mappe returns to the desk; finished results may still arrive. */
const GUEST_IDLE_MS = 60 * 60_000;
/** Shown in place of a tablet's name. */
const NAME = 'Handy';
const UNSEEN = {
  secure: 'unknown',
  storage: 'unknown',
  offline: 'unknown',
  push: 'unknown',
  lock: 'unknown',
} as const;

export interface NewGuest {
  r4cUuid: string;
  mappeId: string;
  signKey: JsonWebKey;
  sealKey: JsonWebKey;
  userAgent: string;
  /** Hash of its takeover code; it opens nothing. */
  tokenHash: string;
}

/** Creates a device with the phone's own keys, for one Mappe. */
export async function addGuest(
  w: Work,
  links: Pick<TabletLinks, 'feed'>,
  { mappeId, signKey, sealKey, ...rest }: NewGuest,
): Promise<string> {
  const id = w.newId();
  await insertTablet(w, {
    id,
    ...rest,
    guestOf: mappeId,
    name: NAME,
    posture: 'hand',
    signKey: bareKey(signKey),
    sealKey: bareKey(sealKey),
    gate: UNSEEN,
    exceptions: [],
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
    lastSeenAt: w.now,
    leaseUntil: w.now + LEASE_HOURS * 3_600_000,
    revokedAt: null,
  });
  await links.feed(w, id, 'config');
  return id;
}

/** Lets the same phone take a Mappe again, or another one. */
export async function bindGuest(w: Work, guestId: string, mappeId: string): Promise<void> {
  await changeTablet(w, guestId, {
    guestOf: mappeId,
    lastSeenAt: w.now,
    leaseUntil: w.now + LEASE_HOURS * 3_600_000,
  });
}

/** Ends the phone: its tokens expire, and its remaining work returns to the desk. Idempotent. */
export async function endGuest(
  w: Work,
  links: Pick<TabletLinks, 'release' | 'dropTokens'>,
  guestId: string,
): Promise<void> {
  const guest = await findTablet(w, guestId);
  if (!guest || guest.guestOf === null || guest.revokedAt !== null) return;
  await links.release(w, guestId);
  await revokeRow(w, guestId);
  await endLease(w, guestId);
  await links.dropTokens(w, guestId);
  await w.audit('takeover.ended', { tabletId: guestId, mappeId: guest.guestOf });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Time of its last use (ms). */
const touchedAt = ({ activity, activityAt, lastSeenAt, registeredAt }: TabletRow): number =>
  Math.max(
    registeredAt,
    activity !== null && activityAt !== null ? activityAt - activity.silentMs : (lastSeenAt ?? 0),
  );

/**
 * Runs every minute: idle phones give their Mappe back; those with an expired lease are ended, and
 * their unsent work is reported as lost.
 */
export async function sweepGuests(
  w: Work,
  links: Pick<TabletLinks, 'release' | 'dropTokens' | 'installation'>,
): Promise<void> {
  for (const guest of await listGuests(w)) {
    if (guest.leaseUntil <= w.now) {
      await reportGone(w, guest, links.installation().epoch, true);
      await endGuest(w, links, guest.id);
    } else if (w.now - touchedAt(guest) > GUEST_IDLE_MS) await links.release(w, guest.id);
  }
}

/** Checks whether these are the keys that a device was admitted with. */
export const hasKeys = (
  tablet: Pick<TabletRow, 'signKey' | 'sealKey'>,
  keys: { signKey: JsonWebKey; sealKey: JsonWebKey },
): boolean =>
  (['signKey', 'sealKey'] as const).every(
    (name) => tablet[name].x === keys[name].x && tablet[name].y === keys[name].y,
  );

/** Returns an active device of this practice. */
export async function findInService(
  s: Look | Work,
  tabletId: string,
): Promise<TabletRow | undefined> {
  const tablet = await findTablet(s, tabletId);
  return tablet && tablet.revokedAt === null ? tablet : undefined;
}
