/** Tests of the browser's ids: version 7, unique, and sorted by time also within a millisecond. */
import { expect, it } from 'vitest';
import { browserRandom } from './ports.ts';

it('ids are UUIDs of version 7 and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 5000 }, () => browserRandom.id());
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  const made = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
  expect(Math.abs(Date.now() - made)).toBeLessThan(60_000);
});
