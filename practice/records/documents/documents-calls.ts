// API calls of the document screens.

import { v7 as uuidv7 } from 'uuid';
import type {
  DocumentRow,
  VoidedUpload,
  VoidUpload,
} from '../../../shared/papers/documents.schema.ts';
import { UPLOAD_LIMIT, UPLOAD_TYPES, type UploadKind } from '../../../shared/papers/upload.ts';
import type { Uploaded } from '../../../shared/papers/upload.schema.ts';
import type { UnreadableReason, VerifyReport } from '../../../shared/papers/verify.ts';
import type { RetireSeal, SealKey } from '../../../shared/papers/seal/retired-seal.schema.ts';
import type { CheckedReport } from './check-verdict.ts';
import { call, CallError, callR4c, fetchBlob, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';

export interface DocumentPage {
  items: DocumentRow[];
  cursor: string | null;
}
export const getDocuments = (query: Record<string, string>): Promise<DocumentPage> =>
  callR4c<DocumentPage>(`/documents/list?${new URLSearchParams(query)}`);
export const getSealKeys = (): Promise<{ items: SealKey[] }> =>
  callR4c<{ items: SealKey[] }>('/documents/seal/keys');
export const retireSealKey = (id: string, body: RetireSeal): Promise<unknown> =>
  call(`/documents/seal/keys/${encodeURIComponent(id)}/retire`, {
    isR4c: true,
    method: 'POST',
    json: body,
  });
export const getFile = (fileId: string): Promise<Blob> =>
  fetchBlob(`/documents/file/${encodeURIComponent(fileId)}`);

/** Returns the readable protocol of a signed paper as PDF, made now from the stored evidence. */
export const getProtocol = (fileId: string): Promise<Blob> =>
  fetchBlob(`/documents/file/${encodeURIComponent(fileId)}/protocol`);

/** Uploads a file to a patient; the id makes the call idempotent. */
export interface Added {
  id: string;
  file: File;
}
export const newAdded = (file: File): Added => ({ id: uuidv7(), file });
export const sendFile = ({ id, file }: Added, patid: string, kind: UploadKind): Promise<Uploaded> =>
  call<Uploaded>(`/documents/upload?${new URLSearchParams({ fileId: id, patid, kind })}`, {
    isR4c: true,
    method: 'POST',
    bytes: file,
    contentType: UPLOAD_TYPES.some((one) => one === file.type)
      ? file.type
      : 'application/octet-stream',
    timeout: LONG_TIMEOUT,
  });

/** Undoes an own upload; harmless if it is gone already. */
export const takeBack = (fileId: string): Promise<void> =>
  call(`/documents/file/${encodeURIComponent(fileId)}`, {
    isR4c: true,
    method: 'DELETE',
    answer: 'none',
    timeout: TIMEOUT,
  });

/** Removes an upload from the record of the wrong person. */
export const voidUpload = (fileId: string, order: VoidUpload): Promise<VoidedUpload> =>
  callR4c<VoidedUpload>(`/documents/file/${encodeURIComponent(fileId)}/void`, order, 'POST');

const UNREADABLE: readonly UnreadableReason[] = [
  'empty',
  'not_a_pdf',
  'encrypted',
  'broken',
  'too_large',
  'too_many_pages',
];
/** Returns the reason why a file could not be read, or `undefined` for any other failure. */
export function unreadableReason(
  error: unknown,
): { reason: UnreadableReason; hadSeal: boolean } | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (error.code === 'too_large') return { reason: 'too_large', hadSeal: false };
  const reason = UNREADABLE.find((one) => one === error.fields?.file);
  return reason && { reason, hadSeal: error.extra?.hadSeal === true };
}

/** An unreadable file is an answer as well. */
export type CheckAnswered = CheckedReport | Extract<VerifyReport, { isReadable: false }>;

/** Requests the check of a file. */
export async function checkFile(file: Blob): Promise<CheckAnswered> {
  if (file.size > UPLOAD_LIMIT) return { isReadable: false, reason: 'too_large', hadSeal: false };
  if (file.size === 0) return { isReadable: false, reason: 'empty', hadSeal: false };
  try {
    return await call<CheckedReport>('/documents/check', {
      isR4c: true,
      method: 'POST',
      bytes: file,
      contentType: 'application/pdf',
      timeout: LONG_TIMEOUT,
    });
  } catch (error) {
    const unreadable = unreadableReason(error);
    if (unreadable) return { isReadable: false, ...unreadable };
    throw error;
  }
}
