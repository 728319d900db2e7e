// Source of a table's bytes: a local file, encrypted parts of an upload, or memory; in a form that
// can be sent to a worker.

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { decryptWith } from '../../../platform/keys/rootkey/root-key.ts';

export type Source =
  | { kind: 'file'; file: string }
  /** Each part in a separate file, encrypted with the key derived for its name. */
  | { kind: 'parts'; key: Uint8Array; parts: readonly { file: string; aad: string }[] }
  | { kind: 'memory'; bytes: Uint8Array; piece: number };
/** Yields the bytes of a file in chunks, from the start on each call. */
export type Bytes = () => AsyncIterable<Uint8Array>;

const PIECE = 262_144;
async function* fromMemory(bytes: Uint8Array, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) {
    await Promise.resolve();
    yield bytes.subarray(at, at + piece);
  }
}
async function* fromParts({
  key,
  parts,
}: Extract<Source, { kind: 'parts' }>): AsyncGenerator<Uint8Array> {
  for (const { file, aad } of parts)
    yield* fromMemory(decryptWith(key, await readFile(file), aad), PIECE);
}
export const bytesOf =
  (source: Source): Bytes =>
  () =>
    source.kind === 'file'
      ? (createReadStream(source.file, { highWaterMark: PIECE }) as AsyncIterable<Uint8Array>)
      : source.kind === 'parts'
        ? fromParts(source)
        : fromMemory(source.bytes, source.piece);
