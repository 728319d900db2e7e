// Reads a request body up to a limit, with or without an announced length; from Node's own message
// if available, because a web stream costs more than most pushes.

import type { Readable } from 'node:stream';
import { AppError } from '../../../shared/base/errors.ts';
import { ROOM_BYTES } from './lend.ts';

/**
 * Reads all bytes of the body; 413 as soon as more than `limit` are certain.
 * @param into target if the length matches exactly, or up to seven bytes after its start if it has
 * room
 */
export async function readBytes(
  request: Request,
  limit: number,
  incoming?: Readable,
  into?: Uint8Array,
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('too_large');
  if (incoming && !incoming.readableDidRead)
    return into && into.length <= limit ? readInto(incoming, into) : readIncoming(incoming, limit);
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) {
        void reader.cancel();
        throw new AppError('too_large');
      }
      parts.push(value);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad_request', { cause: error });
  }
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  // Not cleared first, because every byte is written.
  const out = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** The same from Node's message; the server's own cleanup drains the rest after a refusal. */
function readIncoming(incoming: Readable, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    const leave = (): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onTorn).off('close', onTorn);
    };
    const onData = (part: Uint8Array): void => {
      size += part.length;
      if (size > limit) {
        leave();
        reject(new AppError('too_large'));
        return;
      }
      parts.push(part);
    };
    const onEnd = (): void => {
      leave();
      resolve(joined(parts, size));
    };
    const onTorn = (cause?: unknown): void => {
      leave();
      reject(new AppError('bad_request', { cause }));
    };
    if (incoming.destroyed) {
      onTorn();
      return;
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onTorn).on('close', onTorn);
  });
}

/**
 * Returns the start offset at which the first chunk of a body ends on a word boundary: V8 copies
 * the following chunks into shared memory word by word if aligned, otherwise byte by byte.
 */
function fitted(into: Uint8Array, first: number): Uint8Array {
  const shift = -first & (ROOM_BYTES - 1);
  return into.byteOffset + into.length + shift <= into.buffer.byteLength
    ? new Uint8Array(into.buffer, into.byteOffset + shift, into.length)
    : into;
}

/** The same into existing memory; a body that deviates from its announced length counts as torn. */
function readInto(incoming: Readable, place: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let at = 0,
      into = place;
    const leave = (): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onTorn).off('close', onTorn);
    };
    const onTorn = (cause?: unknown): void => {
      leave();
      reject(new AppError('bad_request', { cause }));
    };
    const onData = (part: Uint8Array): void => {
      if (at + part.length > into.length) {
        onTorn();
        return;
      }
      if (at === 0) into = fitted(place, part.length);
      into.set(part, at);
      at += part.length;
      letGo(part);
    };
    const onEnd = (): void => {
      if (at < into.length) {
        onTorn();
        return;
      }
      leave();
      resolve(into);
    };
    if (incoming.destroyed) {
      onTorn();
      return;
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onTorn).on('close', onTorn);
  });
}

const NOWHERE = new MessageChannel().port1;
NOWHERE.close();

/**
 * Frees a copied chunk at once, not with the next collection: the next chunk then uses the same
 * warm memory, and no garbage collection is triggered. A buffer transferred to a closed port is
 * discarded (HTML, message ports). Not if other chunks share the same memory.
 */
function letGo(part: Uint8Array): void {
  if (part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength)
    NOWHERE.postMessage(null, [part.buffer]);
}
