// Tests of weekdays in words.

import { expect, test } from 'vitest';
import { windowWords } from './weekdays.ts';

test.each([
  [[1, 2, 3, 4, 5, 6, 7], 'de', '20:00–06:00'],
  [[1, 2, 3, 4, 5], 'de', 'Mo–Fr 20:00–06:00'],
  [[1, 2, 4, 7], 'de', 'Mo, Di, Do, So 20:00–06:00'],
  [[2, 3, 4, 6], 'en', 'Tue–Thu, Sat 20:00–06:00'],
])('%j in %s is %s', (days, language, words) => {
  expect(windowWords({ days, from: '20:00', to: '06:00' }, language)).toBe(words);
});
