/**
 * Headless tablet: the real outbox, inbox, sender, receiver and token of the patients' app on an
 * in-memory IndexedDB, over real HTTP.
 */
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { createDb } from '../../kiosk/outbox/db.ts';
import type { TabletDb } from '../../kiosk/outbox/tables.ts';
import { createInbox, type Inbox } from '../../kiosk/outbox/inbox.ts';
import { createOutbox } from '../../kiosk/outbox/outbox.ts';
import { headerOf, type OpOrder } from '../../kiosk/outbox/seal-op.ts';
import type { Outbox } from '../../kiosk/outbox/outbox.types.ts';
import { createApi, createBareCall } from '../../kiosk/sync/api.ts';
import { createAuthStore } from '../../kiosk/sync/authStore.ts';
import { createReceiver } from '../../kiosk/sync/feed/receiver.ts';
import type { Receiver } from '../../kiosk/sync/feed/receiver.types.ts';
import { register } from '../../kiosk/sync/registration.ts';
import { createSender } from '../../kiosk/sync/push/sender.ts';
import type { Sender, SenderState } from '../../kiosk/sync/push/sender.types.ts';
import { createToken } from '../../kiosk/sync/token.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { GATE, publicJwk, submissionOf } from '../support/sim-tablet.ts';
import type { Desk } from './desk.ts';
import { dice, randomOf, until, type Dice } from './dice.ts';
import type { Witness } from './witness.ts';

/**
 * Result of a registration: the same tablet can then connect to any copy of that practice's data.
 */
export interface Identity {
  device: string;
  r4cUuid: string;
  cid: string;
  serverKey: JsonWebKey;
  sign: CryptoKeyPair;
  seal: CryptoKeyPair;
}

/** Speed-up factor of the app's pauses, so that a campaign waits for faults and not for timers. */
const HASTE = 20;
export interface ShiftedClock extends Clock {
  /** ms added to the wall clock. */
  skew: number;
}
const shiftedClock = (haste = HASTE): ShiftedClock => ({
  skew: 0,
  now() {
    return Date.now() + this.skew;
  },
  mono: () => performance.now() * haste,
  after(ms, work) {
    const timer = setTimeout(work, ms / haste);
    return () => clearTimeout(timer);
  },
});

const memory = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const map = new Map<string, string>();
  return {
    getItem: (k) => map.get(k) ?? null,
    setItem: (k, v) => {
      map.set(k, v);
    },
    removeItem: (k) => {
      map.delete(k);
    },
  };
};

/** Registers completely: code from the desk, number compared, keys bound. */
export async function registerTablet(desk: Desk, name: string): Promise<Identity> {
  const sign = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]),
    seal = await createSealKeys(false);
  const auth = createAuthStore(memory());
  const { registrationCode } = await desk.call<{ registrationCode: string }>('/tablet/codes', {});
  const bare = createBareCall({ auth, newId: () => v7(), version: 'chaos' });
  const confirm = async (number: string): Promise<void> => {
    const pending = (await desk.board()).registrations.find((one) => one.number === number);
    await desk.call(`/tablet/registrations/${pending?.pendingId ?? ''}/confirm`, {
      number,
      name,
      posture: 'hand',
      exceptions: [],
    });
  };
  let confirmed: Promise<void> = Promise.resolve();
  const end = await register(
    registrationCode,
    {
      // The dispatcher answers at the tablet's current origin.
      call: (path, options) =>
        bare(path.startsWith('/dispatcher') ? desk.url + path : path, options),
      clock: shiftedClock(),
      setAuth: (change) =>
        auth.set({ ...change, ...(change.r4chost !== undefined && { r4chost: desk.url }) }),
      keys: async () => ({
        signKey: await publicJwk(sign.publicKey),
        sealKey: await publicJwk(seal.publicKey),
      }),
      gate: () => Promise.resolve(GATE),
      userAgent: 'chaos',
      onNumber: (number) => {
        confirmed = confirm(number);
      },
    },
    AbortSignal.timeout(30_000),
  );
  await confirmed;
  if (end.how !== 'confirmed') throw new Error(`registration ended: ${end.how}`);
  const { tabletId, r4cUuid, cid, config } = end.answer;
  return { device: tabletId, r4cUuid, cid, serverKey: config.serverKey, sign, seal };
}

let databases = 0;
/** Incompressible letters. */
const noise = (length: number): string =>
  randomBytes(Math.ceil(length * 0.75))
    .toString('base64')
    .slice(0, length);

export class ChaosTablet {
  readonly who: Identity;
  readonly clock: ShiftedClock;
  readonly db: TabletDb;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly #sender: Sender;
  readonly #receiver: Receiver;
  readonly #dice: Dice;
  state: SenderState = 'idle';
  /** Times that the sender had to wait for the server. */
  waits = 0;
  isUnknown = false;

