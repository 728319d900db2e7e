/**
 * Slow tests (`*.long.test.ts`) take turns: a run of `npm test` takes one third of them, another
 * third each day. `npm test -- --all` and a file named on the command line run always.
 */
const DAY_MS = 86_400_000,
  TURNS = 3;

/** @param {string} file */
export const isSlow = (file) => /\.long\.test\.tsx?$/.test(file);

/**
 * Returns the slow tests that are left out on the day of an instant.
 * @param {readonly string[]} files all files, any order
 * @param {number} now ms since 1970, UTC
 * @returns {string[]}
 */
export const leftOut = (files, now) =>
  files
    .filter(isSlow)
    .sort()
    .filter((_, at) => at % TURNS !== Math.floor(now / DAY_MS) % TURNS);
