/**
 * Bundles the simulator into one program: with its packages, so that all of them use the simulated
 * clock, and with planted bugs for tests.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { context } from 'esbuild';
import { holds, withFirst } from '../support/house/places.mjs';
import { IDB_CHANGES } from './idb-changes.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');

/** Text of a package with one change; a text that is not found stops the build. */
function replaced(
  /** @type {string} */ path,
  /** @type {string} */ find,
  /** @type {string} */ replace,
  text = readFileSync(path, 'utf8'),
) {
  if (!text.includes(find)) throw new Error(`${path} does not hold "${find}"`);
  return text.replace(find, () => replace);
}
const SHARED_CLASS = `
    const known = makeClassConstructor.known ??= new Map();
    function Made(...given) { const made = Object.create(Made.prototype); constructor.apply(made, given); return made; }
    if (known.has(prototype)) Made.prototype = known.get(prototype);
    else { derive(Made).from({ prototype }); known.set(prototype, Made.prototype); }
    return Made;`;
const ROWS = `
const rowMakers = new WeakMap();
function rowMaker(columns) {
  const known = rowMakers.get(columns);
  if (known) return known;
  if (known === undefined) { rowMakers.set(columns, columns.every(({ path, field }) => path.length === 1 && field instanceof Column) ? null : false); return undefined; }
  if (known === false) return undefined;
  const plain = Column.prototype.mapFromDriverValue;
  const cells = columns.map(({ path, field }, i) => JSON.stringify(path[0]) + ': ' + (field.mapFromDriverValue === plain ? 'row[' + i + ']' : 'row[' + i + '] === null ? null : columns[' + i + '].field.mapFromDriverValue(row[' + i + '])'));
  const made = new Function('columns', 'return row => ({ ' + cells.join(', ') + ' })')(columns);
  rowMakers.set(columns, made);
  return made;
}
function mapResultRow(columns, row, joinsNotNullableMap) {
  const make = rowMaker(columns);
  if (make) return make(row);`;
/** @type {[string, string][]} */
const DEXIE = [
  ['derive(constructor).from({ prototype });\n    return constructor;', SHARED_CLASS],
  // Each change of its zone replaces the global `Promise`: an assignment has the same effect and
  // takes a tenth of the time of a property descriptor.
  [
    "Object.defineProperty(_global, 'Promise', targetEnv.PromiseProp);",
    '_global.Promise = targetEnv.Promise;',
  ],
  ["PromiseProp: Object.getOwnPropertyDescriptor(_global, 'Promise'),", ''],
];

const MIGRATIONS = resolve(ROOT, 'server/platform/db/migrations');
/**
 * An empty migrated server database: migrating takes as long as ten stories, so every program
 * starts from this one.
 */
