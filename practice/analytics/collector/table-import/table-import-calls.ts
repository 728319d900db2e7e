// API calls of the import in the browser: announcing files, their parts, inspecting, checking and
// importing, mappings.

import type {
  ImportState,
  Looked,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../../api.ts';

export const IMPORT_KEY = 'table-import',
  MAPPINGS_KEY = 'table-mappings';
/** A check or an import that runs or has ended. */
export type ImportRun = NonNullable<ImportState['run']>;
export interface Announced {
  name: string;
  size: number;
  modifiedAt: number;
}
export interface Chosen {
  mapping: PvsMapping;
  files: { no: number; entity?: PvsEntity | null }[];
}

export const getImport = async (): Promise<ImportState | null> =>
  (await call<{ items: ImportState[] }>('/collector/imports', { timeout: TIMEOUT })).items[0] ??
  null;
export const beginImport = (id: string, files: Announced[]): Promise<ImportState> =>
  call('/collector/imports', { json: { id, files }, timeout: TIMEOUT });
export const sendPart = (
  id: string,
  file: number,
  part: number,
  bytes: Uint8Array,
  sha256: string,
  signal: AbortSignal,
): Promise<void> =>
  call(`/collector/imports/${id}/files/${file}/parts/${part}?sha256=${sha256}`, {
    bytes,
    contentType: 'application/octet-stream',
    answer: 'none',
    timeout: LONG_TIMEOUT,
    signal,
  });
/** Requests the check of a file; reading every byte of large files takes a while. */
export const lookAt = (id: string, chosen: Chosen): Promise<Looked> =>
  call(`/collector/imports/${id}/look`, { json: chosen, timeout: LONG_TIMEOUT });
export const runImport = (
  id: string,
  chosen: Chosen,
  kind: 'check' | 'import',
  goesOn: boolean,
): Promise<ImportState> =>
  call(`/collector/imports/${id}/run`, {
    json: { ...chosen, kind, goesOn },
    timeout: LONG_TIMEOUT,
  });
export const stopImport = (id: string): Promise<void> =>
  call(`/collector/imports/${id}/stop`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
export const dropImport = (id: string): Promise<void> =>
  call(`/collector/imports/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
export interface KnownMapping {
  isOwn: boolean;
  mapping: PvsMapping;
}
export const getMappings = async (): Promise<KnownMapping[]> =>
  (await call<{ items: KnownMapping[] }>('/collector/mappings', { timeout: TIMEOUT })).items;
export const keepMapping = (mapping: PvsMapping): Promise<void> =>
  call(`/collector/mappings/${mapping.id}`, {
    method: 'PUT',
    json: mapping,
    answer: 'none',
    timeout: TIMEOUT,
  });
export const dropMapping = (id: string): Promise<void> =>
  call(`/collector/mappings/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
