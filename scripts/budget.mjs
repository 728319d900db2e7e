/**
 * Checks the size budget of the build: scripts of the tablet's first load, files precached by its
 * service worker, scripts of the practice's overview before its figures, and everything fetched by
 * the pages on private phones.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './sources.mjs';

/** gzip bytes of all scripts that the tablet's home loads. */
export const FIRST_LOAD_LIMIT = 170_000;
/** Bytes that a tablet caches to start offline. */
export const PRECACHE_LIMIT = 5_000_000;
/**
 * Bytes as served that a phone fetches before the first question or before identification: page,
 * styles, scripts, texts of one language, the questionnaire chunk.
 */
export const HOME_LIMIT = 150_000;

/**
 * gzip bytes of all scripts loaded by the practice's overview before its tiles show figures; chart
 * code is loaded afterwards.
 */
export const OVERVIEW_LIMIT = 280_000;

/**
 * @typedef {{ file: string, src?: string, css?: string[], isEntry?: boolean, imports?: string[],
 * dynamicImports?: string[] }} Chunk
 */

/**
 * Returns the files of an entry and of all its static imports.
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

/**
 * Dynamic chunks fetched by the first screen: the screen, its texts in one language, and the flag
 * names.
 */
const isOnHome = (/** @type {string} */ key) =>
  /^_(?:words\.de|welcome)-|^kiosk\/(?:ui\/flags\.ts|tablet\/Home\.tsx)$/.test(key);

/**
 * Returns the scripts of the practice's frame and overview, in the language with the larger texts.
 * @param {string} dist
 * @returns {{ file: string, size: number }[]}
 */
function overviewFiles(dist) {
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(join(dist, 'practice.chunks.json'), 'utf8')),
    keys = Object.keys(chunks);
  const filesOf = (/** @type {RegExp} */ words) =>
    [
      ...new Set(
        staticFiles(
          chunks,
          keys.filter(
            (key) =>
              chunks[key]?.isEntry || key.endsWith('overview/OverviewPage.tsx') || words.test(key),
          ),
        ),
      ),
    ].map((file) => ({
      file: String(file),
      size: gzipSync(readFileSync(join(dist, 'web', String(file))), { level: 9 }).length,
    }));
  const [de, en] = [filesOf(/^_(words|figures)\.de-/), filesOf(/^_(words|figures)\.en-/)];
  return sumOf(de) > sumOf(en) ? de : en;
}
const sumOf = (/** @type {{ size: number }[]} */ files) =>
  files.reduce((sum, one) => sum + one.size, 0);

/** Returns the size as served: files under 1 kB are not compressed. @param {Buffer} bytes */
const served = (bytes) =>
  bytes.length < 1024
    ? bytes.length
    : brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 10,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }).length;

/** Pages on private phones: built file, dynamic chunks fetched with it, and the texts it uses. */
const PHONE_PAGES = /** @type {const} */ ({
  home: { page: 'go.html', part: /^_form-/, rooms: ['kiosk/forms/', 'kiosk/home/'] },
  portal: { page: 'ssf.html', part: /ListPage\.tsx$/, rooms: ['kiosk/home/', 'kiosk/share/'] },
});

/**
 * Returns everything fetched by a first visit on a private phone, in the language with the largest
 * texts.
 * @param {string} dist
 * @param {keyof typeof PHONE_PAGES} app
 * @returns {{ file: string, size: number }[]}
 */
function phoneFiles(dist, app) {
  const { page, part, rooms } = PHONE_PAGES[app];
  const web = join(dist, 'web');
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(join(dist, `${app}.chunks.json`), 'utf8'));
  const weigh = (/** @type {string} */ file) => ({
    file,
    size: served(readFileSync(join(web, file))),
  });
  const keys = Object.keys(chunks).filter((key) => chunks[key]?.isEntry || part.test(key));
  const styles = keys.flatMap((key) => chunks[key]?.css ?? []);
  const words = rooms.flatMap((room) => {
    const texts = Object.keys(chunks)
      .filter((key) => key.startsWith(`${room}texts.`))
      .map((key) => weigh(String(chunks[key]?.file)));
    return texts.sort((a, b) => b.size - a.size).slice(0, 1);
  });
  return [
    { file: page, size: statSync(join(web, page)).size },
    ...[...new Set([...staticFiles(chunks, keys), ...styles, 'start.css'])].map((file) =>
      weigh(String(file)),
    ),
    ...words,
  ];
}