function migrated() {
  const folder = mkdtempSync(join(tmpdir(), 'molar-simulated-')),
    file = join(folder, 'molar.db');
  try {
    const db = new Database(file);
    db.pragma('journal_mode=WAL');
    db.pragma('foreign_keys=OFF');
    migrate(drizzle(db, { casing: 'snake_case' }), {
      migrationsFolder: join(MIGRATIONS, 'sqlite'),
    });
    db.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Replaces the real database, crypto and ports by the simulated ones.
 * @param {import('esbuild').PluginBuild} b
 */
function resolveSimulated(b) {
  b.onResolve({ filter: /^better-sqlite3$/ }, ({ importer }) =>
    importer.endsWith('tests/simulation/sqlite.ts')
      ? { path: join(ROOT, 'node_modules/better-sqlite3/lib/index.js'), external: true }
      : { path: join(HERE, 'sqlite.ts') },
  );
  b.onResolve({ filter: /^(node:)?crypto$/ }, ({ importer }) =>
    importer.startsWith(HERE) ? undefined : { path: join(HERE, 'node-crypto.ts') },
  );
  b.onResolve({ filter: /^\.\/ports\.ts$/ }, ({ importer }) =>
    importer.startsWith(join(ROOT, 'kiosk/app/')) ? { path: join(HERE, 'ports.ts') } : undefined,
  );
  // Node's own implementation slows down every promise of the process.
  b.onResolve({ filter: /^node:async_hooks$/ }, () => ({
    path: join(HERE, 'async-hooks.ts'),
  }));
}

/**
 * Loads packages with the changes that make them fast and simulated.
 * @param {import('esbuild').PluginBuild} b
 */
function loadPackages(b) {
  // One copy of the query builder: its slow way for several copies costs a twentieth of all
  // time.
  b.onLoad({ filter: /drizzle-orm\/entity\.js$/ }, ({ path }) => ({
    contents: replaced(
      path,
      'function is(value, type) {',
      'function is(value, type) { return value instanceof type;',
    ),
    loader: 'js',
  }));
  // A row of a known query becomes an object in one step, not a property at a time.
  b.onLoad({ filter: /drizzle-orm\/utils\.js$/ }, ({ path }) => ({
    contents: replaced(path, 'function mapResultRow(columns, row, joinsNotNullableMap) {', ROWS),
    loader: 'js',
  }));
  // A story restarts its server often, and the migration files do not change: they are cached.
  b.onLoad({ filter: /server\/platform\/db\/migrations\.ts$/ }, ({ path }) => ({
    contents: replaced(
      path,
      'const journal = JSON.parse(',
      'const journal = (knownMigrations as any)[dialect] ??= JSON.parse(',
    ),
    loader: 'ts',
  }));
  // Statements prepared for a connection are cached for the same reason.
  b.onLoad({ filter: /server\/platform\/db\/prepared\.ts$/ }, ({ path }) => ({
    contents: `import { preparedAgain } from '${join(HERE, 'queries.ts')}';\n${replaced(path, "build().prepare('')", "(preparedAgain as any)(db, key, () => build().prepare(''))")}`,
    loader: 'ts',
    resolveDir: dirname(path),
  }));
  // Dexie creates its classes for each database it opens, so the engine would run every page's code
  // unoptimised.
  b.onLoad({ filter: /dexie\/dist\/modern\/dexie\.mjs$/ }, ({ path }) => ({
    contents: DEXIE.reduce(
      (text, [find, replace]) => replaced(path, find, replace, text),
      readFileSync(path, 'utf8'),
    ),
    loader: 'js',
  }));
  for (const { file, changes: list } of IDB_CHANGES)
    b.onLoad({ filter: file }, ({ path }) => ({
      contents: list.reduce(
        (text, [find, replace]) => replaced(path, find, replace, text),
        readFileSync(path, 'utf8'),
      ),
      loader: 'js',
    }));
  // The kernel schedules its tasks like all others.
  b.onLoad({ filter: /fake-indexeddb\/build\/esm\/lib\/scheduling\.js$/ }, () => ({
    contents: `import { queue } from '${join(HERE, 'kernel.ts')}';\nexport const queueTask = work => queue(work);`,
    loader: 'js',
    resolveDir: HERE,
  }));
}

/**
 * @typedef {{ file: string, find: string, replace: string }} Change
 * @typedef {{ bundle(outdir: string, changes?: Change[]): Promise<string>, close(): Promise<void>
 * }} Bundler `bundle`: the program, written to this folder, with these changes applied to the
 * sources; a text that is not found stops the build.
 */

/**
 * Sources that are unchanged since the last program are cached: many programs that differ in one
 * line cost little more than one.
 * @returns {Promise<Bundler>}
 */
export async function createBundler() {
  /** @type {Change[]} */
  let changes = [];
  /** @type {Set<Change>} */
  let left = new Set();
  const database = migrated();
  const made = await context({
    absWorkingDir: ROOT,
    entryPoints: ['tests/simulation/main.ts'],
    outfile: 'simulate.mjs',
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    define: { __VERSION__: '"sim"', __BUILD__: '"sim"', 'import.meta.env.PROD': 'false' },
    external: ['@node-rs/argon2', 'pg'],
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    plugins: [
      {
        name: 'simulated',
        setup(b) {
          resolveSimulated(b);
          loadPackages(b);
          b.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
            const file = relative(ROOT, path),
              own = changes.filter((c) => c.file === file);
            if (own.length === 0) return undefined;
            let contents = readFileSync(path, 'utf8');
            for (const c of own) {
              if (!holds(contents, c.find)) throw new Error(`${file} does not hold "${c.find}"`);
              contents = withFirst(contents, c.find, c.replace);
              left.delete(c);
            }
            return { contents, loader: 'ts', resolveDir: dirname(path) };
          });
        },
      },
    ],
  });
  return {
    async bundle(outdir, wanted = []) {
      [changes, left] = [wanted, new Set(wanted)];
      const {
        outputFiles: [program],
      } = await made.rebuild();
      if (program === undefined) throw new Error('no program came out of the build');
      if (left.size > 0)
        throw new Error(`not part of the simulation: ${[...left].map((c) => c.file).join(', ')}`);
      mkdirSync(outdir, { recursive: true });
      const outfile = join(outdir, 'simulate.mjs');
      writeFileSync(outfile, program.contents);
      writeFileSync(join(outdir, 'migrated.db'), database);
      cpSync(
        join(MIGRATIONS, 'sqlite/meta/_journal.json'),
        join(outdir, 'migrations/sqlite/meta/_journal.json'),
      );
      return outfile;
    },
    close: () => made.dispose(),
  };
}
