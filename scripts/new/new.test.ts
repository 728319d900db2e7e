/** Generators name their files by the request, and refuse names that fit no room. */
import { expect, test } from 'vitest';
import { newCall } from './call.mjs';
import { newConsent } from './consent.mjs';
import { newFigure } from './figure.mjs';
import { newJob } from './job.mjs';
import { withLine } from './main.mjs';

test('a call gets its schema, its action and a test in its room', () => {
  const made = newCall(['desk/task', 'send-reminder']);
  expect(made.files.map((file) => file.path)).toEqual([
    'server/desk/task/send-reminder.schema.ts',
    'server/desk/task/send-reminder.ts',
    'server/desk/task/send-reminder.test.ts',
  ]);
  expect(made.left.length).toBeGreaterThan(0);
});

test.each([
  ['a wing that does not exist', () => newCall(['cellar/task', 'send-reminder'])],
  ['a call without a noun', () => newCall(['desk/task', 'send'])],
  ['a job without a room', () => newJob(['desk', 'send-reminder'])],
  ['a figure in capitals', () => newFigure(['Revenue'])],
  ['a consent without a name', () => newConsent([])],
])('refuses %s', (_, make) => expect(make).toThrow());

test('a line goes before its mark once, and is refused without the mark', () => {
  const one = { path: 'a.ts', before: '];', line: "  'c'," };
  const text = withLine("[\n  'b',\n];", one);
  expect(text).toBe("[\n  'b',\n  'c',\n];");
  expect(() => withLine(text, one)).toThrow('already');
  expect(() => withLine('', one)).toThrow('no line');
});
