// `npm run recovered`: after PostgreSQL's own tools restored the database. Its new identity makes each
// tablet send again what it still holds, and ends every session and link.

import path from 'node:path';
import { parseConfig } from '../platform/config/parse-config.ts';
import { FolderInUse, takeFolder } from '../platform/db/folder-lock.ts';
import { openStore } from '../platform/db/open-store.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { restoreSteps } from './restore-steps.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

/**
 * Gives a restored PostgreSQL database a new identity and notes the restore in the audit log of each
 * practice.
 * @returns the exit code: 0 when done, 1 while a server runs or when the configuration is wrong, 2
 * for arguments
 */
export async function runRecovered({ args, env, print }: Terminal): Promise<number> {
  if (args.length > 0) {
    print('Aufruf: npm run recovered');
    return 2;
  }
  const { config, problems } = parseConfig(env);
  if (config?.databaseUrl === undefined) {
    for (const line of problems ?? ['DATABASE_URL fehlt: die wiederhergestellte Datenbank.'])
      print(line);
    return 1;
  }
  const data = path.resolve(config.data);
  let release: () => void;
  try {
    release = takeFolder(data, 'alone');
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    print(`Im Datenordner ${data} läuft noch ein Server. Beenden Sie zuerst alle.`);
    return 1;
  }
  try {
    const store = await openStore({ url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl });
    try {
      await restoreSteps.renew(store);
      const practices = await listPraxisRows(store);
      for (const { cid } of practices)
        await restoreSteps.note(store, cid, 'backup.restored', { snapshot: 'postgresql' });
      print(
        `Die Datenbank hat eine neue Kennung; ${practices.length} Praxen stehen im Protokoll. Tablets senden erneut, was sie noch haben, und alle melden sich neu an.`,
      );
      return 0;
    } finally {
      await store.close();
    }
  } finally {
    release();
  }
}
