// Verifies any PDF: sealed by this practice, unchanged, signed as shown, later additions, active
// content.
import type { Evidence } from './evidence-file.ts';
import { isProof } from '../../../shared/papers/verify.ts';
import type { RetireReason } from '../../../shared/papers/seal/retired-seal.ts';
import type {
  LaterChanges,
  SealFacts,
  TimestampFacts,
  VerifyReport,
  Verdict,
} from '../../../shared/papers/verify.ts';
import { activeContent } from './active-content.ts';
import { certificateFacts } from './authority.ts';
import { canonicalJson, sha256 } from './canonical.ts';
import {
  carriesOnlyToken,
  certificateBytes,
  digest,
  encodeCms,
  equalBytes,
  isTrusted,
  openCms,
  tokenOf,
  verifyCms,
} from './cms.ts';
import type { CmsVerdict } from './cms.ts';
import { isEvidence } from './evidence.ts';
import { claimedTime, findSignatures } from './find-signatures.ts';
import type { FoundSignature } from './find-signatures.ts';
import { laterChanges } from './later-changes.ts';
import { ReadError, isStream, isText } from './reader/pdf-objects.ts';
import { READ_LIMITS, openPdf } from './reader/pdf-reader.ts';
import type { OpenPdf, ReadLimits } from './reader/pdf-reader.ts';
import { judgeForeigners } from './foreign/foreign-signatures.ts';
import type { Anchor } from './foreign/trust-list.ts';
import { weighStreams } from './weigh-streams.ts';
import { readToken } from './tsa.ts';

export type RetiredKey = {
  readonly certificateSha256: string;
  /** UTC ms. */
  readonly from: number;
  readonly reason: RetireReason;
};
export type Trust = {
  /** Roots of the practice (DER), old ones included. */
  readonly authorities: readonly Uint8Array[];
  /** Roots of time-stamp services the practice uses. */
  readonly tsaRoots: readonly Uint8Array[];
  /** Certificates that the operator trusts for signatures of others. */
  readonly anchors?: readonly Anchor[];
  /** Retired seal keys of the practice. */
  readonly retired?: readonly RetiredKey[];
  /** Instant at which certificates of others are judged, UTC ms; now when absent. */
  readonly now?: number;
};

function attachment(pdf: OpenPdf, wanted: string): Uint8Array | undefined {
  for (const item of (pdf.list(pdf.catalog.get('AF')) ?? []).slice(0, 50)) {
    const spec = pdf.dict(item);
    const file = spec === undefined ? undefined : pdf.resolve(spec.get('UF') ?? spec.get('F'));
    const stream = pdf.resolve(pdf.dict(spec?.get('EF'))?.get('F'));
    if (
      !isStream(file) &&
      isText(file) &&
      Buffer.from(file.bytes).toString('latin1') === wanted &&
      isStream(stream)
    )
      return pdf.data(stream);
  }
  return undefined;
}

function readEvidence(pdf: OpenPdf): Evidence | undefined {
  try {
    const parsed: unknown = JSON.parse(
      Buffer.from(attachment(pdf, 'evidence.json') ?? '').toString('utf8'),
    );
    return isEvidence(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof ReadError && error.reason === 'too_large') throw error;
    return undefined;
  }
}

/** More than a patient reads. */
const MOST_LANGUAGES = 20;

