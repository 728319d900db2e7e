/** What the generators write compiles with the code of today. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../sources.mjs';
import { newCall } from './call.mjs';
import { newFigure } from './figure.mjs';
import { newJob } from './job.mjs';

test('what is written compiles in its place', { timeout: 300_000 }, () => {
  // Inside the repository's packages, so that `vitest` and the types are found from there.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'new-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const made = [
    newCall(['desk/rules', 'list-samples']),
    newFigure(['sample']),
    newJob(['desk/rules', 'tidy-samples']),
  ].flatMap((one) => one.files);
  for (const { path, text } of made) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // `rootDirs` lets a file in the folder import its neighbours of the repository.
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      rootDirs: [ROOT, folder],
      incremental: false,
      tsBuildInfoFile: null,
    },
    files: [
      // Declares what the tests are given.
      join(ROOT, 'tests/support/setup/postgres.setup.ts'),
      ...made.map(({ path }) => join(folder, path)),
    ],
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const checked = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder],
    { encoding: 'utf8' },
  );
  expect(`${checked.stdout}${checked.stderr}`).toBe('');
});
