/**
 * Headless tablet: the app's own sender, receiver, heartbeat and token over an in-memory store,
 * with a patient who signs at once.
 */
import { headerOf, sealOp } from '../../kiosk/outbox/seal-op.ts';
import { browserClock as clock, browserRandom as random } from '../../kiosk/app/ports.ts';
import { createApi, createBareCall } from '../../kiosk/sync/api.ts';
import type { AuthStore } from '../../kiosk/sync/authStore.ts';
import { createHeartbeat, type HeartbeatTimer } from '../../kiosk/sync/heartbeat.ts';
import { createReceiver } from '../../kiosk/sync/feed/receiver.ts';
import type { OpenedRow, Receiver } from '../../kiosk/sync/feed/receiver.types.ts';
import { createSender } from '../../kiosk/sync/push/sender.ts';
import type { HeldOp, Sender } from '../../kiosk/sync/push/sender.types.ts';
import { createToken } from '../../kiosk/sync/token.ts';
import type { Call } from '../../shared/base/client.ts';
import type { Ink, SubmitPayload } from '../../shared/papers/signature.ts';
import { SUBMISSION_KINDS, type OpKind, type TaskBody } from '../../shared/exchange/sync.ts';
import type { Activity } from '../../shared/desk/tablet.ts';
import type { Place, Tablet } from './desk.ts';

export interface TabletNews {
  /** A task has arrived and been opened; `now` is a later change of an existing one. */
  onTask(tablet: BenchTablet, body: TaskBody): void;
  /** The server has acknowledged an op: ms since it was written. */
  onAck(kind: OpKind, ms: number): void;
  /** One push: ms until its response. */
  onPush(ms: number): void;
  /** The live channel opened or broke. */
  onConnected(isConnected: boolean): void;
}
interface Written {
  op: HeldOp;
  kind: OpKind;
  taskId: string;
  at: number;
}

const reading = (data: { sections: { id: string }[] }, at: number): SubmitPayload['reading'] => ({
  shownAt: at - 300_000,
  sections: data.sections.map((s) => ({ id: s.id, firstSeenAt: at - 200_000, visibleMs: 9000 })),
  reachedEnd: true,
  fontScale: 1.25,
  openedPdf: false,
  languageSwitches: 0,
  unclear: [],
});

export class BenchTablet {
  readonly id: string;
  readonly #place: Place;
  readonly #tablet: Tablet;
  readonly #news: TabletNews;
  readonly #sender: Sender;
  readonly #receiver: Receiver;
  readonly #heartbeat: HeartbeatTimer;
  readonly #meta: { inc: string; epoch: string; n: number; ackN: number };
  readonly #feed = { cursor: 0, epoch: '' };
  #written: Written[] = [];
  #activity: Activity | undefined;
  #isConnected = false;

  constructor(place: Place, tablet: Tablet, news: TabletNews) {
    this.id = tablet.tabletId;
    this.#place = place;
    this.#tablet = tablet;
    this.#news = news;
    this.#meta = { inc: random.hex128(), epoch: tablet.epoch, n: 0, ackN: 0 };
    const api = this.#createApi(),
      device = async (): Promise<string> => this.id;
    const call: Call = async (path, options) => {
      const began = performance.now();
      const answer = await api.call(path, options);
      if (path.endsWith('/push')) news.onPush(performance.now() - began);
      return answer as never;
    };
    this.#sender = createSender({
      call,
      clock,
      random,
      device,
      onServerTime: () => undefined,
      onState: () => undefined,
      onAllGone: () => Promise.reject(new Error('no op is let go of here')),
      onRevoked: () => {
        throw new Error('revoked');
      },
      store: {
        meta: async () => ({ ...this.#meta }),
        readFrom: async (n, limit) =>
          this.#written
            .map((w) => w.op)
            .filter((op) => op.n >= n)
            .slice(0, limit),
        ack: async (ackN) => {
          this.#acknowledged(ackN);
          return { ...this.#meta };
        },
        rewind: async (epoch, ackN) => {
          Object.assign(this.#meta, { epoch, ackN: Math.min(ackN, this.#meta.ackN) });
        },
      },
    });
    this.#receiver = createReceiver({
      call,
      clock,
      random,
      stream: api.stream,
      device,
      privateKey: async () => tablet.sealKey.privateKey,
      store: {
        cursor: async () => ({ ...this.#feed }),
        apply: async (rows, cursor, epoch) => {
          Object.assign(this.#feed, { cursor, epoch });
          for (const row of rows) this.#take(row);
          return true;
        },
      },
      onEpoch: async (epoch) => {
        this.#meta.epoch = epoch;
        this.#sender.wake();
      },
      onRows: () => undefined,
      onHelpAnswered: () => undefined,
      onUnreadable: (seq) => {
        throw new Error(`row ${seq} cannot be opened`);
      },
      onConnected: (isConnected) => {
        if (this.#isConnected !== isConnected) {
          this.#isConnected = isConnected;
          news.onConnected(isConnected);
        }
      },
    });
    this.#heartbeat = createHeartbeat({
      call,
      clock,
      onAnswer: () => undefined,
      onSilence: () => undefined,
      onRevoked: () => undefined,
      collect: async () => {
        const oldest = this.#written[0],
          unsent = this.#written.filter((w) => SUBMISSION_KINDS.includes(w.kind));
        return {
          inc: this.#meta.inc,
          highN: this.#meta.n,
          ackSeen: this.#meta.ackN,
          pending: this.#written.length,
          unsent: unsent.length,
          unsentTasks: unsent.map((w) => w.taskId),
          oldestPendingMs: oldest === undefined ? 0 : Math.round(performance.now() - oldest.at),
          quarantined: 0,
          persisted: true,
          appVersion: 'bench',
          clockOffsetMs: 0,
          ...(this.#activity && { activity: this.#activity }),
        };
      },
    });
  }

  #createApi() {
    let auth = {
      authToken: this.#tablet.authToken as string | null,
      r4chost: this.#place.url as string | null,
      r4cUuid: this.#place.r4cUuid as string | null,
      cid: this.#tablet.cid as string | null,
      shareId: null as string | null,
    };
    const store: AuthStore = {
      get: () => auth,
      set: (change) => {
        auth = { ...auth, ...change };
      },
      clear: () => undefined,
    };
    const deps = { auth: store, newId: random.id, version: 'bench' };
    const token = createToken({
      call: createBareCall(deps),
      auth: store,
      clock,
      tabletId: async () => this.id,
      onRevoked: () => undefined,
      onUnknown: () => undefined,
      onEpoch: async () => undefined,
      sign: async (text) =>
        Buffer.from(
          await crypto.subtle.sign(
            { name: 'ECDSA', hash: 'SHA-256' },
            this.#tablet.signKey.privateKey,
            new TextEncoder().encode(text),
          ),
        ).toString('base64url'),
    });
    return createApi({ ...deps, ...token });
  }

  #take(row: OpenedRow): void {
    if (row.op === 'put') this.#news.onTask(this, row.body);
  }
  #acknowledged(ackN: number): void {
    this.#meta.ackN = Math.max(this.#meta.ackN, ackN);
    const now = performance.now();
    for (const w of this.#written.filter((one) => one.op.n <= ackN))
      this.#news.onAck(w.kind, now - w.at);
    this.#written = this.#written.filter((one) => one.op.n > ackN);
  }

