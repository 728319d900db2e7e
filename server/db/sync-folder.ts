// A renamed or new file lasts through a power cut only when the folder that names it is synced too.

import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';

/** Syncs a folder; does nothing where the system cannot (Windows, some network drives). */
export function syncFolder(folder: string): void {
  let fd: number;
  try { fd = openSync(folder, 'r'); } catch (error) {
    if (isRefused(error)) return;
    throw error;
  }
  try { fsyncSync(fd); } catch (error) { if (!isRefused(error)) throw error; } finally { closeSync(fd); }
}
const isRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF'].includes(String(error.code));

/** Makes a folder with all above it, for its user alone, so that it outlives a power cut. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) syncFolder(path.dirname(at));
}
