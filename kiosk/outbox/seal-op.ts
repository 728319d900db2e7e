// Seals an op for the server, and creates the key of the next one in idle time.

import type { Clock, Random } from '../../shared/base/ports.ts';
import { packPayload } from '../../shared/exchange/payload.ts';
import {
  beginSeal,
  finishSeal,
  importSealPublic,
  SEALED,
  sha256Hex,
  type SealStart,
} from '../../shared/exchange/sealing.ts';
import { opAad, opDigestText, type OpHeader, type OpKind } from '../../shared/exchange/sync.ts';
import type { OutboxRow } from './tables.ts';

/**
 * Input of an op; `id` is passed where it was created earlier (opening of the pad), so that a retry
 * is the same op.
 */
export interface OpOrder {
  id?: string;
  kind: OpKind;
  taskId: string;
  taskRev: number;
  payload: object;
}
export interface SealedOp {
  id: string;
  kind: OpKind;
  taskId: string;
  taskRev: number;
  schema: number;
  at: number;
  mono: number;
  sealed: Uint8Array;
  len: number;
  sha256: string;
}
export interface Identity {
  device: string;
  inc: string;
  serverKey: JsonWebKey;
}

export const OP_SCHEMA = 1;
/**
 * Delay from a commit until the next op's key is created; a quick acknowledgement has arrived by
 * then, the next task has not.
 */
const CALM_MS = 100;

export const isSameKey = (a: JsonWebKey, b: JsonWebKey): boolean => a.x === b.x && a.y === b.y;
const beginFor = async (serverKey: JsonWebKey): Promise<SealStart> =>
  beginSeal(await importSealPublic(serverKey));
/**
 * Seals an op for the server; unreadable on the tablet afterwards.
 * @param begun prepared for this server's key, where it was created before the patient waits
 */
export async function sealOp(
  order: OpOrder,
  who: Identity,
  clock: Clock,
  random: Random,
  begun?: SealStart,
): Promise<SealedOp> {
  const id = order.id ?? random.id();
  const head = {
    id,
    kind: order.kind,
    taskId: order.taskId,
    taskRev: order.taskRev,
    schema: OP_SCHEMA,
  };
  const sealed = await finishSeal(
    begun ?? (await beginFor(who.serverKey)),
    packPayload(order.payload),
    opAad({ device: who.device, inc: who.inc, id, kind: order.kind, schema: OP_SCHEMA }),
  );
  return {
    ...head,
    at: Math.round(clock.now()),
    mono: Math.round(clock.mono()),
    sealed,
    len: sealed.length,
    sha256: await sha256Hex(opDigestText(head), sealed),
  };
}

export const headerOf = (op: SealedOp, n: number): OpHeader => ({
  n,
  id: op.id,
  kind: op.kind,
  taskId: op.taskId,
  taskRev: op.taskRev,
  schema: op.schema,
  at: op.at,
  mono: op.mono,
  sealed: SEALED,
  len: op.len,
  sha256: op.sha256,
});

/** Builds a row for the sender. */
export const heldOf = (row: OutboxRow): { n: number; header: OpHeader; sealed: Uint8Array } => ({
  n: row.n,
  header: headerOf(row, row.n),
  sealed: row.sealed,
});

/** The next op's key, created in idle time: every task writes before it is finished. */
interface NextSeal {
  /** Returns the key prepared for this server key, once; undefined where there is none. */
  take(serverKey: JsonWebKey): Promise<SealStart | undefined>;
  /**
   * Creates the next key. Delayed: the last write is being sent, and both need the same processor.
   */
  prepare(serverKey: JsonWebKey): void;
}

/** Creates the store of the next op's key. */
export function createNextSeal(clock: Clock): NextSeal {
  let next: { of: JsonWebKey; begun: Promise<SealStart | undefined> } | null = null;
  let isNextDue = false;
  return {
    async take(serverKey) {
      const own = next;
      next = null;
      return own && isSameKey(own.of, serverKey) ? own.begun : undefined;
    },
    prepare(serverKey) {
      if (next || isNextDue) return;
      isNextDue = true;
      clock.after(CALM_MS, () => {
        isNextDue = false;
        next ??= { of: serverKey, begun: beginFor(serverKey).catch(() => undefined) };
      });
    },
  };
}