function shownEqualsSigned(
  bytes: Uint8Array,
  evidence: Evidence,
  limits: ReadLimits,
): NonNullable<(VerifyReport & { isReadable: true })['shown']> {
  const { presentedBytes, presentedPdfSha256, dataSha256, printed } = evidence.document;
  const first = printed ?? { bytes: presentedBytes, sha256: presentedPdfSha256 };
  const base = bytes.subarray(0, first.bytes);
  const isSame = first.bytes > 0 && first.bytes < bytes.length && sha256(base) === first.sha256;
  let isDataSame = false;
  try {
    const data = isSame ? attachment(openPdf(base, limits), 'data.json') : undefined;
    isDataSame = data !== undefined && sha256(data) === dataSha256;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return {
    isSame,
    presentedPdfSha256,
    isDataSame,
    ...(printed && { printedIn: printed.languages.slice(0, MOST_LANGUAGES) }),
  };
}

/** States whether a seal's key was retired, and whether the seal is older than its loss. */
function retirementOf(
  certificateSha256: string,
  { retired = [] }: Trust,
  sealedAt: number | null,
  timestamp: TimestampFacts | null,
): SealFacts['retired'] {
  const key = retired.find((one) => one.certificateSha256 === certificateSha256);
  if (key === undefined) return null;
  const { from, reason } = key;
  if (isProof(timestamp)) return { from, reason, made: timestamp.at < from ? 'proven' : 'after' };
  return { from, reason, made: sealedAt !== null && sealedAt < from ? 'claimed' : 'after' };
}

type Judged = {
  readonly found: FoundSignature;
  readonly facts: SealFacts;
  readonly timestamp: TimestampFacts | null;
};

async function readStamp(
  token: Uint8Array,
  signature: Uint8Array,
  trust: Trust,
): Promise<TimestampFacts> {
  const stamp = await readToken(token, digest(signature), trust.tsaRoots);
  if (stamp === undefined) return { at: 0, service: '', isIntact: false, isTrusted: false };
  return {
    at: stamp.at,
    service: stamp.service,
    isIntact: stamp.isIntact,
    isTrusted: stamp.isTrusted,
  };
}

/**
 * Checks that a seal's gap contains exactly the content of our seals: their certificate, our roots,
 * one token, then zeros.
 */
function isPlain(
  bytes: Uint8Array,
  { range, contents }: FoundSignature,
  opened: ReturnType<typeof openCms>,
  verdict: CmsVerdict,
  known: readonly Uint8Array[],
): boolean {
  // Readers accept many encodings of one signature; ours has one.
  const isDer = equalBytes(encodeCms(opened.signed), contents.bytes.subarray(0, opened.length));
  if (!isDer || !carriesOnlyToken(opened.signed)) return false;
  const hole = bytes.subarray(range[1] + 1, range[2] - 1);
  const isOursAlone = verdict.certificates.every((one) =>
    known.some((ours) => equalBytes(ours, certificateBytes(one))),
  );
  return (
    isOursAlone &&
    equalBytes(hole, Buffer.from(Buffer.from(contents.bytes).toString('hex'), 'latin1'))
  );
}

/**
 * Checks whether an unreadable signature value contains one of our roots, as each of our seals
 * does.
 */
const namesUs = (value: Uint8Array, trust: Trust): boolean =>
  trust.authorities.some((root) =>
    Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(Buffer.from(root)),
  );

async function judge(bytes: Uint8Array, found: FoundSignature, trust: Trust): Promise<Judged> {
  const [, from, to, rest] = found.range;
  const sealedAt = claimedTime(found.dict);
  const base = {
    coversAll: to + rest === bytes.length,
    sealedAt,
    level: 'B-B' as const,
    retired: null,
  };
  const isNamed = namesUs(found.contents.bytes, trust);
  const nothing = {
    found,
    timestamp: null,
    facts: { ...base, isOurs: isNamed, isIntact: false, certificate: null },
  };
  try {
    const opened = openCms(found.contents.bytes);
    const { signed } = opened;
    const content = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, to + rest)]);
    const verdict = await verifyCms(signed, content);
    const token = tokenOf(signed);
    const timestamp = token === undefined ? null : await readStamp(token, verdict.signature, trust);
    if (verdict.signer === undefined) return { ...nothing, timestamp };
    const at = isProof(timestamp) ? timestamp.at : sealedAt;
    const certificate = certificateBytes(verdict.signer);
    const isValid =
      at !== null && (await isTrusted(verdict.signer, verdict.certificates, trust.authorities, at));
    // A broken seal proves no time, so its certificate need not be valid at any.
    const isOurs = isValid || (isNamed && !verdict.isIntact);
    const isClean = isPlain(bytes, found, opened, verdict, [certificate, ...trust.authorities]);
    const isIntact = verdict.isIntact && (isClean || !isOurs);
    const level = isProof(timestamp) ? ('B-T' as const) : ('B-B' as const);
    const {
      subject,
      organisation,
      serialNumber,
      sha256: hash,
      notAfter,
    } = certificateFacts(certificate);
    const facts = {
      ...base,
      level,
      isOurs,
      isIntact,
      retired: retirementOf(hash, trust, sealedAt, timestamp),
      certificate: { subject, organisation, serialNumber, sha256: hash, notAfter },
    };
    return { found, timestamp, facts };
  } catch {
    return nothing;
  }
}

type Shown = { readonly isSame: boolean; readonly isDataSame: boolean };

function verdictOf(
  judged: Judged | undefined,
  shown: Shown | null,
  later: LaterChanges | null,
): Verdict | undefined {
  if (judged === undefined || !judged.facts.isOurs) return undefined;
  if (!judged.facts.isIntact || shown === null || !shown.isSame || !shown.isDataSame)
    return 'changed';
  if (later?.kinds.includes('content') === true) return 'changed';
  const { retired } = judged.facts;
  if (retired !== null && retired.made !== 'proven') return 'retired_key';
  return later === null ? 'unchanged' : 'extended';
}

function hasSealMarker(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    '/ETSI.CAdES.detached',
  );
}

/** Our seal with only its value left: another program rewrote the file around it. */
const TORN: SealFacts = {
  isOurs: true,
  isIntact: false,
  coversAll: false,
  level: 'B-B',
  sealedAt: null,
  certificate: null,
  retired: null,
};

