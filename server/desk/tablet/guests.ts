// Private phones that take one Mappe over: devices like tablets for sync, let in for this Mappe only and for a while.

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

/** Without a touch for so long the Mappe goes back to the desk; what was finished may still arrive. */
const GUEST_IDLE_MS = 60 * 60_000;
/** Shown where a tablet's own name would stand. */
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
  /** Of the code it came with; it opens nothing. */ tokenHash: string;
}

/** A device with the phone's own keys, for one Mappe. */
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

/** The same phone takes a Mappe once more, or another one. */
export async function bindGuest(w: Work, guestId: string, mappeId: string): Promise<void> {
  await changeTablet(w, guestId, {
    guestOf: mappeId,
    lastSeenAt: w.now,
    leaseUntil: w.now + LEASE_HOURS * 3_600_000,
  });
}

/** The phone is done: its tokens die, and what might still lie on it goes back to the desk. Repeating is free. */
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

/** When somebody last did something on it (ms). */
const touchedAt = ({ activity, activityAt, lastSeenAt, registeredAt }: TabletRow): number =>
  Math.max(
    registeredAt,
    activity !== null && activityAt !== null ? activityAt - activity.silentMs : (lastSeenAt ?? 0),
  );

/** Work of each minute: phones that were left give their Mappe back; those whose lease is over are ended, and what they held is reported as lost. */
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

/** Whether these are the keys that a device was let in with. */
export const hasKeys = (
  tablet: Pick<TabletRow, 'signKey' | 'sealKey'>,
  keys: { signKey: JsonWebKey; sealKey: JsonWebKey },
): boolean =>
  (['signKey', 'sealKey'] as const).every(
    (name) => tablet[name].x === keys[name].x && tablet[name].y === keys[name].y,
  );

/** A device of this practice that is in service. */
export async function findInService(
  s: Look | Work,
  tabletId: string,
): Promise<TabletRow | undefined> {
  const tablet = await findTablet(s, tabletId);
  return tablet && tablet.revokedAt === null ? tablet : undefined;
}
