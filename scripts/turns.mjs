/**
 * Slow tests (`*.long.test.ts`) and the stories that sweep over sizes, languages or pages
 * (`*.long.spec.ts`) take turns: a run of `npm test` takes a seventh of them, another seventh
 * each day. `npm test -- --all` and a file named on the command line run always.
 */
const DAY_MS = 86_400_000,
  TURNS = 7;

/** @param {string} file */
export const isSlow = (file) => /\.long\.(?:test|spec)\.tsx?$/.test(file);

/**
 * Returns the slow tests and stories that are left out on the day of an instant.
 * @param {readonly string[]} files all files, any order
 * @param {number} now ms since 1970, UTC
 * @returns {string[]}
 */
export const leftOut = (files, now) =>
  ['.test.', '.spec.'].flatMap((kind) =>
    files
      .filter((file) => isSlow(file) && file.includes(kind))
      .sort()
      .filter((_, at) => at % TURNS !== Math.floor(now / DAY_MS) % TURNS),
  );
