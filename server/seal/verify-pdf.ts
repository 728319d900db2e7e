// Judges any PDF: is it sealed by this practice, unchanged, is what was shown what was signed, what came later, what in it is active.
import type { Evidence } from '../../shared/evidence.ts';
import type { SealFacts, VerifyReport, Verdict } from '../../shared/verify.ts';
import { activeContent } from './active-content.ts';
import { certificateFacts } from './authority.ts';
import { canonicalJson, sha256 } from './canonical.ts';
import { certificateBytes, digest, equalBytes, isTrusted, openCms, tokenOf, verifyCms } from './cms.ts';
import { isEvidence } from './evidence.ts';
import { ReadError, isName, isText } from './pdf-objects.ts';
import type { PdfDictionary, PdfReference, PdfText } from './pdf-objects.ts';
import { READ_LIMITS, isStream, openPdf } from './pdf-reader.ts';
import type { OpenPdf, ReadLimits } from './pdf-reader.ts';
import { weighStreams } from './weigh-streams.ts';
import { readToken } from './tsa.ts';

export type Trust = {
  /** Roots of the practice (DER), old ones included. */
  readonly authorities: readonly Uint8Array[];
  /** Roots of time-stamp services the practice uses. */
  readonly tsaRoots: readonly Uint8Array[];
};

type Found = { readonly dict: PdfDictionary; readonly contents: PdfText; readonly range: readonly [number, number, number, number] };

const MAX_CMS = 128 * 1024;

/** Signatures of the form, in its order; only those whose byte range is exactly "everything but the contents". */
function findSignatures(pdf: OpenPdf, bytes: Uint8Array): { readonly usable: Found[]; readonly all: number } {
  const usable: Found[] = [];
  let all = 0;
  const fields = [...(pdf.list(pdf.dict(pdf.catalog.get('AcroForm'))?.get('Fields')) ?? [])];
  for (let i = 0; i < fields.length && i < 500; i += 1) {
    const field = pdf.dict(fields[i]);
    if (field === undefined) continue;
    fields.push(...(pdf.list(field.get('Kids')) ?? []).slice(0, 50));
    const reference = field.get('V') as PdfReference | undefined;
    const type = pdf.resolve(field.get('FT'));
    if (isStream(type) || !isName(type, 'Sig') || reference === undefined) continue;
    const dict = pdf.dict(reference);
    if (dict === undefined) continue;
    all += 1;
    const contents = dict.get('Contents');
    const range = pdf.list(dict.get('ByteRange'))?.map(Number);
    if (!isText(contents) || !contents.isHex || range?.length !== 4 || contents.bytes.length > MAX_CMS) continue;
    const [a = -1, b = -1, c = -1, d = -1] = range;
    // The hole must be the contents token and nothing else, or text could hide in it.
    if (a === 0 && b === contents.from && c === contents.to && d >= 0 && c + d <= bytes.length) usable.push({ dict, contents, range: [a, b, c, d] });
  }
  return { usable, all };
}

function claimedTime(dict: PdfDictionary): number | null {
  const value = dict.get('M');
  if (!isText(value)) return null;
  const parts = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([+-])(\d{2})'?(\d{2}))?/.exec(Buffer.from(value.bytes).toString('latin1'));
  if (parts === null) return null;
  const [, y, mo, d, h, mi, s, sign, oh, om] = parts;
  const at = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
  const offset = sign === undefined ? 0 : (Number(oh) * 60 + Number(om)) * 60_000 * (sign === '-' ? -1 : 1);
  return Number.isNaN(at) ? null : at - offset;
}

function attachment(pdf: OpenPdf, wanted: string): Uint8Array | undefined {
  for (const item of (pdf.list(pdf.catalog.get('AF')) ?? []).slice(0, 50)) {
    const spec = pdf.dict(item);
    const file = spec === undefined ? undefined : pdf.resolve(spec.get('UF') ?? spec.get('F'));
    const stream = pdf.resolve(pdf.dict(spec?.get('EF'))?.get('F'));
    if (!isStream(file) && isText(file) && Buffer.from(file.bytes).toString('latin1') === wanted && isStream(stream)) return pdf.data(stream);
  }
  return undefined;
}

