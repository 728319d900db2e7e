/** The real server as a process of its own, bundled by the product's own build settings, on a fresh data folder. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { copyMigrations, serverBundle } from '../../scripts/build.mjs';
import { ROOT } from '../../scripts/sources.mjs';
import { startServer, type RunningServer } from '../../tests/support/server.ts';
import { benchFolder } from './rounds.ts';

/** Inside the project and outside of `bench/`: the server must find the product's packages. */
const BUILT = join(ROOT, 'dist/bench');

/** Bundles the server with its child programs to where `startMolar` takes it from. The two apps are not part of it. */
export async function bundleServer(): Promise<void> {
  const outdir = join(BUILT, 'server');
  await build(serverBundle(outdir));
  copyMigrations(outdir);
}

/** A folder on the measured disk; the caller removes it. */
export const freshFolder = (word: string): string =>
  mkdtempSync(join(benchFolder(), `molar-bench-${word}-`));

/** Starts the bundled server with its demo practice on `data` (a folder of the caller). */
export function startMolar(
  data: string,
  port: number,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  return startServer({ data, port, dist: BUILT, env });
}
