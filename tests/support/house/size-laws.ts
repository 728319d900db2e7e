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

/** Returns a message for everything longer than `most` lines. */
const staysWithin = (sizes: { place: string; lines: number }[], most: number): string[] =>
  sizes
    .filter(({ lines }) => lines > most)
    .map(({ place, lines }) => `${place} has ${lines} lines, more than ${most}`);

/** Files have at most 400 lines; data tables at their top do not count. */
export const filesStayShort: Law = (files) =>
  staysWithin(
    files
      .filter((file) => /\.(tsx?|mjs|css|html|sh|typ)$/.test(file.path))
      .map((file) => {
        const lines = file.text.replace(/\n$/, '').split('\n').length;
        return { place: file.path, lines: lines - (file.code?.tableLines ?? 0) };
      }),
    FILE_LINES,
  );

/**
 * Functions have at most 100 lines; one that only returns a table does not count, nor does the list
 * of tests in `describe`.
 */
export const functionsStayShort: Law = (files) =>
  staysWithin(
    files.flatMap((file) =>
      (file.code?.functions ?? []).map(({ name, line, lines }) => ({
        place: `${file.path}:${line} ${name}`,
        lines,
      })),
    ),
    FUNCTION_LINES,
  );
