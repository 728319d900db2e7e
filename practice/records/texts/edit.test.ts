/**
 * Tests of editing a consent text: nothing gets lost, translations of changed texts are removed,
 * and differences are named word by word.
 */
import { describe, expect, test } from 'vitest';
import type { Block, DocumentTemplate } from '../../../shared/desk/document.ts';
import { piecesOf } from '../../ui/wording/word-diff.ts';
import { diffTexts } from './text-diff.ts';
import {
  checkText,
  inLanguages,
  languagesComplete,
  mapTexts,
} from '../../../shared/papers/text-findings.ts';
import extraktion from '../../../catalog/consent/extraktion@1.json';
import foto from '../../../catalog/consent/foto@1.json';
import {
  everyText,
  freeId,
  german,
  moved,
  newSection,
  setWords,
  shownWords,
  withColumns,
} from './edit.ts';

const shipped = [extraktion, foto] as unknown as DocumentTemplate[],
  any = (): boolean => true;
const one = shipped[1]!;
const codes = (template: DocumentTemplate, languages: readonly string[] = ['de', 'en']): string[] =>
  checkText(template, languages, any).map(({ level, code, detail }) =>
    [level, code, detail].filter((part) => part !== undefined).join(' '),
  );
const with1 = (more: Partial<DocumentTemplate>): DocumentTemplate => ({ ...one, ...more });

describe('editing a consent text', () => {
  test.each(shipped)(
    'a shipped text has no findings, and each of its texts is found by its key',
    (template) => {
      expect(
        checkText(template, ['de', 'en'], any).filter(({ level }) => level === 'error'),
      ).toEqual([]);
      const keys = everyText(template).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { key } of everyText(template)) {
        const changed = setWords(template, key, 'tr', 'Söz');
        expect(
          everyText(changed)
            .filter(({ text }) => text.tr === 'Söz')
            .map((said) => said.key),
        ).toEqual([key]);
        expect(setWords(changed, key, 'tr', '')).toEqual(template);
      }
      expect(languagesComplete(template)).toEqual(['de', 'en']);
    },
  );
  test('a changed German text loses its translations; the same text keeps them', () => {
    expect([german({ de: 'a', en: 'x' }, 'b'), german({ de: 'a', en: 'x' }, 'a')]).toEqual([
      { de: 'b' },
      { de: 'a', en: 'x' },
    ]);
  });
  test.each([
    ['no title', with1({ title: { de: ' ' } }), 'error title_missing'],
    ['no section', with1({ sections: [] }), 'error no_sections'],
    [
      'an empty section',
      with1({
        sections: [
          ...one.sections,
          { ...newSection(one), heading: { de: 'H', en: 'H' }, body: [] },
        ],
      }),
      'error section_empty',
    ],
    ['a gap', with1({ title: { de: 'A', en: '' } }), 'error translation_missing en'],
    [
      'another placeholder',
      with1({ title: { de: '{praxis}', en: 'Practice' } }),
      'error placeholder_differs en',
    ],
    [
      'an unknown one',
      with1({ title: { de: '{katze}', en: '{katze}' } }),
      'error placeholder_unknown {katze}',
    ],
    ['no source', with1({ source: ['  '] }), 'error source_missing'],
    ['nobody signs', with1({ signerRoles: [] }), 'error signer_missing'],
    ['a notice with a signature', with1({ kind: 'notice' }), 'error notice_signed'],
    [
      'a value that is not used',
      with1({ fields: [{ id: 'zahn', label: { de: 'Zahn', en: 'Tooth' }, required: true }] }),
      'warning field_unused',
    ],
    [
      'a translation without the negation',
      with1({ title: { de: 'Sie dürfen nicht fahren', en: 'You may drive' } }),
      'warning meaning_not en',
    ],
    [
      'a translation with another number',
      with1({ title: { de: 'Für 24 Stunden', en: 'For 12 hours' } }),
      'warning meaning_number en',
    ],
    ['no talk', with1({ talk: false }), 'warning talk_off'],
    ['a plan with a talk', with1({ kind: 'plan', talk: true }), 'error talk_without_consent'],
    [
      'two sections of one id',
      with1({ sections: [...one.sections, ...one.sections.slice(0, 1)] }),
      `error id_twice ${one.sections[0]?.id}`,
    ],
    [
      'an uneven table',
      with1({
        sections: [
          {
            id: 'a',
            heading: { de: 'H', en: 'H' },
            body: [
              {
                type: 'table',
                caption: { de: 'T', en: 'T' },
                head: [{ de: 'a', en: 'a' }],
                rows: [
                  [
                    { de: 'a', en: 'a' },
                    { de: 'b', en: 'b' },
                  ],
                ],
              },
            ],
          },
        ],
      }),
      'error table_uneven',
    ],
  ])('%s is reported', (_what, template, wanted) => expect(codes(template)).toContain(wanted));
  test('characters that cannot be printed are reported with their language', () => {
    expect(
      checkText(
        with1({ title: { de: 'Zahn', en: 'Tooth 🦷' } }),
        ['de', 'en'],
        (letter) => letter < '\u{1000}',
      ),
    ).toContainEqual({
      level: 'error',
      code: 'glyph_missing',
      place: { part: 'title' },
      detail: 'en 🦷',
    });
  });
  test('a language with a gap is not given out in any text; words are trimmed', () => {
    const half = setWords(setWords(one, 'title', 'tr', 'Başlık'), 'title', 'en', ' Title ');
    expect(languagesComplete(half)).toEqual(['de', 'en']);
    expect(inLanguages(half, ['de', 'en']).title).toEqual({ de: one.title.de, en: 'Title' });
    expect(languagesComplete(mapTexts(one, (text) => ({ ...text, tr: text.de })))).toEqual([
      'de',
      'en',
      'tr',
    ]);
  });
  test('rows move among their siblings and never out of the list; new names are unique', () => {
    expect([
      moved(['a', 'b', 'c'], 1, -1),
      moved(['a', 'b', 'c'], 1, 1),
      moved(['a', 'b'], 0, -1),
      moved(['a', 'b'], 1, 1),
    ]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'c', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect([freeId([{ id: 'x-1' }, { id: 'x-3' }], 'x'), freeId([], 'angabe', '')]).toEqual([
      'x-2',
      'angabe1',
    ]);
  });
  test('a table keeps its cells when it gets another column, and stays even', () => {
    const table = {
      type: 'table',
      caption: { de: 'T' },
      head: [{ de: 'a' }, { de: 'b' }],
      rows: [[{ de: '1' }, { de: '2' }]],
    } as const satisfies Block;
    expect(withColumns(table, 3)).toEqual({
      ...table,
      head: [{ de: 'a' }, { de: 'b' }, { de: '' }],
      rows: [[{ de: '1' }, { de: '2' }, { de: '' }]],
    });
  });
  test('the preview falls back to German where a language is missing, and fills known placeholders', () => {
    const example = (name: string): string | undefined =>
      name === 'praxis' ? 'Praxis $& Co' : undefined;
    expect(shownWords({ de: 'Bei {praxis} {fremd}', en: '' }, 'en', example)).toEqual({
      words: 'Bei Praxis $& Co {fremd}',
      language: 'de',
    });
  });
});

