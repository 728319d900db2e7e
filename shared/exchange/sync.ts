// The wire of tablet and server (protocol 1): op headers, push and pull responses, and the frame
// that carries headers and bytes.

import type { Accent } from '../accounts/settings.ts';
import { FORM_BYTES } from '../forms/task/form-size.ts';
import type { UnmatchedPerson } from '../forms/task/home.ts';
import type { PinCheck } from './pin-check.ts';
import type { SealedFormat } from './sealing.ts';
import type { TaskKind } from '../desk/task.ts';
import type { Posture } from '../desk/tablet.ts';
import type { Signer, TextScale } from '../desk/mappe.ts';

export const PROTO = 1;
export const PUSH_TYPE = 'application/x-ops';
/** Maximum and default number of feed rows per pull. */
export const MAX_PULL_ROWS = 100;
export const MAX_BATCH_OPS = 50;
export const MAX_BATCH_BYTES = 1_000_000;
/** Maximum bytes of one op that the server opens; larger ones are stored and parked. */
export const MAX_OP_BYTES = FORM_BYTES;
/** A draft may be as large as a submission. */
export const MAX_DRAFT_BYTES = FORM_BYTES;

/**
 * Code of a `log` op: the newest draft of a task is only on the tablet, because the server rejected
 * it for its size.
 */
export const DRAFT_REFUSED = 'draft_refused';
/** Code of a `log` op: a draft on the tablet could not be read, and was kept apart. */
export const DRAFT_UNREADABLE = 'draft_unreadable';
/**
 * Code of a `log` op: the server was restored, and this tablet may have sent final ops that neither
 * has any more.
 */
export const SENT_FROM_MEMORY_LOST = 'sent_from_memory_lost';

export type OpKind =
  | 'task.start'
  | 'task.submit'
  | 'task.answers'
  | 'task.outcome'
  | 'task.cancel'
  | 'person.checked'
  | 'blank.answers'
  | 'log';
/** Ops with a patient's finished work: their loss is counted and reported (invariant S2). */
export const SUBMISSION_KINDS: readonly OpKind[] = [
  'task.submit',
  'task.answers',
  'task.outcome',
  'blank.answers',
];

/** One op as described in the push frame; its sealed bytes follow the header in order. */
export interface OpHeader {
  /** Gap-free per (device, inc), assigned in the same IndexedDB transaction as the row. */
  n: number;
  /** UUIDv7, created when the pad opened or the choice was made. */
  id: string;
  kind: OpKind;
  /** Empty for ops without a task (log); for a blank form the id created by the tablet. */
  taskId: string;
  taskRev: number;
  /** Version of the payload inside the seal. */
  schema: number;
  /** Device wall clock (ms) and ms since start: evidence only, never order. */
  at: number;
  mono: number;
  sealed: SealedFormat;
  len: number;
  /** Hex SHA-256 over `opDigestText` and the sealed bytes. */
  sha256: string;
}

/** As stored by the server. `follows`: number before a hole that precedes this op (P16). */
export interface StoredHeader extends OpHeader {
  follows?: number;
}

export interface PushHeader {
  proto: number;
  device: string;
  inc: string;
  epoch: string;
  ops: OpHeader[];
  /**
   * Last number below the first op that this tablet still stores: acknowledged and deleted ops are
   * unknown to a database that was restored to an earlier state (P16).
   */
  gone?: number;
}
/**
 * `stored`: stored for good and judged right after; `parked`: damaged or far too large. A tablet
 * needs neither, only `ackN`.
 */
export interface PushResult {
  n: number;
  s: 'stored' | 'dup' | 'parked';
  code?: string;
}
/** State of an op on the server: `stored` waits to be judged. */
export type OpResult = 'stored' | 'applied' | 'parked';
export interface PushAnswer {
  epoch: string;
  ackN: number;
  safeN: number;
  serverTime: number;
  results: PushResult[];
}

export type FeedOp = 'put' | 'revoke' | 'purge' | 'config';
/**
 * One row of a tablet's feed; `body` is base64 of bytes sealed to the tablet's key (AAD `feedAad`).
 */
export interface FeedItem {
  seq: number;
  op: FeedOp;
  taskId?: string;
  mappeId?: string;
  body?: string;
}
export interface PullAnswer {
  epoch: string;
  cursor: number;
  more: boolean;
  reset?: boolean;
  items: FeedItem[];
}

/**
 * Rows that a poke may contain: every row after `from` up to its seq. A tablet with a lower cursor,
 * or of another epoch, pulls instead.
 */
export interface PokeInline {
  from: number;
  epoch: string;
  items: FeedItem[];
}
/**
 * Maximum characters of bodies in a poke: enough for the papers of nearly every Mappe, little for a
 * stuck stream, and the tablet's reader accepts no line longer than twice that.
 */
export const INLINE_CHARS = 48_000;

