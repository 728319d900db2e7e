// Parses a push frame: limits, shape and lengths; an unreadable frame is rejected as a whole, so
// that nothing of it is stored.

import { AppError } from '../../../shared/base/errors.ts';
import {
  MAX_BATCH_BYTES,
  MAX_BATCH_OPS,
  PROTO,
  splitFrame,
  type OpHeader,
  type PushHeader,
} from '../../../shared/exchange/sync.ts';
import { pushHeaderSchema } from '../../../shared/exchange/sync.schema.ts';
import { parseJson } from '../../platform/http/json.ts';

export interface PushedOp {
  h: OpHeader;
  bytes: Uint8Array;
}
export interface Pushed {
  header: PushHeader;
  ops: PushedOp[];
}

/**
 * Largest frame of the transport: one op that is far too large is still stored and parked, not
 * rejected forever (F17).
 */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024;

const object = (v: unknown): Record<string, unknown> =>
  typeof v === 'object' && v !== null ? (v as Record<string, unknown>) : {};

/**
 * Parses a frame.
 * @throws AppError `bad_request` (torn or unreadable), `client_too_old`, `unavailable` (app newer
 * than the server), `too_large` when halving the batch helps
 */
export function readFrame(frame: Uint8Array): Pushed {
  let split: ReturnType<typeof splitFrame>;
  try {
    split = splitFrame(frame);
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
  // As strict as any body: NUL and lone surrogates would fail in the database, after the limits.
  const raw = { header: parseJson(split.head), rest: split.rest };
  const { proto, ops } = object(raw.header);
  if (typeof proto === 'number' && proto < PROTO) throw new AppError('client_too_old');
  // After a rollback of the server: the queue stays on the tablet until the server is updated
  // again.
  if (typeof proto === 'number' && proto > PROTO)
    throw new AppError('unavailable', { retryAfter: 300 });
  if (
    Array.isArray(ops) &&
    ops.length > 1 &&
    (ops.length > MAX_BATCH_OPS || raw.rest.length > MAX_BATCH_BYTES)
  )
    throw new AppError('too_large');
  const parsed = pushHeaderSchema.safeParse(raw.header);
  if (!parsed.success) throw new AppError('bad_request');
  const header = parsed.data as unknown as PushHeader;
  if (header.ops.reduce((sum, h) => sum + h.len, 0) !== raw.rest.length)
    throw new AppError('bad_request');
  if (header.ops.some((h, i) => h.n !== (header.ops[0]?.n ?? 0) + i))
    throw new AppError('bad_request');
  if (new Set(header.ops.map((h) => h.id)).size !== header.ops.length)
    throw new AppError('bad_request');
  let at = 0;
  return {
    header,
    ops: header.ops.map((h) => ({ h, bytes: raw.rest.subarray(at, (at += h.len)) })),
  };
}
