// Types of the receiver: rows of the feed, their store, and the listeners.

import type { Call } from '../../../shared/base/client.ts';
import type { Clock, Random } from '../../../shared/base/ports.ts';
import type { ConfigBody, TaskBody } from '../../../shared/exchange/sync.ts';

/** A decrypted feed row; the inbox has the same shape. */
export type OpenedRow =
  | { seq: number; op: 'put'; body: TaskBody }
  | { seq: number; op: 'revoke' | 'purge'; taskId: string }
  | { seq: number; op: 'config'; body: ConfigBody }
  | { seq: number; op: 'skip' };
interface ReceiverStore {
  cursor(): Promise<{ cursor: number; epoch: string }>;
  /**
   * @param from cursor that the rows follow, null for a complete feed; returns false, and applies
   * nothing, where that is no longer valid
   */
  apply(rows: OpenedRow[], cursor: number, epoch: string, from: number | null): Promise<boolean>;
}
export interface ReceiverDeps {
  call: Call;
  clock: Clock;
  random: Random;
  store: ReceiverStore;
  stream: (path: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  device: () => Promise<string | undefined>;
  privateKey: () => Promise<CryptoKey | undefined>;
  /** The server was restored: possibly lost ops have to be sent again (F7). */
  onEpoch: (epoch: string) => Promise<void>;
  /** Rows arrived and are stored. */
  onRows: () => void;
  onConnected: (isConnected: boolean) => void;
  onHelpAnswered: () => void;
  /** A row could not be decrypted; its code is reported to staff. */
  onUnreadable: (seq: number) => void;
}
export interface Receiver {
  start(): void;
  stop(): Promise<void>;
  /** Pull at once: network back, page visible again, task ended. */
  wake(): void;
  pull(): Promise<void>;
}
