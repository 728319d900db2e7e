// Opens the point files of a paper's signers in this browser and compares them with the sealed
// evidence.

import { openPointFile } from '../../../../shared/exchange/point-file.ts';
import { fromBase64, sha256Hex } from '../../../../shared/exchange/sealing.ts';
import type {
  Handwriting,
  HandwritingSigner,
  HandwritingState,
} from '../../../../shared/papers/evidence/handwriting.schema.ts';
import type { Ink } from '../../../../shared/papers/signature.ts';

/** `isAsSealed`: as many strokes and points as the sealed evidence says. */
export type OpenedSigner = HandwritingSigner &
  (
    | { readonly opened: Ink; readonly isAsSealed: boolean; readonly why?: undefined }
    | { readonly opened: null; readonly why: Exclude<HandwritingState, 'stored'> }
  );

/** Checks that the points are as many as the sealed evidence says. */
function isAsSealed({ ink }: HandwritingSigner, { strokes }: Ink): boolean {
  const points = strokes.reduce((sum, one) => sum + one.points.length, 0);
  return ink !== null && ink.strokes === strokes.length && ink.points === points;
}

async function opened(
  key: CryptoKey,
  envelopeId: string,
  signer: HandwritingSigner,
): Promise<OpenedSigner> {
  const { state, sealed, sha256 } = signer;
  if (state !== 'stored') return { ...signer, opened: null, why: state };
  try {
    const bytes = fromBase64(sealed ?? '');
    if ((await sha256Hex(bytes)) !== sha256) return { ...signer, opened: null, why: 'damaged' };
    const ink = await openPointFile(key, bytes, envelopeId, signer.index);
    return { ...signer, opened: ink, isAsSealed: isAsSealed(signer, ink) };
  } catch {
    return { ...signer, opened: null, why: 'damaged' };
  }
}

/** Opens all signatures of a paper with the escrow key; nothing leaves the browser. */
export const openSignatures = (
  key: CryptoKey,
  { envelopeId, signers }: Handwriting,
): Promise<OpenedSigner[]> => Promise.all(signers.map((one) => opened(key, envelopeId, one)));
