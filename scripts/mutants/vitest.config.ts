/** Settings of the tests that run against mutants: the files of one part, without a database. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test'), __BUILD__: JSON.stringify('test') },
  test: {
    environment: 'node',
    include: (process.env.MUTANT_TESTS ?? '').split(','),
    setupFiles: ['tests/support/setup/random.setup.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
});
