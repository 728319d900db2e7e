// Raises the proof of a sealed file as far as the time-stamp service allows: token, validation
// data, document time stamp.
import type { ProofLevel } from '../../../../shared/papers/seal/proof-level.ts';
import { certificateBytes, openCms, tokenOf, OID } from '../cms.ts';
import { readTokenSigner } from '../foreign/token-signer.ts';
import { SealError } from '../prepare-seal.ts';
import { signPrepared, type Sealed, type SealKey } from '../seal-pdf.ts';
import type { Sealer } from '../sealer.ts';
import { locateSignature } from '../signature-slot.ts';
import { TsaError, type Tsa } from '../tsa.ts';
import { stampPrepared } from './archive-stamp.ts';
import type { RevocationSource } from '../revocation-list.ts';
import { stampData } from './validation-data.ts';

/** The time-stamp service of an installation. */
export interface TimeService {
  readonly tsa: Tsa;
  /** Roots that the operator trusts (DER). */
  readonly roots: readonly Uint8Array[];
  /** Revocation data of its certificates; nothing is fetched without it. */
  readonly revocation: RevocationSource | undefined;
}

/** A file with its level as written, and the end of its newest document time stamp (ms). */
export interface Raised {
  readonly bytes: Uint8Array;
  readonly level: ProofLevel;
  readonly until: number | null;
  /** Algorithms of that stamp, as in `rsa2048/sha256`; null without one, or for unknown ones. */
  readonly scheme: string | null;
}

/** The newest signature of one of our files; `undefined` in a file without one. */
export function newestSignature(
  bytes: Uint8Array,
): { readonly token: Uint8Array | undefined; readonly signer: Uint8Array | undefined } | undefined {
  const slot = locateSignature(bytes, 0);
  if (slot === undefined) return undefined;
  const hex = Buffer.from(bytes.subarray(slot.from + 1, slot.to - 1)).toString('latin1');
  const value = Buffer.from(hex, 'hex');
  const { signed, length } = openCms(value);
  const isStamp = signed.encapContentInfo.eContentType === OID.tstInfo;
  const [signer] = signed.certificates ?? [];
  return {
    token: isStamp ? new Uint8Array(value.subarray(0, length)) : tokenOf(signed),
    // Our seals name their signer first.
    signer: isStamp || !isCertificate(signer) ? undefined : certificateBytes(signer),
  };
}

type Listed = NonNullable<ReturnType<typeof openCms>['signed']['certificates']>[number];
const isCertificate = (one: Listed | undefined): one is Parameters<typeof certificateBytes>[0] =>
  one !== undefined && 'subjectPublicKeyInfo' in one;

/**
 * Returns the end of the certificate that signed a token (ms), and the algorithms of its signature.
 * @throws TsaError tsa_wrong
 */
export function readTokenEnd(token: Uint8Array): { until: number; scheme: string | null } {
  const read = readTokenSigner(token);
  if (read === undefined) throw new TsaError('tsa_wrong', 'a token names no signer');
  return { until: Date.parse(read.signer.validTo), scheme: read.scheme ?? null };
}

/**
 * Adds validation data and a document time stamp to a file with a time stamp.
 * @param own certificates and revocation lists of the practice (DER)
 * @param known the newest token of the file, where the caller has it
 * @throws TsaError, SealError
 */
export async function raiseProof(
  sealer: Pick<Sealer, 'prepareStamp'>,
  { tsa, roots, revocation }: TimeService,
  bytes: Uint8Array,
  own: { readonly chain: readonly Uint8Array[]; readonly crls: readonly Uint8Array[] },
  known?: Uint8Array,
): Promise<Raised> {
  const token = known ?? newestSignature(bytes)?.token;
  if (token === undefined) throw new SealError('not_sealed', 'no time stamp found');
  const { certificates, crls, ocsps, isComplete } = await stampData(token, roots, revocation);
  const prepared = await sealer.prepareStamp(bytes, {
    certificates: [...own.chain, ...certificates],
    crls: [...own.crls, ...crls],
    ocsps,
  });
  const raised = await stampPrepared(prepared, bytes, tsa);
  return {
    bytes: raised.bytes,
    level: isComplete ? 'B-LTA' : 'B-T',
    ...readTokenEnd(raised.token),
  };
}

/**
 * Signs a prepared seal and raises its proof as far as it goes now. An unreachable service ends in
 * a lower level, never in an exception.
 * @param sealing.crls revocation lists of the practice (DER)
 * @throws SealError
 */
export async function sealWithProof(
  sealer: Pick<Sealer, 'prepareStamp'>,
  service: TimeService | undefined,
  prepared: Uint8Array,
  base: Uint8Array,
  { crls, ...key }: Omit<SealKey, 'tsa'> & { readonly crls: readonly Uint8Array[] },
): Promise<Raised & { readonly sealed: Sealed; readonly isPending: boolean }> {
  let token: Uint8Array | undefined;
  const tsa = service && (async (bytes: Uint8Array) => (token = await service.tsa(bytes)));
  const sealed = await signPrepared(prepared, base, { ...key, ...(tsa && { tsa }) });
  const plain = { bytes: sealed.bytes, level: sealed.level, until: null, scheme: null, sealed };
  if (service === undefined) return { ...plain, isPending: false };
  if (sealed.level === 'B-B') return { ...plain, isPending: true };
  try {
    const own = { chain: key.chain, crls };
    const raised = await raiseProof(sealer, service, sealed.bytes, own, token);
    return { ...raised, sealed, isPending: false };
  } catch (error) {
    if (!(error instanceof TsaError)) throw error;
    return { ...plain, isPending: true };
  }
}
