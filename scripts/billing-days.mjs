/**
 * `npm run billing:days`: runs hand-made treatment days through the billing rules and prints recall
 * and precision by area. `-- --all` takes all rules, `-- FILE.json` other days.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './sources.mjs';

const folder = mkdtempSync(join(tmpdir(), 'molar-days-')),
  outfile = join(folder, 'days.mjs');
try {
  await build({
    entryPoints: [join(ROOT, 'tests/proposals/treatment-days/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
