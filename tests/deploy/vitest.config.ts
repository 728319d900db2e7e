/** Settings of the checks that need programs which no test run installs (`npm run deploy:check`). */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test'), __BUILD__: JSON.stringify('test') },
  test: {
    environment: 'node',
    include: ['tests/deploy/*.check.ts'],
    setupFiles: ['tests/support/setup/random.setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
  },
});
