// Types of the drafts: one task's input, and what the store does with it.

import type { Clock } from '../../../shared/base/ports.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import type { TabletDb } from '../tables.ts';

export interface DraftTask {
  taskId: string;
  taskRev: number;
  of: number;
}
/** A sealed draft waiting for the server. */
export interface UnsentDraft {
  taskId: string;
  taskRev: number;
  draftRev: number;
  page: number;
  of: number;
  sealed: Uint8Array;
  blank?: 'begun' | 'withdrawn' | undefined;
}

export interface Drafts {
  /** Creates the task's key; without it nothing of the task is ever written. */
  open(taskId: string): Promise<void>;
  /** Stores the newest state of a task; debounced, or written at once by `flush`. */
  save(task: DraftTask, draft: DraftPayload): void;
  /** Writes pending states. Resolves when they are on the disk; rejects with StorageFailure. */
  flush(): Promise<void>;
  /** The stored draft; `null` when there is none; `unreadable` when it was quarantined. */
  load(task: DraftTask): Promise<DraftPayload | null | 'unreadable'>;
  /**
   * Seals the newest written state for the server; at each page, and before a task is left.
   * @param answers of a form without a task, sealed instead of the draft so that the practice can
   * open it: returns the packed submission; undefined while nothing was answered
   */
  seal(taskId: string, answers?: () => Promise<Uint8Array | undefined>): Promise<void>;
  unsent(): Promise<UnsentDraft[]>;
  /**
   * The server has this revision: deletes the sealed copy, and the whole row where its key is
   * destroyed.
   */
  sent(taskId: string, draftRev: number): Promise<void>;
  /** Destroys draft and key (X9, T2, withdrawal). */
  shred(taskId: string): Promise<void>;
  /**
   * Destroys every draft and key; sealed copies that the server lacks stay, unreadable on this
   * device.
   */
  shredAll(): Promise<void>;
  /**
   * Destroys drafts and keys of tasks removed from this tablet; drafts that the server lacks are
   * sealed for it and stay, unreadable here. Does nothing while anything waits for the server: an
   * ending may bring a task back to a restored one (F7).
   * @param o.open the open task: dropped by the machine
   * @param o.isWhole the feed was just read to its end; otherwise a restarted feed proves nothing
   * yet
   * @returns true when something was destroyed
   */
  tidy(o?: { open?: string | undefined; isWhole?: boolean }): Promise<boolean>;
  /** Continues numbering after the server's revision. */
  raiseRev(taskId: string, draftRev: number): void;
}

export interface DraftsDeps {
  db: TabletDb;
  clock: Clock;
  identity: () => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /**
   * Called after every failed write (the patient must know before signing) and after every success
   * following one.
   */
  onTrouble: (error: unknown) => void;
  onSaved: () => void;
}
