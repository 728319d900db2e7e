// Loops of a registered tablet: push, pull and live channel, drafts, heartbeat; loaded after the
// first screen.

import { createBlanks } from '../outbox/blanks.ts';
import { sealPrivate } from '../outbox/keys.ts';
import { createBlankLoop, type BlankLoop } from '../sync/blanks.ts';
import { heldOf } from '../outbox/seal-op.ts';
import type { Outbox } from '../outbox/outbox.types.ts';
import { createDraftSender, type DraftSender } from '../sync/draft-sender.ts';
import { createHeartbeat, type HeartbeatTimer } from '../sync/heartbeat.ts';
import { createReceiver } from '../sync/feed/receiver.ts';
import type { Receiver } from '../sync/feed/receiver.types.ts';
import { createSender } from '../sync/push/sender.ts';
import type { Sender, SenderStore } from '../sync/push/sender.types.ts';
import { DRAFT_REFUSED } from '../../shared/exchange/sync.ts';
import {
  HEARTBEAT_MS,
  type Activity,
  type Heartbeat,
  type HeartbeatAnswer,
} from '../../shared/desk/tablet.ts';
import { readBattery } from './battery.ts';
import { freeBytes, isPersisted } from './gate.ts';
import type { Parts } from './parts.ts';

export interface LoopEvents {
  /** Rows arrived and are stored. */
  onRows: () => void;
  onConnected: (isConnected: boolean) => void;
  onHelpAnswered: () => void;
  onRevoked: () => void;
  /** The queue changed. */
  onQueue: () => void;
  onServerTime: (serverTime: number) => void;
  activity: () => Activity | undefined;
  /** The page is out of view. */
  isHidden: () => boolean;
  /** The server's clock minus the tablet's, ms. */
  offset: () => number;
  onHealth: (health: Awaited<ReturnType<Parts['outbox']['health']>>, isPersisted: boolean) => void;
  onBeat: (answer: HeartbeatAnswer, offsetMs: number) => void;
  onSilence: () => void;
}
export interface Loops {
  sender: Sender;
  receiver: Receiver;
  draftSender: DraftSender;
  heartbeat: HeartbeatTimer;
  blanks: BlankLoop;
  stop(): void;
}

/** Heartbeats. */
const MOST_WAITS = 6;

/** The outbox as seen by the sender. */
export const senderStore = (outbox: Outbox): SenderStore => ({
  meta: outbox.meta,
  ack: outbox.ack,
  rewind: outbox.rewind,
  takeFresh: () => {
    const fresh = outbox.takeFresh();
    return fresh && { meta: fresh.meta, rows: fresh.rows.map(heldOf) };
  },
  readFrom: async (n, limit) => (await outbox.readFrom(n, limit)).map(heldOf),
});

