// Tests of matching typed words against texts.

import { expect, test } from 'vitest';
import { holdsWords } from './match-words.ts';

test.each([
  ['Überfällige Rechnungen', 'uberfallig', true],
  ['Überfällige Rechnungen', 'ueberfaellig rech', true],
  ['Überfällige Rechnungen', 'ÜBERFÄLLIG', true],
  ['Strassenkosten', 'straße', true],
  ['Umsatz je Zimmer', 'zimmer umsatz', true],
  ['Umsatz je Zimmer', '  ', true],
  ['Umsatz je Zimmer', 'labor', false],
])('„%s“ is found by „%s“: %s', (text, typed, isFound) => {
  expect(holdsWords(text, typed)).toBe(isFound);
});
