// The database file of a data folder, with its key.

import path from 'node:path';
import { stateOfFile, type SqliteFile } from '../../db/file/open-file.ts';
import { FileKeyError, KEY_FILES, readFileKey } from './file-key.ts';
import { loadRootKeys } from './root-key.ts';

/** Name of the database file in the data folder. */
export const DATABASE = 'molar.db';

/** The key of an encrypted database is not there. */
export const missingFileKey = (data: string): FileKeyError =>
  new FileKeyError(
    `In ${data} liegt eine Datenbank (${DATABASE}), aber ihr Schlüssel (${KEY_FILES.join(', ')}) fehlt, oder ihr Anfang ist beschädigt. Legen Sie die Schlüsseldatei aus einer Kopie des Ordners zurück, oder stellen Sie eine Sicherung wieder her (npm run restore); sie enthält den Schlüssel. Es wurde nichts geändert.`,
  );

/**
 * Names the database of a data folder for a reader or a command; one of a version before is plain.
 * @throws RootKeyError, FileKeyError when its key is missing, damaged or another's
 */
export function storedFile(
  data: string,
  rootKeyFile: string = path.join(data, 'root.key'),
): SqliteFile {
  const file = path.join(data, DATABASE);
  if (stateOfFile(file) !== 'sealed') return { file };
  const key = readFileKey(data, loadRootKeys(rootKeyFile, { mayCreate: false }));
  if (!key) throw missingFileKey(data);
  return { file, key };
}
