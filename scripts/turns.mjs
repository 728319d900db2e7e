/**
 * Slow tests (`*.long.test.ts`) and the stories that sweep over sizes, languages or pages
 * (`*.long.spec.ts`) take turns: a run of `npm test` takes a twenty-eighth of their time, another
 * one each day. `npm test -- --all` and a file named on the command line run always. Of the tests on
 * both databases a run takes a fifth on PostgreSQL, too.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const DAY_MS = 86_400_000,
  TURNS = 28,
  POSTGRES_TURNS = 5;
/** File of the recorded times, next to this one; `npm test -- --all` writes it. */
export const SLOW_FILE = new URL('slow.json', import.meta.url);
/** Seconds of a slow file that no run has recorded yet. */
const UNKNOWN_SECONDS = 20;

/** @param {string} file */
export const isSlow = (file) => /\.long\.(?:test|spec)\.tsx?$/.test(file);

/** Days since 1970, UTC. @param {number} now ms since 1970 */
export const dayOf = (now) => Math.floor(now / DAY_MS);

/**
 * Whether a test file that runs on both databases runs on PostgreSQL on a day: every fifth day.
 * @param {string} file
 * @param {number} day days since 1970
 */
export function isOnPostgres(file, day) {
  const sum = createHash('sha256').update(file).digest().readUInt32BE();
  return sum % POSTGRES_TURNS === day % POSTGRES_TURNS;
}

/** @returns {Record<string, number>} seconds that each slow file took, by path */
const recorded = () => JSON.parse(readFileSync(SLOW_FILE, 'utf8'));

/**
 * Distributes files over four weeks so that each day takes about as long: the longest
 * first, each to the day that has the least so far.
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, number>>} seconds
 * @returns {string[][]} files of each day
 */
function days(files, seconds) {
  const turns = Array.from({ length: TURNS }, () => ({ files: [''].slice(1), seconds: 0 }));
  const timeOf = (/** @type {string} */ file) => seconds[file] ?? UNKNOWN_SECONDS;
  for (const file of files.toSorted((a, b) => timeOf(b) - timeOf(a) || (a < b ? -1 : 1))) {
    const day = turns.reduce((least, one) => (one.seconds < least.seconds ? one : least));
    day.files.push(file);
    day.seconds += timeOf(file);
  }
  return turns.map((day) => day.files);
}

/**
 * Returns the slow tests and stories that are left out on the day of an instant.
 * @param {readonly string[]} files all files, any order
 * @param {number} now ms since 1970, UTC
 * @param {Readonly<Record<string, number>>} [seconds] time of each slow file
 * @returns {string[]}
 */
export const leftOut = (files, now, seconds = recorded()) =>
  ['.test.', '.spec.'].flatMap((kind) =>
    days(
      files.filter((file) => isSlow(file) && file.includes(kind)),
      seconds,
    ).flatMap((day, at) => (at === dayOf(now) % TURNS ? [] : day)),
  );

/**
 * Records the times of the slow files of a run, and forgets files that no longer exist.
 * @param {string} timesFile a line `{ file, ms }` for each file that ran
 * @param {readonly string[]} files all files
 */
export function recordTimes(timesFile, files) {
  if (!existsSync(timesFile)) return;
  const lines = readFileSync(timesFile, 'utf8').trim().split('\n');
  const ran = lines.map((line) => {
    /** @type {{ file: string, ms: number }} */
    const { file, ms } = JSON.parse(line);
    return [file, Math.max(1, Math.round(ms / 1000))];
  });
  /** @type {Record<string, number>} */
  const seconds = { ...recorded(), ...Object.fromEntries(ran) };
  const kept = files
    .filter((file) => isSlow(file) && seconds[file] !== undefined)
    .toSorted()
    .map((file) => [file, seconds[file]]);
  writeFileSync(SLOW_FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
