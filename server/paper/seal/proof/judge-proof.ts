// Judges how long a seal of ours stays proven: time stamp, validation data inside the file, and
// document time stamps, each of which vouches for the one before.
import { X509Certificate } from 'node:crypto';
import type { ArchiveFacts } from '../../../../shared/papers/verify.ts';
import type { ProofLevel } from '../../../../shared/papers/seal/proof-level.ts';
import { isIssuedBy } from '../authority.ts';
import type { FoundSignature } from '../find-signatures.ts';
import { isName, isStream } from '../reader/pdf-objects.ts';
import type { OpenPdf } from '../reader/pdf-reader.ts';
import { isValidAt } from '../foreign/trust-path.ts';
import { isCleared, isRevoked, type Embedded } from './revocation-data.ts';
import { readStamp, type ReadStamp } from './validation-data.ts';

/** More than a file of ours has, even after a hundred years. */
const MOST = 40;

/** Reads the DSS dictionary of a file; unreadable parts are left out. */
export function embeddedData(pdf: OpenPdf): Embedded {
  const dss = pdf.dict(pdf.catalog.get('DSS'));
  const read = (key: string): Uint8Array[] =>
    (pdf.list(dss?.get(key)) ?? []).slice(0, MOST).flatMap((one) => {
      const stream = pdf.resolve(one);
      const data = isStream(stream) ? pdf.data(stream) : undefined;
      return data === undefined ? [] : [data];
    });
  return { crls: read('CRLs'), ocsps: read('OCSPs') };
}

/** Checks whether a signature dictionary is a document time stamp. */
export function isDocumentStamp({ dict }: Pick<FoundSignature, 'dict'>): boolean {
  const kind = dict.get('SubFilter');
  return !isStream(kind) && isName(kind, 'ETSI.RFC3161');
}

type Stamped = ReadStamp & { readonly end: number };

/** Reads the document time stamps of a file, in the order in which they cover it. */
function documentStamps(
  bytes: Uint8Array,
  found: readonly FoundSignature[],
  roots: readonly Uint8Array[],
): (Stamped | undefined)[] {
  return found
    .filter(isDocumentStamp)
    .sort((a, b) => a.range[2] + a.range[3] - (b.range[2] + b.range[3]))
    .slice(-MOST)
    .map(({ range: [, from, to, rest], contents }) => {
      const content = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, to + rest)]);
      const stamp = readStamp(contents.bytes, content, roots);
      return stamp && { ...stamp, end: to + rest };
    });
}

const serviceOf = ({ signer }: ReadStamp): string =>
  (/(?:^|\n)CN=(.*)/.exec(signer.subject)?.[1] ?? '')
    // Node writes a comma of a name as `\,`.
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, 120);

/** Checks whether every certificate below the root of a stamp was not revoked. */
async function isStampCleared({ way, at }: ReadStamp, data: Embedded): Promise<boolean> {
  if (way.anchor === undefined) return false;
  for (const [index, one] of way.path.entries()) {
    const issuer = way.path[index + 1];
    if (issuer !== undefined && !(await isCleared(one, issuer, data, at))) return false;
  }
  return true;
}

/** Checks whether data inside the file revoke a certificate of a token's chain, for its time. */
export async function isStampRevoked(
  pdf: OpenPdf,
  token: { readonly bytes: Uint8Array; readonly over: Uint8Array },
  roots: readonly Uint8Array[],
): Promise<boolean> {
  const stamp = readStamp(token.bytes, token.over, roots);
  if (stamp === undefined) return false;
  return isPathRevoked(stamp.way.path, embeddedData(pdf), stamp.at);
}

/** Checks whether revocation data revoke a certificate of a chain for a signature of `at` (ms). */
export async function isPathRevoked(
  path: readonly X509Certificate[],
  data: Embedded,
  at: number,
): Promise<boolean> {
  for (const [index, one] of path.entries()) {
    const issuer = path[index + 1];
    if (issuer !== undefined && (await isRevoked(one, issuer, data, at))) return true;
  }
  return false;
}

export type Judged = {
  readonly level: ProofLevel;
  readonly archive: ArchiveFacts | null;
};

/**
 * Judges the proof of an intact seal of ours.
 * @param given.token the token of the seal, and the signature value that it stamps; `undefined`
 *   without a token of a trusted service over this seal
 * @param given.now instant of the check, UTC ms
 */
export async function judgeProof(given: {
  readonly pdf: OpenPdf;
  readonly bytes: Uint8Array;
  readonly certificate: Uint8Array;
  readonly token: { readonly bytes: Uint8Array; readonly over: Uint8Array } | undefined;
  readonly found: readonly FoundSignature[];
  readonly authorities: readonly Uint8Array[];
  readonly tsaRoots: readonly Uint8Array[];
  readonly now: number;
}): Promise<Judged> {
  const { pdf, bytes, certificate, token, found, authorities, tsaRoots, now } = given;
  const stamps = documentStamps(bytes, found, tsaRoots);
  const newest = stamps.at(-1);
  const whole = stamps.filter((one): one is Stamped => one?.fits === true);
  const archive: ArchiveFacts | null =
    stamps.length === 0
      ? null
      : {
          isIntact: whole.length === stamps.length && newest?.end === bytes.length,
          stamps: whole.map((one) => ({
            at: one.at,
            service: serviceOf(one),
            isTrusted: one.way.anchor !== undefined,
          })),
          until: newest === undefined ? null : Date.parse(newest.signer.validTo),
        };
  const first = token === undefined ? undefined : readStamp(token.bytes, token.over, tsaRoots);
  if (first?.fits !== true || first.way.anchor === undefined) return { level: 'B-B', archive };
  const data = embeddedData(pdf);
  const issuer = authorities.find((root) => isIssuedBy(certificate, root));
  const isSealCleared =
    issuer !== undefined &&
    (await isCleared(
      new X509Certificate(certificate),
      new X509Certificate(issuer),
      data,
      first.at,
    ));
  if (!isSealCleared || !(await isStampCleared(first, data))) return { level: 'B-T', archive };
  const line: ReadStamp[] = [first, ...whole];
  // Each stamp was made while the one before could still be verified, the newest still can be.
  const isUnbroken = line.every((one, index) => {
    const next = line[index + 1]?.at ?? now;
    return one.way.anchor !== undefined && one.at <= next && isValidAt(one.signer, next);
  });
  const isKept = archive?.isIntact === true && isUnbroken;
  return { level: isKept ? 'B-LTA' : 'B-LT', archive };
}
