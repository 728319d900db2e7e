// Takes the data folder and the database for this server: not while a restore is at work in the folder,
// and not next to another server unless the operator means it.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { halfRestored } from '../operations/backup/restore.ts';
import type { Config } from '../platform/config/parse-config.ts';
import { keyPlaceOf, sealDatabase } from './open-keys.ts';
import { FolderInUse, takeFolder } from '../platform/db/folder-lock.ts';
import type { HeldDatabase } from '../platform/db/postgres/one-folder.ts';
import type { Log } from '../platform/http/log.ts';

/**
 * Creates and locks the data folder, and encrypts a SQLite database of a version before. The
 * operating system releases both locks when this process ends, however it ends.
 * @param refuse ends the start with these lines
 */
export async function takeData(
  {
    data,
    isShared,
    databaseUrl,
    rootKeyFile,
  }: Pick<Config, 'data' | 'isShared' | 'databaseUrl' | 'rootKeyFile'>,
  log: Log,
  refuse: (lines: readonly string[]) => never,
): Promise<void> {
  const half = halfRestored(path.resolve(data));
  if (half !== undefined)
    refuse([
      `Eine Wiederherstellung wurde unterbrochen: ${half}. Bitte wiederholen Sie „npm run restore“.`,
    ]);
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (databaseUrl === undefined) await sealDatabase(keyPlaceOf({ data, rootKeyFile }), log, refuse);
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

/**
 * Takes a PostgreSQL database for this data folder. Servers with one folder share it; one with
 * another folder would find rows without their files, and other keys.
 * @returns `started` lets the next server start, `letGo` leaves the database; `isEveryServerNew`
 * tells whether all servers know the encrypted columns of this version
 */
export async function takeDatabase(
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  log: Log,
  refuse: (lines: readonly string[]) => never,
): Promise<HeldDatabase & { started: () => Promise<void> }> {
  const nothing = (): Promise<void> => Promise.resolve();
  if (databaseUrl === undefined)
    return { started: nothing, letGo: nothing, isEveryServerNew: () => Promise.resolve(true) };
  const { holdDatabase, OtherFolder } = await import('../platform/db/postgres/one-folder.ts'),
    { startAlone } = await import('../platform/db/postgres/one-start.ts');
  try {
    const held = await holdDatabase(databaseUrl, path.resolve(data), (error) => {
      log.failure({ code: 'database.other_folder', error });
    });
    return { started: await startAlone(databaseUrl), ...held };
  } catch (error) {
    if (error instanceof OtherFolder)
      refuse([
        `An der Datenbank (DATABASE_URL) arbeitet schon ein Server mit einem anderen Datenordner als ${data}. Mehrere Server an einer Datenbank brauchen denselben Datenordner; siehe docs/operate.md. Ist der andere Server abgestürzt, warten Sie eine Minute.`,
      ]);
    return refuse([
      `Die Datenbank lässt sich nicht öffnen (DATABASE_URL): ${error instanceof Error ? error.message : 'unbekannt'}`,
    ]);
  }
}
