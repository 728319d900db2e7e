/**
 * Playwright configuration: stories in a real Chromium; every story starts the built server on its
 * own port with its own data folder.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './tests/support/stories/browser.ts';

// Workers load this file too and use the folder named by the run.
if (process.env.STORY_TEMPLATE === undefined) {
  const folder = join(tmpdir(), `molar-template-${process.pid}`);
  process.env.STORY_TEMPLATE = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

const STORIES = fileURLToPath(new URL('tests/e2e', import.meta.url));
/** Stories that start with registered tablets declare how many. */
const withTablets = readdirSync(STORIES)
  .filter(
    (name) =>
      name.endsWith('.spec.ts') && /\btablets: \d/.test(readFileSync(join(STORIES, name), 'utf8')),
  )
  .map((name) => `**/${name}`);

/** Slow stories that run another day (`scripts/turns.mjs`). */
const leftOut = (process.env.LEFT_OUT ?? '')
  .split(',')
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => `**/${basename(file)}`);

export default defineConfig({
  testDir: STORIES,
  // Stories without a tablet run while the tablets for the others are registered.
  projects: [
    { name: 'practice', testMatch: '**/practice.setup.ts' },
    { name: 'tablets', testMatch: '**/tablets.setup.ts', dependencies: ['practice'] },
    {
      name: 'at the desk',
      testMatch: '**/*.spec.ts',
      testIgnore: [...withTablets, ...leftOut],
      dependencies: ['practice'],
    },
    {
      name: 'with a tablet',
      testMatch: withTablets,
      testIgnore: leftOut,
      dependencies: ['tablets'],
    },
  ],
  outputDir: 'test-results',
  // Accessibility tree snapshots of the screens, one file each, shared by all machines.
  snapshotPathTemplate: '{testDir}/trees/{arg}{ext}',
  // Stories mostly wait (for timers, the other side, a page): more workers than cores. No retries:
  // a flaky story is broken.
  workers: 3,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumArgs] },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // Tracing slows every story down; `npx playwright test --trace on <story>` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
  },
});
