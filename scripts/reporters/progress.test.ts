/** Progress of a test run: the written lines and their times. */
import { expect, test, vi } from 'vitest';
import { Progress } from './progress.mjs';

test('a line when a room is done, every 15 seconds and for each failure; the slowest files at the end', () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const progress = new Progress((line) => void lines.push(line));
  progress.start(['kiosk/forms/a.test.ts', 'kiosk/forms/answers/b.test.ts', 'tests/c.test.ts']);
  progress.ran('kiosk/forms/a.test.ts');
  progress.finished('kiosk/forms/a.test.ts', 900);
  vi.advanceTimersByTime(16_000);
  progress.ran('kiosk/forms/answers/b.test.ts');
  progress.failed('kiosk/forms/answers/b.test.ts', {
    name: 'b',
    place: 'kiosk/forms/answers/b.test.ts:4',
    message: 'expected 1',
  });
  progress.finished('kiosk/forms/answers/b.test.ts', 15_000);
  progress.end();
  vi.useRealTimers();
  expect(lines).toEqual([
    '  3 files',
    '  so far  1 of 3 files, 1 tests, 0 failed, 15 s',
    '  FAILED  kiosk/forms/answers/b.test.ts:4  b\n          expected 1',
    '  kiosk/forms  2 of 2 files, 2 tests, 1 failed, 16 s',
    '  all  2 of 3 files, 2 tests, 1 failed, 16 s',
    '  slow  15 s  kiosk/forms/answers/b.test.ts',
    '  slow  1 s  kiosk/forms/a.test.ts',
  ]);
});
