/**
 * Playwright configuration of `npm run engines`: the main stories in Firefox and in WebKitGTK. Each
 * project drives its browser by its own adapter; Playwright only runs the tests.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { EngineOption } from './test.ts';

export default defineConfig<object, EngineOption>({
  testDir: fileURLToPath(new URL('.', import.meta.url)),
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
  outputDir: fileURLToPath(new URL('../../test-results/engines', import.meta.url)),
  // Two browsers at once are too much for a small machine.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
});
