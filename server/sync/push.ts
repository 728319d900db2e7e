// Takes a push: numbers, hashes and epoch are checked, ops are stored and judged in one unit of work, and only the commit is acknowledged.

import { AppError } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/sealing.ts';
import { opDigestText, type PushAnswer, type PushResult } from '../../shared/sync.ts';
import { reasonOf } from '../db/store.ts';
import { changeTablet, findTablet } from '../tablet/store.ts';
import { meetIncarnation } from '../tablet/take-heartbeat.ts';
import type { Actor, Work } from '../work.ts';
import { applyOp } from './apply-op.ts';
import type { SyncDeps } from './core.ts';
import { openOp, type Opened } from './open-op.ts';
import { readFrame, type Pushed, type PushedOp } from './read-frame.ts';
import { advanceHead, findHead, findOps, firstYoung, insertOps, judgeOp } from './store.ts';

export type TabletActor = Extract<Actor, { kind: 'tablet' }>;
/** Sealed bytes with what they turned out to be; undefined for ops the server already holds. */
type Ready = PushedOp & { opened: Opened | undefined };

/** One op could not be applied; names it, so that it alone is parked. */
class OpFailed extends Error {
  readonly id: string;
  constructor(id: string, cause: unknown) { super('op failed', { cause }); this.name = 'OpFailed'; this.id = id; }
}
/** Failures of the same op that have no cause of their own before it is parked. */
const PATIENCE = 3;
const REMEMBERED = 1000;

export function createPush(deps: SyncDeps): (actor: TabletActor, frame: Uint8Array) => Promise<PushAnswer> {
  const failures = new Map<string, number>();
  const damaged = new Map<string, string>();
  const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
    map.delete(key);
    map.set(key, value);
    const oldest = map.size > REMEMBERED ? map.keys().next() : undefined;
    if (oldest && !oldest.done) map.delete(oldest.value);
  };

  /** Opens what is new; before the unit of work, because unsealing is no database work. */
  async function prepare(actor: TabletActor, { header, ops }: Pushed): Promise<Ready[]> {
    const head = await findHead(deps.workshop.look(actor.cid, actor), actor.tabletId, header.inc);
    return Promise.all(ops.map(async ({ h, bytes }) => {
      const digest = await sha256Hex(opDigestText(h), bytes);
      if (digest !== h.sha256) {
        // A flipped bit on the way heals by a repeat; the same wrong bytes twice lie wrong on the tablet itself (F26).
        const key = `${actor.tabletId}|${header.inc}|${h.n}`;
        if (damaged.get(key) !== digest) { remember(damaged, key, digest); throw new AppError('unavailable', { retryAfter: 1, extra: { reason: 'digest', n: h.n } }); }
        return { h, bytes, opened: { code: 'damaged' as const } };
      }
      if (h.n <= head) return { h, bytes, opened: undefined };
      return { h, bytes, opened: await openOp((b, aad) => deps.openOp(actor.cid, b, aad), { device: actor.tabletId, inc: header.inc }, h, bytes) };
    }));
  }

  return async (actor, frame) => {
    const pushed = readFrame(frame);
    if (pushed.header.device !== actor.tabletId) throw new AppError('forbidden');
    const ready = await prepare(actor, pushed);
    const poisoned = new Set<string>();
    for (;;) {
      try {
        return await deps.workshop.write(actor.cid, actor, w => storeOps(w, deps, actor, pushed, ready, poisoned));
      } catch (error) {
        if (error instanceof AppError && error.code === 'sync_fork') await reportFork(deps, actor, error);
        if (!(error instanceof OpFailed)) throw error;
        const reason = reasonOf(error);
        if (reason !== 'other' && reason !== 'unique') throw new AppError('unavailable', { retryAfter: 1, cause: error });
        const count = (failures.get(error.id) ?? 0) + 1;
        remember(failures, error.id, count);
        if (count < PATIENCE && !isItsOwnFault(error.cause)) throw new AppError('unavailable', { retryAfter: 1, cause: error });
        // One bad op may not hold up the patients behind it (F17).
        poisoned.add(error.id);
      }
    }
  };
}

const isItsOwnFault = (cause: unknown): boolean => cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError || (cause instanceof AppError && cause.code !== 'unavailable');