  start(): void {
    this.#sender.start();
    this.#receiver.start();
    this.#heartbeat.start();
  }
  async stop(): Promise<void> {
    this.#heartbeat.stop();
    await Promise.all([this.#sender.stop(), this.#receiver.stop()]);
  }
  /** Number of ops not yet acknowledged. */
  get pending(): number {
    return this.#written.length;
  }

  /** Status shown to staff; reported at once. */
  show(task: TaskBody | undefined, screen: Activity['screen'] = 'reading'): void {
    this.#activity = task && {
      taskId: task.taskId,
      taskRev: task.taskRev,
      screen,
      page: 1,
      of: 3,
      silentMs: 0,
      isReading: screen === 'reading',
    };
    this.#heartbeat.beat();
  }
  /** Seals, numbers, stores and sends it. */
  async write(kind: OpKind, task: TaskBody, payload: object): Promise<void> {
    const at = performance.now();
    const sealed = await sealOp(
      { kind, taskId: task.taskId, taskRev: task.taskRev, payload },
      { device: this.id, inc: this.#meta.inc, serverKey: this.#tablet.config.serverKey },
      clock,
      random,
    );
    const n = ++this.#meta.n;
    this.#written.push({
      op: { n, header: headerOf(sealed, n), sealed: sealed.sealed },
      kind,
      taskId: task.taskId,
      at,
    });
    this.#sender.wake();
  }
  begin(task: TaskBody): Promise<void> {
    return this.write('task.start', task, {
      taskId: task.taskId,
      at: Date.now(),
      language: task.language,
    });
  }
  /** Read, but waiting for the dentist's explanation. */
  async wait(task: TaskBody): Promise<void> {
    const at = Date.now();
    await this.write('task.outcome', task, {
      taskId: task.taskId,
      outcome: 'talk_pending',
      dataSha256: task.dataSha256,
      reading: reading(JSON.parse(task.data) as { sections: { id: string }[] }, at),
      declarations: [],
      language: task.language,
      at,
      ...(task.origin !== undefined && { origin: task.origin }),
    });
  }
  /** Gives every required declaration and every signer's handwriting. */
  async sign(task: TaskBody, ink: (signer: number) => Ink): Promise<void> {
    const at = Date.now(),
      data = JSON.parse(task.data) as {
        declarations: { id: string; required: boolean }[];
        sections: { id: string }[];
      };
    const payload: SubmitPayload = {
      taskId: task.taskId,
      dataSha256: task.dataSha256,
      presentedPdfSha256: task.presentedPdfSha256,
      language: task.language,
      signedAt: at,
      wantsPaperCopy: false,
      signers: task.signers.map((s, i) => ({ ...s, mark: { how: 'drawn', ink: ink(i) } })),
      declarations: data.declarations.map((d) => ({ id: d.id, value: d.required, at })),
      reading: reading(data, at),
      device: {
        userAgent: 'bench',
        screen: '1280x800',
        standalone: true,
        online: true,
        clockOffsetMs: 0,
        appVersion: 'bench',
      },
      ...(task.origin !== undefined && { origin: task.origin }),
    };
    await this.write('task.submit', task, payload);
  }
}
