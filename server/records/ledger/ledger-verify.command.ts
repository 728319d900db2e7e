// `npm run ledger:verify`: opens the live database and files while the server runs, and verifies
// the ledger.

import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { createBlobs } from '../../platform/blobs/blobs.ts';
import type { ObjectConfig } from '../../platform/blobs/object-store.ts';
import { openSealedFiles } from '../../platform/blobs/open-sealed.ts';
import { blobPath } from '../../platform/blobs/sealed-store.ts';
import { openInstant } from '../../platform/db/read-only.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ScopedReader } from '../../platform/db/scope.ts';
import { openPracticeKeys, type PracticeKeys } from '../../platform/keys/practice-keys.ts';
import { loadRootKeys } from '../../platform/keys/rootkey/root-key.ts';
import { fixedRoot, type Root } from '../../platform/keys/rootkey/root-keys.ts';
import { storedFile } from '../../platform/keys/rootkey/stored-file.ts';
import { printLedger } from './print-ledger.ts';
import { verifyLedger, type LookAtFile } from './verify-ledger.ts';

export { objectsFromEnv } from '../../platform/config/object-config.ts';

export interface LedgerCommand {
  /** URL of a PostgreSQL database; undefined: the file in the data folder. */
  url: string | undefined;
  data: string;
  blobsFolder: string;
  /** Bucket of the files, which needs the root key. */
  objects?: ObjectConfig | undefined;
  /** If the file is absent, stored files are only checked for existence; only a plain database opens. */
  rootKeyFile: string;
}

function openFiles(
  t: Schema,
  { blobsFolder, objects }: Pick<LedgerCommand, 'blobsFolder' | 'objects'>,
  root: Root,
): LookAtFile {
  const opened = new Map<string, Promise<PracticeKeys>>();
  return async (db, sha256) => {
    const keys = opened.get(db.cid) ?? openPracticeKeys(db, t, root);
    opened.set(db.cid, keys);
    const { blobKeyId: keyId, blobKey: key } = await keys;
    const place = openSealedFiles(blobsFolder, objects, () => Promise.resolve(key));
    await createBlobs(place).get(db.cid, sha256, { keyId, key });
  };
}
const findFiles =
  (folder: string): LookAtFile =>
  (db: ScopedReader, sha256) =>
    access(path.join(folder, blobPath(db.cid, sha256)));

/**
 * Runs the check of the ledger.
 * @returns lines for people, and whether there is no contradiction.
 * @throws when the database cannot be read at all
 */
export async function runLedgerVerify(
  command: LedgerCommand,
): Promise<{ lines: string[]; isWhole: boolean }> {
  const { blobsFolder, rootKeyFile } = command;
  const root = existsSync(rootKeyFile)
    ? fixedRoot(loadRootKeys(rootKeyFile, { mayCreate: false }))
    : undefined;
  const instant = await openInstant(
    command.url === undefined ? storedFile(command.data, rootKeyFile) : { url: command.url },
  );
  try {
    const lookAt = root ? openFiles(instant.t, command, root) : findFiles(blobsFolder);
    // The clock is read after the snapshot was taken: nothing in it is younger.
    const report = await verifyLedger(instant.read, instant.t, lookAt, Date.now());
    return {
      lines: printLedger(report, root !== undefined),
      isWhole: report.findings.length === 0,
    };
  } finally {
    await instant.close();
  }
}
