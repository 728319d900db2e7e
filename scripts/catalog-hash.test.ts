/** New catalogue files get hashes; a changed or removed file is named and nothing is replaced. */
import { expect, test } from 'vitest';
import { withNewHashes } from './catalog-hash.mjs';

test('adds hashes of new files only, independent of the order of keys', () => {
  const first = withNewHashes({}, { 'a@1': { x: 1, y: 2 } });
  expect(first).toMatchObject({ added: ['a@1'], changed: [] });
  const second = withNewHashes(first.hashes, { 'a@1': { y: 2, x: 1 }, 'a@2': {} });
  expect(second).toMatchObject({ added: ['a@2'], changed: [] });
  expect(second.hashes['a@1']).toBe(first.hashes['a@1']);
});

test('names files that were changed or removed and keeps their hashes', () => {
  const { hashes } = withNewHashes({}, { 'a@1': 1, 'b@1': 2 });
  const after = withNewHashes(hashes, { 'a@1': 3 });
  expect(after.changed).toEqual(['a@1', 'b@1']);
  expect(after.hashes).toEqual(hashes);
});
