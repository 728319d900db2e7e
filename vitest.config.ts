/** Unit, store and house tests: `server` runs in Node, `web` in happy-dom with a fake IndexedDB. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { packagesTogether } from './tests/support/setup/packages.ts';

/** Long tests start first: started last, one would run alone on one core at the end. */
const LONG = [
  'tests/simulation/simulation.test.ts',
  'tests/chaos/chaos.test.ts',
  'tests/attack/grants.test.ts',
  'tests/attack/foreign.test.ts',
  'tests/attack/fuzz.test.ts',
  'server/records/papers/scans.test.ts',
  'server/records/papers/read-scan.test.ts',
  'server/records/documents/upload.test.ts',
  'tests/mail/accounts.test.ts',
  'tests/mail/killed.test.ts',
  'server/platform/audit/reading.test.ts',
  'server/desk/takeover/takeover.test.ts',
  'tests/readers/standards.test.ts',
];
/** The same for the apps' test files, which run after the server's. */
const LONG_WEB = [
  'kiosk/forms/every-form.test.tsx',
  'practice/analytics/worklists/WorklistPage.test.tsx',
  'practice/desk/board/send/SendPanel.test.tsx',
  'kiosk/forms/QuestionnaireRunner.test.tsx',
  'practice/analytics/reports/reports.test.tsx',
  'practice/records/documents/DocumentsPage.test.tsx',
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const at = (list: readonly string[], id: string): number => {
      const found = list.findIndex((file) => id.endsWith(file));
      return found < 0 ? list.length : found;
    };
    const place = ({ moduleId, project }: TestSpecification): number =>
      project.name === 'web' ? LONG.length + 1 + at(LONG_WEB, moduleId) : at(LONG, moduleId);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/**
 * Tests of the two apps without browser APIs: they run with the server's tests, which saves a
 * process and a document for each.
 */
const PURE = [
  'kiosk/session/**/*.test.ts',
  'kiosk/signature/**/*.test.ts',
  'kiosk/documents/**/*.test.ts',
  'kiosk/ui/hyphens.test.ts',
  'kiosk/app/effects/{answers,payloads,team}.test.ts',
  'kiosk/home/parameters.test.ts',
  'kiosk/share/share.test.ts',
  'kiosk/sync/token.test.ts',
  'practice/{desk/forms/answers,desk/forms/designer,operations/backup,accounts/settings,accounts/handover,records/texts}/**/*.test.ts',
  'practice/desk/board/{board-view,chime,send/family-rules,send/send-rules,ledger}.test.ts',
  'kiosk/app/update.test.ts',
  'practice/analytics/proposals/rules/{rule-draft,rule-words}.test.ts',
  'practice/report-kit/*.test.ts',
  'practice/analytics/reports/narrow.test.ts',
  'practice/charts/*.test.ts',
  'practice/ui/words.test.ts',
];
const quiet = ['**/node_modules/**', '**/dist/**', 'tests/e2e/**'];

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
          // Files of one worker share imported modules: modules below server/ and shared/ hold
          // caches and queues only, no practice data.
          isolate: false,
          include: [
            '{server,shared,catalog}/**/*.test.ts',
            'tests/**/*.test.ts',
            'scripts/**/*.test.ts',
            ...PURE,
          ],
          exclude: quiet,
          globalSetup: ['tests/support/setup/postgres.setup.ts'],
          setupFiles: ['tests/support/setup/random.setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [react(), packagesTogether()],
        test: {
          name: 'web',
          environment: './tests/support/setup/window.env.ts',
          include: ['{kiosk,practice}/**/*.test.{ts,tsx}'],
          exclude: [...quiet, ...PURE],
          setupFiles: ['tests/support/setup/web.setup.ts'],
        },
      },
    ],
  },
});
