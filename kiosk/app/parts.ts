// Parts of a tablet, composed once: database, outbox, drafts, inbox, keys and calls.

import { createActiveTask, type ActiveTaskStore } from '../outbox/activeTask.ts';
import type { Carried } from '../outbox/carried.ts';
import { createDb } from '../outbox/db.ts';
import type { CarriedOp, TabletDb } from '../outbox/tables.ts';
import { createDrafts } from '../outbox/drafts/drafts.ts';
import type { Drafts } from '../outbox/drafts/drafts.types.ts';
import { createInbox, type Inbox } from '../outbox/inbox.ts';
import { signText } from '../outbox/keys.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { Outbox } from '../outbox/outbox.types.ts';
import { createApi, createBareCall, type Api } from '../sync/api.ts';
import { createAuthStore, type AuthStore } from '../sync/authStore.ts';
import { createToken } from '../sync/token.ts';
import type { Call } from '../../shared/base/client.ts';
import type { Clock, Random } from '../../shared/base/ports.ts';
import { DRAFT_UNREADABLE, SENT_FROM_MEMORY_LOST } from '../../shared/exchange/sync.ts';
import { createAnswers, type Answers } from './effects/answers.ts';
import { createDeviceStore, type DeviceStore } from './device.ts';

export interface PartEvents {
  onRevoked: () => void;
  /** Whether the server knows this tablet. */
  onUnknown: (isUnknown: boolean) => void;
  onTrouble: (error: unknown) => void;
  onSaved: () => void;
  /** Something was written that must be sent to the server. */
  onQueued: () => void;
  /** The server's clock minus the tablet's, ms; 0 before the first response. */
  offset: () => number;
}
export interface Parts {
  db: TabletDb;
  clock: Clock;
  random: Random;
  auth: AuthStore;
  api: Api;
  bare: Call;
  device: DeviceStore;
  outbox: Outbox;
  carried: Carried;
  drafts: Drafts;
  inbox: Inbox;
  answers: Answers;
  activeTask: ActiveTaskStore;
  /**
   * `taskId:taskRev` that ended although the disk could not note it: not offered again by this
   * page.
   */
  endedHere: Set<string>;
  /** @param known the server's key, where the caller has just read it */
  identity: (known?: JsonWebKey) => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /** Adds an op that ends nothing; a failure is reported, never thrown. */
  note: (op: {
    kind: 'task.start' | 'person.checked' | 'log';
    taskId: string;
    taskRev: number;
    payload: object;
  }) => void;
}

export const DB_NAME = 'molar-tablet';

export function createParts(clock: Clock, random: Random, on: PartEvents): Parts {
  const db = createDb(DB_NAME);
  const auth = createAuthStore(localStorage);
  const device = createDeviceStore(db);
  const inbox = createInbox(db, clock);
  const apiDeps = { auth, newId: random.id, version: __VERSION__ };
  const bare = createBareCall(apiDeps);
  const identity: Parts['identity'] = async (known) => {
    const own = device.get(),
      serverKey = known ?? (await inbox.config())?.serverKey;
    return own && serverKey ? { device: own.tabletId, serverKey } : undefined;
  };
  const outbox = createOutbox({ db, clock, random, identity, offset: on.offset });
  const token = createToken({
    call: bare,
    auth,
    clock,
    sign: (text) => signText(db, text),
    onRevoked: on.onRevoked,
    onUnknown: on.onUnknown,
    tabletId: async () => (device.get()?.isRevoked ? undefined : device.get()?.tabletId),
    // A failing disk must not keep the tablet from sending: the next push reports it to the server.
    onEpoch: (epoch) => outbox.meetEpoch(epoch).catch(on.onTrouble),
  });
  const api = createApi({ ...apiDeps, ...token });
  const drafts = createDrafts({
    db,
    clock,
    identity,
    onTrouble: on.onTrouble,
    onSaved: on.onSaved,
  });
  const note: Parts['note'] = (op) => {
    outbox.append([op]).then(on.onQueued, on.onTrouble);
  };
  const answers = createAnswers({
    drafts,
    clock,
    random,
    onDraftLost: (taskId) =>
      note({
        kind: 'log',
        taskId,
        taskRev: 0,
        payload: { code: DRAFT_UNREADABLE, at: clock.now() },
      }),
  });
  const carried = lazyCarried(async () =>
    (await import('../outbox/carried.ts')).createCarried({
      db,
      newInc: random.hex128,
      serverNow: () => clock.now() + on.offset(),
      push: async (inc, header, sealed) => {
        const own = device.get();
        if (!own || own.isRevoked) throw new Error('not registered');
        const { pushDirect } = await import('../sync/direct.ts');
        return pushDirect(api.call, { device: own.tabletId, inc, header, sealed });
      },
      report: async () => {
        await outbox.append([
          {
            kind: 'log',
            taskId: '',
            taskRev: 0,
            payload: { code: SENT_FROM_MEMORY_LOST, at: clock.now() },
          },
        ]);
        on.onQueued();
      },
    }),
  );
  // A failure of the entry is only logged [X11]: the draft in the database is what counts.
  const activeTask = createActiveTask(db, localStorage, clock.now, () => undefined);
  return {
    db,
    clock,
    random,
    auth,
    api,
    bare,
    device,
    outbox,
    carried,
    drafts,
    inbox,
    answers,
    activeTask,
    endedHere: new Set(),
    identity,
    note,
  };
}

/**
 * Loaded with the first heartbeat: an unregistered start screen needs none of it. Earlier additions
 * wait in memory and are not lost.
 */
function lazyCarried(make: () => Promise<Carried>): Carried {
  let there: Carried | undefined, loading: Promise<Carried> | undefined;
  const early: CarriedOp[] = [];
  const load = (): Promise<Carried> =>
    (loading ??= make().then(
      async (made) => {
        there = made;
        for (const op of early.splice(0)) await made.add(op);
        return made;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return {
    async add(op) {
      if (there) return there.add(op);
      early.push(op);
      await load().catch(() => undefined);
    },
    tend: async (epoch) => (await load()).tend(epoch),
    isBehind: () => early.length > 0 || (there?.isBehind() ?? false),
    ids: () => [...early.map((op) => op.header.id), ...(there?.ids() ?? [])],
  };
}
