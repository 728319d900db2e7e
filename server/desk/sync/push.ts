// Handles a push: numbers, hashes and epoch are checked, ops are stored with their head in one
// transaction, and only the commit is acknowledged; judging comes after (judge.ts).

import type { TabletActor } from './tablet-actor.ts';
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import {
  MAX_OP_BYTES,
  opDigestText,
  type PushAnswer,
  type PushResult,
} from '../../../shared/exchange/sync.ts';
import { changeTablet, findTablet } from '../tablet/store.ts';
import { reportGap } from '../tablet/report-loss.ts';
import { headsOf, nextStored, noteStored, type Heads } from '../tablet/store-heads.ts';
import { meetIncarnation } from '../tablet/take-heartbeat.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { SyncDeps } from './sync-deps.ts';
import type { Judge } from './judge.ts';
import type { StoredCode } from './open-op.ts';
import { readFrame, type Pushed, type PushedOp } from './read-frame.ts';
import {
  advanceHead,
  findHead,
  findOps,
  firstYoung,
  insertOps,
  nextHead,
  nextOps,
  receivedAt,
} from './store-ops.ts';

/** Sealed bytes with their metadata before opening. */
type Checked = PushedOp & { code: StoredCode | null };

const REMEMBERED = 1000;
/**
 * Interval for checking which ops a day has made safe while a tablet pushes; later is just as safe.
 */
const SAFE_LOOK_MS = 60_000;

export function createPush(
  deps: SyncDeps,
  judge: Judge,
): (actor: TabletActor, frame: Uint8Array) => Promise<PushAnswer> {
  const damaged = new Map<string, string>();
  const remember = (key: string, digest: string): void => {
    damaged.delete(key);
    damaged.set(key, digest);
    const oldest = damaged.size > REMEMBERED ? damaged.keys().next() : undefined;
    if (oldest && !oldest.done) damaged.delete(oldest.value);
  };

  const check = (device: string, inc: string, { h, bytes }: PushedOp): Checked => {
    const digest = createHash('sha256').update(opDigestText(h)).update(bytes).digest('hex');
    if (digest === h.sha256)
      return { h, bytes, code: bytes.length > MAX_OP_BYTES ? 'too_large' : null };
    // A bit flipped in transit is fixed by a repeat; the same wrong bytes twice are damaged on the
    // tablet itself (F26).
    const key = `${device}|${inc}|${h.n}`;
    if (damaged.get(key) !== digest) {
      remember(key, digest);
      throw new AppError('unavailable', { retryAfter: 1, extra: { reason: 'digest', n: h.n } });
    }
    return { h, bytes, code: 'damaged' };
  };

  /** Server clock of the last check, for each tablet. */
  const looked = new Map<string, { inc: string; at: number }>();
  const isLookDue = (device: string, inc: string, now: number): boolean => {
    const last = looked.get(device);
    if (last?.inc === inc && now >= last.at && now - last.at < SAFE_LOOK_MS) return false;
    looked.set(device, { inc, at: now });
    return true;
  };

  return async (actor, frame) => {
    const leave = judge.enter();
    try {
      const pushed = readFrame(frame),
        { device, inc } = pushed.header;
      if (device !== actor.tabletId) throw new AppError('forbidden');
      const ops = pushed.ops.map((op) => check(device, inc, op));
      const answer =
        (await storeNext(deps, actor, pushed, ops, isLookDue)) ??
        (await deps.workshop.write(actor.cid, actor, (w) =>
          storeOps(w, deps, device, pushed, ops),
        ));
      if (answer.results.some((r) => r.s !== 'dup')) judge.add({ cid: actor.cid, device, inc });
      return answer;
    } catch (error) {
      if (error instanceof AppError && error.code === 'sync_fork')
        await reportFork(deps, actor, error);
      throw error;
    } finally {
      leave();
    }
  };
}

