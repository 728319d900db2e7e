// Point file: a signature's full movement, stored outside the PDF, encrypted to a key whose private
// half is kept offline and used only in a dispute.
import {
  FULL_PRESSURE,
  PER_PX,
  pointFileAad,
  type PointFileContent,
} from '../../../shared/exchange/point-file.ts';
import { sealTo } from '../../../shared/exchange/sealing.ts';
import type { Ink } from '../../../shared/papers/signature.ts';
import { canonicalJson, sha256 } from './canonical.ts';

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
            Math.round(point.x * PER_PX),
            Math.round(point.y * PER_PX),
            Math.round(point.t),
            Math.round(Math.min(1, Math.max(0, point.p)) * FULL_PRESSURE),
          ] as const,
      ),
    })),
  };
  return new TextEncoder().encode(canonicalJson(content));
}

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
  const bytes = await sealTo(publicKey, points, pointFileAad(envelopeId, signer));
  return { bytes, sha256: sha256(bytes) };
}