function readEvidence(pdf: OpenPdf): Evidence | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(attachment(pdf, 'evidence.json') ?? '').toString('utf8'));
    return isEvidence(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof ReadError && error.reason === 'too_large') throw error;
    return undefined;
  }
}

function shownEqualsSigned(bytes: Uint8Array, evidence: Evidence, limits: ReadLimits): { isSame: boolean; presentedPdfSha256: string; isDataSame: boolean } {
  const { presentedBytes, presentedPdfSha256, dataSha256 } = evidence.document;
  const base = bytes.subarray(0, presentedBytes);
  const isSame = presentedBytes > 0 && presentedBytes < bytes.length && sha256(base) === presentedPdfSha256;
  let isDataSame = false;
  try {
    const data = isSame ? attachment(openPdf(base, limits), 'data.json') : undefined;
    isDataSame = data !== undefined && sha256(data) === dataSha256;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return { isSame, presentedPdfSha256, isDataSame };
}

/** What differs between two revisions: pages and objects that were written again. */
function laterChanges(signed: OpenPdf, newest: OpenPdf, bytes: number): { bytes: number; pagesAdded: number; objectsChanged: number } {
  const objectsChanged = newest.numbers.filter((number) => newest.offsetOf(number) !== signed.offsetOf(number)).length;
  return { bytes, pagesAdded: newest.pages() - signed.pages(), objectsChanged };
}

type Judged = { readonly found: Found; readonly facts: SealFacts; readonly timestamp: { at: number; service: string; isIntact: boolean; isTrusted: boolean } | null };

async function judge(bytes: Uint8Array, found: Found, trust: Trust): Promise<Judged> {
  const [, from, to, rest] = found.range;
  const sealedAt = claimedTime(found.dict);
  const base = { coversAll: to + rest === bytes.length, sealedAt };
  const nothing = { found, timestamp: null, facts: { ...base, isOurs: false, isIntact: false, level: 'B-B' as const, certificate: null } };
  try {
    const { signed } = openCms(found.contents.bytes);
    const content = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, to + rest)]);
    const verdict = await verifyCms(signed, content);
    const token = tokenOf(signed);
    const stamp = token === undefined ? undefined : await readToken(token, digest(verdict.signature), trust.tsaRoots);
    const timestamp = token === undefined ? null : { at: stamp?.at ?? 0, service: stamp?.service ?? '', isIntact: stamp?.isIntact ?? false, isTrusted: stamp?.isTrusted ?? false };
    if (verdict.signer === undefined) return { ...nothing, timestamp };
    const at = timestamp?.isIntact && timestamp.isTrusted ? timestamp.at : sealedAt;
    const certificate = certificateBytes(verdict.signer);
    const isOurs = at !== null && (await isTrusted(verdict.signer, verdict.certificates, trust.authorities, at));
    const { subject, organisation, serialNumber, sha256: hash, notAfter } = certificateFacts(certificate);
    const level = timestamp?.isIntact ? ('B-T' as const) : ('B-B' as const);
    // What no signature covers, we know: our seals carry nothing but their own certificate and roots of ours, in plain lower-case hex.
    const known = [certificate, ...trust.authorities];
    const isPlain =
      verdict.certificates.every((one) => known.some((ours) => equalBytes(ours, certificateBytes(one)))) &&
      equalBytes(bytes.subarray(from + 1, to - 1), Buffer.from(Buffer.from(found.contents.bytes).toString('hex'), 'latin1'));
    const isIntact = verdict.isIntact && (isPlain || !isOurs);
    return { found, timestamp, facts: { ...base, isOurs, isIntact, level, certificate: { subject, organisation, serialNumber, sha256: hash, notAfter } } };
  } catch {
    return nothing;
  }
}

function verdictOf(judged: Judged | undefined, shown: { readonly isSame: boolean; readonly isDataSame: boolean } | null, hasSeal: boolean): Verdict {
  if (judged === undefined) return hasSeal ? 'foreign_seal' : 'unsigned';
  if (!judged.facts.isOurs) return 'foreign_seal';
  if (!judged.facts.isIntact || shown === null || !shown.isSame || !shown.isDataSame) return 'changed';
  return judged.facts.coversAll ? 'unchanged' : 'extended';
}

