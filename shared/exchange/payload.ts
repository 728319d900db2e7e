// Serialization of payloads inside a seal: JSON, with strokes in their compact encoding.

import { decodeStrokes, encodeStrokes, type Ink } from '../papers/signature.ts';
import { fromBase64, toBase64 } from './sealing.ts';

const isInk = (v: unknown): v is Ink =>
  typeof v === 'object' &&
  v !== null &&
  'strokes' in v &&
  Array.isArray(v.strokes) &&
  'clears' in v;

/**
 * Serializes a payload; strokes inside any `Ink` become base64 of their delta encoding
 * (`strokes64`).
 */
export function packPayload(payload: object): Uint8Array {
  const text = JSON.stringify(payload, (_key, v: unknown) => {
    if (!isInk(v)) return v;
    const { strokes, ...rest } = v;
    return { ...rest, strokes64: toBase64(encodeStrokes(strokes)) };
  });
  return new TextEncoder().encode(text);
}

/**
 * Reverses `packPayload`; throws on truncated bytes. The result is untrusted until a schema has
 * parsed it.
 */
export function unpackPayload(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_key, v: unknown) => {
    if (
      typeof v !== 'object' ||
      v === null ||
      !('strokes64' in v) ||
      typeof v.strokes64 !== 'string'
    )
      return v;
    const { strokes64, ...rest } = v;
    return { ...rest, strokes: decodeStrokes(fromBase64(strokes64)) };
  });
}