const factsOf = ({ document, envelope, signers, times }: Evidence) => ({
  title: document.title,
  template: document.template,
  envelopeId: envelope.id,
  taskId: envelope.taskId,
  signers: signers.map(({ role, name }) => ({ role, name })),
  signedAt: times.signedAt,
});

async function report(
  bytes: Uint8Array,
  trust: Trust,
  limits: ReadLimits,
  isKept: boolean,
): Promise<VerifyReport> {
  const newest = openPdf(bytes, limits);
  const pages = newest.pages();
  if (isKept) weighStreams(newest);
  const { usable, torn, unread, all } = findSignatures(newest, bytes);
  const judged = await Promise.all(usable.slice(0, 10).map((found) => judge(bytes, found, trust)));
  const best =
    judged.find((one) => one.facts.isOurs && one.facts.isIntact) ??
    judged.find((one) => one.facts.isOurs) ??
    judged[0];
  // Content not covered by an intact seal is not a fact.
  const whole = best?.facts.isOurs === true && best.facts.isIntact ? best : undefined;
  const end = whole === undefined ? 0 : whole.found.range[2] + whole.found.range[3];
  const signed =
    whole === undefined || whole.facts.coversAll ? newest : openPdf(bytes.subarray(0, end), limits);
  const later =
    whole === undefined || whole.facts.coversAll
      ? null
      : laterChanges(signed, newest, bytes.subarray(end));
  const evidence = whole === undefined ? undefined : readEvidence(signed);
  const shown = evidence === undefined ? null : shownEqualsSigned(bytes, evidence, limits);
  const isTorn = best?.facts.isOurs !== true && torn.some((value) => namesUs(value, trust));
  // A seal that the form does not reference any more was tampered with, even if its owner is
  // unknown.
  const unknown =
    all > 0 || hasSealMarker(bytes) ? ('foreign_seal' as const) : ('unsigned' as const);
  const verdict = isTorn ? 'changed' : (verdictOf(best, shown, later) ?? unknown);
  const others = judged.filter((one) => !one.facts.isOurs).map((one) => one.found);
  const foreign = await judgeForeigners(
    {
      newest,
      bytes,
      limits,
      trust: {
        anchors: trust.anchors ?? [],
        tsaRoots: trust.tsaRoots,
        now: trust.now ?? Date.now(),
      },
    },
    others,
    { torn: torn.filter((value) => !namesUs(value, trust)).length, unread },
  );
  return {
    isReadable: true,
    verdict,
    pages,
    sha256: sha256(bytes),
    seal: isTorn ? TORN : (best?.facts ?? null),
    shown,
    timestamp: isTorn ? null : (best?.timestamp ?? null),
    later,
    facts: evidence === undefined ? null : factsOf(evidence),
    active: activeContent(newest, isKept && verdict !== 'unchanged'),
    foreign,
  };
}

/**
 * Verifies foreign bytes. Never throws for their content: unreadable files are an answer with a
 * reason.
 * @param isKept for a file that will be stored and opened by other readers: its streams are
 * weighed, and nothing counts as ours without our seal
 */
export async function verifyPdf(
  bytes: Uint8Array,
  trust: Trust,
  limits: ReadLimits = READ_LIMITS,
  isKept = false,
): Promise<VerifyReport> {
  try {
    return await report(bytes, trust, limits, isKept);
  } catch (error) {
    // Deep nesting inside a certificate ends in a RangeError of the parser.
    const reason =
      error instanceof ReadError
        ? error.reason
        : error instanceof RangeError
          ? 'broken'
          : undefined;
    if (reason === undefined) throw error;
    return { isReadable: false, reason, hadSeal: hasSealMarker(bytes) };
  }
}

export type SelfCheck = {
  /** Roots of the practice (DER), old ones included. */
  readonly authorities: readonly Uint8Array[];
  readonly evidence: Evidence;
  readonly pages: number;
  readonly level: 'B-B' | 'B-T';
};

/** Verifies a freshly sealed file before it is stored; returns the first fault, or `undefined`. */
export async function selfCheck(
  bytes: Uint8Array,
  expected: SelfCheck,
): Promise<string | undefined> {
  const found = await verifyPdf(bytes, { authorities: expected.authorities, tsaRoots: [] });
  if (!found.isReadable) return `unreadable: ${found.reason}`;
  if (found.verdict !== 'unchanged') return `verdict: ${found.verdict}`;
  if (found.pages !== expected.pages) return `pages: ${found.pages}`;
  // Which time-stamp service to trust is the reader's decision; the token must exist and match.
  const level = found.timestamp?.isIntact === true ? 'B-T' : 'B-B';
  if (level !== expected.level) return `level: ${level}`;
  if (found.active.length > 0)
    return `active content: ${found.active.map((one) => one.kind).join(', ')}`;
  const inside = readEvidence(openPdf(bytes));
  if (inside === undefined || canonicalJson(inside) !== canonicalJson(expected.evidence))
    return 'evidence differs';
  return undefined;
}
