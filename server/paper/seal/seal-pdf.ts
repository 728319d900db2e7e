// Seals a document: one incremental update with the handwriting, the evidence and a PAdES signature
// by the practice; the presented bytes stay an unchanged prefix.
import { sha256 } from './canonical.ts';
import { openCms, withToken } from './cms.ts';
import { signCms } from './sign/sign-cms.ts';
import { covered, locateSignature, writeContents, writeRange } from './signature-slot.ts';
import { TsaError } from './tsa.ts';
import type { Tsa } from './tsa.ts';
import { type SealDraft, SealError, prepareSeal } from './prepare-seal.ts';

/**
 * The sealing identity: the practice's key, its seal certificate, then its authority (DER), and a
 * time-stamp service if there is one.
 */
export type SealKey = {
  readonly key: CryptoKey;
  readonly chain: readonly Uint8Array[];
  readonly tsa?: Tsa;
};
export type SealInput = SealDraft & SealKey;

export type Sealed = {
  readonly bytes: Uint8Array;
  readonly level: 'B-B' | 'B-T';
  readonly finalSha256: string;
  readonly tsaError: TsaError | undefined;
};

/**
 * Seals a base PDF (one of ours, unsigned). A failing time-stamp service results in B-B and
 * `tsaError`, never an exception.
 * @throws SealError
 */
export async function sealPdf({ key, chain, tsa, ...draft }: SealInput): Promise<Sealed> {
  return signPrepared(await prepareSeal(draft), draft.base, {
    key,
    chain,
    ...(tsa !== undefined && { tsa }),
  });
}

/**
 * Signs the result of `prepareSeal`, which may come from another process.
 * @throws SealError
 */
export async function signPrepared(
  prepared: Uint8Array,
  base: Uint8Array,
  { key, chain, tsa }: SealKey,
): Promise<Sealed> {
  const bytes = Uint8Array.from(prepared);
  const isPrefix = Buffer.compare(bytes.subarray(0, base.length), base) === 0;
  const slot = locateSignature(bytes, base.length);
  if (!isPrefix || slot === undefined)
    throw new SealError('base_unusable', 'the update did not keep the base');
  writeRange(bytes, slot);
  const signed = await signCms({ key, chain, content: covered(bytes, slot) });
  writeContents(bytes, slot, signed.encoded());
  if (tsa === undefined)
    return { bytes, level: 'B-B', finalSha256: sha256(bytes), tsaError: undefined };
  try {
    const token = await tsa(signed.signature),
      stamped = Uint8Array.from(bytes);
    writeContents(stamped, slot, signed.encoded(token));
    return { bytes: stamped, level: 'B-T', finalSha256: sha256(stamped), tsaError: undefined };
  } catch (error) {
    if (!(error instanceof TsaError)) throw error;
    return { bytes, level: 'B-B', finalSha256: sha256(bytes), tsaError: error };
  }
}

/**
 * Adds the time stamp to a sealed file in place: same length, nothing signed changes.
 * @throws TsaError, SealError
 */
export async function upgradeToBT(bytes: Uint8Array, tsa: Tsa): Promise<Uint8Array> {
  const slot = locateSignature(bytes, 0);
  if (slot === undefined) throw new SealError('not_sealed', 'no signature found');
  const hex = Buffer.from(bytes.subarray(slot.from + 1, slot.to - 1)).toString('latin1');
  const { signed } = openCms(Buffer.from(hex, 'hex')),
    value = signed.signerInfos[0]?.signature.valueBlock.valueHexView;
  if (value === undefined) throw new SealError('not_sealed', 'no signature value');
  const token = await tsa(new Uint8Array(value));
  const out = Uint8Array.from(bytes);
  writeContents(out, slot, withToken(signed, token));
  return out;
}
