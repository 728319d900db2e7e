// The check page's answer for any dropped PDF; foreign bytes are read within limits and never stored.

import { AppError } from '../../shared/errors.ts';
import type { VerifyReport } from '../../shared/verify.ts';
import { findBlob } from '../blobs/store.ts';
import type { Verifier } from '../seal/verifier.ts';
import type { Look } from '../work.ts';
import { authorities } from './store.ts';

/** A readable file's report, and whether exactly these bytes lie in the practice's own store. */
export type Checked = Extract<VerifyReport, { isReadable: true }> & { isStored: boolean };

/** @throws bad_request (nothing), unsupported_media (no PDF), unreadable_file with the reason */
export async function checkDocument(verifier: Verifier, look: Look, bytes: Uint8Array): Promise<Checked> {
  const report = await verifier.verify(bytes, { authorities: await authorities(look), tsaRoots: [] });
  if (report.isReadable) return { ...report, isStored: (await findBlob(look, report.sha256)) !== undefined };
  if (report.reason === 'empty') throw new AppError('bad_request', { fields: { file: 'empty' } });
  if (report.reason === 'not_a_pdf') throw new AppError('unsupported_media', { fields: { file: 'not_a_pdf' } });
  throw new AppError('unreadable_file', { fields: { file: report.reason }, extra: { hadSeal: report.hadSeal } });
}
