// Where the migration files lie: beside the sources while developing, beside the bundle when built.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of one dialect's migrations; throws when the installation is incomplete. */
export function migrationsFolder(dialect: 'sqlite' | 'pg'): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const folder of [path.join(here, 'migrations', dialect), path.join(here, '../../server/db/migrations', dialect)]) {
    if (existsSync(folder)) return folder;
  }
  throw new Error(`migrations for ${dialect} are missing beside ${here}`);
}
