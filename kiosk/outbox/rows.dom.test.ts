// Tests of transactions that bypass Dexie: all or nothing, only with their own requests, on a
// handle that may be closed.

import { describe, expect, it, vi } from 'vitest';
import { readValue, writeValue } from './db.ts';
import { inTransaction, startingWith } from './rows.ts';
import { testTablet } from './testing.ts';

describe('transactions', () => {
  it('[sync F1] [sync F16] an error thrown inside rolls everything back', async () => {
    const { db } = await testTablet();
    await expect(
      inTransaction(db, 'readwrite', ['meta', 'keys'], async (at) => {
        await Promise.all([at('meta').put({ key: 'a', value: 1 }), at('keys').put({ id: 'b' })]);
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect([await readValue(db, 'a'), await db.keys.count()]).toEqual([undefined, 0]);
  });

  it('[sync F16] awaiting anything else fails because the transaction has ended', async () => {
    const { db } = await testTablet();
    const foreign = (): Promise<unknown> =>
      new Promise((done) => {
        setTimeout(done, 20);
      });
    await expect(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        const meta = at('meta');
        await foreign();
        await meta.put({ key: 'late', value: 1 });
      }),
    ).rejects.toThrow(/transaction|inactive/i);
    await expect(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        await at('meta').get('sync');
        await foreign();
      }),
    ).rejects.toMatchObject({ name: 'TransactionInactiveError' });
    expect(await readValue(db, 'late')).toBeUndefined();
  });

  it('[sync F1] an unawaited write commits with the transaction, or rolls everything back', async () => {
    const { db } = await testTablet();
    await inTransaction(db, 'readwrite', ['meta', 'keys'], async (at) => {
      void at('meta').put({ key: 'a', value: 1 });
      void at('keys').put({ id: 'b' });
    });
    expect([await readValue(db, 'a'), await db.keys.count()]).toEqual([1, 1]);
    // Exists already.
    await expect(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        void at('meta').put({ key: 'c', value: 1 });
        void at('meta').add({ key: 'a', value: 2 });
      }),
    ).rejects.toMatchObject({ name: 'ConstraintError' });
    // A value that cannot be stored: no request is created that could fail.
    await expect(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        void at('meta').put({ key: 'd', value: () => 1 });
        void at('meta').put({ key: 'e', value: 1 });
      }),
    ).rejects.toMatchObject({ name: 'DataCloneError' });
    expect([
      await readValue(db, 'a'),
      await readValue(db, 'c'),
      await readValue(db, 'd'),
      await readValue(db, 'e'),
    ]).toEqual([1, undefined, undefined, undefined]);
  });

  it('[sync F13] reports why the disk refused', async () => {
    const { db } = await testTablet();
    const { add } = IDBObjectStore.prototype;
    // The disk is full only at the commit.
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      row: unknown,
    ) {
      const request = add.call(this, row);
      Object.defineProperty(this.transaction, 'error', {
        value: new DOMException('full', 'QuotaExceededError'),
      });
      request.addEventListener('success', () => {
        this.transaction.abort();
      });
      return request;
    });
    await expect(
      inTransaction(db, 'readwrite', ['meta'], (at) => at('meta').add({ key: 'big', value: 1 })),
    ).rejects.toMatchObject({ name: 'QuotaExceededError' });
    full.mockRestore();
    expect(await readValue(db, 'big')).toBeUndefined();
  });

  it('[sync F14] reopens a closed database, and one whose handle has ended', async () => {
    const { db } = await testTablet();
    db.close({ disableAutoOpen: false });
    await writeValue(db, 'a', 1);
    db.close({ disableAutoOpen: false });
    expect(await readValue(db, 'a')).toBe(1);
    // Dexie has not been notified.
    db.backendDB().close();
    await writeValue(db, 'b', 2);
    db.backendDB().close();
    expect([await readValue(db, 'a'), await readValue(db, 'b')]).toEqual([1, 2]);
  });

  it('stays closed where reopening is not allowed', async () => {
    const { db } = await testTablet();
    db.close({ disableAutoOpen: true });
    await expect(
      inTransaction(db, 'readonly', ['meta'], (at) => at('meta').count()),
    ).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  });
});

it('reads rows by key, by range and by index', async () => {
  const { db } = await testTablet();
  const row = (taskId: string, seq: number) => ({
    taskId,
    mappeId: 'm',
    taskRev: 1,
    seq,
    iv: new Uint8Array(12),
    bytes: new Uint8Array(1),
  });
  await inTransaction(db, 'readwrite', ['inbox'], (at) =>
    Promise.all([
      at('inbox').put(row('a', 3)),
      at('inbox').put(row('ab', 1)),
      at('inbox').put(row('b', 2)),
    ]),
  );
  const seen = await inTransaction(db, 'readonly', ['inbox'], async (at) => {
    const inbox = at('inbox');
    return [
      (await inbox.all(undefined, 'seq')).map((r) => r.taskId),
      await inbox.keys(startingWith('a')),
      (await inbox.all(IDBKeyRange.lowerBound('ab'), undefined, 1)).map((r) => r.taskId),
      await inbox.count(IDBKeyRange.lowerBound(2), 'seq'),
      (await inbox.get('b'))?.seq,
    ];
  });
  expect(seen).toEqual([['ab', 'b', 'a'], ['a', 'ab'], ['ab'], 2, 2]);
  await inTransaction(db, 'readwrite', ['inbox'], (at) => at('inbox').delete(startingWith('a')));
  await expect(
    inTransaction(db, 'readwrite', ['inbox'], (at) => at('inbox').add(row('b', 9))),
  ).rejects.toMatchObject({ name: 'ConstraintError' });
  expect((await db.inbox.toArray()).map((r) => [r.taskId, r.seq])).toEqual([['b', 2]]);
  await inTransaction(db, 'readwrite', ['inbox'], (at) => at('inbox').clear());
  expect(await db.inbox.count()).toBe(0);
});
