// Point file: the movement of one signature, encrypted to the escrow key of the practice. The server
// writes it; the browser of an owner who holds that key opens it in a dispute.

import type { Ink, InkPoint, PointerKind, Stroke } from '../papers/signature.ts';
import { openSealed } from './opening.ts';
import { SEALED } from './sealing.ts';

/**
 * Channels X, Y, T, F as in ISO/IEC 19794-7, one row per point: x and y in 1/8 CSS px from the top
 * left of the pad, t in ms from its opening, f as pressure 0..255.
 */
export type PointFileContent = {
  readonly v: 1;
  readonly channels: readonly ['X', 'Y', 'T', 'F'];
  readonly pad: { readonly width: number; readonly height: number };
  readonly clears: number;
  readonly undos: number;
  readonly strokes: readonly {
    readonly pointer: string;
    readonly points: readonly (readonly [number, number, number, number])[];
  }[];
};

/** Units of the file per CSS px, and its highest pressure. */
export const PER_PX = 8,
  FULL_PRESSURE = 255;

/** Returns the additional data that binds a point file to its envelope and signer. */
export const pointFileAad = (envelopeId: string, signer: number): string =>
  `points|${SEALED}|${envelopeId}|${signer}`;

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isPoint = (value: unknown): value is [number, number, number, number] =>
  Array.isArray(value) && value.length === 4 && value.every((one) => Number.isInteger(one));
const POINTERS: readonly string[] = ['pen', 'touch', 'mouse'] satisfies PointerKind[];

function strokeOf(value: unknown): Stroke {
  const { pointer, points } = (value ?? {}) as Record<string, unknown>;
  if (typeof pointer !== 'string' || !POINTERS.includes(pointer) || !Array.isArray(points))
    throw new RangeError('no stroke of a point file');
  return {
    pointerType: pointer as PointerKind,
    points: points.map((one: unknown): InkPoint => {
      if (!isPoint(one)) throw new RangeError('no point of a point file');
      const [x, y, t, f] = one;
      return { x: x / PER_PX, y: y / PER_PX, t, p: f / FULL_PRESSURE };
    }),
  };
}

/** Parses a decrypted point file. @throws RangeError or SyntaxError for anything else */
function readPointFile(bytes: Uint8Array): Ink {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const { v, pad, clears, undos, strokes } = (value ?? {}) as Record<string, unknown>;
  const { width, height } = (pad ?? {}) as Record<string, unknown>;
  if (v !== 1 || !isCount(clears) || !isCount(undos) || !Array.isArray(strokes))
    throw new RangeError('no point file of version 1');
  if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0 && height > 0))
    throw new RangeError('a point file without its pad');
  return { width, height, clears, undos, strokes: strokes.map(strokeOf) };
}

/**
 * Opens a point file in a dispute. Rejects when a byte, the key, the envelope or the signer
 * differs.
 */
export async function openPointFile(
  privateKey: CryptoKey,
  bytes: Uint8Array,
  envelopeId: string,
  signer: number,
): Promise<Ink> {
  return readPointFile(await openSealed(privateKey, bytes, pointFileAad(envelopeId, signer)));
}
