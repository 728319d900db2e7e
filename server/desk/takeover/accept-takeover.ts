// Takeover of a Mappe by its code: once, within two minutes, only while the Mappe is where the code
// was made; the previous device is fenced off.

import { AppError } from '../../../shared/base/errors.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { DeviceKeys, TakeoverLinks } from './links.ts';
import { findTakeover, lastTo, takeTakeover, type TakeoverRow } from './store.ts';

/** The requesting device: a phone with new keys, or a known device. */
export type Taker = { keys: DeviceKeys; userAgent: string; r4cUuid: string } | { tabletId: string };
export interface Accepted {
  tabletId: string;
  mappeId: string;
  leaseUntil: number;
}

/** The response was lost: the same device may ask again as long as it still has the Mappe. */
async function again(
  w: Work,
  links: TakeoverLinks,
  row: TakeoverRow,
  taker: Taker,
): Promise<Accepted> {
  const device = row.toTablet === null ? undefined : await links.findDevice(w, row.toTablet);
  const isSame =
    device !== undefined &&
    ('tabletId' in taker ? taker.tabletId === device.id : links.hasKeys(device, taker.keys));
  const at = isSame ? await links.place(w, row.taskId) : undefined;
  if (!device || at?.tabletId !== device.id) throw new AppError('takeover_over');
  return { tabletId: device.id, mappeId: row.mappeId, leaseUntil: device.leaseUntil };
}

async function deviceOf(
  w: Work,
  links: TakeoverLinks,
  row: TakeoverRow,
  taker: Taker,
): Promise<string> {
  if (!('tabletId' in taker))
    return links.addGuest(w, {
      ...taker.keys,
      r4cUuid: taker.r4cUuid,
      mappeId: row.mappeId,
      userAgent: taker.userAgent,
      tokenHash: row.hash,
    });
  const known = await links.findDevice(w, taker.tabletId);
  if (!known) throw new AppError('takeover_over');
  if (known.guestOf !== null) await links.bindGuest(w, known.id, row.mappeId);
  return known.id;
}

/**
 * Accepts a takeover.
 * @throws AppError `takeover_over` for a code that is unknown, used, withdrawn or expired, or whose
 * Mappe has moved [sec B59]; `state_conflict` for a task that has ended meanwhile [sec B60];
 * `unavailable` while an op of the previous device waits to be judged
 */
export async function acceptTakeover(
  w: Work,
  links: TakeoverLinks,
  takeoverSecret: string,
  taker: Taker,
): Promise<Accepted> {
  const hash = hashSecret(takeoverSecret),
    row = await findTakeover(w, hash);
  if (!row || row.endedAt !== null) throw new AppError('takeover_over');
  if (row.usedAt !== null) return again(w, links, row, taker);
  const at = row.expiresAt > w.now ? await links.place(w, row.taskId) : undefined;
  if (!at || at.tabletId !== row.fromTablet) throw new AppError('takeover_over');
  if (!at.isMovable) throw new AppError('state_conflict');
  // A stored signature counts before the takeover: judged later, it would be too late.
  if (row.fromTablet !== null && (await links.hasUnjudged(w, row.fromTablet)))
    throw new AppError('unavailable', { retryAfter: 1 });
  const tabletId = await deviceOf(w, links, row, taker);
  if (!(await takeTakeover(w, hash, tabletId))) throw new AppError('takeover_over');
  await links.move(w, row.mappeId, tabletId);
  await w.audit(
    'takeover.accepted',
    { taskId: row.taskId, mappeId: row.mappeId, from: row.fromTablet, to: tabletId },
    at.patid,
  );
  return {
    tabletId,
    mappeId: row.mappeId,
    leaseUntil: (await links.findDevice(w, tabletId))?.leaseUntil ?? w.now,
  };
}

/**
 * Names the practice of a code before anything is taken over, and the language of the Mappe: the
 * page that opens on a private phone asks for a birth date, and must name its sender. Nothing is
 * consumed.
 * @throws AppError `takeover_over` for a code that is unknown or withdrawn
 */
export async function senderOf(
  look: Look,
  links: Pick<TakeoverLinks, 'praxis' | 'place'>,
  takeoverSecret: string,
): Promise<{ name: string; phone: string; language: string | null }> {
  const row = await findTakeover(look, hashSecret(takeoverSecret));
  if (!row || row.endedAt !== null) throw new AppError('takeover_over');
  const at = await links.place(look, row.taskId);
  return { ...(await links.praxis(look)), language: at?.language ?? null };
}

/**
 * Returns the phone's Mappe to the tablet that it came from.
 * @throws AppError `state_conflict` when there is none, it is busy, or nothing is left to do;
 * `unavailable` as above
 */
export async function giveBack(
  w: Work,
  links: TakeoverLinks,
  guestId: string,
  mappeId: string,
): Promise<void> {
  const from = (await lastTo(w, guestId, mappeId))?.fromTablet ?? null;
  const tablet = from === null ? undefined : await links.findDevice(w, from);
  if (!tablet || tablet.guestOf !== null) throw new AppError('state_conflict');
  if (await links.hasUnjudged(w, guestId)) throw new AppError('unavailable', { retryAfter: 1 });
  await links.move(w, mappeId, tablet.id);
  await w.audit('takeover.returned', { mappeId, from: guestId, to: tablet.id });
}
