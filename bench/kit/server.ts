/**
 * Starts the real server as a separate process, bundled with the product's build settings, on a
 * fresh data folder.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { copyReadFiles, serverBundle } from '../../scripts/build.mjs';
import { ROOT } from '../../scripts/sources.mjs';
import { startServer, type RunningServer } from '../../tests/support/server.ts';
import { benchFolder } from './rounds.ts';

/** Inside the project and outside `bench/`: the server must resolve the product's packages. */
const BUILT = join(ROOT, 'dist/bench');

/**
 * Bundles the server with its child programs to the folder `startMolar` uses. The two apps are not
 * included.
 */
export async function bundleServer(): Promise<void> {
  const outdir = join(BUILT, 'server');
  await build(serverBundle(outdir));
  copyReadFiles(outdir);
}

/** Creates a folder on the measured disk; the caller removes it. */
export const freshFolder = (word: string): string =>
  mkdtempSync(join(benchFolder(), `molar-bench-${word}-`));

/** Starts the bundled server with its demo practice on `data` (owned by the caller). */
export function startMolar(
  data: string,
  port: number,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  return startServer({ data, port, dist: BUILT, env });
}
