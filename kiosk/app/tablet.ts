// A running tablet: boots from the local database, runs machine and loops, and keeps both in sync.

import type { ConfigBody, TaskBody } from '../../shared/exchange/sync.ts';
import { GUEST_LOCK_MS, HIDDEN_LOCK_MS, type HeartbeatAnswer } from '../../shared/desk/tablet.ts';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { ensureSync, StorageFailure } from '../outbox/db.ts';
import { createSession, type Session } from '../session/session.actors.ts';
import { fitOf, readSavedRun, savedRunOf } from '../session/restore.ts';
import { activityOf, isInVisit, mayReload, type Snapshot } from '../session/screen.ts';
import type { TabletRules } from '../session/session.types.ts';
import { screenLanguage } from './i18n.ts';
import { placeOf } from './effects/answers.ts';
import { deferEffects } from './effects/defer.ts';
import { noteEnvironment } from './environment.ts';
import { isHidden, watchLife } from './life.ts';
import type { Loops } from './loops/loops.ts';
import { pollStatus } from '../sync/status.ts';
import { createParts, type Parts } from './parts.ts';
import { refOf } from './body.ts';
import { browserClock, browserRandom } from './ports.ts';
import { createUpdater, type Updater } from './update.ts';

/** State for screens and staff menu in addition to the machine's. */
interface TabletView {
  config: ConfigBody | null;
  isOnline: boolean;
  unsent: number;
  oldestMs: number;
  isPersisted: boolean;
  lastContactAt: number | null;
  leaseUntil: number | null;
  hasUpdate: boolean;
}
export interface Tablet {
  actor: Session;
  parts: Parts;
  view: { get(): TabletView; subscribe(listener: () => void): () => void };
  updater: Updater;
  /** Signs this tablet out for good. False while anything is unsent. */
  signOut(): Promise<boolean>;
  /** A private phone that temporarily has one Mappe. */
  readonly isGuest: boolean;
  /** Sends everything that waits for the server. */
  wake(): void;
  /** Reads the inbox again after an addition. */
  refresh(): Promise<void>;
  /** Checks disk and network again. */
  recheck(): void;
  stop(): void;
}

const SAVE_EVERY_MS = 5_000;
/** Also between two pages: a dead battery loses no more than this. */
const SEAL_EVERY_MS = 10_000;
/** Before registration there is no practice: the browser's language applies (U6). */
const unregisteredRules = (): TabletRules => ({
  idleSeconds: 120,
  posture: 'hand',
  language: screenLanguage(null, null),
});
const rulesOf = (c: ConfigBody | null, isGuest: boolean): TabletRules =>
  c
    ? { idleSeconds: c.idleSeconds, posture: c.posture, language: c.language, isGuest }
    : unregisteredRules();

