// Tests that the short list of error codes matches the table.
import { expect, test } from 'vitest';
import { isErrorCode } from './error-codes.ts';
import { ERRORS } from './errors.ts';

test('recognizes every code of the table and nothing else', () => {
  expect(Object.keys(ERRORS).filter((code) => !isErrorCode(code))).toEqual([]);
  for (const other of [
    '',
    ' ',
    'bad_request validation',
    'toString',
    'nothing',
    1,
    null,
    undefined,
  ])
    expect(isErrorCode(other)).toBe(false);
});
