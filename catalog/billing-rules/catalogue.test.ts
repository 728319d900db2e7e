/** The words of the written rules: each names what speaks against it, in both languages. */
import { expect, test } from 'vitest';
import { WRITTEN_RULES, findRule } from './catalogue.ts';

test.each(WRITTEN_RULES.map((one) => [one.id, one] as const))(
  '%s names a reason, a record and a counter-argument',
  (_, { grund, noetig, dagegen }) => {
    for (const words of [grund, noetig, dagegen])
      for (const text of [words.de, words.en]) expect(text).toMatch(/^.{5,}[.]$/);
  },
);
test('checks of canals and of nerve blocks speak of canals and of inflammation', () => {
  for (const id of ['X75', 'X76'])
    expect(findRule(id)?.noetig.de).toBe('Zahl der aufbereiteten und der gefüllten Kanäle.');
  expect(findRule('X73')?.noetig.de).not.toContain('zweites Mal');
  expect(findRule('X73')?.dagegen.de).toContain('Entzündung');
});
