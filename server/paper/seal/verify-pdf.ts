// Verifies any PDF: sealed by this practice, unchanged, signed as shown, later additions, active
// content.
import type { Evidence } from './evidence-file.ts';
import { isProof } from '../../../shared/papers/verify.ts';
import type {
  ArchiveFacts,
  LaterChanges,
  SealFacts,
  VerifyReport,
  Verdict,
} from '../../../shared/papers/verify.ts';
import { activeContent } from './active-content.ts';
import { canonicalJson, sha256 } from './canonical.ts';
import { isEvidence } from './evidence.ts';
import { findSignatures } from './find-signatures.ts';
import type { FoundSignature } from './find-signatures.ts';
import { judgeSeal, namesUs } from './judge-seal.ts';
import type { Judged, Trust } from './judge-seal.ts';
import { isDocumentStamp, judgeProof } from './proof/judge-proof.ts';
import { laterChanges } from './later-changes.ts';
import { ReadError, isStream, isText } from './reader/pdf-objects.ts';
import { READ_LIMITS, openPdf } from './reader/pdf-reader.ts';
import type { OpenPdf, ReadLimits } from './reader/pdf-reader.ts';
import { judgeForeigners } from './foreign/foreign-signatures.ts';
import { weighStreams } from './weigh-streams.ts';

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

type Shown = { readonly isSame: boolean; readonly isDataSame: boolean };

function verdictOf(
  judged: Judged | undefined,
  shown: Shown | null,
  later: LaterChanges | null,
  archive: ArchiveFacts | null,
): Verdict | undefined {
  if (judged === undefined || !judged.facts.isOurs) return undefined;
  if (!judged.facts.isIntact || shown === null || !shown.isSame || !shown.isDataSame)
    return 'changed';
  if (later?.kinds.includes('content') === true) return 'changed';
  const { retired } = judged.facts;
  if (retired !== null && retired.made !== 'proven') return 'retired_key';
  // Stamps that fit and cover the whole file: nothing else was added since.
  return later === null || archive?.isIntact === true ? 'unchanged' : 'extended';
}

/** More than a file has. */
const MOST_JUDGED = 10;

/**
 * Judges the signatures that name this practice, then those of others, up to a limit: foreign ones
 * ahead in the form must not hide a seal of ours.
 * @returns the judged ones in the order of the form, and those that were left out
 */
async function judgeFirst(
  pdf: OpenPdf,
  bytes: Uint8Array,
  usable: readonly FoundSignature[],
  trust: Trust,
): Promise<{ judged: Judged[]; rest: readonly FoundSignature[] }> {
  const named = usable.filter((one) => namesUs(one.contents.bytes, trust));
  const chosen = new Set(
    [...named, ...usable.filter((one) => !named.includes(one))].slice(0, MOST_JUDGED),
  );
  const judged = await Promise.all(
    usable.filter((one) => chosen.has(one)).map((found) => judgeSeal(pdf, bytes, found, trust)),
  );
  return { judged, rest: usable.filter((one) => !chosen.has(one)) };
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
  const { usable, torn, unread, all, unseen } = findSignatures(newest, bytes);
  const { judged, rest } = await judgeFirst(newest, bytes, usable, trust);
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
  const now = trust.now ?? Date.now();
  const proof =
    whole?.certificate === undefined
      ? undefined
      : await judgeProof({
          pdf: newest,
          bytes,
          certificate: whole.certificate,
          token: isProof(whole.timestamp) ? whole.token : undefined,
          found: usable,
          authorities: trust.authorities,
          tsaRoots: trust.tsaRoots,
          now,
        });
  const archive = proof?.archive ?? null;
  const evidence = whole === undefined ? undefined : readEvidence(signed);
  const shown = evidence === undefined ? null : shownEqualsSigned(bytes, evidence, limits);
  const isTorn = best?.facts.isOurs !== true && torn.some((value) => namesUs(value, trust));
  // A seal that the form does not reference any more was tampered with, even if its owner is
  // unknown.
  const unknown =
    all > 0 || hasSealMarker(bytes) ? ('foreign_seal' as const) : ('unsigned' as const);
  const verdict = isTorn ? 'changed' : (verdictOf(best, shown, later, archive) ?? unknown);
  // Document time stamps over a seal of ours are part of its own proof.
  const isForeign = (one: FoundSignature): boolean => archive === null || !isDocumentStamp(one);
  const others = judged
    .filter((one) => !one.facts.isOurs && isForeign(one.found))
    .map((one) => one.found);
  const broken = torn.filter((value) => !namesUs(value, trust)).length;
  const foreign = await judgeForeigners(
    {
      newest,
      bytes,
      limits,
      trust: {
        anchors: trust.anchors ?? [],
        tsaRoots: trust.tsaRoots,
        now,
      },
    },
    others,
    { torn: broken, unread },
  );
  return {
    isReadable: true,
    verdict,
    pages,
    sha256: sha256(bytes),
    seal: isTorn
      ? TORN
      : best === undefined
        ? null
        : { ...best.facts, ...(proof && best === whole && { level: proof.level }) },
    shown,
    timestamp: isTorn ? null : (best?.timestamp ?? null),
    archive: isTorn ? null : archive,
    later,
    facts: evidence === undefined ? null : factsOf(evidence),
    active: activeContent(newest, isKept && verdict !== 'unchanged'),
    foreign,
    leftOut:
      rest.filter(isForeign).length +
      unseen +
      Math.max(others.length + broken + unread - foreign.length, 0),
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
  /** Absent where the sealed bytes are those that were checked before. */
  readonly evidence?: Evidence;
  readonly pages?: number;
  /** `B-T`: the seal has a time-stamp token. */
  readonly level: 'B-B' | 'B-T';
  /** The file ends with a document time stamp. */
  readonly isArchived?: boolean;
};

/** Verifies a freshly sealed file before it is stored; returns the first fault, or `undefined`. */
export async function selfCheck(
  bytes: Uint8Array,
  expected: SelfCheck,
): Promise<string | undefined> {
  const found = await verifyPdf(bytes, { authorities: expected.authorities, tsaRoots: [] });
  if (!found.isReadable) return `unreadable: ${found.reason}`;
  if (found.verdict !== 'unchanged') return `verdict: ${found.verdict}`;
  if (expected.pages !== undefined && found.pages !== expected.pages)
    return `pages: ${found.pages}`;
  // Which time-stamp service to trust is the reader's decision; the token must exist and match.
  const level = found.timestamp?.isIntact === true ? 'B-T' : 'B-B';
  if (level !== expected.level) return `level: ${level}`;
  if ((found.archive?.isIntact === true) !== (expected.isArchived ?? false))
    return 'document time stamp';
  if (found.active.length > 0)
    return `active content: ${found.active.map((one) => one.kind).join(', ')}`;
  if (expected.evidence === undefined) return undefined;
  const inside = readEvidence(openPdf(bytes));
  if (inside === undefined || canonicalJson(inside) !== canonicalJson(expected.evidence))
    return 'evidence differs';
  return undefined;
}
