/**
 * Server bundles of the build: bundled packages, stack traces with correct lines of our own
 * sources, and every licence.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyReadFiles, licencesOf, serverBundle } from './build.mjs';
import fonts from '../server/paper/fonts/index.json';
import { ROOT } from './sources.mjs';

const folder = path.join(ROOT, 'dist', `build-test-${process.pid}`),
  program = path.join(folder, 'out/program.js');
/** Line 6 throws directly, line 7 from a callback of a package. */
const SOURCE = `import './first.ts';
import 'reflect-metadata'; import '@peculiar/x509';
import Database from 'better-sqlite3';
import pg from 'pg';
import { z } from 'zod';
const ours = (): never => { throw new Error('ours'); };
const theirs = (): unknown => z.string().transform(() => ours()).parse('');
const stackOf = (work: () => unknown): string => { try { work(); } catch (error) { return (error as Error).stack ?? ''; } return ''; };
console.log(JSON.stringify({ ours: stackOf(ours), theirs: stackOf(theirs), isThere: [typeof Database, typeof pg.Pool] }));
`;
let metafile: Metafile;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'program.ts'), SOURCE);
  // Comes before all packages in the bundle.
  writeFileSync(path.join(folder, 'first.ts'), 'Reflect.set(globalThis, "first", 1);\n');
  ({ metafile } = await build({
    ...serverBundle(path.join(folder, 'out')),
    entryPoints: [path.join(folder, 'program.ts')],
  }));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('only packages with a native binary stay external', () => {
  const outside = Object.values(metafile.outputs)
    .flatMap((one) => one.imports)
    .filter((one) => one.external === true)
    .map((one) => one.path);
  expect(outside.filter((name) => !isBuiltin(name))).toEqual(
    expect.arrayContaining(['better-sqlite3']),
  );
  expect(
    outside.filter((name) => !isBuiltin(name) && name !== 'better-sqlite3' && name !== 'pg-native'),
  ).toEqual([]);
});

test('fonts and migrations are copied next to the programs', () => {
  const out = path.join(folder, 'files');
  copyReadFiles(out);
  const files = [
    ...fonts.map(({ file }) => `fonts/${file}`),
    'fonts/OFL.txt',
    'migrations/sqlite',
    'migrations/pg',
  ];
  expect(files.filter((file) => !existsSync(path.join(out, file)))).toEqual([]);
});

test('a stack trace names our source line, and for a package the line of the bundle', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', program],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  const seen = JSON.parse(stdout) as { ours: string; theirs: string; isThere: string[] };
  expect(seen.isThere).toEqual(['function', 'function']);
  expect(seen.ours.split('\n')[1]).toMatch(/program\.ts:6:/);
  const places = seen.theirs
    .split('\n')
    .slice(1)
    .map((line) => /([\w.]+):(\d+):\d+\)?$/.exec(line))
    .flatMap((found) =>
      found ? [`${found[1]!} ${found[1] === 'program.ts' ? found[2]! : ''}`.trim()] : [],
    );
  expect(places.slice(0, 2)).toEqual(['program.ts 6', 'program.ts 7']);
  expect(places.filter((place) => place === 'program.js').length).toBeGreaterThan(1);
  // Only the called code: a package's line is never reported as one of ours.
  expect(new Set(places)).toEqual(
    new Set(['program.ts 6', 'program.ts 7', 'program.ts 8', 'program.js']),
  );
});

test('every bundled package is in the licence list with its text', () => {
  const list = licencesOf(metafile);
  expect(list).toMatch(/^zod \d+\.\d+\.\d+ \(MIT\)$/m);
  expect(list).toMatch(/^@peculiar\/x509 \d+\.\d+\.\d+ \(MIT\)$/m);
  expect(list).toMatch(/Permission is hereby granted/);
  expect(list).not.toMatch(/^better-sqlite3 /m);
});
