// API calls of scanned pages.

import type { OpenPapers, Scanned, TrayOfScans } from '../../../shared/papers/scan.schema.ts';
import {
  SCAN_LIMIT,
  SCAN_TROUBLES,
  SCAN_TYPES,
  type ScanTrouble,
  type Turn,
} from '../../../shared/papers/scan.ts';
import { call, CallError, callR4c, fetchBlob, LONG_TIMEOUT } from '../../api.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export const SCANS_KEY = ['scans'],
  PICTURE_KEY = 'scan-picture';
export const getScans = (): Promise<TrayOfScans> => callR4c('/papers/scans');
export const getPicture = (pageId: string): Promise<Blob> =>
  fetchBlob(`/papers/scans/pages/${encodeURIComponent(pageId)}`);
export const getPapers = (patid: string): Promise<OpenPapers> =>
  callR4c(`/papers/scans/papers/${numberInPath(patid)}`);
export const fileScan = (input: {
  fileId: string;
  pages: { pageId: string; turn: Turn }[];
  patid: string;
  taskId: string | null;
  title: string;
}): Promise<{ undoUntil: number }> => callR4c('/papers/scans/file', input);
export const discardScans = (pageIds: string[], reason: string): Promise<unknown> =>
  callR4c('/papers/scans/discard', { pageIds, reason });
export const reopenScans = async (pageIds: string[]): Promise<void> => {
  await callR4c('/papers/scans/reopen', { pageIds });
};

/** Reason why a file gave no pages, where the file itself is the cause. */
function troubleOf(error: unknown): ScanTrouble | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (error.code === 'too_large') return 'too_large';
  if (error.code === 'unsupported_media') return 'not_a_scan';
  return SCAN_TROUBLES.find((one) => one === error.fields?.file);
}
/** Browsers send no type for an unknown kind of file; the server decides by content. */
const typeOf = (file: File): string =>
  SCAN_TYPES.find((one) => one === file.type) ??
  (/\.pdf$/i.test(file.name)
    ? 'application/pdf'
    : /\.tiff?$/i.test(file.name)
      ? 'image/tiff'
      : 'image/jpeg');
/** Sends a scan. @throws CallError; `{ trouble }` where the file itself is the cause */
export async function sendScan(file: File): Promise<Scanned | { trouble: ScanTrouble }> {
  if (file.size === 0) return { trouble: 'empty' };
  if (file.size > SCAN_LIMIT) return { trouble: 'too_large' };
  try {
    return await call<Scanned>('/papers/scans', {
      isR4c: true,
      method: 'POST',
      bytes: file,
      contentType: typeOf(file),
      timeout: LONG_TIMEOUT,
    });
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) return { trouble };
    throw error;
  }
}
