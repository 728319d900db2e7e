// The root keys of a command, with the secret that the database holds since the first rotation.

import path from 'node:path';
import { findInstallation } from '../accounts/settings/store.ts';
import type { Config } from '../platform/config/parse-config.ts';
import type { SqliteFile } from '../platform/db/file/open-file.ts';
import type { PostgresOptions } from '../platform/db/postgres.ts';
import type { Store } from '../platform/db/store.ts';
import { ensureFileKey } from '../platform/keys/rootkey/file-key.ts';
import { loadRootKeys } from '../platform/keys/rootkey/root-key.ts';
import { storedFile } from '../platform/keys/rootkey/stored-file.ts';
import { openKeyFile, rootKeysOf, type RootKeys } from '../platform/keys/rootkey/root-keys.ts';

/** Returns the path of the root key. */
export const rootKeyFileOf = ({
  rootKeyFile,
  data,
}: Pick<Config, 'rootKeyFile' | 'data'>): string =>
  path.resolve(rootKeyFile ?? path.join(data, 'root.key'));

/**
 * Names the database of a command, with its key.
 * @throws RootKeyError, FileKeyError
 */
export function databaseOf(
  config: Pick<Config, 'rootKeyFile' | 'data' | 'databaseUrl' | 'databaseOwnerUrl'>,
): PostgresOptions | SqliteFile {
  const data = path.resolve(config.data),
    rootKeyFile = rootKeyFileOf(config);
  if (config.databaseUrl === undefined) return storedFile(data, rootKeyFile);
  return {
    url: config.databaseUrl,
    ownerUrl: config.databaseOwnerUrl,
    data,
    key: () => ensureFileKey(data, loadRootKeys(rootKeyFile, { mayCreate: false })),
  };
}

/** Opens the root keys. @throws RootKeyError */
export async function openRoot(
  config: Pick<Config, 'rootKeyFile' | 'data'>,
  store: Store,
): Promise<RootKeys> {
  const file = openKeyFile(rootKeyFileOf(config), { mayCreate: false });
  return rootKeysOf(file, (await findInstallation(store))?.secret ?? null);
}
