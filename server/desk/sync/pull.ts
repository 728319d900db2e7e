// Answers a pull: feed rows after a cursor, each body built from the current rows and sealed to the
// requesting tablet.

import { AppError } from '../../../shared/base/errors.ts';
import { toBase64 } from '../../../shared/exchange/sealing.ts';
import {
  DRAFT_UNREADABLE,
  feedAad,
  type FeedItem,
  type FeedOp,
  type PullAnswer,
} from '../../../shared/exchange/sync.ts';
import type { Sealer } from '../../platform/keys/node-seal.ts';
import { configOf } from '../tablet/config.ts';
import type { PraxisConfig } from '../tablet/links.ts';
import { findTablet, type TabletRow } from '../tablet/store.ts';
import { reasonOf } from '../../platform/db/store.ts';
import { ENTRY_DAMAGED, markAttention } from '../task/move-task.ts';
import type { Look } from '../../platform/work.ts';
import type { SyncDeps } from './sync-deps.ts';
import type { TabletActor } from './tablet-actor.ts';
import { feedAfter, type FeedRow } from './store.ts';
import { taskBody } from './task-body.ts';

export function createPull(
  deps: SyncDeps,
): (actor: TabletActor, cursor: number, limit: number) => Promise<PullAnswer> {
  const item = async (
    look: Look,
    tablet: TabletRow,
    sealer: Sealer,
    praxis: () => Promise<PraxisConfig>,
    row: FeedRow,
  ): Promise<{ item: FeedItem; attention?: { taskId: string; code: string } }> => {
    const seal = (op: FeedOp, body: unknown): FeedItem => ({
      seq: row.seq,
      op,
      ...(row.taskId !== null && { taskId: row.taskId }),
      ...(row.mappeId !== null && { mappeId: row.mappeId }),
      body: toBase64(
        sealer.seal(Buffer.from(JSON.stringify(body)), feedAad(tablet.id, row.seq, op)),
      ),
    });
    if (row.op === 'purge') return { item: { seq: row.seq, op: 'purge' } };
    if (row.op === 'config') return { item: seal('config', configOf(tablet, await praxis())) };
    if (row.taskId === null) throw new Error('a feed row of a task has no task');
    const { taskId } = row,
      made = await taskBody(look, deps, tablet.id, taskId, row.op).catch((error: unknown) => {
        if (reasonOf(error) !== 'entry') throw error;
        return undefined;
      });
    // The tablet gives it back, and its other papers go on.
    if (!made)
      return {
        item: seal('revoke', { taskId, taskRev: 0, reason: 'over' }),
        attention: { taskId, code: ENTRY_DAMAGED },
      };
    return {
      item: seal(made.op, made.body),
      ...(made.op === 'put' &&
        made.isDraftLost && { attention: { taskId, code: DRAFT_UNREADABLE } }),
    };
  };

  return async (actor, cursor, limit) => {
    const look = deps.workshop.look(actor.cid, actor);
    const tablet = await findTablet(look, actor.tabletId);
    if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
    // A cursor from the future: the database is older than the tablet's memory of it. Everything is
    // sent again.
    const isReset = cursor > tablet.feedSeq;
    const from = isReset ? 0 : cursor;
    const rows = await feedAfter(look, tablet.id, from, limit);
    // One key for the whole response, that of the live channel if there is one: the tablet derives
    // it once, or has it already.
    const sealer = deps.seals.of(tablet.id, tablet.sealKey);
    let known: Promise<PraxisConfig> | undefined;
    const praxis = (): Promise<PraxisConfig> => (known ??= deps.praxisConfig(look));
    const made = await Promise.all(rows.map((row) => item(look, tablet, sealer, praxis, row)));
    const marked = made.flatMap((m) => m.attention ?? []);
    if (marked.length > 0)
      await deps.workshop.write(actor.cid, actor, async (w) => {
        for (const { taskId, code } of marked) await markAttention(w, taskId, code);
      });
    const last = rows.at(-1)?.seq ?? from;
    return {
      epoch: deps.installation().epoch,
      cursor: last,
      more: rows.length === limit && last < tablet.feedSeq,
      ...(isReset && { reset: true }),
      items: made.map((m) => m.item),
    };
  };
}