async function reportFork(deps: SyncDeps, actor: TabletActor, error: AppError): Promise<void> {
  await deps.workshop.write(actor.cid, actor, async w => {
    await w.audit('sync.fork', { tabletId: actor.tabletId, n: Number(error.extra?.n ?? 0) });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}

async function storeOps(w: Work, deps: SyncDeps, actor: TabletActor, { header }: Pushed, ready: Ready[], poisoned: ReadonlySet<string>): Promise<PushAnswer> {
  const tablet = await findTablet(w, actor.tabletId);
  if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
  const { epoch } = deps.installation(), { inc } = header, device = tablet.id;
  const head = await findHead(w, device, inc);
  // A new local database knows no epoch yet, and nothing that a restore could have lost.
  if (header.epoch !== '' && header.epoch !== epoch) throw new AppError('sync_epoch', { extra: { ackN: head, epoch } });
  const first = ready[0]?.h.n ?? 1, last = ready.at(-1)?.h.n ?? head;
  if (first > head + 1) throw new AppError('sync_gap', { extra: { ackN: head, epoch } });
  const fork = (n: number): AppError => new AppError('sync_fork', { extra: { n, ackN: head, epoch } });
  const fresh = ready.filter(o => o.h.n > head);
  const stored = fresh.length === 0 ? new Set<string>() : await insertOps(w, fresh.map(o => rowOf(w, device, inc, o)));
  // A fresh frame needs no look-up: only what is repeated, or what the database would not take twice.
  const repeated = ready.filter(o => !stored.has(o.h.id));
  const known = repeated.length === 0 ? [] : await findOps(w, device, inc, repeated.map(o => o.h.n), repeated.map(o => o.h.id));

  const results: PushResult[] = [];
  for (const op of ready) {
    const { h } = op;
    if (stored.has(h.id)) { results.push(await judge(w, deps, device, op, poisoned)); continue; }
    const same = known.find(k => k.device === device && k.inc === inc && k.n === h.n) ?? known.find(k => k.id === h.id);
    if (!same || same.id !== h.id || same.sha256 !== h.sha256) throw fork(h.n);
    results.push({ n: h.n, s: 'dup' });
  }
  const ackN = Math.max(head, last);
  if (ackN > head && !(await advanceHead(w, device, inc, head, ackN))) throw new AppError('unavailable', { retryAfter: 1 });
  const met = await meetIncarnation(w, tablet, inc, last);
  const safeN = await safeOf(w, deps, device, met, ackN);
  await changeTablet(w, device, { ...met, ackN, safeN, lastSeenAt: w.now });
  return { epoch, ackN, safeN, serverTime: w.now, results };
}

/** P7: everything before the first op that is younger than a day. */
async function safeOf(w: Work, deps: SyncDeps, device: string, met: { inc: string; safeN: number }, ackN: number): Promise<number> {
  const young = await firstYoung(w, device, met.inc, met.safeN, w.now - deps.safeAfterMs);
  return Math.max(met.safeN, young === undefined ? ackN : young - 1);
}

const rowOf = (w: Work, device: string, inc: string, { h, bytes }: PushedOp) => ({
  device, inc, n: h.n, id: h.id, kind: h.kind, taskId: h.taskId, taskRev: h.taskRev, schema: h.schema, sha256: h.sha256, header: h,
  bytes: Buffer.from(bytes), result: 'applied' as const, code: null, receivedAt: w.now, settledAt: null, settledBy: null,
});

async function judge(w: Work, deps: SyncDeps, device: string, { h, opened }: Ready, poisoned: ReadonlySet<string>): Promise<PushResult> {
  const read: Opened = poisoned.has(h.id) || !opened ? { code: 'unreadable' } : opened;
  let judged;
  try { judged = await applyOp(w, deps.acceptSubmission, device, h, read); } catch (error) { throw new OpFailed(h.id, error); }
  if (judged.code === undefined) return { n: h.n, s: 'applied' };
  const code = poisoned.has(h.id) ? 'internal' : judged.code;
  await judgeOp(w, h.id, { result: 'parked', code, settledAt: judged.isHarmless ? w.now : null, settledBy: judged.isHarmless ? 'system' : null });
  return { n: h.n, s: 'parked', code };
}