/**
 * @param {string} [dist] folder with `web/` and the manifests of all builds
 * @returns {{ ok: boolean, lines: string[], firstLoad: number, precache: number, home: number,
 * portal: number, overview: number }} sizes in bytes
 */
export function checkBudget(dist = join(ROOT, 'dist')) {
  const web = join(dist, 'web');
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(join(dist, 'kiosk.chunks.json'), 'utf8'));
  const first = staticFiles(
    chunks,
    Object.keys(chunks).filter((key) => chunks[key]?.isEntry || isOnHome(key)),
  );
  const weights = first.map((file) => ({
    file,
    size: gzipSync(readFileSync(join(web, String(file))), { level: 9 }).length,
  }));
  const firstLoad = weights.reduce((sum, one) => sum + one.size, 0);

  const ofOverview = overviewFiles(dist),
    overview = sumOf(ofOverview);
  const worker = readFileSync(join(web, 'sw.js'), 'utf8');
  const kept = new Set(
    [...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map((match) =>
      String(match[1]).replace(/^\//, ''),
    ),
  );
  const missing = [...kept].filter((file) => !existsSync(join(web, file)));
  const foreign = [...kept].filter((file) => /^(practice|go|ssf)\//.test(file));
  const precache = [...kept]
    .filter((file) => !missing.includes(file))
    .reduce((sum, file) => sum + statSync(join(web, file)).size, 0);
  const holdsPage = kept.has('index.html');
  const phones = /** @type {const} */ (['home', 'portal']).map((app) => {
    const files = phoneFiles(dist, app);
    return { app, files, size: files.reduce((sum, one) => sum + one.size, 0) };
  });
  const sizeOf = (/** @type {string} */ app) => phones.find((one) => one.app === app)?.size ?? 0;

  const lines = [
    `tablet home, first load: ${(firstLoad / 1000).toFixed(1)} kB gzip of ${FIRST_LOAD_LIMIT / 1000} (${first.length} files)`,
    `tablet, kept offline: ${(precache / 1_000_000).toFixed(2)} MB of ${PRECACHE_LIMIT / 1_000_000} (${kept.size} files)`,
    `practice overview until it shows numbers: ${(overview / 1000).toFixed(1)} kB gzip of ${OVERVIEW_LIMIT / 1000} (${ofOverview.length} files)`,
    ...phones.map(
      ({ app, files, size }) =>
        `${PHONE_PAGES[app].page}, first visit: ${(size / 1000).toFixed(1)} kB as served of ${HOME_LIMIT / 1000} (${files.length} files)`,
    ),
  ];
  for (const { files } of phones.filter((one) => one.size > HOME_LIMIT))
    for (const { file, size } of files)
      lines.push(`  ${(size / 1000).toFixed(1).padStart(6)} kB ${file}`);
  if (overview > OVERVIEW_LIMIT)
    for (const { file, size } of ofOverview.toSorted((a, b) => b.size - a.size).slice(0, 20))
      lines.push(`  ${(size / 1000).toFixed(1).padStart(6)} kB ${file}`);
  if (firstLoad > FIRST_LOAD_LIMIT) {
    for (const { file, size } of weights.toSorted((a, b) => b.size - a.size))
      lines.push(`  ${(size / 1000).toFixed(1).padStart(6)} kB ${file}`);
  }
  if (!holdsPage)
    lines.push('the worker does not keep index.html: nothing starts without a network');
  if (missing.length > 0)
    lines.push(`the worker names files that do not exist: ${missing.join(', ')}`);
  if (foreign.length > 0) lines.push(`the worker keeps files of other apps: ${foreign.join(', ')}`);
  const ok =
    firstLoad <= FIRST_LOAD_LIMIT &&
    overview <= OVERVIEW_LIMIT &&
    phones.every((one) => one.size <= HOME_LIMIT) &&
    precache <= PRECACHE_LIMIT &&
    holdsPage &&
    missing.length === 0 &&
    foreign.length === 0;
  return {
    ok,
    lines,
    firstLoad,
    precache,
    home: sizeOf('home'),
    portal: sizeOf('portal'),
    overview,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ok, lines } = checkBudget();
  console.log(lines.join('\n'));
  if (!ok) process.exit(1);
}
