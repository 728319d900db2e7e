// Dependencies of the machine's effects on the running tablet.

import type { TaskBody } from '../../../shared/exchange/sync.ts';
import type { Parts } from '../parts.ts';

export interface EffectDeps {
  parts: Parts;
  bodyOf: (taskId: string, taskRev: number) => TaskBody | undefined;
  clockOffset: () => number;
  /** The inbox was changed by this tablet. */
  refresh: () => Promise<void>;
  /** Something was written that must be sent to the server. */
  onQueued: () => void;
  /** A code was typed: the worker is needed from here on. */
  onRegistering: () => void;
  onRegistered: () => Promise<void>;
  onReady: () => void;
}
