// Opens the keys of a data folder before its database, and encrypts a database of a version before.

import path from 'node:path';
import type { Config } from '../platform/config/parse-config.ts';
import { NoRoomForCopy } from '../platform/db/file/copy-file.ts';
import { stateOfFile } from '../platform/db/file/open-file.ts';
import { hasPractice, plainFiles, sealFile } from '../platform/db/file/seal-folder.ts';
import { FolderInUse, takeFolder } from '../platform/db/folder-lock.ts';
import { reasonOf } from '../platform/db/store.ts';
import type { Log } from '../platform/http/log.ts';
import { ensureFileKey, hasFileKey } from '../platform/keys/rootkey/file-key.ts';
import { openKeyFile, type KeyFile } from '../platform/keys/rootkey/root-keys.ts';
import { DATABASE, missingFileKey } from '../platform/keys/rootkey/stored-file.ts';
import { syncFolder } from '../platform/sync-folder.ts';

/** Folder and root key of an installation. */
export interface KeyPlace {
  data: string;
  rootKeyFile: string;
}
/** Returns the place of the keys. */
export const keyPlaceOf = ({
  data,
  rootKeyFile,
}: Pick<Config, 'data' | 'rootKeyFile'>): KeyPlace => ({
  data: path.resolve(data),
  rootKeyFile: path.resolve(rootKeyFile ?? path.join(data, 'root.key')),
});
export interface FolderKeys {
  keyFile: KeyFile;
  /** Key of the database file and its copies. */
  fileKey: Uint8Array;
}

/** Whether nothing in the folder needs a root key that is missing. */
function mayCreateRoot(data: string): boolean {
  const file = path.join(data, DATABASE),
    state = stateOfFile(file);
  if (state === 'none') return !hasFileKey(data);
  return state === 'plain' && !hasPractice({ file });
}

/**
 * Opens the keys of a folder with a SQLite database; makes them for an empty one.
 * @throws RootKeyError, FileKeyError: nothing was made
 */
export async function openFolderKeys({ data, rootKeyFile }: KeyPlace): Promise<FolderKeys> {
  if (stateOfFile(path.join(data, DATABASE)) === 'sealed' && !hasFileKey(data))
    throw missingFileKey(data);
  return openSharedKeys({ data, rootKeyFile }, mayCreateRoot(data));
}

/**
 * As `openFolderKeys`, where the database is PostgreSQL.
 * @param mayCreate nothing in the database needs a root key that is missing
 */
export async function openSharedKeys(
  { data, rootKeyFile }: KeyPlace,
  mayCreate: boolean,
): Promise<FolderKeys> {
  const keyFile = openKeyFile(rootKeyFile, { mayCreate });
  // A new key lost in a power cut would make everything written since unreadable.
  if (mayCreate) await syncFolder(path.dirname(rootKeyFile));
  return { keyFile, fileKey: await ensureFileKey(data, keyFile.look()) };
}

/** Files below this size are encrypted without a line in the log for each tenth. */
const LARGE_BYTES = 64_000_000;
const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

async function sealOne(file: string, data: string, key: Uint8Array, log: Log): Promise<void> {
  const name = path.relative(data, file);
  let tenth = 0;
  log.note('database.sealing', { file: name });
  await sealFile(file, key, {
    progress: (done, of) => {
      const now = Math.floor((10 * done) / Math.max(1, of));
      if (of < LARGE_BYTES || now <= tenth) return;
      tenth = now;
      log.note('database.sealing', { file: name, percent: 10 * now });
    },
  });
  log.note('database.sealed', { file: name });
}

/** Says why the database was not encrypted. */
function reasonLine(file: string, error: unknown): string | undefined {
  if (error instanceof NoRoomForCopy)
    return `Die Datenbank wird beim ersten Start dieser Fassung verschlüsselt (${file}). Dafür braucht der Datenträger ${megabytes(error.needed)} MB, frei sind ${megabytes(error.free)} MB. Schaffen Sie Platz und starten Sie noch einmal. Es wurde nichts geändert.`;
  if (reasonOf(error) === 'corrupt')
    return `Die Datenbank (${file}) ist beschädigt und wurde deshalb nicht verschlüsselt. Stellen Sie eine Sicherung wieder her (npm run restore). Es wurde nichts geändert.`;
  return undefined;
}

/**
 * Encrypts the database of a version before, and its copies, while no other process uses the folder.
 * @param refuse ends the start with these lines
 */
export async function sealDatabase(
  place: KeyPlace,
  log: Log,
  refuse: (lines: readonly string[]) => never,
): Promise<void> {
  const { data } = place,
    own = path.join(data, DATABASE);
  if (plainFiles(data).length === 0) return;
  let release: () => void;
  try {
    release = takeFolder(data, 'alone');
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    // Copies can wait for the next start.
    if (stateOfFile(own) !== 'plain') return;
    return refuse([
      `Die Datenbank in ${data} wird beim ersten Start dieser Fassung verschlüsselt. Solange ein Server oder ein Befehl den Ordner benutzt, geht das nicht. Beenden Sie alle Server der Fassung davor, und starten Sie dann alle mit dieser.`,
    ]);
  }
  try {
    const { fileKey } = await openFolderKeys(place);
    for (const file of plainFiles(data))
      await sealOne(file, data, fileKey, log).catch((error: unknown) => {
        if (file === own) {
          const line = reasonLine(file, error);
          if (line !== undefined) refuse([line]);
          throw error;
        }
        log.failure({ code: 'database.copy_not_sealed', error });
      });
  } finally {
    release();
  }
}

/** Encrypts the copies that a version before made of a PostgreSQL database. */
export async function sealCopies(data: string, key: Uint8Array, log: Log): Promise<void> {
  for (const file of plainFiles(data))
    await sealOne(file, data, key, log).catch((error: unknown) => {
      log.failure({ code: 'database.copy_not_sealed', error });
    });
}
