// Row types of the tablet's stores.

import type { Dexie as DexieType, EntityTable, Table } from 'dexie';
import type { OpHeader, OpKind } from '../../shared/exchange/sync.ts';

/**
 * Counters of this database; `inc` is created with it, so that its loss can be detected.
 * `feedEpoch` is the one that `cursor` belongs to: outbox and feed learn of a restored server
 * separately. A row up to `ackN` is acknowledged; `acks` says since when, one mark an hour: rows
 * are big, and rewriting each for its acknowledgement would double the work of a drain. `carries`:
 * the list of ops sent from memory was created (`CARRIED`). `isUntold`: the server was restored
 * while that list was incomplete.
 */
export interface SyncMeta {
  key: 'sync';
  inc: string;
  n: number;
  epoch: string;
  feedEpoch?: string;
  cursor: number;
  ackN: number;
  safeN: number;
  acks?: { n: number; at: number }[];
  carries?: true;
  isUntold?: true;
}

/** Small rows of other kinds; never any personal data. */
export interface ValueMeta {
  key: string;
  value: unknown;
}

export interface InboxRow {
  taskId: string;
  mappeId: string;
  taskRev: number;
  seq: number;
  iv: Uint8Array;
  bytes: Uint8Array;
}

export interface DraftRow {
  taskId: string;
  taskRev: number;
  draftRev: number;
  page: number;
  of: number;
  /** Encrypted by the task's key; null once the key is destroyed. */
  iv: Uint8Array | null;
  bytes: Uint8Array | null;
  /** Newest draft sealed to the server, waiting to be sent. */
  sealed: Uint8Array | null;
  sealedRev: number;
  /** Of a form without a task: `sealed` holds its answers so far, or only tells its withdrawal. */
  blank?: 'begun' | 'withdrawn' | undefined;
}

/** A photo of a form, sealed to the server (shared/exchange/attachment.ts); its bytes are apart. */
export interface AttachmentRow {
  /** Of the sealed bytes. */
  sha256: string;
  taskId: string;
  device: string;
  size: number;
  /** Epoch of the server that has it. */
  sentTo: string | null;
}
interface AttachmentBytes {
  sha256: string;
  sealed: Uint8Array;
  /** The same photo, encrypted by the task's key, to be shown until that key is destroyed. */
  iv: Uint8Array;
  bytes: Uint8Array;
}

export interface KeyRow {
  id: string;
  key?: CryptoKey;
  pair?: CryptoKeyPair;
}

export interface OutboxRow {
  n: number;
  id: string;
  kind: OpKind;
  taskId: string;
  taskRev: number;
  schema: number;
  at: number;
  mono: number;
  len: number;
  sha256: string;
  sealed: Uint8Array;
}

/**
 * An op that only the server had when it was sent: `inc` is its own, `epoch` the database that
 * acknowledged it, `at` the time (server's clock, ms).
 */
export interface CarriedOp {
  inc: string;
  header: OpHeader;
  sealed: Uint8Array;
  epoch: string;
  at: number;
}

interface QuarantineRow {
  id?: number;
  taskId: string;
  at: number;
  why: string;
  iv: Uint8Array | null;
  bytes: Uint8Array | null;
}

/** Dexie's view of the stores; the tablet's own access bypasses it (rows.ts). */
interface Tables {
  meta: Table<SyncMeta | ValueMeta, string>;
  inbox: EntityTable<InboxRow, 'taskId'>;
  drafts: EntityTable<DraftRow, 'taskId'>;
  keys: EntityTable<KeyRow, 'id'>;
  outbox: EntityTable<OutboxRow, 'n'>;
  quarantine: EntityTable<QuarantineRow, 'id'>;
  attachments: EntityTable<AttachmentRow, 'sha256'>;
  attachmentBytes: EntityTable<AttachmentBytes, 'sha256'>;
}

export type TabletDb = DexieType & Tables;

/** Row types by name of the store. */
export interface Stored {
  meta: SyncMeta | ValueMeta;
  inbox: InboxRow;
  drafts: DraftRow;
  keys: KeyRow;
  outbox: OutboxRow;
  quarantine: QuarantineRow;
  attachments: AttachmentRow;
  attachmentBytes: AttachmentBytes;
}
