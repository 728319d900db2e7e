// Writes tablets' feeds: rows hold ids only, bodies are built and sealed when the tablet asks, so that nothing of a patient lies twice.

import type { FeedOp } from '../../../shared/exchange/sync.ts';
import { findTablet, listTablets, nextFeedSeq } from '../tablet/store.ts';
import type { TabletSide } from '../task/links.ts';
import type { Work } from '../../platform/work.ts';
import { feedOfTask, removeDraft, replaceFeed } from './store.ts';

/** Next row of a tablet's feed; its number is taken under the tablet's row, so that numbers are committed in order. */
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

/** The practice's settings changed: every tablet in service hears of it. */
export async function announceConfig(w: Work): Promise<void> {
  for (const tablet of await listTablets(w))
    if (tablet.revokedAt === null) await appendFeed(w, tablet.id, 'config');
}

/** The tablet side that server/desk/task works with. */
export const tabletSide: TabletSide = {
  feed: appendFeed,
  holds: async (w, tabletId, taskId) => (await feedOfTask(w, tabletId, taskId))?.op === 'put',
  dropDraft: async (w, taskId) => {
    await removeDraft(w, taskId);
  },
  findTablet,
};
