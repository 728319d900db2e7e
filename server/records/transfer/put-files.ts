// Puts finished files into the folder of the practice software: each once, in order, completely;
// even if this process or the reader crashes in between.

import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ExportFile, ExportTrouble } from '../../../shared/records/transfer.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import { markerIn, stagingOf, writeWhole } from '../../platform/folders.ts';

/** A failed export; `code` is shown to staff. */
export class ExportFailed extends Error {
  override readonly name = 'ExportFailed';
  readonly code: ExportTrouble;
  constructor(code: ExportTrouble, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
/** Tests let the process exit at a named point. */
export type Point = (name: string) => void;
const NO_POINT: Point = () => undefined;

/** A file to be put; without a name it gets the next free number after `stem` (`RECVSEND.001`). */
export interface PutFile {
  name: string;
  bytes: Uint8Array;
}
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const stagedName = (folder: string, id: string, at: number): string =>
  path.join(stagingOf(folder), `${id}.${at}`);

/** Maps a system error of a folder to our codes. */
function inOurWords(cause: unknown): ExportFailed {
  if (cause instanceof ExportFailed) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ExportFailed('disk_full', { cause });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new ExportFailed('not_writable', { cause });
  if (/^E[A-Z]+$/.test(code)) return new ExportFailed('folder_gone', { cause });
  throw cause;
}
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inOurWords(error);
  }
}
/**
 * Checks the marker of a folder.
 * @throws folder_gone where the marker is missing: an empty mount point is never written to
 */
export async function needMarker(folder: string): Promise<string> {
  const marker = await markerIn(folder);
  if (marker === undefined) throw new ExportFailed('folder_gone');
  return marker;
}

/**
 * Writes the complete files next to their destination.
 * @param id id of the export, valid in a file name.
 * @returns the state to be stored before any of them is put
 */
export const stageFiles = (
  folder: string,
  id: string,
  files: readonly PutFile[],
  point: Point = NO_POINT,
): Promise<ExportFile[]> =>
  guarded(async () => {
    const staged: ExportFile[] = [];
    for (const [at, { name, bytes }] of files.entries()) {
      point('stage');
      await writeWhole(stagedName(folder, id, at), bytes, 0o660);
      staged.push({ name, sha256: sha(bytes) });
    }
    point('staged');
    return staged;
  });

const bytesOf = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
async function nextNumber(folder: string, stem: string): Promise<string> {
  const taken = new Set((await readdir(folder)).map((one) => one.toUpperCase()));
  for (let n = 1; n <= 999; n++) {
    const name = `${stem}.${String(n).padStart(3, '0')}`;
    if (!taken.has(name.toUpperCase())) return name;
  }
  throw new ExportFailed('numbers_full');
}

/**
 * Moves staged files to their destination, in order. The rename is atomic: a missing staged file
 * was put, whether or not the reader has taken it since.
 * @returns the assigned names; undefined where a staged file does not match the stored state: then
 * it is created again
 * @throws ExportFailed name_taken where a different file has the name
 */
export const putFiles = (
  folder: string,
  id: string,
  files: readonly ExportFile[],
  stem: string,
  point: Point = NO_POINT,
): Promise<ExportFile[] | undefined> =>
  guarded(async () => {
    const put: ExportFile[] = [];
    for (const [at, file] of files.entries()) {
      const staged = stagedName(folder, id, at),
        bytes = await bytesOf(staged);
      if (bytes === undefined) {
        put.push(file);
        continue;
      }
      if (sha(bytes) !== file.sha256) return undefined;
      const name = file.name === '' ? await nextNumber(folder, stem) : file.name,
        final = path.join(folder, name),
        there = await bytesOf(final);
      if (there !== undefined && sha(there) !== file.sha256) throw new ExportFailed('name_taken');
      point('put');
      if (there !== undefined) await rm(staged, { force: true });
      else await rename(staged, final);
      point('renamed');
      await syncFolder(folder);
      await syncFolder(stagingOf(folder));
      put.push({ name, sha256: file.sha256 });
    }
    point('all put');
    return put;
  });

/** Removes abandoned staged files. */
export async function dropStaged(folder: string, id: string): Promise<void> {
  for (const name of await readdir(stagingOf(folder)).catch(() => []))
    if (name.startsWith(`${id}.`))
      await rm(path.join(stagingOf(folder), name), { force: true }).catch(() => undefined);
}

/** Checks whether the folder is reachable and is the prepared one. */
export const isFolderThere = async (folder: string, marker: string | null): Promise<boolean> =>
  marker !== null &&
  (await markerIn(folder)) === marker &&
  (await stat(folder).then(
    () => true,
    () => false,
  ));
