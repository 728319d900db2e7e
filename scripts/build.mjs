/**
 * Builds everything into dist/: all apps, the server with its child programs and compressed copies;
 * checks the budget.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { checkBudget } from './budget.mjs';
import { buildConstants, listFiles, ROOT, sourceHash } from './sources.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, 'build.json');
const APPS = /** @type {const} */ (['kiosk', 'home', 'portal', 'practice']);

/**
 * Lists source files of the server's child programs and commands; each becomes `<name>.worker.js`
 * or `<name>.command.js` next to `main.js`.
 */
export function listWorkers() {
  const files = listFiles('server').filter((file) => /\.(worker|command)\.ts$/.test(file));
  const names = files.map((file) => basename(file));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Error(`Two child programs are named ${twice}; they are built into one folder.`);
  return files;
}

/**
 * Packages with a native binary, and an optional one that need not be installed; all others are
 * bundled.
 */
const OUTSIDE = [
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  'better-sqlite3',
  'pg-native',
  'sharp',
];
/** A source map of an empty first line: the code after it has no mapping. */
const NO_MAP = `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')}`;

/**
 * Stack traces name lines of our own sources; a line of a package is named by its place in the
 * bundle, since source maps of all packages would slow every start.
 * @type {import('esbuild').Plugin}
 */
const mapOwnSources = {
  name: 'map-own-sources',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `\n${await readFile(path, 'utf8')}${NO_MAP}`,
      loader: 'js',
    }));
  },
};

/**
 * Settings of the server bundle, for the build and for development. Packages are bundled: a start
 * opens one file instead of thousands, which was most of its time.
 * @param {string} outdir absolute folder
 */
export function serverBundle(outdir) {
  return /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: ROOT,
    entryPoints: ['server/main.ts', 'server/relay/relay.main.ts', ...listWorkers()].map((file) => ({
      in: file,
      out: basename(file, '.ts'),
    })),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: OUTSIDE,
    // CommonJS code inside an ES module needs these Node globals.
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    plugins: [mapOwnSources],
    define: buildConstants(),
    logLevel: 'warning',
  });
}

/**
 * Lists every bundled package with its licence, for recipients of dist/.
 * @param {import('esbuild').Metafile} metafile
 */
export function licencesOf({ inputs }) {
  const folders = new Set(
    Object.keys(inputs).flatMap(
      (file) => /^.*[\\/]?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? [],
    ),
  );
  const texts = [...folders].map((folder) => {
    const path = join(ROOT, folder);
    /** @type {{ name: string, version: string, license?: string }} */
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const words = readdirSync(path)
      .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      .sort()
      .map((file) => readFileSync(join(path, file), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'see below'})`, ...words].join('\n\n');
  });
  return `${texts.sort().join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

/**
 * Migrations and the fonts of scripts are read as files and are copied next to the bundle; the
 * snapshots of migrations are not.
 * @param {string} outdir absolute folder
 */
export function copyReadFiles(outdir) {
  cpSync(join(ROOT, 'server/platform/db/migrations'), join(outdir, 'migrations'), {
    recursive: true,
    filter: (file) => !file.endsWith('_snapshot.json'),
  });
  cpSync(join(ROOT, 'server/paper/fonts'), join(outdir, 'fonts'), { recursive: true });
}

/** Checks whether dist/ was built from exactly these sources. */
export function isBuilt() {
  if (
    !existsSync(STAMP) ||
    !existsSync(join(DIST, 'server/main.js')) ||
    ['index.html', 'go.html', 'ssf.html'].some((page) => !existsSync(join(DIST, 'web', page)))
  )
    return false;
  return JSON.parse(readFileSync(STAMP, 'utf8')).build === sourceHash();
}

/** Returns the bundler's own output without that of other steps. @param {string} output */
function reasonIn(output) {
  const text = stripVTControlCharacters(output);
  const at = text.indexOf('error during build:');
  return (at === -1 ? text : text.slice(at + 'error during build:'.length))
    .split('\n')
    .filter((line) => !/^\s+at |^  errors: |^}?$/.test(line))
    .join('\n');
}

/** @param {(typeof APPS)[number]} app @param {string} web folder for all apps */
function buildApp(app, web) {
  return new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    const vite = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', web],
      {
        cwd: ROOT,
        env: { ...process.env, APP: app, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const stop = () => vite.kill();
    process.once('exit', stop);
    let output = '';
    vite.stdout.on('data', (text) => (output += text));
    vite.stderr.on('data', (text) => (output += text));
    vite.on('error', reject);
    vite.on('close', (code) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else reject(new Error(`The ${app} app was not built:\n${reasonIn(output)}`));
    });
  });
}

const COMPRESSIBLE = /\.(js|mjs|css|html|svg|json|webmanifest|ico|txt)$/;

/**
 * Writes `.br` and `.gz` next to every text file over 1 kB, so that the server never compresses at
 * request time.
 * @param {string} web
 */
async function compressWeb(web) {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    COMPRESSIBLE.test(file),
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(web, file);
      const bytes = await readFile(path);
      if (bytes.length < 1024) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 10,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

/** Staging folders of killed builds. */
function removeStages() {
  for (const name of existsSync(DIST) ? readdirSync(DIST) : []) {
    const pid = /^stage-(\d+)$/.exec(name)?.[1];
    if (pid === undefined) continue;
    try {
      process.kill(Number(pid), 0);
    } catch {
      rmSync(join(DIST, name), { recursive: true, force: true });
    }
  }
}

/**
 * Builds into a staging folder and swaps it in at the end: a server that runs from dist/ keeps its
 * files until then, and a failed build changes nothing. Throws with the tool's output. An app over
 * budget fails the tests but must not stop a practice from starting: the caller decides.
 * @param {(line: string) => void} say progress, one line each
 */
export async function buildAll(say) {
  const started = Date.now();
  const since = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const build = sourceHash();
  removeStages();
  const stage = join(DIST, `stage-${process.pid}`);
  const web = join(stage, 'web');
  mkdirSync(stage, { recursive: true });
  try {
    await Promise.all([
      ...APPS.map((app) => buildApp(app, web).then(() => say(`  ${app} app ready (${since()})`))),
      bundle(serverBundle(join(stage, 'server'))).then(({ metafile }) => {
        writeFileSync(join(stage, 'server/licences.txt'), licencesOf(metafile));
        copyReadFiles(join(stage, 'server'));
        say(`  server ready (${since()})`);
      }),
    ]);
    // Manifests are for the budget, licences for recipients of dist/: neither is for the web.
    mkdirSync(join(stage, 'licences'));
    for (const app of APPS) {
      renameSync(join(web, `.vite/${app}.json`), join(stage, `${app}.chunks.json`));
      renameSync(join(web, `.vite/${app}.licences.md`), join(stage, `licences/${app}.md`));
    }
    rmSync(join(web, '.vite'), { recursive: true, force: true });
    const budget = checkBudget(stage);
    for (const line of budget.lines) say(`  ${line}`);
    await compressWeb(web);
    rmSync(STAMP, { force: true });
    for (const name of readdirSync(stage)) {
      rmSync(join(DIST, name), { recursive: true, force: true });
      renameSync(join(stage, name), join(DIST, name));
    }
    writeFileSync(STAMP, `${JSON.stringify({ build })}\n`);
    say(`Built ${build} in ${since()}.`);
    return budget;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const budget = await buildAll((line) => console.log(line));
    if (!budget.ok) throw new Error('An app is over its budget.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
