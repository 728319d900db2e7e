// Tests that text survives the way through a spreadsheet file.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asText, readText } from './spreadsheet.ts';

it('writes text that a spreadsheet would change as a constant, and formulas as text', () => {
  expect(['0010', '2024-01', '123456789012', '=1+1', '-2', 'Öz'].map(asText)).toEqual([
    '="0010"',
    '="2024-01"',
    '="123456789012"',
    "'=1+1",
    "'-2",
    'Öz',
  ]);
});
it('reads back every text that does not look like a written one', () => {
  const drawn = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.stringMatching(/^[0-9.\-/eE]{1,14}$/),
    fc.constantFrom('0010', '=1', ' +49', "O'Neil", "'t Hooft", ''),
  );
  fc.assert(
    fc.property(drawn, (text) => {
      // A text that has the form of a written cell is read as the text that it stands for.
      fc.pre(readText(text) === text);
      expect(readText(asText(text))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});
it('leaves an apostrophe in front of a word', () => {
  expect(readText("'t Hooft")).toBe("'t Hooft");
  expect(readText('="a"&B1')).toBe('="a"&B1');
});
