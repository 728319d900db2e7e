/**
 * The server's child programs as built, so that a test does not wait for a compiler each time one
 * starts.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, buildSync, type BuildOptions } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)),
  FOLDER = path.join(ROOT, 'node_modules/.cache/molar-tests');
/** Several checkouts may share one folder of packages. */
const MINE = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
let verifier: Promise<string> | undefined, renderer: string | undefined;

interface Program {
  options: BuildOptions;
  outfile: string;
  worker: string;
}
function programOf(name: string, source: string): Program {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = path.join(FOLDER, `${name}-${process.pid}.worker.mjs`);
  return {
    outfile,
    worker: path.join(FOLDER, `${name}-of-${MINE}.worker.mjs`),
    options: {
      absWorkingDir: ROOT,
      entryPoints: [source],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      packages: 'external',
      logLevel: 'warning',
    },
  };
}
// Parallel test processes: the file appears atomically.
const placed = ({ outfile, worker }: Program): string => {
  renameSync(outfile, worker);
  return worker;
};

/** Returns the path of the compiled verifier; made once per test process. */
export function verifyWorker(): Promise<string> {
  verifier ??= (async () => {
    const program = programOf('verify', 'server/paper/seal/verify.worker.ts');
    // A child process starts for each judged file; with its packages bundled it starts in half the
    // time.
    await build({
      ...program.options,
      packages: 'bundle',
      banner: {
        js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
      },
    });
    return placed(program);
  })();
  return verifier;
}

/** Returns the path of the compiled renderer; made once per test process. */
export function renderWorker(): string {
  if (renderer !== undefined) return renderer;
  const source = 'server/paper/pdf/render.worker.ts',
    program = programOf('render', source);
  // The fonts are found next to the sources.
  const url = JSON.stringify(pathToFileURL(path.join(ROOT, source)).href);
  buildSync({ ...program.options, define: { 'import.meta.url': url } });
  return (renderer = placed(program));
}

let reports: Promise<string> | undefined;
/** Returns the path of the compiled report worker; made once per test process. */
export function reportsWorker(): Promise<string> {
  reports ??= (async () => {
    const program = programOf('berichte', 'server/analytics/snapshot/reports.worker.ts');
    await build(program.options);
    return placed(program);
  })();
  return reports;
}

let tables: Promise<string> | undefined;
/** Returns the path of the compiled table-reading worker; made once per test process. */
export function tablesWorker(): Promise<string> {
  tables ??= (async () => {
    const program = programOf(
      'read-tables',
      'server/analytics/collector/csv/read-tables.worker.ts',
    );
    await build(program.options);
    return placed(program);
  })();
  return tables;
}

let forms: Promise<string> | undefined;
/** Returns the path of the compiled check of forms; made once per test process. */
export function formCheckWorker(): Promise<string> {
  forms ??= (async () => {
    const program = programOf('form-check', 'server/desk/forms/library/form-check.worker.ts');
    await build(program.options);
    return placed(program);
  })();
  return forms;
}
