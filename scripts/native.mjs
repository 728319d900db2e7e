/**
 * Ensures that SQLite's binary loads in this Node and encrypts: as installed, from the cache,
 * downloaded, or compiled here.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './sources.mjs';

const BINARY = join(ROOT, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');

/**
 * A binary built for another Node may end the process instead of throwing, so a child tries it
 * first. One without a cipher would write plain files.
 * @param {string} [path] another file than the installed one
 */
function loads(path = BINARY) {
  if (!existsSync(path)) return false;
  const script =
    'const S=require("better-sqlite3");const d=new S(":memory:",{nativeBinding:process.argv[1]});process.exit(d.pragma("cipher",{simple:true})==="chacha20"?0:1)';
  return (
    spawnSync(process.execPath, ['-e', script, path], { cwd: ROOT, stdio: 'ignore' }).status === 0
  );
}

/** C library of this system: a binary for one does not load with the other. */
function libc() {
  if (process.platform !== 'linux') return '';
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return report.header.glibcVersionRuntime === undefined ? '-musl' : '-glibc';
}

function cachePath() {
  const { name, version } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/better-sqlite3/package.json'), 'utf8'),
  );
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return join(
    base,
    'molar',
    `${name}-${version}-node${process.versions.modules}-${process.platform}-${process.arch}${libc()}.node`,
  );
}

/**
 * Copies atomically, so that concurrent starts never see a partial file.
 * @param {string} from
 * @param {string} to
 */
function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const part = `${to}.${process.pid}`;
  copyFileSync(from, part);
  renameSync(part, to);
}

function keep() {
  const cache = cachePath();
  try {
    if (!existsSync(cache) || statSync(cache).size !== statSync(BINARY).size) place(BINARY, cache);
  } catch {
    // An unwritable home folder only costs the next compile.
  }
}

/**
 * Throws one line that names the missing parts if every way fails.
 * @param {(line: string) => void} say
 */
export function ensureNative(say) {
  if (!existsSync(join(ROOT, 'node_modules/better-sqlite3/package.json'))) {
    throw new Error('The packages are not installed. Please run: npm ci');
  }
  if (loads()) return keep();
  const cache = cachePath();
  if (existsSync(cache) && loads(cache)) {
    place(cache, BINARY);
    say('SQLite: taken from the cache of an earlier build.');
    return;
  }
  const folder = join(ROOT, 'node_modules/better-sqlite3');
  const prebuild = createRequire(join(folder, 'package.json')).resolve('prebuild-install/bin.js');
  const fetched = spawnSync(process.execPath, [prebuild], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 60_000,
  });
  if (fetched.status === 0 && loads()) {
    say('SQLite: downloaded the ready-made binary.');
    return keep();
  }
  say(
    'SQLite: the ready-made binary is out of reach; compiling SQLite, needs a C++ compiler (about a minute) …',
  );
  const made = spawnSync(
    'npm',
    ['rebuild', 'better-sqlite3', '--ignore-scripts=false', '--foreground-scripts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      // SQLite and its wrapper compile in parallel.
      env: { JOBS: 'max', ...process.env },
    },
  );
  if (!loads()) {
    const last = `${made.stdout ?? ''}${made.stderr ?? ''}`
      .trim()
      .split('\n')
      .filter((line) => /err/i.test(line))
      .slice(0, 3)
      .join(' · ');
    throw new Error(
      `SQLite could not be compiled: please install a C++ compiler, make and Python 3 (Debian: apt install build-essential python3), then start again. ${last}`,
    );
  }
  say('SQLite: compiled.');
  keep();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    ensureNative((line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
