// Transactions past Dexie: all or nothing, only for what they wait for themselves, on a handle that may have ended.

import { describe, expect, it, vi } from 'vitest';
import { readValue, writeValue } from './db.ts';
import { inTransaction, startingWith } from './rows.ts';
import { testTablet } from './testing.ts';

describe('transactions', () => {
  it('[sync F1] [sync F16] what is thrown inside undoes everything', async () => {
    const { db } = await testTablet();
    await expect(
      inTransaction(db, 'readwrite', ['meta', 'keys'], async (at) => {
        await Promise.all([at('meta').put({ key: 'a', value: 1 }), at('keys').put({ id: 'b' })]);
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect([await readValue(db, 'a'), await db.keys.count()]).toEqual([undefined, 0]);
  });

  it('[sync F16] whoever waits for something else is told that the transaction is over', async () => {
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

  it('[sync F1] a write that nobody waits for is there with the commit, or undoes everything', async () => {
    const { db } = await testTablet();
    await inTransaction(db, 'readwrite', ['meta', 'keys'], async (at) => {
      void at('meta').put({ key: 'a', value: 1 });
      void at('keys').put({ id: 'b' });
    });
    expect([await readValue(db, 'a'), await db.keys.count()]).toEqual([1, 1]);
    // There already.
    await expect(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        void at('meta').put({ key: 'c', value: 1 });
        void at('meta').add({ key: 'a', value: 2 });
      }),
    ).rejects.toMatchObject({ name: 'ConstraintError' });
    // Cannot be stored at all: no request is made of it that could fail.
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

  it('[sync F13] says why the disk did not take it', async () => {
    const { db } = await testTablet();
    const { add } = IDBObjectStore.prototype;
    // The medium is full only when the commit comes.
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

  it('[sync F14] opens a database that is closed, and one whose handle has ended', async () => {
    const { db } = await testTablet();
    db.close({ disableAutoOpen: false });
    await writeValue(db, 'a', 1);
    db.close({ disableAutoOpen: false });
    expect(await readValue(db, 'a')).toBe(1);
    // Dexie has not heard of it.
    db.backendDB().close();
    await writeValue(db, 'b', 2);
    db.backendDB().close();
    expect([await readValue(db, 'a'), await readValue(db, 'b')]).toEqual([1, 2]);
  });

  it('stays shut where nobody may open it any more', async () => {
    const { db } = await testTablet();
    db.close({ disableAutoOpen: true });
    await expect(
      inTransaction(db, 'readonly', ['meta'], (at) => at('meta').count()),
    ).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  });
});

it('rows are read by key, by range and by index', async () => {
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
