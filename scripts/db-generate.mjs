/** `npm run db`: writes the next migration of both databases from the one schema; nothing when nothing changed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

const name = process.argv[2];
for (const dialect of ['lite', 'pg']) {
  const config = `server/db/drizzle.${dialect}.config.ts`;
  if (!existsSync(join(ROOT, config))) {
    console.error(`${config} is missing.`);
    process.exit(1);
  }
  const args = [join(ROOT, 'node_modules/drizzle-kit/bin.cjs'), 'generate', `--config=${config}`];
  if (name !== undefined) args.push(`--name=${name}`);
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
