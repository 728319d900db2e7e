/**
 * Slow tests (`*.long.test.ts`) take turns: each run of `npm test` leaves out one half, the other
 * half on the next day. `npm test -- --all` and a file named on the command line run always.
 */
const DAY_MS = 86_400_000;

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
    .filter((_, at) => at % 2 === Math.floor(now / DAY_MS) % 2);
