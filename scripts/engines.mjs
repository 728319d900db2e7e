/**
 * `npm run engines`: the main stories in Firefox and in WebKitGTK, against the last build. Further
 * arguments go to Playwright, such as `--project webkit`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureEngines } from './machine.mjs';
import { ensureNative } from './native.mjs';
import { ROOT } from './sources.mjs';

const say = (/** @type {string} */ line) => console.log(`  ${line}`);
try {
  ensureNative(say);
  ensureEngines(say);
  if (!existsSync(join(ROOT, 'dist/server/main.js')))
    throw new Error('The server is not built: npm run build');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    'tests/engines/playwright.config.ts',
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
