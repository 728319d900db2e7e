/**
 * One page of the patients' app: the real outbox, drafts, inbox, loops and effects on a simulated
 * disk, without screens.
 */
import { createEffects } from '../../kiosk/app/effects/effects.ts';
import { startLoops, type Loops } from '../../kiosk/app/loops/loops.ts';
import { createParts, type Parts } from '../../kiosk/app/parts.ts';
import { ensureSync, StorageFailure } from '../../kiosk/outbox/db.ts';
import type { SessionEffects } from '../../kiosk/session/session.actors.ts';
import type { Random } from '../../shared/base/ports.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import type { Activity } from '../../shared/desk/tablet.ts';
import type { Dice } from './dice.ts';
import type { Disk } from './disk.ts';
import { as, newLife, note, simClock, wall, type Life } from './kernel.ts';
import { seededId } from './webcrypto.ts';

const simRandom = (dice: Dice): Random => ({
  id: () => seededId(dice, wall()),
  unit: () => dice.unit(),
  hex128: () => dice.hex(16),
});

export interface Page {
  life: Life;
  disk: Disk;
  parts: Parts;
  effects: SessionEffects;
  loops: Loops | null;
  bodies: TaskBody[];
  isUnknown: boolean;
  isRevoked: boolean;
  /** The lease ended: all readable data is deleted, and an active patient is notified. */
  isSealedOff: boolean;
  /** Called when a waiting page deletes its drafts because the lease ended. */
  onSealedOff?: () => void;
  /** Disk trouble shown to the patient. */
  trouble: string | null;
  activity: Activity | undefined;
  /**
   * An open task without typing: its draft is dropped as soon as the task is assigned elsewhere.
   */
  begun: { taskId: string; taskRev: number } | undefined;
  /** Called after that drop. */
  onDropped?: () => void;
  /** The server's clock minus the tablet's, ms. */
  offset: number;
  refresh(): Promise<void>;
}

/**
 * Loads the page like `bootTablet`. Resolves in the story's own life; rejects with the error that
 * the patient's screen would show.
 */
export function openPage(disk: Disk, dice: Dice, skew: number, serial: number): Promise<Page> {
  const own = newLife(`${disk.place}.${serial}`, disk.place, skew);
  return as(own, () => boot(own, disk, dice));
}

/** Timers and watches of a page: rereads its inbox, and drops and deletes outdated data. */
function watchesOf(parts: Parts, page: () => Page) {
  const refresh = async (): Promise<void> => {
    page().bodies = (await parts.inbox.read()).filter(
      (b) => !parts.endedHere.has(`${b.taskId}:${b.taskRev}`),
    );
  };
  /** Like the machine, after the open task was withdrawn or moved away. */
  const drop = async (): Promise<void> => {
    const { begun: own, activity, bodies } = page();
    if (
      !own ||
      activity ||
      bodies.some((b) => b.taskId === own.taskId && b.taskRev === own.taskRev)
    )
      return;
    page().begun = undefined;
    page().onDropped?.();
    await page().effects.dropTask(own.taskId);
  };
  const look = async (): Promise<void> => {
    // During a visit the machine only notes the end of the lease.
    if ((await parts.inbox.leaseLeft()) <= 0 && parts.device.get()?.isReady && !page().activity) {
      note('lease over');
      page().isSealedOff = true;
      page().onSealedOff?.();
      await page().effects.sealOff(false);
    } else page().isSealedOff = false;
  };
  return { refresh, drop, look };
}

/** Returns a blank form that waits to be continued after a restart. */
function begunBlank({ bodies }: Page): Activity | undefined {
  const body = bodies.find((b) => b.blank);
  return (
    body && {
      taskId: body.taskId,
      taskRev: body.taskRev,
      screen: 'assigned',
      page: 1,
      of: 2,
      silentMs: 0,
      isReading: false,
      isBlank: true,
    }
  );
}

/** Starts the loops of a page; their callbacks update it. */
function loopsOf(
  parts: Parts,
  page: Page,
  { refresh, drop, look }: ReturnType<typeof watchesOf>,
  { onRevoked, onTrouble }: { onRevoked: () => void; onTrouble: (error: unknown) => void },
): Loops {
  return startLoops(parts, {
    onRevoked,
    activity: () => page.activity ?? begunBlank(page),
    isHidden: () => false,
    offset: () => page.offset,
    onHealth: () => undefined,
    onRows: () => {
      refresh().then(drop).catch(onTrouble);
    },
    onConnected: (is) => {
      if (!is) page.loops?.heartbeat.beat();
    },
    onHelpAnswered: () => undefined,
    onQueue: () => undefined,
    onServerTime: (t) => {
      page.offset = Math.round(t - wall());
    },
    onSilence: () => {
      look().catch(onTrouble);
    },
    onBeat: (answer, offset) => {
      page.offset = offset;
      parts.inbox.extendLease(answer.leaseUntil, answer.serverTime).catch(onTrouble);
      parts.outbox.sweep().then(look).catch(onTrouble);
    },
  });
}

async function boot(own: Life, disk: Disk, dice: Dice): Promise<Page> {
  const random = simRandom(dice),
    clock = simClock;
  const onTrouble = (error: unknown): void => {
    if (error instanceof StorageFailure) {
      page.trouble = error.trouble;
      note(`trouble ${error.trouble}`);
    }
  };
  const onQueued = (): void => {
    page.loops?.draftSender.wake();
    page.loops?.sender.wake();
  };
  const onRevoked = (): void => {
    if (page.isRevoked) return;
    page.isRevoked = true;
    note('told that it is revoked');
    page.effects.sealOff(true).catch(onTrouble);
  };
  const parts = createParts(clock, random, {
    onRevoked,
    onTrouble,
    onQueued,
    offset: () => page.offset,
    onUnknown: (is) => {
      page.isUnknown = is;
    },
    onSaved: () => {
      parts.answers.markSaved();
      page.trouble = null;
    },
  });
  const watches = watchesOf(parts, () => page),
    { refresh } = watches;
  const wantLoops = (): void => {
    page.loops ??= loopsOf(parts, page, watches, { onRevoked, onTrouble });
  };
  const effects = createEffects({
    parts,
    refresh,
    onQueued,
    clockOffset: () => page.offset,
    bodyOf: (taskId, taskRev) =>
      page.bodies.find((b) => b.taskId === taskId && b.taskRev === taskRev),
    onRegistering: () => undefined,
    onReady: () => page.loops?.receiver.wake(),
    onRegistered: async () => {
      page.isUnknown = page.isRevoked = false;
      await parts.inbox.extendLease(wall() + 24 * 3_600_000, wall());
      wantLoops();
    },
  });
  const page: Page = {
    life: own,
    disk,
    parts,
    effects,
    loops: null,
    bodies: [],
    isUnknown: false,
    isRevoked: false,
    isSealedOff: false,
    trouble: null,
    activity: undefined,
    begun: undefined,
    offset: 0,
    refresh,
  };

  await ensureSync(parts.db, random.hex128);
  const device = await parts.device.load();
  const leaseLeft = device ? await parts.inbox.leaseLeft() : 0;
  if (device && !device.isRevoked && leaseLeft > 0) await refresh();
  await (device && !device.isRevoked && leaseLeft > 0
    ? parts.drafts.tidy()
    : parts.drafts.shredAll());
  page.isRevoked = device?.isRevoked ?? false;
  page.isSealedOff = device !== null && leaseLeft <= 0;
  if (device && !device.isRevoked) wantLoops();
  note(`page up with ${page.bodies.length} tasks`);
  return page;
}