/** Creates and starts the loops. */
export function startLoops(parts: Parts, on: LoopEvents): Loops {
  const { clock, random, api, device, outbox, drafts, inbox } = parts;
  const { call } = api;
  /** Time (monotonic ms) since when nothing waits here for the last reached server. */
  let calmSince: number | null = null;
  const tabletId = async (): Promise<string | undefined> =>
    device.get()?.isRevoked ? undefined : device.get()?.tabletId;
  const sender = createSender({
    call,
    clock,
    random,
    device: tabletId,
    onServerTime: on.onServerTime,
    onState: on.onQueue,
    onRevoked: on.onRevoked,
    onAllGone: () =>
      outbox
        .append([
          { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'all_let_go', at: clock.now() } },
        ])
        .then(() => undefined),
    store: senderStore(outbox),
  });
  const receiver = createReceiver({
    call,
    clock,
    random,
    store: inbox,
    stream: api.stream,
    device: tabletId,
    privateKey: () => sealPrivate(parts.db),
    onRows: on.onRows,
    onConnected: on.onConnected,
    onHelpAnswered: on.onHelpAnswered,
    onEpoch: async (epoch) => {
      calmSince = null;
      await outbox.meetEpoch(epoch);
      sender.wake();
    },
    onUnreadable: (seq) =>
      parts.note({
        kind: 'log',
        taskId: '',
        taskRev: 0,
        payload: { code: 'feed_unreadable', at: clock.now(), detail: String(seq) },
      }),
  });
  const forms = createBlanks(parts.db);
  const draftSender = createDraftSender({
    call,
    clock,
    random,
    unsent: drafts.unsent,
    sent: drafts.sent,
    onRefused: ({ taskId, taskRev }, code) =>
      parts.note({
        kind: 'log',
        taskId,
        taskRev,
        payload: { code: DRAFT_REFUSED, at: clock.now(), detail: code },
      }),
  });
  let isDrained = false,
    waits = 0;
  /**
   * Ops sent from memory follow the ones on disk: a new incarnation in between would look as if
   * those were lost (H1). A stuck queue does not block them for ever.
   */
  const tend = (epoch: string): void => {
    if (!isDrained && ++waits < MOST_WAITS) return;
    waits = 0;
    parts.carried.tend(epoch).catch(() => undefined);
  };
  const collect = async (): Promise<Heartbeat | undefined> => {
    if (!(await tabletId())) return undefined;
    const [health, persisted, free, battery] = [
      await outbox.health(),
      await isPersisted().catch(() => false),
      await freeBytes().catch(() => undefined),
      await readBattery(),
    ];
    on.onHealth(health, persisted);
    isDrained = health.unsent === 0;
    calmSince = health.pending > 0 ? null : (calmSince ?? clock.mono());
    const activity = on.activity(),
      blanks = await countBlanks().catch(() => 0);
    return {
      ...health,
      persisted,
      ...(free !== undefined && { freeBytes: free }),
      appVersion: `${__VERSION__}+${__BUILD__}`,
      clockOffsetMs: on.offset(),
      ...battery,
      ...(blanks > 0 && { blanks }),
      ...(on.isHidden() && { isHidden: true as const }),
      ...(activity && { activity }),
    };
  };
  /** Number of blank forms that staff can start here offline. */
  const countBlanks = async (): Promise<number> => (device.get()?.isReady ? forms.ready() : 0);
  /**
   * Data of tasks reported as ended here is deleted once the server has judged everything sent: an
   * ending may bring a task back to a restored server, and its draft is needed again (F7).
   */
  const tidy = async (): Promise<void> => {
    if (calmSince === null || clock.mono() - calmSince < HEARTBEAT_MS || parts.carried.isBehind())
      return;
    if (await drafts.tidy({ isWhole: true, open: on.activity()?.taskId })) draftSender.wake();
  };
  /**
   * Rows missed by a poke are fetched after the next heartbeat: more rows, or the feed of a
   * restored database, which may have fewer rows (F7, F21).
   */
  const follow = async ({ feedSeq, epoch }: HeartbeatAnswer): Promise<void> => {
    const at = await inbox.cursor();
    if (feedSeq > at.cursor || (at.epoch !== '' && at.epoch !== epoch)) await receiver.pull();
    await tidy();
  };
  const heartbeat = createHeartbeat({
    call,
    clock,
    collect,
    onAnswer: (answer, offset) => {
      on.onBeat(answer, offset);
      follow(answer).catch(() => undefined);
      tend(answer.epoch);
    },
    onSilence: on.onSilence,
    onRevoked: on.onRevoked,
  });
  const blanks = createBlankLoop({
    call,
    clock,
    store: forms,
    // During a task network and disk are reserved for the patient.
    mayLook: async () =>
      device.get()?.isReady === true &&
      !device.get()?.isGuest &&
      (await tabletId()) !== undefined &&
      on.activity() === undefined,
  });
  draftSender.wake();
  sender.start();
  receiver.start();
  heartbeat.start();
  blanks.start();
  return {
    sender,
    receiver,
    draftSender,
    heartbeat,
    blanks,
    stop() {
      heartbeat.stop();
      blanks.stop();
      draftSender.stop();
      Promise.all([sender.stop(), receiver.stop()]).catch(() => undefined);
    },
  };
}
