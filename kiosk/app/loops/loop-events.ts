// Callbacks between the loops and the running tablet: questions of the loops, and their reports.

import type { Activity, HeartbeatAnswer } from '../../../shared/desk/tablet.ts';
import type { Parts } from '../parts.ts';

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
