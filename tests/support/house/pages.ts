/** Laws of the pages: paths and names of code that they give exist. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Law } from './laws.ts';
import { ROOT, type SourceFile } from './source.ts';

/** Pages that guide through the code. */
const GUIDE = /^(?:README|AGENTS|CONTRIBUTING|CHANGELOG|SECURITY)\.md$|^docs\/[^/]+\.md$/;
/** First parts of paths of the repository; others are paths of the product or of a host. */
const TOP =
  /^(?:kiosk|practice|server|shared|catalog|tests|bench|scripts|docs|public)(?:\/|$)|^[\w.-]+\.(?:md|ts|mjs)$/;
/** Patterns and commands are not paths. */
const ONE_PATH = /^[\w@./-]+$/;

const pathsIn = (line: string): string[] =>
  [...line.matchAll(/`([^`]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((text) => TOP.test(text) && ONE_PATH.test(text) && /[/]/.test(text));

const linksIn = (line: string): string[] =>
  [...line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1] ?? '')
    .filter((text) => !/^\w+:/.test(text));

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const commandsIn = (line: string): string[] =>
  [...line.matchAll(/\bnpm run ([\w:]+)/g)].map((match) => match[1] ?? '');

const missingOf = (file: SourceFile, line: string): string[] => [
  ...pathsIn(line).filter((path) => !existsSync(join(ROOT, path))),
  ...linksIn(line).filter((path) => !existsSync(join(ROOT, dirname(file.path), path))),
  ...commandsIn(line).filter((name) => !(name in scripts)),
];

/** Paths in backticks, links and commands of the guides exist. */
export const guidesNameWhatExists: Law = (files) =>
  files
    .filter((file) => GUIDE.test(file.path))
    .flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, at) =>
          missingOf(file, line).map((path) => `${file.path}:${at + 1} there is no ${path}`),
        ),
    );

const isFile = (path: string): boolean =>
  existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns the entries of one cell that do not exist. A short file name belongs to the folder of the
 * path before it, and a name that is no path to the file before it.
 */
function unknownIn(cell: string): string[] {
  const unknown: string[] = [];
  let place = '';
  for (const [, entry = ''] of cell.matchAll(/`([^`]+)`/g)) {
    if (!ONE_PATH.test(entry)) continue;
    if (/\/|\.(?:ts|tsx|mjs|json|md)$/.test(entry)) {
      const folder = isFile(place) ? dirname(place) : place,
        found = [entry, join(folder, entry)].find((path) => existsSync(join(ROOT, path)));
      if (found === undefined) unknown.push(entry);
      place = found ?? place;
    } else if (
      !isFile(place) ||
      !new RegExp(`\\b${escaped(entry)}\\b`).test(readFileSync(join(ROOT, place), 'utf8'))
    )
      unknown.push(`${entry} in ${place}`);
  }
  return unknown;
}

/** Files and functions in the last column of the rules exist. */
export const rulesNameCode: Law = (files) =>
  files
    .filter((file) => file.path === 'docs/rules.md')
    .flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, at) =>
          line.startsWith('| ')
            ? unknownIn(line.split('|').at(-2) ?? '').map(
                (entry) => `${file.path}:${at + 1} there is no ${entry}`,
              )
            : [],
        ),
    );

/** Single words in the code column of the glossary occur in the code. */
export const glossaryNamesCode: Law = (files) => {
  const words = new Set(
    files.flatMap((file) =>
      file.path.endsWith('.md') || file.isTest ? [] : (file.text.match(/\w+/g) ?? []),
    ),
  );
  return files
    .filter((file) => file.path === 'docs/glossary.md')
    .flatMap((file) =>
      file.text.split('\n').flatMap((line, at) =>
        at < 2
          ? []
          : (line.split('|')[2] ?? '')
              .split(',')
              .map((word) => word.trim())
              .filter((word) => /^\w+$/.test(word) && !words.has(word))
              .map((word) => `${file.path}:${at + 1} no code says ${word}`),
      ),
    );
};