function hasSealMarker(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/ETSI.CAdES.detached');
}

async function report(bytes: Uint8Array, trust: Trust, limits: ReadLimits, isKept: boolean): Promise<VerifyReport> {
  const newest = openPdf(bytes, limits);
  const pages = newest.pages();
  if (isKept) weighStreams(newest);
  const { usable, all } = findSignatures(newest, bytes);
  const judged = await Promise.all(usable.slice(0, 10).map((found) => judge(bytes, found, trust)));
  const best = judged.find((one) => one.facts.isOurs && one.facts.isIntact) ?? judged.find((one) => one.facts.isOurs) ?? judged[0];
  const end = best === undefined ? 0 : best.found.range[2] + best.found.range[3];
  const signed = best === undefined ? undefined : best.facts.coversAll ? newest : openPdf(bytes.subarray(0, end), limits);
  const evidence = best?.facts.isOurs && signed !== undefined ? readEvidence(signed) : undefined;
  const shown = evidence === undefined ? null : shownEqualsSigned(bytes, evidence, limits);
  // A seal that the form does not name any more was tampered with, even if nobody can say whose it was.
  const verdict = verdictOf(best, shown, all > 0 || hasSealMarker(bytes));
  return {
    isReadable: true,
    verdict,
    pages,
    sha256: sha256(bytes),
    seal: best?.facts ?? null,
    shown,
    timestamp: best?.timestamp ?? null,
    later: best === undefined || signed === undefined || best.facts.coversAll ? null : laterChanges(signed, newest, bytes.length - end),
    facts:
      evidence === undefined
        ? null
        : {
            title: evidence.document.title,
            template: evidence.document.template,
            envelopeId: evidence.envelope.id,
            taskId: evidence.envelope.taskId,
            signers: evidence.signers.map(({ role, name }) => ({ role, name })),
            signedAt: evidence.times.signedAt,
          },
    active: activeContent(newest, isKept && verdict !== 'unchanged'),
  };
}

/**
 * Checks foreign bytes. Never throws for what they contain: unreadable files are an answer with a reason.
 * @param isKept for a file that will be stored and opened by other readers: its streams are weighed, and nothing is taken for ours without our seal
 */
export async function verifyPdf(bytes: Uint8Array, trust: Trust, limits: ReadLimits = READ_LIMITS, isKept = false): Promise<VerifyReport> {
  try {
    return await report(bytes, trust, limits, isKept);
  } catch (error) {
    // Deep nesting inside a certificate ends in a RangeError of the parser.
    const reason = error instanceof ReadError ? error.reason : error instanceof RangeError ? 'broken' : undefined;
    if (reason === undefined) throw error;
    return { isReadable: false, reason, hadSeal: hasSealMarker(bytes) };
  }
}

export type SelfCheck = { readonly authority: Uint8Array; readonly tsaRoots?: readonly Uint8Array[]; readonly evidence: Evidence; readonly pages: number; readonly level: 'B-B' | 'B-T' };

/** Reads a freshly sealed file with the verifier before it is stored; the first thing that is wrong, or `undefined`. */
export async function selfCheck(bytes: Uint8Array, expected: SelfCheck): Promise<string | undefined> {
  const found = await verifyPdf(bytes, { authorities: [expected.authority], tsaRoots: expected.tsaRoots ?? [] });
  if (!found.isReadable) return `unreadable: ${found.reason}`;
  if (found.verdict !== 'unchanged') return `verdict: ${found.verdict}`;
  if (found.pages !== expected.pages) return `pages: ${found.pages}`;
  if (found.seal?.level !== expected.level) return `level: ${found.seal?.level ?? 'none'}`;
  if (found.active.length > 0) return `active content: ${found.active.map((one) => one.kind).join(', ')}`;
  const inside = readEvidence(openPdf(bytes));
  if (inside === undefined || canonicalJson(inside) !== canonicalJson(expected.evidence)) return 'evidence differs';
  return undefined;
}
