/**
 * `npm start`: checks Node and SQLite, builds if needed, then runs the server in the same process.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Molar needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const { ROOT } = await import('./sources.mjs');
if (!existsSync(join(ROOT, 'node_modules/hono'))) {
  console.error('The packages are not installed. Please run: npm ci');
  process.exit(1);
}

try {
  const { ensureNative } = await import('./native.mjs');
  ensureNative((line) => console.log(line));
  // A delivered dist/ may come without the build tools; it is used unchanged.
  if (existsSync(join(ROOT, 'node_modules/vite'))) {
    const { buildAll, isBuilt } = await import('./build.mjs');
    if (!isBuilt()) {
      console.log('Building the apps and the server …');
      await buildAll((line) => console.log(line));
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// Same process, so that signals reach the server itself.
await import(new URL('../dist/server/main.js', import.meta.url).href);
