// Heartbeats of a tablet: counts for the server, and what follows from its response.

import type { Blanks } from '../../outbox/blanks.ts';
import type { DraftSender } from '../../sync/draft-sender.ts';
import type { Receiver } from '../../sync/feed/receiver.types.ts';
import { createHeartbeat, type HeartbeatTimer } from '../../sync/heartbeat.ts';
import { HEARTBEAT_MS, type Heartbeat, type HeartbeatAnswer } from '../../../shared/desk/tablet.ts';
import { freeBytes, isPersisted } from '../gate.ts';
import type { Parts } from '../parts.ts';
import { readBattery } from './battery.ts';
import type { LoopEvents } from './loop-events.ts';

/** Heartbeats. */
const MOST_WAITS = 6;

/** Time since when nothing waits on the tablet for the last reached server. */
export interface Calm {
  /** Ms of the monotonic clock; null while something waits. */
  since: number | null;
}
interface HeartbeatDeps {
  parts: Parts;
  on: LoopEvents;
  calm: Calm;
  forms: Blanks;
  receiver: Receiver;
  draftSender: DraftSender;
  tabletId: () => Promise<string | undefined>;
}

/** Returns the function that collects one heartbeat; undefined where there is no tablet. */
function collector(
  { parts, on, calm, forms, tabletId }: HeartbeatDeps,
  onCounted: (unsent: number) => void,
): () => Promise<Heartbeat | undefined> {
  const { clock, device, outbox } = parts;
  /** Number of blank forms that staff can start here offline. */
  const countBlanks = async (): Promise<number> => (device.get()?.isReady ? forms.ready() : 0);
  return async () => {
    if (!(await tabletId())) return undefined;
    const [health, persisted, free, battery] = [
      await outbox.health(),
      await isPersisted().catch(() => false),
      await freeBytes().catch(() => undefined),
      await readBattery(),
    ];
    on.onHealth(health, persisted);
    onCounted(health.unsent);
    calm.since = health.pending > 0 ? null : (calm.since ?? clock.mono());
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
}

/** Creates the heartbeat of a tablet. */
export function createHeartbeats(deps: HeartbeatDeps): HeartbeatTimer {
  const { parts, on, calm, receiver, draftSender } = deps;
  const { clock, drafts, inbox } = parts;
  let isDrained = false,
    waits = 0;
  /**
   * Ops sent from memory follow the ones on disk: a new incarnation in between would look as if
   * those were lost (H1). A stuck queue does not block them permanently.
   */
  const tend = (epoch: string): void => {
    if (!isDrained && ++waits < MOST_WAITS) return;
    waits = 0;
    parts.carried.tend(epoch).catch(() => undefined);
  };
  /**
   * Data of tasks reported as ended here is deleted once the server has judged everything sent: an
   * ending may bring a task back to a restored server, and its draft is needed again (F7).
   */
  const tidy = async (): Promise<void> => {
    if (calm.since === null || clock.mono() - calm.since < HEARTBEAT_MS || parts.carried.isBehind())
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
  return createHeartbeat({
    call: parts.api.call,
    clock,
    collect: collector(deps, (unsent) => {
      isDrained = unsent === 0;
    }),
    onAnswer: (answer, offset) => {
      on.onBeat(answer, offset);
      follow(answer).catch(() => undefined);
      tend(answer.epoch);
    },
    onSilence: on.onSilence,
    onRevoked: on.onRevoked,
  });
}
