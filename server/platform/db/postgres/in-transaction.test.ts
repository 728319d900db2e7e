/** Tests that a transaction gives its connection back, however it ends. */
import type pg from 'pg';
import { expect, test } from 'vitest';
import { transactionsOn } from './in-transaction.ts';

/** A pool of one connection whose statements fail where `fails` is true. */
function fakePool(fails: (text: string) => boolean) {
  const seen: string[] = [];
  const client = {
    query: ({ text }: { text: string }) => {
      seen.push(text.trim());
      return fails(text)
        ? Promise.reject(new Error('connection lost'))
        : Promise.resolve({ rows: [] });
    },
    release: () => void seen.push('released'),
  } as unknown as pg.PoolClient;
  return { seen, inTransaction: transactionsOn({ connect: () => Promise.resolve(client) }) };
}

test.each([
  ['works', () => false, ['begin', 'commit', 'released']],
  ['is lost at its beginning', (text: string) => text.startsWith('begin'), ['begin', 'released']],
  [
    'is lost at its end',
    (text: string) => !text.startsWith('begin'),
    ['begin', 'commit', 'rollback', 'released'],
  ],
])('a connection that %s is given back once', async (_what, fails, expected) => {
  const { seen, inTransaction } = fakePool(fails);
  await inTransaction(() => Promise.resolve()).catch(() => undefined);
  expect(seen).toEqual(expected);
});

test('a failed work is rolled back, and its connection given back', async () => {
  const { seen, inTransaction } = fakePool(() => false);
  await expect(inTransaction(() => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  );
  expect(seen).toEqual(['begin', 'rollback', 'released']);
});