  constructor(who: Identity, url: string, witness: Witness, seed: number) {
    this.who = who;
    this.#dice = dice(seed);
    const random = randomOf(this.#dice),
      clock = shiftedClock();
    this.clock = clock;
    this.db = createDb(`chaos-${++databases}`);
    const auth = createAuthStore(memory());
    auth.set({ r4chost: url, r4cUuid: who.r4cUuid, cid: who.cid });
    const identity = () => Promise.resolve({ device: who.device, serverKey: who.serverKey });
    const device = () => Promise.resolve(who.device);
    const outbox = (this.outbox = createOutbox({ db: this.db, clock, random, identity }));
    this.inbox = createInbox(this.db, clock);
    const client = { auth, newId: random.id, version: 'chaos' };
    const token = createToken({
      call: createBareCall(client),
      auth,
      clock,
      tabletId: device,
      onRevoked: () => undefined,
      onUnknown: (isUnknown) => {
        this.isUnknown = isUnknown;
      },
      onEpoch: (epoch) => outbox.meetEpoch(epoch),
      sign: async (text) =>
        Buffer.from(
          await crypto.subtle.sign(
            { name: 'ECDSA', hash: 'SHA-256' },
            who.sign.privateKey,
            new TextEncoder().encode(text),
          ),
        ).toString('base64url'),
    });
    const api = createApi({ ...client, renew: token.renew, ready: token.ready });
    this.#sender = createSender({
      call: api.call,
      clock,
      random,
      device,
      onServerTime: () => undefined,
      onRevoked: () => undefined,
      onAllGone: async () => {
        await outbox.append([
          { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'all_let_go', at: clock.now() } },
        ]);
      },
      onState: (state) => {
        this.state = state;
        if (state === 'waiting') this.waits += 1;
      },
      store: {
        meta: outbox.meta,
        rewind: outbox.rewind,
        async readFrom(n, limit) {
          const { inc } = await outbox.meta();
          const rows = (await outbox.readFrom(n, limit)).map((row) => ({
            n: row.n,
            header: headerOf(row, row.n),
            sealed: row.sealed,
          }));
          for (const row of rows) witness.sent(who.device, inc, row.header);
          return rows;
        },
        async ack(ackN, safeN) {
          const { inc } = await outbox.meta();
          witness.acknowledged(who.device, inc, ackN);
          return outbox.ack(ackN, safeN);
        },
      },
    });
    this.#receiver = createReceiver({
      call: api.call,
      clock,
      random,
      store: this.inbox,
      stream: api.stream,
      device,
      privateKey: () => Promise.resolve(who.seal.privateKey),
      onRows: () => undefined,
      onConnected: () => undefined,
      onHelpAnswered: () => undefined,
      onUnreadable: () => {
        witness.unreadable += 1;
      },
      onEpoch: async (epoch) => {
        await outbox.meetEpoch(epoch);
        this.#sender.wake();
      },
    });
  }
  start(): void {
    this.#sender.start();
    this.#receiver.start();
  }
  async stop(): Promise<void> {
    await Promise.all([this.#sender.stop(), this.#receiver.stop()]);
  }
  /** Reports that the network is back. */
  wake(): void {
    this.#sender.wake();
    this.#receiver.wake();
  }

  /**
   * Writes notes of mixed size, small ones and large ones that the server's worker writes; some are
   * invalid and are stored for staff. Each has a unique text, so that its effects can be counted.
   */
  async note(count = 1): Promise<void> {
    const orders = Array.from({ length: count }, (): OpOrder => {
      const id = v7(),
        size = this.#dice.chance(0.06)
          ? this.#dice.between(60_000, 150_000)
          : this.#dice.chance(0.2)
            ? this.#dice.between(300, 40_000)
            : this.#dice.between(0, 150);
      return {
        id,
        kind: 'log',
        taskId: '',
        taskRev: 0,
        payload: { code: `chaos-${id}`, at: Math.max(0, this.clock.now()), detail: noise(size) },
      };
    });
    await this.outbox.append(orders);
    this.#sender.wake();
  }
  /** Tasks on this tablet that are ready to be signed. */
  tasks(): Promise<TaskBody[]> {
    return this.inbox.read();
  }
  /** Signs one task as a patient does: one transaction ends it. */
  async sign(body: TaskBody): Promise<void> {
    await this.outbox.finalize({
      kind: 'task.submit',
      taskId: body.taskId,
      taskRev: body.taskRev,
      payload: submissionOf(body, this.clock.now()),
    });
    this.#sender.wake();
  }
  async pending(): Promise<number> {
    const { n, ackN } = await this.outbox.meta();
    return n - ackN;
  }
  /** L1: without faults everything is sent; false on timeout. */
  drained(limitMs = 60_000): Promise<boolean> {
    let looks = 0;
    return until(
      async () => {
        if (looks++ % 10 === 0) this.wake();
        return (await this.pending()) === 0 && this.state === 'idle';
      },
      limitMs,
      25,
    );
  }
}
