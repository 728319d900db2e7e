// The check page's answer for any dropped PDF; foreign bytes are read within limits and never stored.

import { AppError } from '../../shared/errors.ts';
import type { VerifyReport } from '../../shared/verify.ts';
import { verifyPdf } from '../seal/verify-pdf.ts';
import type { Look } from '../work.ts';
import { authorities } from './store.ts';

/** @throws bad_request (nothing), unsupported_media (no PDF), unreadable_file with the reason */
export async function checkDocument(look: Look, bytes: Uint8Array): Promise<Extract<VerifyReport, { isReadable: true }>> {
  const report = await verifyPdf(bytes, { authorities: await authorities(look), tsaRoots: [] });
  if (report.isReadable) return report;
  if (report.reason === 'empty') throw new AppError('bad_request', { fields: { file: 'empty' } });
  if (report.reason === 'not_a_pdf') throw new AppError('unsupported_media', { fields: { file: 'not_a_pdf' } });
  throw new AppError('unreadable_file', { fields: { file: report.reason }, extra: { hadSeal: report.hadSeal } });
}
