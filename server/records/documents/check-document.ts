// Checks any dropped PDF for the check page; foreign bytes are read within limits and never stored.

import { AppError } from '../../../shared/base/errors.ts';
import type { CheckedPaper, VerifyReport } from '../../../shared/papers/verify.ts';
import { findBlob } from '../../platform/blobs/store.ts';
import type { ForeignTrust } from '../../paper/seal/foreign/trust-list.ts';
import { retiredKeys } from '../../platform/keys/retire-seal.ts';
import type { Verifier } from '../../paper/seal/verifier.ts';
import type { Look } from '../../platform/work.ts';
import { keptPaper } from './paper-standing.ts';
import { authorities } from './store.ts';

/** Report of a readable file, with what this practice knows about it. */
export type Checked = Extract<VerifyReport, { isReadable: true }> & CheckedPaper;

export interface CheckDeps {
  verifier: Verifier;
  /** Root certificates of the time-stamp services that the operator trusts (DER). */
  tsaRoots: readonly Uint8Array[];
  foreignTrust: ForeignTrust;
}

/**
 * Checks a PDF.
 * @throws bad_request (nothing), unsupported_media (no PDF), unreadable_file with the reason
 */
export async function checkDocument(
  { verifier, tsaRoots, foreignTrust }: CheckDeps,
  look: Look,
  bytes: Uint8Array,
): Promise<Checked> {
  const report = await verifier.verify(bytes, {
    authorities: await authorities(look),
    tsaRoots,
    retired: await retiredKeys(look),
    anchors: foreignTrust.anchors,
    now: look.now,
  });
  if (report.isReadable) {
    const { isOriginal, standing } = await keptPaper(look, report);
    const isUploaded = !isOriginal && (await findBlob(look, report.sha256)) !== undefined;
    const kept = isUploaded ? 'upload' : 'no';
    return {
      ...report,
      kept: isOriginal ? 'original' : kept,
      standing,
      trusted: foreignTrust.loaded,
    };
  }
  if (report.reason === 'empty') throw new AppError('bad_request', { fields: { file: 'empty' } });
  if (report.reason === 'not_a_pdf')
    throw new AppError('unsupported_media', { fields: { file: 'not_a_pdf' } });
  throw new AppError('unreadable_file', {
    fields: { file: report.reason },
    extra: { hadSeal: report.hadSeal },
  });
}
