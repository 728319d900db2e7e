// The sync server without a transport: push, pull, drafts; the running server and a simulation
// drive the same code.

import type { SyncDeps } from './sync-deps.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { DRAFT_REFUSED, type PullAnswer, type PushAnswer } from '../../../shared/exchange/sync.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { findTablet } from '../tablet/store.ts';
import { clearAttention } from '../task/move-task.ts';
import { noteProgress } from '../task/take-result.ts';
import { isUnreadPaper } from '../task/read-paper.ts';
import { findTask } from '../task/store.ts';
import type { Look } from '../../platform/work.ts';
import { createJudge, type Judge } from './judge.ts';
import type { Incarnation } from './judge-op.ts';
import { openParked, type OpenedParked } from './parked/open-parked.ts';
import { putBlankDraft } from './drafts/blank-drafts.ts';
import { createPull } from './pull.ts';
import { createPush } from './push.ts';
import { type TabletActor } from './tablet-actor.ts';
import { feedOfTask, findDraft, saveDraft } from './store.ts';

/**
 * Without a backup, acknowledged ops count as safe after a day; until then the tablet keeps its
 * sealed copy.
 */
export const SAFE_AFTER_MS = DAY_MS;

interface DraftInput {
  taskId: string;
  taskRev: number;
  draftRev: number;
  page: number;
  of: number;
  blank?: 'begun' | 'withdrawn' | undefined;
  bytes: Uint8Array;
}
export interface SyncCore extends Pick<Judge, 'judged' | 'isStuck' | 'start' | 'stop'> {
  /**
   * Resolves after the commit; judging follows.
   * @throws AppError sync_gap, sync_fork, sync_epoch, too_large,
   * client_too_old, unavailable, tablet_revoked
   */
  push(actor: TabletActor, frame: Uint8Array): Promise<PushAnswer>;
  /** `limit` 1..MAX_PULL_ROWS. */
  pull(actor: TabletActor, cursor: number, limit: number): Promise<PullAnswer>;
  /**
   * Newest (taskRev, draftRev) wins; a late draft changes nothing and the stored one is returned.
   */
  putDraft(actor: TabletActor, input: DraftInput): Promise<{ draftRev: number }>;
  /** Opens the readable parts of a parked op. @throws AppError not_found */
  openParked(look: Look, opId: string): Promise<OpenedParked>;
  /** Ops that wait again, or come from another process, are judged soon. */
  judge(from: Incarnation): void;
  /** Initial state of a live channel: the newest row of the tablet's feed, and its sealing key. */
  listener(actor: TabletActor): Promise<{ feedSeq: number; sealKey: JsonWebKey }>;
}

/** A draft typed before the interruption may still arrive after it. */
const DRAFTABLE: readonly string[] = ['assigned', 'started', 'interrupted'];

export function createSyncCore(deps: SyncDeps): SyncCore {
  const judge = createJudge(deps);
  return {
    judged: judge.judged,
    isStuck: judge.isStuck,
    start: judge.start,
    stop: judge.stop,
    push: createPush(deps, judge),
    pull: createPull(deps),
    putDraft: (actor, { bytes, blank, ...input }) =>
      deps.workshop.write(actor.cid, actor, async (w) => {
        const tablet = await findTablet(w, actor.tabletId);
        if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
        const task = await findTask(w, input.taskId);
        if (blank && !task)
          return { draftRev: await putBlankDraft(w, tablet, blank, { ...input, bytes }) };
        const row = task && (await feedOfTask(w, tablet.id, task.taskId));
        if (!task || !row) throw new AppError('not_found');
        if (
          input.taskRev !== task.taskRev ||
          !(DRAFTABLE.includes(task.state) || isUnreadPaper(task))
        )
          return { draftRev: (await findDraft(w, task.taskId))?.draftRev ?? 0 };
        const draftRev = await saveDraft(w, {
          ...input,
          device: tablet.id,
          bytes: Buffer.from(bytes),
          at: w.now,
        });
        if (draftRev === input.draftRev) await noteProgress(w, task, input.page, input.of);
        if (task.attention === DRAFT_REFUSED) await clearAttention(w, task.taskId);
        return { draftRev };
      }),
    openParked: (look, opId) => openParked(deps, look, opId),
    judge: judge.add,
    async listener(actor) {
      const tablet = await findTablet(deps.workshop.look(actor.cid, actor), actor.tabletId);
      if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
      return { feedSeq: tablet.feedSeq, sealKey: tablet.sealKey };
    },
  };
}
