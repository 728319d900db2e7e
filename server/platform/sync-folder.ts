// Syncs folders: a renamed or new file survives a power cut only when its folder is synced too.

import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** Syncs a folder; does nothing on systems that cannot (Windows, some network drives). */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch (error) {
    if (isRefused(error)) return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!isRefused(error)) throw error;
  } finally {
    await handle.close();
  }
}
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF'].includes(String(error.code));

/**
 * Creates a folder with its parents, for the current user alone, so that it survives a power cut.
 */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = path.dirname(at))
    await syncFolder(path.dirname(at));
}
