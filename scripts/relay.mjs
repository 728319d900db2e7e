/**
 * `npm run relay`: builds if needed, then runs the relay in the same process.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

try {
  // A delivered dist/ may come without the build tools; it is used unchanged.
  if (existsSync(join(ROOT, 'node_modules/vite'))) {
    const { buildAll, isBuilt } = await import('./build.mjs');
    if (!isBuilt()) await buildAll((line) => console.log(line));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// Same process, so that signals reach the relay itself.
await import(new URL('../dist/server/relay.main.js', import.meta.url).href);
