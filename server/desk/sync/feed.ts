// Writes tablets' feeds: rows contain ids only, bodies are built and sealed when the tablet pulls,
// so that no patient data is stored twice.

import type { FeedOp } from '../../../shared/exchange/sync.ts';
import { findTablet, listTablets, nextFeedSeq } from '../tablet/store.ts';
import type { TabletSide } from '../task/links.ts';
import type { Work } from '../../platform/work.ts';
import { feedOfTask, removeDraft, replaceFeed } from './store.ts';

/**
 * Adds a row to a tablet's feed; its number is taken under a lock on the tablet's row, so that
 * numbers are committed in order.
 */
export async function appendFeed(
  w: Work,
  tabletId: string,
  op: FeedOp,
  task?: { taskId: string; mappeId: string },
): Promise<void> {
  const seq = await nextFeedSeq(w, tabletId);
  await replaceFeed(w, {
    tabletId,
    seq,
    op,
    taskId: task?.taskId ?? null,
    mappeId: task?.mappeId ?? null,
  });
  w.emit({ to: 'tablet', tabletId, event: { kind: 'poke', seq } });
}

/** Announces changed practice settings to every active tablet. */
export async function announceConfig(w: Work): Promise<void> {
  for (const tablet of await listTablets(w))
    if (tablet.revokedAt === null) await appendFeed(w, tablet.id, 'config');
}

/** Tablet interface for server/desk/task. */
export const tabletSide: TabletSide = {
  feed: appendFeed,
  holds: async (w, tabletId, taskId) => (await feedOfTask(w, tabletId, taskId))?.op === 'put',
  dropDraft: async (w, taskId) => {
    await removeDraft(w, taskId);
  },
  findTablet,
};
