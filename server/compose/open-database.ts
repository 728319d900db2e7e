// Opens the database of a server and watches it: what refuses the start, what ends the process, and
// what counts as damage.

import path from 'node:path';
import type { Config } from '../platform/config/parse-config.ts';
import { watchIntegrity, type IntegrityWatch } from '../platform/db/carry/integrity.ts';
import { openStore } from '../platform/db/open-store.ts';
import { reasonOf, type Store } from '../platform/db/store.ts';
import type { Log } from '../platform/http/log.ts';
import { RootKeyError } from '../platform/keys/rootkey/root-key.ts';
import { DATABASE } from '../platform/keys/rootkey/stored-file.ts';
import { keyPlaceOf, openSharedKeys } from './open-keys.ts';

/** Reports of damage in a log, passed on to the watch of the file. */
export interface Suspicions {
  log: Log;
  /** Sets who is called when a failure is damage of the database. */
  onDamage(tell: () => void): void;
}
/** Listens to a log for damage: a call meets it long before the daily check. */
export function hearDamage(log: Log): Suspicions {
  let tell: () => void = () => undefined;
  return {
    log: {
      ...log,
      failure(line) {
        if (reasonOf(line.error) === 'corrupt') tell();
        log.failure(line);
      },
    },
    onDamage(next) {
      tell = next;
    },
  };
}

/**
 * Opens the database that the configuration names.
 * @param key of the SQLite file
 * @param refuse ends the start with these lines
 * @throws RootKeyError
 */
export function openDatabase(
  config: Config,
  { key, workerPath, log }: { key: Uint8Array | undefined; workerPath: string; log: Log },
  refuse: (lines: readonly string[]) => never,
): Promise<Store> {
  const { databaseUrl, databaseOwnerUrl } = config,
    place = keyPlaceOf(config),
    file = path.join(config.data, DATABASE);
  // Responses in progress may still be sent: they contain „later“ [F6].
  const endBroken = (error: unknown): void => {
    log.failure({ code: 'database.broken', error });
    setTimeout(() => process.exit(1), 200);
  };
  return openStore(
    databaseUrl === undefined
      ? { file, key, workerPath }
      : {
          url: databaseUrl,
          ownerUrl: databaseOwnerUrl,
          data: place.data,
          key: async () => (await openSharedKeys(place, false)).fileKey,
        },
    endBroken,
  ).catch((error: unknown) => {
    if (error instanceof RootKeyError) throw error;
    const which = databaseUrl === undefined ? file : 'DATABASE_URL',
      why = error instanceof Error ? error.message : 'unbekannt';
    return refuse([
      reasonOf(error) === 'corrupt'
        ? `Die Datenbank ist beschädigt (${which}): ${why}. Heben Sie den Datenordner auf, und stellen Sie eine Sicherung wieder her (npm run restore). Es wurde nichts geändert.`
        : `Die Datenbank lässt sich nicht öffnen (${which}): ${why}`,
    ]);
  });
}

/** Watches the SQLite file for damage; PostgreSQL watches itself. */
export function watchFile(
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  key: Uint8Array,
  { log, onDamage }: Suspicions,
): IntegrityWatch | undefined {
  if (databaseUrl !== undefined) return undefined;
  const watch = watchIntegrity({ file: path.join(data, DATABASE), key }, (code) => {
    log.failure({ code: 'database.damaged', error: new Error(code) });
  });
  onDamage(() => {
    watch.suspect();
  });
  return watch;
}
