// Judges the signatures of a PDF that are not seals of this practice: intact, by whom, when,
// trusted by which root, and what follows them.
import { X509Certificate, createHash } from 'node:crypto';
import * as pkijs from 'pkijs';
import type { ForeignSignature } from '../../../../shared/papers/seal/foreign-signature.ts';
import { equalBytes, openCms, own } from '../cms.ts';
import { claimedTime } from '../find-signatures.ts';
import type { FoundSignature } from '../find-signatures.ts';
import { laterChanges } from '../later-changes.ts';
import { embeddedData, isPathRevoked } from '../proof/judge-proof.ts';
import type { Embedded } from '../proof/revocation-data.ts';
import { isName, isStream } from '../reader/pdf-objects.ts';
import { openPdf } from '../reader/pdf-reader.ts';
import type { OpenPdf, ReadLimits } from '../reader/pdf-reader.ts';
import {
  fingerprintOf,
  readForeignToken,
  verifyForeignCms,
  type ForeignCms,
} from './foreign-cms.ts';
import { isValidAt, revokedAt, trustPath, type TrustPath } from './trust-path.ts';
import type { Anchor } from './trust-list.ts';

type Judging = {
  readonly anchors: readonly Anchor[];
  /** Roots of trusted time-stamp services (DER). */
  readonly tsaRoots: readonly Uint8Array[];
  /** UTC ms. */
  readonly now: number;
};
type Given = {
  readonly newest: OpenPdf;
  readonly bytes: Uint8Array;
  readonly limits: ReadLimits;
  readonly trust: Judging;
  /** Revocation data of the file. */
  readonly data: Embedded;
};

const BROKEN: ForeignSignature = {
  kind: 'signature',
  state: 'broken',
  after: 'changed',
  isWeak: false,
  signer: null,
  trust: null,
  time: null,
};
/** A signature whose value cannot be read. */
const UNREAD: ForeignSignature = { ...BROKEN, state: 'unknown' };

