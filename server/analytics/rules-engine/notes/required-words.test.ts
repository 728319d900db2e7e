/** Tests of the words that a pattern for notes needs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUSE_RULES } from '../../../../catalog/billing-rules/catalogue.ts';
import { parsePattern } from '../../../../shared/analytics/billing/parse-condition.ts';
import { NoteScreen, requiredWords } from './required-words.ts';
import { NotePattern } from './note-pattern.ts';

const HOUSE_PATTERNS = [
  ...new Set(
    HOUSE_RULES.flatMap((one) =>
      [...one.zusatz.matchAll(/doc!?~'([^']*)'/gu)].map((found) => found[1]!),
    ),
  ),
];

describe('words that a pattern needs', () => {
  it.each([
    ['Trepan|\\bTrep\\b', ['trepan', 'trep']],
    ['Naht.*(entf|ex)|Fäden', ['naht', 'fäden']],
    ['(OK|Oberkiefer)[^;]*unterfüttert', ['unterfüttert']],
    ['Rö-?Status', ['status']],
    ['Re(im)?plantation', ['plantation']],
    ['mit (dem )?Zahn', ['mit ']],
    ['(?:Krone|Anker) ab', ['krone', 'anker']],
    ['provisorische[nr]? Krone', ['provisorische']],
    ['Bohr+ung', ['boh']],
  ])('%s needs %j', (pattern, words) => {
    expect(requiredWords(pattern)).toEqual(words);
  });
  it.each(['\\d[:.]\\d\\d|Uhr', '[UO]K', 'a|Naht', '\\bC\\.p\\.', 'x?y?', '(Naht)?'])(
    '%s needs none',
    (pattern) => {
      expect(requiredWords(pattern)).toBeNull();
    },
  );
  it('knows them for nearly all patterns of the shipped rules', () => {
    const without = HOUSE_PATTERNS.filter((one) => requiredWords(one) === null);
    expect(HOUSE_PATTERNS.length).toBeGreaterThan(150);
    expect(without.length).toBeLessThan(HOUSE_PATTERNS.length / 20);
  });
});

describe('a screened pattern answers as the plain search', () => {
  /** Notes made of pieces of the patterns, so that many of them match. */
  const pieces = HOUSE_PATTERNS.flatMap((one) => one.split(/[^\p{L}\d-]+/u)).filter(
    (one) => one !== '',
  );
  const notes = fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
        { weight: 1, arbitrary: fc.constantFrom('ſ', 'ẞ', 'İ', 'K', '26', ' o. B', 'Ä', ';', '.') },
      ),
      { maxLength: 12 },
    )
    .chain((words) =>
      fc.constantFrom(' ', '', ', ').map((between) => {
        const text = words.join(between);
        return text;
      }),
    )
    .chain((text) =>
      fc.constantFrom(
        text,
        text.toUpperCase(),
        text.toLowerCase(),
        text.replaceAll('s', 'ſ'),
        text.replaceAll('k', '\u212A'),
      ),
    );
  it('for the shipped patterns', () => {
    const screen = new NoteScreen();
    const all = HOUSE_PATTERNS.map((one) => ({
      plain: parsePattern(one),
      screened: new NotePattern(one, screen),
    }));
    let matches = 0;
    fc.assert(
      fc.property(notes, (note) => {
        for (const { plain, screened } of all) {
          const expected = plain.test(note);
          if (expected) matches += 1;
          expect(screened.isIn(note)).toBe(expected);
        }
      }),
      { numRuns: 150 },
    );
    expect(matches).toBeGreaterThan(300);
  });
  it('for patterns made of all parts of the language', () => {
    const atom = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        'Ä',
        'ß',
        's',
        'k',
        'ſ',
        ' ',
        '-',
        '.',
        '\\b',
        '\\d',
        '\\.',
        '[ab]',
        '[^,;]*',
        '.*',
        'ab',
        'Naht',
      ),
      fc.constantFrom('a?', 'b*', 's+', '(a|bs)', '(?:ka|b)', '(ab)?', '(s|)', '[k]?', '[\\]a]'),
    );
    const pattern = fc
      .array(
        fc.array(atom, { minLength: 1, maxLength: 5 }).map((one) => one.join('')),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((one) => one.join('|'));
    const text = fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          'A',
          'ä',
          'Ä',
          'ß',
          'ẞ',
          's',
          'ſ',
          'S',
          'k',
          '\u212A',
          ' ',
          '-',
          '.',
          '7',
          ']',
          'naht',
        ),
        {
          maxLength: 8,
        },
      )
      .map((one) => one.join(''));
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 8 }), (word, texts) => {
        let plain: RegExp;
        try {
          plain = parsePattern(word);
        } catch {
          return;
        }
        const screened = new NotePattern(word, new NoteScreen());
        for (const one of texts) expect(screened.isIn(one)).toBe(plain.test(one));
      }),
      { numRuns: 1000 },
    );
  });
});
