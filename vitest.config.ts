/**
 * Unit, store and house tests: `server` runs in Node, the two apps in happy-dom with a fake
 * IndexedDB.
 */
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { listFiles } from './scripts/sources.mjs';
import { packagesTogether } from './tests/support/setup/packages.ts';

/**
 * `*.long.test.ts` starts first: started last, it would run alone on one core at the end. The
 * apps' tests run after the server's.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number =>
      (project.name === 'server' ? 0 : 2) + (/\.long\.test\.tsx?$/.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/**
 * Tests of the two apps that need a document or IndexedDB are marked by their file names. All
 * others run in Node, which saves a process and a document for each.
 */
const WITH_DOCUMENT = [
  '{kiosk,practice}/**/*.test.tsx',
  '{kiosk,practice}/**/*.dom.{test,long.test}.ts',
];
/** Tests that replace a module would replace it for the other files of their worker, too. */
const replacing = ['kiosk', 'practice']
  .flatMap(listFiles)
  .filter((file) => /\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('));
/** Files that `npm test` and `npm run check` leave out; an option of theirs reaches no project. */
const leftOut = (process.env.LEFT_OUT ?? '').split(',').filter((file) => file !== '');
const quiet = ['**/node_modules/**', '**/dist/**', 'tests/{e2e,engines}/**', ...leftOut];

const IN_WINDOW = {
  extends: true as const,
  plugins: [react(), packagesTogether()],
  test: {
    environment: './tests/support/setup/window.env.ts',
    exclude: quiet,
    setupFiles: ['tests/support/setup/web.setup.ts'],
  },
};

export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test'), __BUILD__: JSON.stringify('test') },
  // react-signature-canvas is CommonJS whose default export arrives as an object otherwise.
  legacy: { inconsistentCjsInterop: true },
  test: {
    // Many tests wait for a child program or a database: one worker more than cores keeps all cores
    // busy.
    maxWorkers: 3,
    // Test code runs a few times only: optimising compilation starts after eight times as many
    // rounds as usual, since it costs more here than it saves.
    execArgv: ['--interrupt-budget=540672'],
    testTimeout: 180_000,
    // A met condition is seen at once; the timeout only decides how busy the machine may be.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 300_000,
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // Files of one worker share imported modules: modules below server/ and shared/ hold
          // caches and queues only, no practice data.
          isolate: false,
          include: ['{server,shared,catalog,kiosk,practice,tests,scripts}/**/*.test.ts'],
          exclude: [...quiet, ...WITH_DOCUMENT],
          globalSetup: ['tests/support/setup/postgres.setup.ts'],
          setupFiles: [
            'tests/support/setup/random.setup.ts',
            'tests/support/setup/stores.setup.ts',
          ],
        },
      },
      // Files of one worker share the window and the imported modules; the apps have one each,
      // since both set up the language of the page.
      ...['kiosk', 'practice'].map((app) => ({
        ...IN_WINDOW,
        test: {
          ...IN_WINDOW.test,
          name: app,
          isolate: false,
          include: WITH_DOCUMENT.map((files) => files.replace('{kiosk,practice}', app)),
          exclude: [...quiet, ...replacing],
        },
      })),
      { ...IN_WINDOW, test: { ...IN_WINDOW.test, name: 'replacing', include: replacing } },
    ],
  },
});
