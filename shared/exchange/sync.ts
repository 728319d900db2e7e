// The wire of tablet and server (protocol 1): op headers, push and pull answers, and the frame that
// carries headers and bytes.

import { FORM_BYTES } from '../forms/task/form-size.ts';
import type { UnmatchedPerson } from '../forms/task/home.ts';
import type { PinCheck } from './pin-check.ts';
import type { SealedFormat } from './sealing.ts';
import type { TaskKind } from '../desk/task.ts';
import type { Posture } from '../desk/tablet.ts';
import type { Signer, TextScale } from '../desk/mappe.ts';

export const PROTO = 1;
export const PUSH_TYPE = 'application/x-ops';
/** Feed rows of one pull at most, and where none is named. */
export const MAX_PULL_ROWS = 100;
export const MAX_BATCH_OPS = 50;
export const MAX_BATCH_BYTES = 1_000_000;
/** Most bytes of one op that the server opens; what is larger is stored and parked. */
export const MAX_OP_BYTES = FORM_BYTES;
/** What may be handed in may also be kept while it is being filled in. */
export const MAX_DRAFT_BYTES = FORM_BYTES;

/**
 * Code of a `log` op: the newest draft of a task lies on the tablet only, because the server
 * refused it for its size.
 */
export const DRAFT_REFUSED = 'draft_refused';
/** Code of a `log` op: a draft on the tablet could not be read, and was put aside. */
export const DRAFT_UNREADABLE = 'draft_unreadable';
/**
 * Code of a `log` op: the server was put back, and this tablet may have sent endings from memory
 * that neither has any more.
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
/** What a patient finished: its loss is counted and told (invariant S2). */
export const SUBMISSION_KINDS: readonly OpKind[] = [
  'task.submit',
  'task.answers',
  'task.outcome',
  'blank.answers',
];

/** One op as the push frame describes it; its sealed bytes follow the header in order. */
export interface OpHeader {
  /** Gap-free per (device, inc), given in the same IndexedDB transaction as the row. */
  n: number;
  /** UUIDv7, made when the pad opened or the choice was made. */
  id: string;
  kind: OpKind;
  /** Empty for ops that belong to no task (log); of a blank form the id that the tablet gave it. */
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

/** As the server keeps it. `follows`: number before a hole that this op comes after (P16). */
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
   * Last number below the first op that this tablet holds no more: what was safe and let go of is
   * unknown to a database that was put back further (P16).
   */
  gone?: number;
}
/**
 * `stored`: kept for good and judged right after; `parked` already: bytes that are damaged or far
 * too large. A tablet needs neither, only `ackN`.
 */
export interface PushResult {
  n: number;
  s: 'stored' | 'dup' | 'parked';
  code?: string;
}
/** What became of an op on the server: `stored` waits to be judged. */
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
 * What a poke may bring along: every row after `from` up to its seq. A tablet with a lower cursor,
 * or of another epoch, pulls instead.
 */
export interface PokeInline {
  from: number;
  epoch: string;
  items: FeedItem[];
}
/**
 * Most characters of bodies in a poke: the papers of nearly every Mappe fit, a stuck stream holds
 * little, and the tablet's reader takes no longer line than twice that.
 */
export const INLINE_CHARS = 48_000;

/**
 * Whose address is told to the others of a family, and which: values by the mark of the question.
 */
export interface FamilyAddress {
  readonly patid: string;
  readonly name: string;
  readonly address: Readonly<Record<string, string>>;
}
/** Body of `put`: one task of a Mappe, complete enough to be run without a network. */
export interface TaskBody {
  taskId: string;
  taskRev: number;
  mappeId: string;
  position: number;
  /** Tasks of the Mappe on this tablet, so that one progress can be shown. */
  count: number;
  kind: TaskKind;
  /** Canonical JSON of the resolved document (RFC 8785): what is shown, hashed and printed. */
  data: string;
  dataSha256: string;
  presentedPdfSha256: string;
  presentedBytes: number;
  /** Birth date the person check compares, and the greeting shown afterwards. */
  patient: { patid: string; name: string; geburtsdatum: string };
  /**
   * Only in a Mappe of several people: which of them this is (from 1), and the birth dates that
   * open it (`shared/desk/mappe-family.ts`).
   */
  family?: {
    at: number;
    count: number;
    days: string[];
    /** What one of the others gave today; offered once the person check is passed. */ address?: FamilyAddress;
  };
  /** Who signs on this tablet. */
  signers: Signer[];
  /** Who has to sign the same paper on another device, and has not yet. */
  away?: Signer[];
  language: string;
  textScale: TextScale;
  talk: { needed: boolean; doneBy?: string; doneAt?: number };
  /** What the patient already did on an earlier tablet; bytes of the draft, base64. */
  resume?: { stage: 'draft' | 'sign'; draft?: string; draftRev: number; page: number };
  closesAt: number;
  /** The form of a questionnaire, as JSON with the languages of `data.form`. */
  form?: string;
  /**
   * Opaque to the tablet; goes back with the result, so that the server can rebuild the task if a
   * restore took it (base64). Bodies of an older version have none.
   */
  origin?: string;
  /**
   * A blank form that was begun on this tablet, and who fills it in by their own words; the server
   * never sends it.
   */
  blank?: UnmatchedPerson;
}
/** Body of `config`: the practice's settings a tablet needs. */
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
  /** For the staff PIN while there is no network; none while no PIN is set. */
  pinCheck?: PinCheck;
}

/** Text that is hashed before an op's bytes: everything in the header that must not change. */
export function opDigestText(
  h: Pick<OpHeader, 'id' | 'kind' | 'taskId' | 'taskRev' | 'schema'>,
): string {
  return `${h.id}|${h.kind}|${h.taskId}|${h.taskRev}|${h.schema}`;
}
/**
 * Additional data of an op's seal; `n` is not part of it, because sealing happens before the
 * transaction that gives n.
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
/** Additional data of a draft's seal. */
export const draftAad = (
  device: string,
  taskId: string,
  taskRev: number,
  draftRev: number,
): string => `draft|${device}|${taskId}|${taskRev}|${draftRev}`;
/** Additional data of a feed body; op and task are bound, so that rows cannot be swapped. */
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
 * Splits a frame into the bytes of its JSON header and the rest; throws RangeError on a torn frame.
 */
export function splitFrame(frame: Uint8Array): { head: Uint8Array; rest: Uint8Array } {
  if (frame.length < 4) throw new RangeError('frame too short');
  const n = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0, true);
  if (n > frame.length - 4 || n > 1_000_000)
    throw new RangeError('frame header longer than the frame');
  return { head: frame.subarray(4, 4 + n), rest: frame.subarray(4 + n) };
}

/**
 * Splits a frame into its JSON header and the rest; throws RangeError or SyntaxError on a torn
 * frame.
 */
export function unpackFrame(frame: Uint8Array): { header: unknown; rest: Uint8Array } {
  const { head, rest } = splitFrame(frame);
  return {
    header: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(head)) as unknown,
    rest,
  };
}
