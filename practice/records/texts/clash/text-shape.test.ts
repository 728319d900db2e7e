// Tests of a consent text that two people changed: blocks and back, what is joined, what asks.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import extraktion from '../../../../catalog/consent/extraktion@1.json';
import foto from '../../../../catalog/consent/foto@1.json';
import type { DocumentTemplate } from '../../../../shared/desk/document.ts';
import { mergeDrafts } from '../../../ui/saving/merge/merge-drafts.ts';
import type { Side } from '../../../ui/saving/merge/merge-trees.ts';
import { everyText, german, newField, newSection, setWords } from '../edit.ts';
import { TEXT_SHAPE } from './text-shape.ts';

const shipped = [extraktion, foto] as unknown as DocumentTemplate[],
  base = shipped[0]!,
  NONE: ReadonlyMap<string, Side> = new Map(),
  merge = (mine: DocumentTemplate, other: DocumentTemplate) =>
    mergeDrafts(TEXT_SHAPE, { base, mine, other }),
  keys = everyText(base).map(({ key }) => key),
  reworded = (text: DocumentTemplate, key: string, words: string): DocumentTemplate =>
    setWords(text, key, 'de', words);

test('each shipped text is the same after it was cut into blocks', () => {
  for (const one of shipped)
    expect(TEXT_SHAPE.join(TEXT_SHAPE.split(one, undefined, 'b'))).toEqual(one);
});
test('words of two people in two places stand together; in one place both are shown', () => {
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.constantFrom(...keys), (a, b) => {
      const { conflicts, value } = merge(
          reworded(base, a, 'Wort von mir'),
          reworded(base, b, 'Wort von Ada'),
        ),
        found = JSON.stringify([value(NONE), conflicts]);
      expect(found).toContain('Wort von mir');
      expect(found).toContain('Wort von Ada');
      if (a !== b && conflicts.length > 0) {
        // Several texts of one list, table or declaration are one block.
        const blockOf = (key: string): string =>
          key.replace(/^(s \S+ \d+) .*/, '$1').replace(/^r /, 'd ');
        expect(blockOf(a)).toBe(blockOf(b));
      }
      if (a === b) expect(conflicts).toHaveLength(1);
    }),
  );
});
test('a translation and the German text of one place ask; two translations do not', () => {
  const english = setWords(base, 'title', 'en', 'My title'),
    french = setWords(base, 'title', 'fr', 'Mon titre');
  expect(merge(english, french).conflicts).toEqual([]);
  expect(merge(english, french).value(NONE).title).toEqual({
    ...base.title,
    en: 'My title',
    fr: 'Mon titre',
  });
  expect(
    merge(english, { ...base, title: german(base.title, 'Anders') }).conflicts.map(({ id }) => id),
  ).toEqual(['title']);
});
test('sections and fields that both added under one name both stay, with their placeholders', () => {
  const added = (heading: string): DocumentTemplate => {
      const field = newField(base);
      return {
        ...base,
        sections: [
          ...base.sections,
          {
            ...newSection(base),
            heading: { de: heading },
            body: [{ type: 'p', text: { de: `${heading} {${field.id}}` } }],
          },
        ],
        fields: [...base.fields, { ...field, label: { de: heading } }],
      };
    },
    { conflicts, value } = merge(added('Meiner'), added('Adas')),
    joined = value(NONE);
  expect(conflicts).toEqual([]);
  for (const name of ['Meiner', 'Adas']) {
    const field = joined.fields.find(({ label }) => label.de === name)!;
    expect(JSON.stringify(joined.sections)).toContain(`"${name} {${field.id}}"`);
  }
  expect(new Set(joined.sections.map(({ id }) => id)).size).toBe(joined.sections.length);
});
test('a paragraph that one person removed and the other reworded asks', () => {
  const [first, ...rest] = base.sections,
    [, ...without] = first!.body,
    removed = { ...base, sections: [{ ...first!, body: without }, ...rest] },
    key = keys.find((one) => one.startsWith(`s ${first!.id} 0`))!,
    words = `${everyText(base).find((one) => one.key === key)!.text.de} Und mehr.`;
  const { conflicts, value } = merge(removed, reworded(base, key, words));
  expect(conflicts).toHaveLength(1);
  expect(value(NONE).sections[0]?.body).toEqual(without);
  expect(
    JSON.stringify(value(new Map([[conflicts[0]!.id, 'other']])).sections[0]?.body[0]),
  ).toContain('Und mehr.');
});
