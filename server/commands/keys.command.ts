// `npm run keys:rotate`: makes new keys for encrypted cells of the database while servers run; a
// job of the server then encrypts all stored rows again.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { parseConfig } from '../platform/config/parse-config.ts';
import { awaitsMigration } from '../platform/db/carry/snapshot.ts';
import { takeFolder } from '../platform/db/folder-lock.ts';
import { openStore } from '../platform/db/open-store.ts';
import { rotateCellKey } from '../platform/keys/cells/seal-stored.ts';
import { loadRootKey, RootKeyError } from '../platform/keys/root-key.ts';
import { workshopOf } from './workshop.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

const USAGE = 'Aufruf: npm run keys:rotate [-- --practice CID]';

/**
 * Makes a new key for each practice, or for one.
 * @returns the exit code: 0 when done, 1 without such a practice or with a wrong configuration, 2
 * for unknown arguments
 */
export async function runKeysRotate({ args, env, print }: Terminal): Promise<number> {
  const [flag, only, ...more] = args;
  if (more.length > 0 || (flag !== undefined && (flag !== '--practice' || only === undefined))) {
    print(USAGE);
    return 2;
  }
  const { config, problems } = parseConfig(env);
  if (!config) {
    for (const line of problems ?? []) print(line);
    return 1;
  }
  const file = path.join(config.data, 'molar.db'),
    isLite = config.databaseUrl === undefined;
  if (isLite && (!existsSync(file) || awaitsMigration(file))) {
    print('Hier liegt keine Datenbank dieser Fassung. Bitte starten Sie Molar einmal (npm start).');
    return 1;
  }
  const release = isLite ? takeFolder(config.data, 'shared') : () => undefined;
  const store = await openStore(
    config.databaseUrl === undefined
      ? { file }
      : { url: config.databaseUrl, data: path.resolve(config.data) },
  );
  try {
    const root = loadRootKey(config.rootKeyFile ?? path.join(config.data, 'root.key'), {
      mayCreate: false,
    });
    const cids = [...(await listPraxisRows(store)).map((row) => row.cid), VENDOR_CID].filter(
      (cid) => only === undefined || cid === only,
    );
    if (cids.length === 0) {
      print('Es gibt keine solche Praxis.');
      return 1;
    }
    for (const cid of cids) {
      const id = await workshopOf(store).write(cid, { kind: 'system', cid }, (w) =>
        rotateCellKey(w, root),
      );
      print(`${cid}: neuer Schlüssel ${id}`);
    }
    print(
      'Neue Werte benutzen ihn innerhalb einer Minute. Der laufende Server verschlüsselt danach alle gespeicherten Werte neu (Protokoll: cells.done).',
    );
    return 0;
  } catch (error) {
    if (!(error instanceof RootKeyError)) throw error;
    print(error.message);
    return 1;
  } finally {
    await store.close();
    release();
  }
}
