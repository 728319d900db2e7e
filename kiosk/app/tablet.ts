// A running tablet: boots from the local database, runs machine and loops, and keeps both in sync.

import { GUEST_LOCK_MS, HIDDEN_LOCK_MS } from '../../shared/desk/tablet.ts';
import { ensureSync, StorageFailure } from '../outbox/db.ts';
import { createSession, type Session, type SessionEffects } from '../session/session.actors.ts';
import { deferEffects } from './effects/defer.ts';
import { noteEnvironment } from './environment.ts';
import { watchLife, type Life } from './life.ts';
import { pollStatus } from '../sync/status.ts';
import { createParts, type Parts } from './parts.ts';
import { browserClock, browserRandom } from './ports.ts';
import { createRunKeeper, type RunKeeper } from './running/keep-run.ts';
import { bootedEvent, readStart } from './running/read-start.ts';
import { refreshInbox, rulesOf, type Running } from './running/running.ts';
import { createLoopStart } from './running/start-loops.ts';
import { createView, type ViewStore } from './running/view.ts';
import { createUpdater, type Updater } from './update.ts';

export interface Tablet {
  actor: Session;
  parts: Parts;
  view: Pick<ViewStore, 'get' | 'subscribe'>;
  updater: Updater;
  /** Erases the tablet's data where nothing is unsent. */
  sealOff: SessionEffects['sealOff'];
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

/** The machine's effects, loaded with the first one. */
const tabletEffects = (run: Running, wantLoops: () => void) =>
  deferEffects(async () =>
    (await import('./running/effects-of-run.ts')).effectsOfRun(run, wantLoops),
  );

const watchTablet = (run: Running, { keep, sealPage }: RunKeeper): Life => {
  const { actor, parts, isGuest, onQueued, onTrouble } = run;
  return watchLife(() => (isGuest() ? GUEST_LOCK_MS : HIDDEN_LOCK_MS), {
    onActivity: () => actor.send({ type: 'ACTIVITY' }),
    onHidden: () => {
      parts.drafts.flush().catch(onTrouble);
      keep();
      sealPage();
      run.loops?.heartbeat.beat();
    },
    onShown: () => {
      run.loops?.receiver.wake();
      onQueued();
      run.loops?.heartbeat.beat();
    },
    onHiddenTooLong: () => actor.send({ type: 'HIDDEN_TOO_LONG' }),
  });
};

const loadRecheck = (run: Running): void => {
  import('./running/recheck.ts').then((m) => m.recheck(run)).catch(run.onTrouble);
};

/**
 * Starts the tablet.
 * @throws StorageFailure when the local database cannot be opened even at the second attempt
 */
export async function bootTablet(): Promise<Tablet> {
  const clock = browserClock,
    random = browserRandom;
  const view = createView();
  const onTrouble = (error: unknown): void => {
    if (error instanceof StorageFailure) actor.send({ type: 'STORAGE', trouble: error.trouble });
  };
  // Drafts first: an interruption is of more use to the patient when its draft has already arrived.
  const onQueued = (): void => {
    run.loops?.draftSender.wake();
    run.loops?.sender.wake();
  };
  const onRevoked = (): void => actor.send({ type: 'REVOKED' });
  const parts: Parts = createParts(clock, random, {
    onRevoked,
    onTrouble,
    onQueued,
    offset: () => run.offset,
    onUnknown: (isUnknown) => actor.send({ type: 'KNOWN', isKnown: !isUnknown }),
    onSaved: () => {
      parts.answers.markSaved();
      if (actor.getSnapshot().context.trouble) actor.send({ type: 'STORAGE', trouble: null });
    },
  });

  const updater = createUpdater(
    () => location.reload(),
    () => view.show({ hasUpdate: true }),
  );
  const isGuest = (): boolean => parts.device.get()?.isGuest === true;
  const refresh = (): Promise<void> => refreshInbox(run);
  const run: Running = {
    parts,
    view,
    updater,
    offset: 0,
    bodies: [],
    loops: null,
    isStopped: false,
    isGuest,
    refresh,
    onTrouble,
    onQueued,
    onRevoked,
    get actor() {
      return actor;
    },
    get life() {
      return life;
    },
  };
  const wantLoops = createLoopStart(run, () => effects.preload());
  const effects = tabletEffects(run, wantLoops);

  await ensureSync(parts.db, random.hex128);
  const start = await readStart(run),
    { config, device } = start;
  view.show({ config });

  const actor = createSession(effects, rulesOf(config, device));
  const keeper = createRunKeeper(run);
  const life = watchTablet(run, keeper);

  actor.subscribe(keeper.follow);
  const stopKeeping = keeper.start();

  actor.start();
  actor.send(bootedEvent(run, start));
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
    view,
    sealOff: effects.sealOff,
    recheck: () => loadRecheck(run),
    stop() {
      run.isStopped = true;
      stopKeeping();
      stopPoll();
      life.stop();
      run.loops?.stop();
      actor.stop();
      parts.answers.clear();
    },
  };
}
