// Point file: a signature's full movement, stored outside the PDF, encrypted to a key whose private
// half is kept offline and used only in a dispute.
import { openSealed } from '../../../shared/exchange/opening.ts';
import { SEALED, sealTo } from '../../../shared/exchange/sealing.ts';
import type { Ink } from '../../../shared/papers/signature.ts';
import { canonicalJson, sha256 } from './canonical.ts';

/**
 * Channels X, Y, T, F as in ISO/IEC 19794-7, one row per point: x and y in 1/8 CSS px from the top
 * left of the pad, t in ms from its opening, f as pressure 0..255.
 */
type PointFileContent = {
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

/** Returns the canonical bytes of the movement. */
export function encodePoints(ink: Ink): Uint8Array {
  const content: PointFileContent = {
    v: 1,
    channels: ['X', 'Y', 'T', 'F'],
    pad: { width: ink.width, height: ink.height },
    clears: ink.clears,
    undos: ink.undos,
    strokes: ink.strokes.map((stroke) => ({
      pointer: stroke.pointerType,
      points: stroke.points.map(
        (point) =>
          [
            Math.round(point.x * 8),
            Math.round(point.y * 8),
            Math.round(point.t),
            Math.round(Math.min(1, Math.max(0, point.p)) * 255),
          ] as const,
      ),
    })),
  };
  return new TextEncoder().encode(canonicalJson(content));
}

const bound = (envelopeId: string, signer: number): string =>
  `points|${SEALED}|${envelopeId}|${signer}`;

export type EscrowedPoints = { readonly bytes: Uint8Array; readonly sha256: string };

/**
 * Encrypts a point file (ECDH-ES P-256, HKDF, AES-256-GCM) and binds it to its envelope and signer.
 * @returns the bytes to store and their hash for the evidence
 */
export async function encryptToEscrow(
  publicKey: CryptoKey,
  points: Uint8Array,
  envelopeId: string,
  signer: number,
): Promise<EscrowedPoints> {
  const bytes = await sealTo(publicKey, points, bound(envelopeId, signer));
  return { bytes, sha256: sha256(bytes) };
}

/**
 * Opens a point file in a dispute. Rejects when a byte, the key, the envelope or the signer
 * differs.
 */
export function openEscrow(
  privateKey: CryptoKey,
  bytes: Uint8Array,
  envelopeId: string,
  signer: number,
): Promise<Uint8Array> {
  return openSealed(privateKey, bytes, bound(envelopeId, signer));
}
