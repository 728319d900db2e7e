// Types of the sender: its reads from the outbox, and its listeners.

import type { Call } from '../../../shared/base/client.ts';
import type { Clock, Random } from '../../../shared/base/ports.ts';
import type { OpHeader } from '../../../shared/exchange/sync.ts';

/** Fields of an outbox row used by the sender. */
export interface HeldOp {
  n: number;
  header: OpHeader;
  sealed: Uint8Array;
}
export interface SenderMeta {
  inc: string;
  epoch: string;
  n: number;
  ackN: number;
}
/** Outbox interface used by the sender. */
export interface SenderStore {
  meta(): Promise<SenderMeta>;
  readFrom(n: number, limit: number): Promise<HeldOp[]>;
  /**
   * Returns the rows just committed if nothing else waits, so that they need not be read back;
   * once.
   */
  takeFresh?(): { meta: SenderMeta; rows: HeldOp[] } | null;
  /**
   * @param of the database and epoch of the response: for another one it acknowledges nothing.
   * Resolves with the resulting counters
   */
  ack(ackN: number, safeN: number, of: { inc: string; epoch: string }): Promise<SenderMeta>;
  rewind(epoch: string, ackN: number): Promise<void>;
}
export type SenderState = 'idle' | 'sending' | 'waiting' | 'revoked' | 'outdated' | 'stuck';

export interface SenderDeps {
  call: Call;
  clock: Clock;
  random: Random;
  store: SenderStore;
  device: () => Promise<string | undefined>;
  /** The server's clock, for the offset stored with evidence. */
  onServerTime: (serverTime: number) => void;
  onState: (state: SenderState) => void;
  onRevoked: () => void;
  /** Everything the server lacks was deleted here: writes one op, so that this can be reported. */
  onAllGone: () => Promise<void>;
}
export interface Sender {
  start(): void;
  stop(): Promise<void>;
  /** Something was written, or the network is back. */
  wake(): void;
}
