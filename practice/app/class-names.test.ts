// The styles of a room stay loaded after its page is left: a class of two rooms would change the
// look of one after a visit to the other. Classes of the frame (`p-`) belong to all.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { expect, test } from 'vitest';

const LONE = /^\s*\.(?!p-)([\w-]+) \{/gm;

/** Returns the rooms that style each class alone. */
function roomsByClass(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of readdirSync('practice', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.css')) continue;
    const room = dirname(file).split(sep).slice(0, 2).join('/');
    for (const [, name = ''] of readFileSync(join('practice', file), 'utf8').matchAll(LONE))
      found.set(name, (found.get(name) ?? new Set()).add(room));
  }
  return found;
}

test('a class is styled in one room only', () => {
  const shared = [...roomsByClass()]
    .filter(([, rooms]) => rooms.size > 1)
    .map(([name, rooms]) => `.${name}: ${[...rooms].join(', ')}`);
  expect(shared).toEqual([]);
});

test('a class of a rule editor is none of the billing lists', () => {
  const editor = readFileSync('practice/analytics/proposals/rules/rule-book.css', 'utf8');
  expect(editor).not.toMatch(/\.ab-block[ ,{]/);
});
