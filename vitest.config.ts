/** Unit, store and house tests: `server` runs in Node, `web` in happy-dom with a fake IndexedDB. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const quiet = ['**/node_modules/**', '**/dist/**', 'tests/e2e/**'];

export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test'), __BUILD__: JSON.stringify('test') },
  // react-signature-canvas is CommonJS whose default export arrives as an object otherwise.
  legacy: { inconsistentCjsInterop: true },
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['{server,shared,catalog}/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: quiet,
          globalSetup: ['tests/support/postgres.setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['{kiosk,practice}/**/*.test.{ts,tsx}'],
          exclude: quiet,
          setupFiles: ['tests/support/web.setup.ts'],
        },
      },
    ],
  },
});
