/** The laws of length as pure functions: files, functions and folders. */

import type { Law } from './laws.ts';

/** The most sources a folder may hold, without tests, fixtures and data. */
const FOLDER_SOURCES = 25;

const SOURCE = /^(kiosk|practice|server|shared|catalog)\/.*\.(tsx?|mjs)$/;

const BESIDE = /\.(test|spec|fixture|testing)\.tsx?$|\/testing\.ts$|\/migrations\//;

/** A folder of the product stops at 25 sources. */
export const foldersStaySmall: Law = (files) => {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (!SOURCE.test(path) || BESIDE.test(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > FOLDER_SOURCES)
    .map(([folder, count]) => `${folder} holds ${count} sources, more than ${FOLDER_SOURCES}`);
};

/** Files are at most 400 lines, functions at most 100. */
const FILE_LINES = 400;

const FUNCTION_LINES = 100;

/** Returns everything longer than `most` and its own limit, and every unused limit. */
function staysWithin(
  sizes: { name: string; place: string; lines: number }[],
  most: number,
  ceilings: Readonly<Record<string, number>>,
): string[] {
  const tooLong = sizes
    .filter(({ name, lines }) => lines > Math.max(most, ceilings[name] ?? 0))
    .map(({ name, place, lines }) => {
      const ceiling = ceilings[name];
      const limit = ceiling === undefined ? `${most}` : `${ceiling}, its ceiling`;
      return `${place} has ${lines} lines, more than ${limit}`;
    });
  const longest = new Map<string, number>();
  for (const { name, lines } of sizes) longest.set(name, Math.max(lines, longest.get(name) ?? 0));
  const needless = Object.keys(ceilings)
    .filter((name) => (longest.get(name) ?? 0) <= most)
    .map((name) => `${name} needs no ceiling: it has ${longest.get(name) ?? 0} lines`);
  return [...tooLong, ...needless];
}

/**
 * Files have at most 400 lines; data tables at their top do not count.
 * @param ceilings limits of files that were longer when the law was introduced
 */
export const filesStayShort =
  (ceilings: Readonly<Record<string, number>>): Law =>
  (files) =>
    staysWithin(
      files
        .filter((file) => /\.(tsx?|mjs|css|html|sh|typ)$/.test(file.path))
        .map((file) => {
          const lines = file.text.replace(/\n$/, '').split('\n').length;
          return {
            name: file.path,
            place: file.path,
            lines: lines - (file.code?.tableLines ?? 0),
          };
        }),
      FILE_LINES,
      ceilings,
    );

/**
 * Functions have at most 100 lines; one that only returns a table does not count, nor does the list
 * of tests in `describe`.
 * @param ceilings limits of longer functions, as `path#name`
 */
export const functionsStayShort =
  (ceilings: Readonly<Record<string, number>>): Law =>
  (files) =>
    staysWithin(
      files.flatMap((file) =>
        (file.code?.functions ?? []).map(({ name, line, lines }) => ({
          name: `${file.path}#${name}`,
          place: `${file.path}:${line} ${name}`,
          lines,
        })),
      ),
      FUNCTION_LINES,
      ceilings,
    );
