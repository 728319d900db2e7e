/**
 * `npm run db -- NAME`: writes the next migration of both databases from the one schema; nothing
 * without a change.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

/**
 * The generator compares with the newest snapshot; the previous one shows the changes of the last
 * migration.
 */
const KEPT_SNAPSHOTS = 2;

const name = process.argv[2];
if (name === undefined || !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
  console.error(
    'A migration needs a name of small letters, digits and underscores: npm run db -- tablet_colour',
  );
  process.exit(1);
}
for (const dialect of ['lite', 'pg']) {
  const config = `server/platform/db/drizzle.${dialect}.config.ts`;
  if (!existsSync(join(ROOT, config))) {
    console.error(`${config} is missing.`);
    process.exit(1);
  }
  const args = [
    join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
    'generate',
    `--config=${config}`,
    `--name=${name}`,
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const meta = join(
    ROOT,
    'server/platform/db/migrations',
    dialect === 'lite' ? 'sqlite' : dialect,
    'meta',
  );
  const snapshots = readdirSync(meta)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort();
  for (const file of snapshots.slice(0, -KEPT_SNAPSHOTS)) rmSync(join(meta, file));
}