/** Copied address within a family, and its owner: values by the mark of the question. */
export interface FamilyAddress {
  readonly patid: string;
  readonly name: string;
  readonly address: Readonly<Record<string, string>>;
}
/** Body of `put`: one task of a Mappe, complete enough to work offline. */
export interface TaskBody {
  taskId: string;
  taskRev: number;
  mappeId: string;
  position: number;
  /** Number of tasks of the Mappe on this tablet, for a common progress bar. */
  count: number;
  kind: TaskKind;
  /** Canonical JSON of the resolved document (RFC 8785): it is shown, hashed and printed. */
  data: string;
  dataSha256: string;
  presentedPdfSha256: string;
  presentedBytes: number;
  /** Birth date for the person check, and the greeting shown afterwards. */
  patient: { patid: string; name: string; geburtsdatum: string };
  /**
   * Only in a Mappe of several people: index of this person (from 1), and the birth dates that open
   * it (`shared/desk/mappe-family.ts`).
   */
  family?: {
    at: number;
    count: number;
    days: string[];
    /**
     * Address given by another person of the Mappe today; offered once the person check is passed.
     */
    address?: FamilyAddress;
  };
  /** Signers on this tablet. */
  signers: Signer[];
  /** Missing signers of the same paper on other devices. */
  away?: Signer[];
  language: string;
  textScale: TextScale;
  talk: { needed: boolean; doneBy?: string; doneAt?: number };
  /** The patient's draft from an earlier tablet; bytes, base64. */
  resume?: { stage: 'draft' | 'sign'; draft?: string; draftRev: number; page: number };
  closesAt: number;
  /** The form of a questionnaire, as JSON with the languages of `data.form`. */
  form?: string;
  /**
   * Opaque to the tablet; returned with the result, so that the server can rebuild the task if a
   * restore lost it (base64). Bodies of an older version have none.
   */
  origin?: string;
  /**
   * A blank form begun on this tablet, and the person who fills it in, by their own data; the
   * server never sends it.
   */
  blank?: UnmatchedPerson;
}
/** Body of `config`: the settings of the practice for a tablet. */
export interface ConfigBody {
  tabletName: string;
  posture: Posture;
  praxis: { name: string; phone: string };
  language: string;
  languages: string[];
  idleSeconds: number;
  serverKey: JsonWebKey;
  serverKeyId: string;
  escrowKey: JsonWebKey;
  restingHours?: { from: string; to: string };
  /** Absent: petrol. */
  accent?: Accent;
  /** Data URL; absent: the name stands instead. */
  logo?: string;
  /** For checking the staff PIN offline; absent while no PIN is set. */
  pinCheck?: PinCheck;
}

/**
 * Returns the text that is hashed before an op's bytes: everything in the header that must not
 * change.
 */
export function opDigestText(
  h: Pick<OpHeader, 'id' | 'kind' | 'taskId' | 'taskRev' | 'schema'>,
): string {
  return `${h.id}|${h.kind}|${h.taskId}|${h.taskRev}|${h.schema}`;
}
/**
 * Returns the additional data of an op's seal; `n` is not part of it, because sealing happens
 * before the transaction that assigns n.
 */
export function opAad(h: {
  device: string;
  inc: string;
  id: string;
  kind: OpKind;
  schema: number;
}): string {
  return `${h.device}|${h.inc}|${h.id}|${h.kind}|${h.schema}`;
}
/** Returns the additional data of a draft's seal. */
export const draftAad = (
  device: string,
  taskId: string,
  taskRev: number,
  draftRev: number,
): string => `draft|${device}|${taskId}|${taskRev}|${draftRev}`;
/**
 * Returns the additional data of a feed body; op and task are bound, so that rows cannot be
 * swapped.
 */
export const feedAad = (device: string, seq: number, op: FeedOp): string =>
  `feed|${device}|${seq}|${op}`;

/** Packs `u32le header length | JSON header | blobs in order`. */
export function packFrame(
  header: unknown,
  blobs: readonly Uint8Array[],
  memory: (bytes: number) => Uint8Array = (bytes) => new Uint8Array(bytes),
): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const out = memory(4 + head.length + blobs.reduce((n, b) => n + b.length, 0));
  new DataView(out.buffer, out.byteOffset).setUint32(0, head.length, true);
  out.set(head, 4);
  let at = 4 + head.length;
  for (const b of blobs) {
    out.set(b, at);
    at += b.length;
  }
  return out;
}

/**
 * Splits a frame into the bytes of its JSON header and the rest; throws RangeError on a truncated
 * frame.
 */
export function splitFrame(frame: Uint8Array): { head: Uint8Array; rest: Uint8Array } {
  if (frame.length < 4) throw new RangeError('frame too short');
  const n = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0, true);
  if (n > frame.length - 4 || n > 1_000_000)
    throw new RangeError('frame header longer than the frame');
  return { head: frame.subarray(4, 4 + n), rest: frame.subarray(4 + n) };
}

/**
 * Splits a frame into its JSON header and the rest; throws RangeError or SyntaxError on a truncated
 * frame.
 */
export function unpackFrame(frame: Uint8Array): { header: unknown; rest: Uint8Array } {
  const { head, rest } = splitFrame(frame);
  return {
    header: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(head)) as unknown,
    rest,
  };
}
