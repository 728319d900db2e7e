// Types of the outbox: its dependencies, its health, and what its parts share.

import type { Clock, Random } from '../../shared/base/ports.ts';
import type { OpOrder } from './seal-op.ts';
import type { OutboxRow, SyncMeta, TabletDb } from './tables.ts';

export interface OutboxDeps {
  db: TabletDb;
  clock: Clock;
  random: Random;
  /** @param known the server's key, where it was just read: saves a database read */
  identity: (known?: JsonWebKey) => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /**
   * The server's clock minus the tablet's, ms: expiry uses the server's, a tablet's may jump by
   * years (F12).
   */
  offset?: () => number;
}

/** Counters and rows of a committed transaction. */
export interface Fresh {
  meta: SyncMeta;
  rows: OutboxRow[];
}

/** State shared by the parts of one outbox. */
export interface OutboxState extends Pick<OutboxDeps, 'db' | 'clock' | 'random' | 'identity'> {
  /** The server's clock, ms. */
  serverNow: () => number;
  /** The last written rows until they are taken or outdated; `at` in ms of the monotonic clock. */
  fresh: (Fresh & { at: number }) | null;
}

/**
 * Counts for the heartbeat. `unsent` counts the patients' submissions among `pending`; its tasks
 * are named so that a loss can be reported by patient.
 */
export interface OutboxHealth {
  inc: string;
  highN: number;
  ackSeen: number;
  feedSeq?: number;
  pending: number;
  unsent: number;
  unsentTasks: string[];
  oldestPendingMs: number;
  quarantined: number;
}

export interface Outbox {
  /** Adds ops that end nothing (start, person check, log). */
  append(orders: OpOrder[]): Promise<void>;
  /**
   * Ends one task: op, number, removal of draft, key and inbox row in one transaction.
   * @throws AlreadyEnded, StorageFailure
   */
  finalize(order: OpOrder): Promise<void>;
  /**
   * Ends abandoned tasks; skips a task that already ended. Keeps the sealed draft unless the
   * patient deleted it.
   * @param others tasks of the same Mappe that leave the tablet with them, without a separate op
   */
  cancel(
    orders: OpOrder[],
    keepsDraft: boolean,
    others?: readonly { taskId: string; taskRev: number }[],
  ): Promise<void>;
  /** Returns rows from `n` on, oldest first. */
  readFrom(n: number, limit: number): Promise<OutboxRow[]>;
  meta(): Promise<SyncMeta>;
  /**
   * Returns the last written rows, once and right after their commit, if nothing else waits: saves
   * reading them back.
   */
  takeFresh(): Fresh | null;
  /**
   * @param of the database and epoch that the response belongs to; a response for another one
   * acknowledges nothing here. Resolves with the resulting counters
   */
  ack(ackN: number, safeN: number, of?: { inc: string; epoch: string }): Promise<SyncMeta>;
  /**
   * The server was restored: everything above its `ackN` that is still stored is pending again
   * (410).
   */
  rewind(epoch: string, ackN: number): Promise<void>;
  /**
   * Compares the server's epoch. A new database learns it; another one means that the server was
   * restored, and rows that are not safe are pending again (F7).
   */
  meetEpoch(epoch: string): Promise<void>;
  /**
   * A new registration: a new incarnation from 1. Rows of the old one are kept in quarantine: they
   * are sealed under its name.
   */
  rotate(): Promise<void>;
  /**
   * Deletes acknowledged rows past the hard cap; an unacknowledged row is never deleted by time.
   * Call it after a server response, so that its time is known.
   */
  sweep(): Promise<void>;
  health(): Promise<OutboxHealth>;
}
