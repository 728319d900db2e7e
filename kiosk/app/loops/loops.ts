// Loops of a registered tablet: push, pull and live channel, drafts, heartbeat; loaded after the
// first screen.

import { createAttachments } from '../../outbox/attachments.ts';
import { createBlanks } from '../../outbox/blanks.ts';
import { sealPrivate } from '../../outbox/keys.ts';
import type { Outbox } from '../../outbox/outbox.types.ts';
import { heldOf } from '../../outbox/seal-op.ts';
import { createAttachmentSender } from '../../sync/photos/attachment-sender.ts';
import { createBlankLoop, type BlankLoop } from '../../sync/blanks.ts';
import { createDraftSender, type DraftSender } from '../../sync/draft-sender.ts';
import { createReceiver } from '../../sync/feed/receiver.ts';
import type { Receiver } from '../../sync/feed/receiver.types.ts';
import type { HeartbeatTimer } from '../../sync/heartbeat.ts';
import { createSender } from '../../sync/push/sender.ts';
import type { Sender, SenderStore } from '../../sync/push/sender.types.ts';
import { DRAFT_REFUSED } from '../../../shared/exchange/sync.ts';
import type { TaskRef } from '../../session/session.types.ts';
import type { Parts } from '../parts.ts';
import { createHeartbeats, type Calm } from './heartbeats.ts';
import type { LoopEvents } from './loop-events.ts';

export interface Loops {
  sender: Sender;
  receiver: Receiver;
  draftSender: DraftSender;
  heartbeat: HeartbeatTimer;
  blanks: BlankLoop;
  stop(): void;
}

/** The loops of a running tablet. */
export interface RunningLoops extends Loops {
  /** Seals what leaving a blank form would submit now, for the practice. */
  sealBlank(task: TaskRef): Promise<void>;
}

/** Returns the outbox as seen by the sender. */
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

type TabletId = () => Promise<string | undefined>;

const createPush = (parts: Parts, on: LoopEvents, tabletId: TabletId): Sender => {
  const { api, clock, outbox, random } = parts;
  return createSender({
    call: api.call,
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
};

const createFeed = (
  parts: Parts,
  on: LoopEvents,
  tabletId: TabletId,
  onEpoch: (epoch: string) => Promise<void>,
): Receiver => {
  const { api, clock, inbox, random } = parts;
  return createReceiver({
    call: api.call,
    clock,
    random,
    store: inbox,
    stream: api.stream,
    device: tabletId,
    privateKey: () => sealPrivate(parts.db),
    onRows: on.onRows,
    onConnected: on.onConnected,
    onHelpAnswered: on.onHelpAnswered,
    onEpoch,
    onUnreadable: (seq) =>
      parts.note({
        kind: 'log',
        taskId: '',
        taskRev: 0,
        payload: { code: 'feed_unreadable', at: clock.now(), detail: String(seq) },
      }),
  });
};

/** Drafts and photos have the same occasions; a draft never waits for a photo. */
const createDraftPush = (parts: Parts): DraftSender => {
  const { api, clock, drafts, random } = parts;
  const photos = createAttachmentSender({
    call: api.call,
    clock,
    random,
    store: createAttachments(parts),
  });
  const texts = createDraftSender({
    call: api.call,
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
  return {
    wake() {
      texts.wake();
      photos.wake();
    },
    stop() {
      texts.stop();
      photos.stop();
    },
  };
};

/** Creates and starts the loops. */
export function startLoops(parts: Parts, on: LoopEvents): Loops {
  const { api, clock, device, outbox } = parts;
  const calm: Calm = { since: null };
  const tabletId = async (): Promise<string | undefined> =>
    device.get()?.isRevoked ? undefined : device.get()?.tabletId;
  const sender = createPush(parts, on, tabletId);
  const receiver = createFeed(parts, on, tabletId, async (epoch) => {
    calm.since = null;
    await outbox.meetEpoch(epoch);
    sender.wake();
  });
  const forms = createBlanks(parts.db);
  const draftSender = createDraftPush(parts);
  const heartbeat = createHeartbeats({
    parts,
    on,
    calm,
    forms,
    receiver,
    draftSender,
    tabletId,
  });
  const blanks = createBlankLoop({
    call: api.call,
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
