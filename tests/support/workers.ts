/** The server's child programs as the build makes them, so that a test does not wait for a compiler each time one starts. */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Several checkouts may share one folder of packages. */
const MINE = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
let verifier: Promise<string> | undefined;

/** Path of the compiled verifier; made once per test process. */
export function verifyWorker(): Promise<string> {
  verifier ??= (async () => {
    const folder = path.join(ROOT, 'node_modules/.cache/molar-tests');
    mkdirSync(folder, { recursive: true });
    const outfile = path.join(folder, `verify-${process.pid}.worker.mjs`), worker = path.join(folder, `verify-of-${MINE}.worker.mjs`);
    await build({ absWorkingDir: ROOT, entryPoints: ['server/seal/verify.worker.ts'], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20.19', packages: 'external', logLevel: 'warning' });
    // Test processes run side by side: the file is there whole or not at all.
    renameSync(outfile, worker);
    return worker;
  })();
  return verifier;
}
