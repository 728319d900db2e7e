// Readiness of folders and disk: write access, and enough room for the day.

import { access, mkdir, statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './check-readiness.ts';

/**
 * Below this limit the server is not ready: a day of signed papers of a busy practice is about a
 * tenth of it.
 */
const LEAST_BYTES = 200 * 1024 * 1024;

/** Writes and removes a small file. */
export const canWriteTo =
  (folder: string): Check =>
  async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `.probe-${process.pid}`);
    await writeFile(file, '');
    await unlink(file);
  };

export const hasRoom =
  (folder: string): Check =>
  async () => {
    const disk = await statfs(folder);
    return disk.bavail * disk.bsize >= LEAST_BYTES;
  };

export const canRead =
  (file: string): Check =>
  () =>
    access(file);
