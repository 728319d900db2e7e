// Two-minute code for moving a running Mappe to another device: created by its tablet, or by the
// desk; can be withdrawn.

import { TAKEOVER_MS } from '../../../shared/exchange/takeover.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { newTakeoverSecret } from './secret.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import type { TakeoverLinks } from './links.ts';
import { endTakeovers, insertTakeover, removeOldTakeovers } from './store.ts';

export interface Offered {
  takeoverSecret: string;
  expiresAt: number;
}

async function offer(
  w: Work,
  at: { taskId: string; mappeId: string; patid: string; tabletId: string | null },
): Promise<Offered> {
  await removeOldTakeovers(w, w.now - DAY_MS);
  // Only the newest code is valid: an older one may be in a photograph.
  await endTakeovers(w, { mappeId: at.mappeId });
  const takeoverSecret = newTakeoverSecret(),
    expiresAt = w.now + TAKEOVER_MS;
  await insertTakeover(w, {
    hash: hashSecret(takeoverSecret),
    mappeId: at.mappeId,
    taskId: at.taskId,
    fromTablet: at.tabletId,
    createdBy: actorWord(w.actor),
    createdAt: w.now,
    expiresAt,
    endedAt: null,
    usedAt: null,
    toTablet: null,
  });
  await w.audit(
    'takeover.offered',
    {
      taskId: at.taskId,
      mappeId: at.mappeId,
      ...(at.tabletId !== null && { tabletId: at.tabletId }),
    },
    at.patid,
  );
  return { takeoverSecret, expiresAt };
}

/**
 * Creates a code for the device that runs the task.
 * @throws AppError `not_found` for a task that is not on it, `state_conflict` for one that has
 * ended [sec B60]
 */
export async function offerOwn(
  w: Work,
  links: TakeoverLinks,
  tabletId: string,
  taskId: string,
): Promise<Offered> {
  const at = await links.place(w, taskId);
  if (!at || at.tabletId !== tabletId) throw new AppError('not_found');
  if (!at.isMovable) throw new AppError('state_conflict');
  return offer(w, at);
}

/**
 * Creates a code for the desk, wherever the Mappe is.
 * @throws AppError `not_found`, `state_conflict` when none of it can be moved
 */
export async function offerMappe(w: Work, links: TakeoverLinks, mappeId: string): Promise<Offered> {
  const taskId = await links.firstMovable(w, mappeId);
  if (taskId === undefined) throw new AppError('not_found');
  const at = taskId === null ? undefined : await links.place(w, taskId);
  if (!at) throw new AppError('state_conflict');
  return offer(w, at);
}

/** Withdraws the device's code: no takeover is possible any more, and typing may continue. */
export const takeBackOwn = (w: Work, tabletId: string): Promise<void> =>
  endTakeovers(w, { fromTablet: tabletId });
