// The root keys of a command, with the secret that the database holds since the first rotation.

import path from 'node:path';
import { findInstallation } from '../accounts/settings/store.ts';
import type { Config } from '../platform/config/parse-config.ts';
import type { Store } from '../platform/db/store.ts';
import { openKeyFile, rootKeysOf, type RootKeys } from '../platform/keys/rootkey/root-keys.ts';

/** Returns the path of the root key. */
export const rootKeyFileOf = ({
  rootKeyFile,
  data,
}: Pick<Config, 'rootKeyFile' | 'data'>): string =>
  path.resolve(rootKeyFile ?? path.join(data, 'root.key'));

/** Opens the root keys. @throws RootKeyError */
export async function openRoot(
  config: Pick<Config, 'rootKeyFile' | 'data'>,
  store: Store,
): Promise<RootKeys> {
  const file = openKeyFile(rootKeyFileOf(config), { mayCreate: false });
  return rootKeysOf(file, (await findInstallation(store))?.secret ?? null);
}
