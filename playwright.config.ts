/** Stories in a real Chromium; every story starts the built server on its own port with its own data folder. */
import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './tests/support/browser.ts';
import { LONG_STORIES } from './tests/support/long-stories.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // `npm test -- --all` and a story asked for by name run them too.
  ...(process.env.STORIES === 'short' && { grepInvert: [...LONG_STORIES] }),
  outputDir: 'test-results',
  // Stories mostly wait (for timers, the other side, a page): more of them than cores run at once. One that needs a second try is broken.
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
    // Recording slows every story down; `npx playwright test --trace on <story>` shows what one did.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
  },
});
