/** Laws of the pages: paths that they name exist. */
import { existsSync } from 'node:fs';
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

const missingOf = (file: SourceFile, line: string): string[] => [
  ...pathsIn(line).filter((path) => !existsSync(join(ROOT, path))),
  ...linksIn(line).filter((path) => !existsSync(join(ROOT, dirname(file.path), path))),
];

/** Paths in backticks and links of the guides exist. */
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