describe('lists differences between two versions', () => {
  const say = (older: DocumentTemplate, newer: DocumentTemplate): string[] =>
    diffTexts(older, newer, 'de').map(
      ({ kind, is, pieces }) =>
        `${is} ${kind}: ${pieces.map((piece) => (piece.is === 'added' ? `+${piece.words}+` : piece.is === 'removed' ? `-${piece.words}-` : piece.words)).join('')}`,
    );
  const p = (de: string): Block => ({ type: 'p', text: { de } });
  const sections = (...body: Block[]): DocumentTemplate =>
    with1({ sections: [{ id: 'a', heading: { de: 'Kopf' }, body }] });
  test.each([
    ['nothing', sections(p('Eins'), p('Zwei')), []],
    ['a word', sections(p('Eins anders'), p('Zwei')), ['changed p: Eins+ anders+']],
    ['a line between', sections(p('Eins'), p('Neu'), p('Zwei')), ['added p: +Neu+']],
    ['a line less', sections(p('Zwei')), ['removed p: -Eins-']],
    [
      'the form',
      {
        ...sections(p('Eins'), p('Zwei')),
        formRequirement: { ...one.formRequirement, form: 'schriftform' },
      },
      [`changed form: -${one.formRequirement.form}-+schriftform+`],
    ],
    [
      'a duty',
      {
        ...sections(p('Eins'), p('Zwei')),
        declarations: one.declarations.map((d) => ({ ...d, required: !d.required })),
      },
      expect.arrayContaining([expect.stringContaining('declaration')]),
    ],
  ])('%s', (_what, newer, wanted) =>
    expect(say(sections(p('Eins'), p('Zwei')), newer as DocumentTemplate)).toEqual(wanted),
  );
  test('the diff pieces joined give the two original texts', () => {
    for (const [a, b] of [
      ['', ''],
      ['a b  c', 'b c'],
      ['Zwei  Worte\nmit Zeile', 'Drei Worte mit\nZeile'],
      ['x', ''],
    ] as const) {
      const pieces = piecesOf(a, b),
        text = (not: string): string =>
          pieces
            .filter(({ is }) => is !== not)
            .map(({ words }) => words)
            .join('');
      expect([text('added'), text('removed')]).toEqual([a, b]);
    }
  });
});
