// The rooms of a tablet, put together once: database, outbox, drafts, inbox, calls and loops.

import { createActiveTask, type ActiveTaskStore } from '../outbox/activeTask.ts';
import { createDb, type TabletDb } from '../outbox/db.ts';
import { createDrafts, type Drafts } from '../outbox/drafts.ts';
import { createInbox, type Inbox } from '../outbox/inbox.ts';
import { sealPrivate, signText } from '../outbox/keys.ts';
import { createOutbox, headerOf, type Outbox } from '../outbox/outbox.ts';
import { createApi, createBareCall, type Api } from '../sync/api.ts';
import { createAuthStore, type AuthStore } from '../sync/authStore.ts';
import { createDraftSender, type DraftSender } from '../sync/draft-sender.ts';
import { createReceiver, type Receiver } from '../sync/receiver.ts';
import { createSender, type Sender, type SenderState } from '../sync/sender.ts';
import { createRenewal } from '../sync/token.ts';
import type { Call } from '../../shared/client.ts';
import type { Clock, Random } from '../../shared/ports.ts';
import { createAnswers, type Answers } from './answers.ts';
import { createDeviceStore, type DeviceStore } from './device.ts';

/** What the rooms tell the composition. */
export interface PartEvents {
  onRows: () => void;
  onConnected: (isConnected: boolean) => void;
  onHelpAnswered: () => void;
  onRevoked: () => void;
  onTrouble: (error: unknown) => void;
  onSaved: () => void;
  onSender: (state: SenderState) => void;
  onServerTime: (serverTime: number) => void;
}
export interface Parts {
  db: TabletDb; clock: Clock; random: Random; auth: AuthStore; api: Api; bare: Call; device: DeviceStore;
  outbox: Outbox; drafts: Drafts; inbox: Inbox; answers: Answers; activeTask: ActiveTaskStore;
  sender: Sender; receiver: Receiver; draftSender: DraftSender;
  identity: () => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /** Adds an op that ends nothing; a failure is told, never thrown. */
  note: (op: { kind: 'task.start' | 'person.checked' | 'log'; taskId: string; taskRev: number; payload: object }) => void;
}

export const DB_NAME = 'molar-tablet';

export function createParts(clock: Clock, random: Random, on: PartEvents): Parts {
  const db = createDb(DB_NAME);
  const auth = createAuthStore(localStorage);
  const device = createDeviceStore(db);
  const inbox = createInbox(db, clock);
  const apiDeps = { auth, newId: random.id, version: __VERSION__ };
  const bare = createBareCall(apiDeps);
  const renew = createRenewal({ call: bare, auth, tabletId: async () => device.get()?.tabletId, sign: text => signText(db, text), onRevoked: on.onRevoked });
  const api = createApi({ ...apiDeps, renew });
  const identity = async () => {
    const [own, config] = [device.get(), await inbox.config()];
    return own && config ? { device: own.tabletId, serverKey: config.serverKey } : undefined;
  };
  const outbox = createOutbox({ db, clock, random, identity });
  const drafts = createDrafts({ db, clock, identity, onTrouble: on.onTrouble, onSaved: on.onSaved });
  const tabletId = async (): Promise<string | undefined> => (device.get()?.isRevoked ? undefined : device.get()?.tabletId);
  const sender = createSender({
    call: api.call, clock, random, device: tabletId, onServerTime: on.onServerTime, onState: on.onSender, onRevoked: on.onRevoked,
    store: {
      meta: outbox.meta, ack: outbox.ack, rewind: outbox.rewind,
      readFrom: async (n, limit) => (await outbox.readFrom(n, limit)).map(row => ({ n: row.n, header: headerOf(row, row.n), sealed: row.sealed })),
    },
  });
  const note: Parts['note'] = (op) => { outbox.append([op]).then(() => sender.wake(), on.onTrouble); };
  const receiver = createReceiver({
    call: api.call, clock, random, store: inbox, stream: api.stream, device: tabletId, privateKey: () => sealPrivate(db),
    onRows: on.onRows, onConnected: on.onConnected, onHelpAnswered: on.onHelpAnswered,
    onEpoch: async (epoch) => { const meta = await outbox.meta(); await outbox.rewind(epoch, meta.epoch === '' ? meta.ackN : meta.safeN); sender.wake(); },
    onUnreadable: seq => note({ kind: 'log', taskId: '', taskRev: 0, payload: { code: 'feed_unreadable', at: clock.now(), detail: String(seq) } }),
  });
  const draftSender = createDraftSender({ call: api.call, clock, random, unsent: drafts.unsent, sent: drafts.sent });
  const answers = createAnswers({
    drafts, clock, random,
    onDraftLost: taskId => note({ kind: 'log', taskId, taskRev: 0, payload: { code: 'draft_unreadable', at: clock.now() } }),
  });
  const activeTask = createActiveTask(db, localStorage, () => undefined);
  return { db, clock, random, auth, api, bare, device, outbox, drafts, inbox, answers, activeTask, sender, receiver, draftSender, identity, note };
}
