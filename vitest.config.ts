/** Unit, store and house tests: `server` runs in Node, `web` in happy-dom with a fake IndexedDB. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long begins first: begun last, it would run alone on one core at the end. */
const LONG = ['tests/simulation/simulation.test.ts', 'tests/chaos/chaos.test.ts', 'tests/attack/grants.test.ts', 'tests/attack/foreign.test.ts', 'tests/attack/fuzz.test.ts', 'tests/mail/accounts.test.ts', 'tests/mail/killed.test.ts', 'tests/readers/standards.test.ts'];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => { const at = LONG.findIndex(file => moduleId.endsWith(file)); return at < 0 ? LONG.length : at; };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

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
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // Files of one worker share what they import: modules below server/ and shared/ keep caches and queues only, nothing of a practice.
          isolate: false,
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
