/** Weighs the built tablet app: JavaScript of its first load and the files that its worker keeps. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ROOT } from './sources.mjs';

/** gzip bytes of all scripts that the tablet's home loads. */
export const FIRST_LOAD_LIMIT = 170_000;
/** Bytes that a tablet stores to start without a network. */
export const PRECACHE_LIMIT = 5_000_000;

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }} Chunk */

/**
 * Files of an entry and of everything it imports at once.
 * @param {Record<string, Chunk>} chunks
 * @param {string[]} keys
 */
function staticFiles(chunks, keys) {
  const seen = new Set();
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of chunks[key]?.imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return [...seen].map((key) => chunks[key]?.file).filter((file) => file?.endsWith('.js'));
}

/** The lazy screen that every tablet shows first; it counts to the first load although it is its own chunk. */
const isHome = (/** @type {string} */ key) => /^kiosk\/(app|tablet)\/[^/]*home[^/]*\.tsx?$/i.test(key);

/**
 * @param {string} [dist] folder with `web/` and `kiosk.chunks.json`
 * @returns {{ ok: boolean, lines: string[], firstLoad: number, precache: number }} sizes in bytes
 */
export function checkBudget(dist = join(ROOT, 'dist')) {
  const web = join(dist, 'web');
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(join(dist, 'kiosk.chunks.json'), 'utf8'));
  const first = staticFiles(chunks, Object.keys(chunks).filter((key) => chunks[key]?.isEntry || isHome(key)));
  const weights = first.map((file) => ({ file, size: gzipSync(readFileSync(join(web, String(file))), { level: 9 }).length }));
  const firstLoad = weights.reduce((sum, one) => sum + one.size, 0);

  const worker = readFileSync(join(web, 'sw.js'), 'utf8');
  const kept = new Set([...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => String(match[1]).replace(/^\//, '')));
  const missing = [...kept].filter((file) => !existsSync(join(web, file)));
  const foreign = [...kept].filter((file) => file.startsWith('practice/'));
  const precache = [...kept].filter((file) => !missing.includes(file)).reduce((sum, file) => sum + statSync(join(web, file)).size, 0);
  const holdsPage = kept.has('index.html');

  const lines = [
    `tablet home, first load: ${(firstLoad / 1000).toFixed(1)} kB gzip of ${FIRST_LOAD_LIMIT / 1000} (${first.length} files)`,
    `tablet, kept offline: ${(precache / 1_000_000).toFixed(2)} MB of ${PRECACHE_LIMIT / 1_000_000} (${kept.size} files)`,
  ];
  if (firstLoad > FIRST_LOAD_LIMIT) {
    for (const { file, size } of weights.toSorted((a, b) => b.size - a.size)) lines.push(`  ${(size / 1000).toFixed(1).padStart(6)} kB ${file}`);
  }
  if (!holdsPage) lines.push('the worker does not keep index.html: nothing starts without a network');
  if (missing.length > 0) lines.push(`the worker names files that do not exist: ${missing.join(', ')}`);
  if (foreign.length > 0) lines.push(`the worker keeps files of the practice app: ${foreign.join(', ')}`);
  const ok = firstLoad <= FIRST_LOAD_LIMIT && precache <= PRECACHE_LIMIT && holdsPage && missing.length === 0 && foreign.length === 0;
  return { ok, lines, firstLoad, precache };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ok, lines } = checkBudget();
  console.log(lines.join('\n'));
  if (!ok) process.exit(1);
}
