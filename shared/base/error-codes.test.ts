// The short list of error codes is the table's.
import { expect, test } from 'vitest';
import { isErrorCode } from './error-codes.ts';
import { ERRORS } from './errors.ts';

test('every code of the table is known as one, and nothing else is', () => {
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
