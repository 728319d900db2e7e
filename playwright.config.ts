/** Stories in a real Chromium; every story starts the built server on its own port with its own data folder. */
import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './tests/support/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Two cores: one server and one browser are enough, and a story that needs a second try is broken.
  workers: 1,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumArgs] },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
  },
});
