// Takes the data folder for this server: not while a restore is at work in it, and not next to another
// server unless the operator means it.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { halfRestored } from '../operations/backup/restore.ts';
import type { Config } from '../platform/config/parse-config.ts';
import { FolderInUse, takeFolder } from '../platform/db/folder-lock.ts';

/**
 * Creates and locks the data folder. The operating system releases both locks when this process
 * ends, however it ends.
 * @param refuse ends the start with these lines
 */
export async function takeData(
  { data, isShared }: Pick<Config, 'data' | 'isShared'>,
  refuse: (lines: readonly string[]) => never,
): Promise<void> {
  const half = halfRestored(path.resolve(data));
  if (half !== undefined)
    refuse([
      `Eine Wiederherstellung wurde unterbrochen: ${half}. Bitte wiederholen Sie „npm run restore“.`,
    ]);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const orRefuse = (take: () => void, line: string): void => {
    try {
      take();
    } catch (error) {
      if (error instanceof FolderInUse) refuse([line]);
      throw error;
    }
  };
  orRefuse(
    () => takeFolder(data, 'shared'),
    `Im Datenordner ${data} wird gerade wiederhergestellt.`,
  );
  orRefuse(
    () => takeFolder(data, isShared ? 'shared' : 'alone', 'server'),
    `Im Datenordner ${data} läuft schon ein Server. Beenden Sie ihn zuerst. Sollen mehrere Server denselben Datenordner benutzen, starten Sie alle mit MOLAR_SHARED_DATA=yes; siehe docs/operate.md.`,
  );
}