/** Names are shown to people: no control characters, no directions, limited length. */
const shown = (text: unknown): string =>
  (typeof text === 'string' ? text : '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, 120);

const ATTRIBUTES: Readonly<Record<string, keyof Names>> = {
  '2.5.4.3': 'CN',
  '2.5.4.10': 'O',
  '2.5.4.4': 'SN',
  '2.5.4.42': 'GN',
};
type Names = { CN?: string; O?: string; SN?: string; GN?: string };
function namesIn(name: pkijs.RelativeDistinguishedNames): Names {
  const found: Names = {};
  for (const { type, value } of name.typesAndValues) {
    const key = ATTRIBUTES[type];
    if (key !== undefined) found[key] = shown(value.valueBlock.value);
  }
  return found;
}

function namesOf(certificate: X509Certificate): {
  name: string;
  organisation: string;
  issuer: string;
} {
  const parsed = pkijs.Certificate.fromBER(own(certificate.raw));
  const subject = namesIn(parsed.subject),
    issuer = namesIn(parsed.issuer);
  const person = [subject.GN, subject.SN].filter(Boolean).join(' ');
  return {
    name: (subject.CN ?? person) || (subject.O ?? ''),
    organisation: subject.O ?? '',
    issuer: [issuer.CN, issuer.O].filter(Boolean).join(', '),
  };
}

/** Time stamp anchors: those of the lists, and the roots of the operator's services. */
const timeAnchors = ({ anchors, tsaRoots }: Judging): readonly Anchor[] => [
  ...anchors.filter((one) => one.use === 'time'),
  ...tsaRoots.map((certificate): Anchor => ({
    certificate,
    by: 'root',
    name: '',
    territory: '',
    isQualified: false,
    use: 'time',
    periods: [{ from: 0, until: null }],
  })),
];

/** Returns the time of a fitting token, and whether its service is trusted and was not revoked. */
async function stampedTime(
  token: Uint8Array | undefined,
  stamped: Uint8Array,
  { trust, data }: Given,
): Promise<ForeignSignature['time']> {
  if (token === undefined) return null;
  try {
    const read = readForeignToken(openCms(token).signed, stamped);
    const signer = read?.cms.signer;
    if (read?.fits !== true || signer === undefined) return null;
    const { anchor, path } = trustPath(
      signer,
      read.cms.certificates,
      timeAnchors(trust),
      read.at,
      'time',
    );
    const isProven = anchor !== undefined && !(await isPathRevoked(path, data, read.at));
    return { at: read.at, isProven, service: namesOf(signer).name };
  } catch {
    return null;
  }
}

function afterOf(
  { newest, bytes, limits }: Given,
  { range: [, , to, rest] }: FoundSignature,
): ForeignSignature['after'] {
  const end = to + rest;
  if (end === bytes.length) return 'nothing';
  try {
    const { kinds } = laterChanges(
      openPdf(bytes.subarray(0, end), limits),
      newest,
      bytes.subarray(end),
    );
    return kinds.includes('content') ? 'changed' : 'harmless';
  } catch {
    return 'changed';
  }
}

/** The instant at which a certificate is judged: a proven one, else now, else the claimed one. */
function judgedAt(
  signer: X509Certificate,
  time: ForeignSignature['time'],
  now: number,
): { at: number; validity: NonNullable<ForeignSignature['signer']>['validity'] } {
  if (time?.isProven === true)
    return { at: time.at, validity: isValidAt(signer, time.at) ? 'valid' : 'over' };
  if (isValidAt(signer, now)) return { at: now, validity: 'valid' };
  if (time !== null && isValidAt(signer, time.at)) return { at: time.at, validity: 'claimed' };
  return { at: now, validity: 'over' };
}

async function signerFacts(
  cms: ForeignCms,
  time: ForeignSignature['time'],
  use: Anchor['use'],
  { trust, data }: Given,
): Promise<Pick<ForeignSignature, 'signer' | 'trust'> & { isRevoked: boolean }> {
  const { signer } = cms;
  if (signer === undefined) return { signer: null, trust: null, isRevoked: false };
  const { at, validity } = judgedAt(signer, time, trust.now);
  const anchors = use === 'time' ? timeAnchors(trust) : trust.anchors;
  const { path, anchor }: TrustPath = trustPath(signer, cms.certificates, anchors, at, use);
  const names = namesOf(signer);
  return {
    isRevoked: await isPathRevoked(path, data, at),
    signer: {
      ...names,
      sha256: fingerprintOf(signer),
      notAfter: Date.parse(signer.validTo),
      validity,
      chain: path.length,
      revokedAt: await revokedAt(signer, path[1], data.crls),
    },
    trust:
      anchor === undefined
        ? null
        : {
            by: anchor.by,
            name: shown(anchor.name) || namesOf(new X509Certificate(anchor.certificate)).name,
            territory: anchor.territory,
            isQualified: anchor.isQualified,
          },
  };
}

/** The bytes that the CMS signs: for `adbe.pkcs7.sha1` the embedded digest of the covered ones. */
function signedContent(
  signed: pkijs.SignedData,
  covered: Uint8Array,
  isSha1: boolean,
): Uint8Array | undefined {
  if (!isSha1) return signed.encapContentInfo.eContent === undefined ? covered : undefined;
  const inside = signed.encapContentInfo.eContent?.getValue();
  if (inside === undefined) return undefined;
  const digest = createHash('sha1').update(covered).digest();
  return equalBytes(new Uint8Array(inside), digest) ? new Uint8Array(inside) : undefined;
}

async function judgeStamp(
  given: Given,
  found: FoundSignature,
  covered: Uint8Array,
): Promise<ForeignSignature> {
  const read = readForeignToken(openCms(found.contents.bytes).signed, covered);
  const after = afterOf(given, found);
  if (read === undefined) return { ...UNREAD, kind: 'time_stamp', after };
  // Its own time counts for its certificate: a time stamp proves itself.
  const stated = { at: read.at, isProven: true, service: '' };
  const { isRevoked, ...facts } = await signerFacts(read.cms, stated, 'time', given);
  return {
    kind: 'time_stamp',
    state: read.cms.state === 'intact' && !read.fits ? 'broken' : read.cms.state,
    after,
    isWeak: read.cms.isWeak,
    ...facts,
    time: {
      at: read.at,
      isProven: read.fits && facts.trust !== null && !isRevoked,
      service: facts.signer?.name ?? '',
    },
  };
}

async function judgeForeign(given: Given, found: FoundSignature): Promise<ForeignSignature> {
  const { dict, contents, range } = found;
  const [, from, to, rest] = range;
  const covered = Buffer.concat([
    given.bytes.subarray(0, from),
    given.bytes.subarray(to, to + rest),
  ]);
  const kind = dict.get('SubFilter');
  const isA = (name: string): boolean => !isStream(kind) && isName(kind, name);
  try {
    if (isA('ETSI.RFC3161')) return await judgeStamp(given, found, covered);
    if (!isA('ETSI.CAdES.detached') && !isA('adbe.pkcs7.detached') && !isA('adbe.pkcs7.sha1'))
      return { ...UNREAD, after: afterOf(given, found) };
    const isSha1 = isA('adbe.pkcs7.sha1');
    const { signed } = openCms(contents.bytes);
    const content = signedContent(signed, covered, isSha1);
    const cms = verifyForeignCms(signed, content ?? covered);
    const claimed = cms.claimedAt ?? claimedTime(dict) ?? undefined;
    const time =
      (await stampedTime(cms.token, cms.value, given)) ??
      (claimed === undefined ? null : { at: claimed, isProven: false, service: '' });
    const { isRevoked: _said, ...facts } = await signerFacts(cms, time, 'signature', given);
    return {
      kind: 'signature',
      state: content === undefined ? 'broken' : cms.state,
      after: afterOf(given, found),
      isWeak: cms.isWeak || isSha1,
      ...facts,
      time,
    };
  } catch {
    return BROKEN;
  }
}

/** More than a file has. */
const MOST_SIGNATURES = 20;

/** Judges the signatures of a file, in its order. Never throws for their content. */
export async function judgeForeigners(
  given: Omit<Given, 'data'>,
  found: readonly FoundSignature[],
  { torn, unread }: { torn: number; unread: number },
): Promise<ForeignSignature[]> {
  let data: Embedded = { crls: [], ocsps: [] };
  try {
    data = embeddedData(given.newest);
  } catch {
    // Data that cannot be read revoke nothing.
  }
  const judged: ForeignSignature[] = [];
  for (const one of found.slice(0, MOST_SIGNATURES))
    judged.push(await judgeForeign({ ...given, data }, one));
  const rest = MOST_SIGNATURES - judged.length;
  return [
    ...judged,
    ...Array.from({ length: Math.min(torn, rest) }, () => BROKEN),
    ...Array.from({ length: Math.min(unread, Math.max(rest - torn, 0)) }, () => UNREAD),
  ];
}