async function reportFork(deps: SyncDeps, actor: TabletActor, error: AppError): Promise<void> {
  await deps.workshop.write(actor.cid, actor, async (w) => {
    await w.audit('sync.fork', { tabletId: actor.tabletId, n: Number(error.extra?.n ?? 0) });
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}

/**
 * Fast path of nearly every push: the next ops of the tablet's current incarnation. Decided by
 * earlier reads and written without reading; undefined when it does not apply (any more), and
 * nothing was changed.
 */
async function storeNext(
  deps: SyncDeps,
  actor: TabletActor,
  { header: { inc, epoch } }: Pushed,
  ops: readonly Checked[],
  isLookDue: (device: string, inc: string, now: number) => boolean,
): Promise<PushAnswer | undefined> {
  const look = deps.workshop.look(actor.cid, actor),
    device = actor.tabletId;
  const tablet = await headsOf(look, device);
  if (
    !tablet ||
    tablet.revokedAt !== null ||
    tablet.inc !== inc ||
    epoch !== deps.installation().epoch
  )
    return undefined;
  // For the current incarnation, the tablet's row has the head too; the write below succeeds only
  // when both agree.
  const head = tablet.ackN,
    ackN = ops.at(-1)?.h.n ?? 0;
  if (head === 0 || ops[0]?.h.n !== head + 1) return undefined;
  // Ops being stored are young.
  const safeN = isLookDue(device, inc, look.now)
    ? await safeOf(look, deps, device, { inc, safeN: tablet.safeN }, head)
    : tablet.safeN;
  const isStored = await deps.workshop.submit(actor.cid, [
    ...nextOps(ops.map((o) => rowOf(look, device, inc, o, undefined))),
    nextHead(device, inc, head, ackN, look.now),
    nextStored(tablet, { highN: Math.max(tablet.highN, ackN), ackN, safeN }, look.now),
  ]);
  return isStored
    ? {
        epoch,
        ackN,
        safeN,
        serverTime: look.now,
        results: ops.map(({ h, code }) => resultOf(h.n, code)),
      }
    : undefined;
}

const resultOf = (n: number, code: StoredCode | null): PushResult =>
  code === null ? { n, s: 'stored' } : { n, s: 'parked', code };

async function storeOps(
  w: Work,
  deps: SyncDeps,
  device: string,
  { header }: Pushed,
  ops: readonly Checked[],
): Promise<PushAnswer> {
  const tablet = await headsOf(w, device);
  if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
  const { epoch } = deps.installation(),
    { inc } = header;
  const head = await findHead(w, device, inc);
  // A new local database has no epoch yet, and nothing that a restore could have lost.
  if (header.epoch !== '' && header.epoch !== epoch)
    throw new AppError('sync_epoch', { extra: { ackN: head, epoch } });
  const first = ops[0]?.h.n ?? 1,
    last = ops.at(-1)?.h.n ?? head;
  const isAfterHole = first > head + 1;
  // Only in this database's own epoch: a tablet with an older one first learns where to start.
  if (isAfterHole && (header.gone !== first - 1 || header.epoch !== epoch))
    throw new AppError('sync_gap', { extra: { ackN: head, epoch } });
  const fork = (n: number): AppError =>
    new AppError('sync_fork', { extra: { n, ackN: head, epoch } });
  const fresh = ops.filter((o) => o.h.n > head);
  const stored =
    fresh.length === 0
      ? new Set<string>()
      : await insertOps(
          w,
          fresh.map((o) =>
            rowOf(w, device, inc, o, isAfterHole && o.h.n === first ? head : undefined),
          ),
        );
  // A fresh frame needs no look-up: only repeats, or ops that the database would reject as
  // duplicates.
  const repeated = ops.filter((o) => !stored.has(o.h.id));
  const known =
    repeated.length === 0
      ? []
      : await findOps(
          w,
          device,
          inc,
          repeated.map((o) => o.h.n),
          repeated.map((o) => o.h.id),
        );
  const results = ops.map(({ h, code }): PushResult => {
    if (stored.has(h.id)) return resultOf(h.n, code);
    const same =
      known.find((k) => k.device === device && k.inc === inc && k.n === h.n) ??
      known.find((k) => k.id === h.id);
    if (!same || same.id !== h.id || same.sha256 !== h.sha256) throw fork(h.n);
    return { n: h.n, s: 'dup' };
  });
  const ackN = Math.max(head, last);
  if (ackN > head && !(await advanceHead(w, device, inc, head, ackN)))
    throw new AppError('unavailable', { retryAfter: 1 });
  if (isAfterHole && stored.size > 0) {
    await w.audit('sync.gone', { tabletId: device, inc, from: head + 1, to: first - 1 });
    await reportGap(w, device, await receivedAt(w, device, inc, head));
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  }
  const safeN = await noteHeads(w, deps, tablet, inc, last, ackN);
  return { epoch, ackN, safeN, serverTime: w.now, results };
}

/**
 * Writes the tablet's row; returns its `safeN`. A new local database is handled as by a heartbeat
 * (H1).
 */
async function noteHeads(
  w: Work,
  deps: SyncDeps,
  tablet: Heads,
  inc: string,
  last: number,
  ackN: number,
): Promise<number> {
  if (tablet.inc === inc) {
    const safeN = await safeOf(w, deps, tablet.id, { inc, safeN: tablet.safeN }, ackN);
    await noteStored(w, tablet.id, { highN: Math.max(tablet.highN, last), ackN, safeN });
    return safeN;
  }
  const row = await findTablet(w, tablet.id);
  if (!row) throw new AppError('tablet_revoked');
  const met = await meetIncarnation(w, row, deps.installation(), inc, last);
  const safeN = await safeOf(w, deps, tablet.id, met, ackN);
  await changeTablet(w, tablet.id, { ...met, ackN, safeN, lastSeenAt: w.now });
  return safeN;
}

/** P7: ops in a backup; without one, everything before the first op that is younger than a day. */
async function safeOf(
  s: Look | Work,
  deps: SyncDeps,
  device: string,
  met: { inc: string; safeN: number },
  ackN: number,
): Promise<number> {
  if (deps.hasBackup()) return met.safeN;
  const young = await firstYoung(s, device, met.inc, met.safeN, s.now - deps.safeAfterMs);
  return Math.max(met.safeN, young === undefined ? ackN : young - 1);
}

/** @param follows number before a gap (P16), stored with the op that comes after it */
const rowOf = (
  { now }: Look | Work,
  device: string,
  inc: string,
  { h, bytes, code }: Checked,
  follows: number | undefined,
) => ({
  device,
  inc,
  n: h.n,
  id: h.id,
  kind: h.kind,
  taskId: h.taskId,
  taskRev: h.taskRev,
  schema: h.schema,
  sha256: h.sha256,
  header: follows === undefined ? h : { ...h, follows },
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  result: 'stored' as const,
  code,
  receivedAt: now,
  settledAt: null,
  settledBy: null,
});