/** @throws StorageFailure when the local database cannot be opened even at the second attempt */
export async function bootTablet(): Promise<Tablet> {
  const clock = browserClock,
    random = browserRandom;
  let offset = 0;
  let bodies: TaskBody[] = [];
  let view: TabletView = {
    config: null,
    isOnline: false,
    unsent: 0,
    oldestMs: 0,
    isPersisted: false,
    lastContactAt: null,
    leaseUntil: null,
    hasUpdate: false,
  };
  const listeners = new Set<() => void>();
  const show = (change: Partial<TabletView>): void => {
    view = { ...view, ...change };
    for (const l of listeners) l();
  };

  const onTrouble = (error: unknown): void => {
    if (error instanceof StorageFailure) actor.send({ type: 'STORAGE', trouble: error.trouble });
  };
  let loops: Loops | null = null;
  // Drafts first: an interruption is of more use to the patient when its draft has already arrived.
  const onQueued = (): void => {
    loops?.draftSender.wake();
    loops?.sender.wake();
  };
  const onRevoked = (): void => actor.send({ type: 'REVOKED' });
  const parts: Parts = createParts(clock, random, {
    onRevoked,
    onTrouble,
    onQueued,
    offset: () => offset,
    onUnknown: (isUnknown) => actor.send({ type: 'KNOWN', isKnown: !isUnknown }),
    onSaved: () => {
      parts.answers.markSaved();
      if (actor.getSnapshot().context.trouble) actor.send({ type: 'STORAGE', trouble: null });
    },
  });

  const isGuest = (): boolean => parts.device.get()?.isGuest === true;
  const lockMs = (): number => (isGuest() ? GUEST_LOCK_MS : HIDDEN_LOCK_MS);
  /** Reads inbox and settings again and passes them to the machine. */
  const refresh = async (): Promise<void> => {
    const [next, config] = [await parts.inbox.read(), await parts.inbox.config()];
    bodies = next.filter((b) => !parts.endedHere.has(`${b.taskId}:${b.taskRev}`));
    if (config && JSON.stringify(config) !== JSON.stringify(view.config)) {
      show({ config });
      actor.send({ type: 'RULES', rules: rulesOf(config, isGuest()) });
      loops?.blanks.wake();
    }
    actor.send({ type: 'INBOX', queue: bodies.map(refOf) });
  };
  const count = async (): Promise<void> => {
    const health = await parts.outbox.health();
    show({ unsent: health.pending, oldestMs: health.oldestPendingMs });
  };
  const look = async (): Promise<void> => {
    if ((await parts.inbox.leaseLeft()) <= 0 && parts.device.get()?.isReady)
      actor.send({ type: 'LEASE_OVER' });
  };

  const updater = createUpdater(
    () => location.reload(),
    () => show({ hasUpdate: true }),
  );
  const effects = deferEffects(async () =>
    (await import('./effects/effects.ts')).createEffects({
      parts,
      refresh,
      onQueued,
      clockOffset: () => offset,
      bodyOf: (taskId, taskRev) => bodies.find((b) => b.taskId === taskId && b.taskRev === taskRev),
      onRegistering: updater.register,
      onRegistered: async () => {
        await parts.inbox.extendLease(clock.now() + DAY_MS, clock.now());
        const given = await parts.inbox.config();
        show({ config: given });
        // Posture, language and idle time of this practice apply at once, not from the next start
        // on.
        actor.send({ type: 'RULES', rules: rulesOf(given, isGuest()) });
        wantLoops();
      },
      onReady: () => {
        loops?.receiver.wake();
        loops?.blanks.wake();
      },
    }),
  );

  await ensureSync(parts.db, random.hex128);
  const device = await parts.device.load();
  const config = await parts.inbox.config();
  const leaseLeft = device ? await parts.inbox.leaseLeft() : 0;
  if (device && !device.isRevoked && leaseLeft > 0) bodies = await parts.inbox.read();
  const entry = device ? await parts.activeTask.load() : null;
  const saved = readSavedRun(entry?.task.task);
  const isLive =
    saved !== null && bodies.some((b) => b.taskId === saved.taskId && b.taskRev === saved.taskRev);
  await (device && !device.isRevoked && leaseLeft > 0
    ? parts.drafts.tidy()
    : parts.drafts.shredAll());
  show({ config });

  const actor = createSession(effects, rulesOf(config, isGuest()));
  const life = watchLife(lockMs, {
    onActivity: () => actor.send({ type: 'ACTIVITY' }),
    onHidden: () => {
      parts.drafts.flush().catch(onTrouble);
      keep();
      sealPage();
      loops?.heartbeat.beat();
    },
    onShown: () => {
      loops?.receiver.wake();
      onQueued();
      loops?.heartbeat.beat();
    },
    onHiddenTooLong: () => actor.send({ type: 'HIDDEN_TOO_LONG' }),
  });

  const onBeat = (answer: HeartbeatAnswer, offsetMs: number): void => {
    offset = offsetMs;
    show({ isOnline: true, lastContactAt: clock.now(), leaseUntil: answer.leaseUntil });
    parts.inbox
      .extendLease(answer.leaseUntil, answer.serverTime)
      .then(() => {
        if (actor.getSnapshot().context.isLeaseOver) {
          actor.send({ type: 'LEASE_BACK' });
          loops?.receiver.wake();
        }
      })
      .catch(onTrouble);
    if (answer.helpAnswered) actor.send({ type: 'HELP_ANSWERED' });
    parts.outbox.sweep().then(look).catch(onTrouble);
  };
  let areLoopsWanted = false;
  const wantLoops = (): void => {
    if (areLoopsWanted) return;
    areLoopsWanted = true;
    updater.register();
    effects.preload();
    import('./loops/loops.ts')
      .then(({ startLoops }) => {
        if (isStopped) return;
        loops = startLoops(parts, {
          onRevoked,
          onBeat,
          activity: () => activityOf(actor.getSnapshot(), life.silentMs()),
          offset: () => offset,
          isHidden,
          onHealth: (health, isPersisted) =>
            show({ unsent: health.pending, oldestMs: health.oldestPendingMs, isPersisted }),
          onRows: () => {
            refresh().catch(onTrouble);
          },
          // The channel also ends when the server restarts: the next heartbeat decides whether the
          // network is up.
          onConnected: (isConnected) => {
            if (isConnected) show({ isOnline: true });
            else loops?.heartbeat.beat();
          },
          onHelpAnswered: () => actor.send({ type: 'HELP_ANSWERED' }),
          onQueue: () => {
            count().catch(onTrouble);
          },
          onServerTime: (serverTime) => {
            offset = Math.round(serverTime - clock.now());
            show({ lastContactAt: clock.now() });
          },
          onSilence: () => {
            show({ isOnline: false });
            look().catch(onTrouble);
          },
        });
      })
      .catch(() => {
        areLoopsWanted = false;
      });
  };
  let isStopped = false;

  // The run is saved with every step and every few seconds, so that the length of an outage is
  // known.
  let keptAt = '',
    keptTime = 0;
  const keep = (): void => {
    const run = savedRunOf(
      actor.getSnapshot().context,
      isInVisit(actor.getSnapshot()),
      clock.now(),
    );
    if (!run) {
      keptAt = '';
      return;
    }
    keptAt = JSON.stringify({ ...run, at: 0 });
    keptTime = clock.mono();
    parts.activeTask
      .store({ id: run.mappeId, task: { taskId: run.taskId, task: run } })
      .catch(() => undefined);
  };
  const sealPage = (): void => {
    const open = parts.answers.get();
    // The server has no task for a blank form started here.
    if (open && !open.body.blank)
      parts.drafts
        .seal(open.body.taskId)
        .then(() => loops?.draftSender.wake())
        .catch(onTrouble);
  };
  let before: { place: string; screen: string } = { place: '', screen: '' };
  const follow = (s: Snapshot): void => {
    updater.setRest(mayReload(s));
    const c = s.context;
    if (isInVisit(s)) {
      const run = savedRunOf(c, true, 0);
      if (JSON.stringify(run) !== keptAt || clock.mono() - keptTime > SAVE_EVERY_MS) keep();
    }
    const place = `${c.task?.taskId}|${c.stage}|${c.signer}|${c.comfort.isPlain}`;
    if (place !== before.place && parts.answers.get()) {
      parts.answers.change({
        ...placeOf(c.stage, c.page, c.signer),
        language: c.comfort.language,
        textScale: c.comfort.textScale,
        isCalm: c.comfort.isCalm,
        isPlain: c.comfort.isPlain,
      });
      sealPage();
    }
    const screen = activityOf(s, 0);
    const told = `${screen?.taskId}|${screen?.screen}|${screen?.page}`;
    if (told !== before.screen) loops?.heartbeat.beat();
    before = { place, screen: told };
  };
  actor.subscribe(follow);
  let sealedTime = 0;
  const keeping = setInterval(() => {
    if (isHidden() || !isInVisit(actor.getSnapshot())) return;
    keep();
    if (isGuest() && life.silentMs() > GUEST_LOCK_MS) actor.send({ type: 'HIDDEN_TOO_LONG' });
    if (clock.mono() - sealedTime > SEAL_EVERY_MS) {
      sealedTime = clock.mono();
      sealPage();
    }
  }, SAVE_EVERY_MS);

  actor.start();
  actor.send({
    type: 'BOOTED',
    isRegistered: device !== null,
    isRevoked: device?.isRevoked ?? false,
    isLeaseOver: device !== null && device.isReady && leaseLeft <= 0,
    open: device && !device.isReady ? ['push'] : [],
    queue: bodies.map(refOf),
    saved: isLive ? saved : null,
    fit: isLive && saved ? fitOf(saved, rulesOf(config, isGuest()), clock.now()) : null,
  });
  if (device && !device.isRevoked) wantLoops();
  const stopPoll = pollStatus({
    call: parts.bare,
    clock,
    onChange: updater.wantReload,
    onAnswer: ({ environment }) => noteEnvironment(environment),
  });

  return {
    actor,
    parts,
    updater,
    refresh,
    wake: onQueued,
    get isGuest() {
      return isGuest();
    },
    view: {
      get: () => view,
      subscribe(l) {
        listeners.add(l);
        return () => listeners.delete(l);
      },
    },
    async signOut() {
      if ((await parts.outbox.health()).pending > 0 || parts.carried.isBehind()) return false;
      await effects.sealOff(true);
      await parts.db.delete({ disableAutoOpen: true });
      parts.auth.clear();
      location.reload();
      return true;
    },
    recheck() {
      parts.outbox
        .append([
          {
            kind: 'log',
            taskId: '',
            taskRev: 0,
            payload: { code: 'storage_probe', at: clock.now() },
          },
        ])
        .then(() => actor.send({ type: 'STORAGE', trouble: null }), onTrouble);
      loops?.receiver.wake();
      loops?.heartbeat.beat();
    },
    stop() {
      isStopped = true;
      clearInterval(keeping);
      stopPoll();
      life.stop();
      loops?.stop();
      actor.stop();
      parts.answers.clear();
    },
  };
}
