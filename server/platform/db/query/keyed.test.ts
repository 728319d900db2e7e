// Tests of rows found and written by column values, on both databases: the same as by a condition,
// never more.

import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { NOTHING } from './keyed.ts';
import { scopeReader, scopeWriter, type ScopedWriter } from '../scope.ts';
import type { Store } from '../store.ts';

const patient = (patid: string, more: { mergedInto?: string | null; city?: string } = {}) => ({
  patid,
  title: '',
  firstName: 'Hans',
  lastName: 'Weber',
  geburtsdatum: '1941-02-03',
  street: '',
  plz: '',
  city: '',
  herkunft: 'demo' as const,
  mergedInto: null,
  createdAt: 1,
  search: 'weber',
  ...more,
});
const job = (id: string, payload: Record<string, unknown>) => ({
  id,
  key: id,
  kind: 'sweep',
  payload,
  state: 'queued' as const,
  attempts: 0,
  runAfter: 1,
  lockedUntil: null,
  owner: null,
  error: null,
  createdAt: 1,
  doneAt: null,
});
const withdrawal = (id: string, parts: string[] | null) => ({
  id,
  patid: '1',
  taskId: 't',
  parts,
  by: 'u',
  byName: 'Frau Klein',
  at: 1,
  undoUntil: 1,
  undoneAt: null,
  fileId: null,
});

describe.each(STORES)('rows by their values on %s', (kind) => {
  let store: Store, drop: () => Promise<void>;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  const write = <T>(
    cid: string,
    work: (tx: ScopedWriter) => Promise<T>,
    closed?: readonly string[],
  ): Promise<T> =>
    store.write((db) => work(scopeWriter(db, cid, closed && (() => Promise.resolve(closed)))));

  it('finds, changes and removes in one practice only, repeatedly', async () => {
    const t = store.t;
    for (const cid of ['a', 'b'])
      await write(cid, async (tx) => {
        for (const patid of ['1', '2']) await tx.insert(t.patient, patient(patid, { city: cid }));
      });
    for (const patid of ['1', '2', '1'])
      expect(await scopeReader(store.read, 'a').one(t.patient, { patid })).toMatchObject({
        patid,
        city: 'a',
      });
    for (const city of ['Kiel', 'Ulm'])
      expect(
        await write('a', (tx) => tx.update(t.patient, { city }, { patid: '1', lastName: 'Weber' })),
      ).toMatchObject([{ patid: '1', city }]);
    expect(
      await write('a', (tx) =>
        tx.update(t.patient, { city: 'Bonn' }, { patid: '1', lastName: 'Arslan' }),
      ),
    ).toEqual([]);
    expect(await write('a', (tx) => tx.remove(t.patient, { patid: '1' }))).toBe(1);
    expect(await write('a', (tx) => tx.remove(t.patient, { patid: '1' }))).toBe(0);
    expect(
      (await scopeReader(store.read, 'b').find(t.patient))
        .map((p) => `${p.patid} ${p.city}`)
        .sort(),
    ).toEqual(['1 b', '2 b']);
  });

  it('distinguishes NULL from a value, in reads and writes', async () => {
    const t = store.t;
    await write('n', async (tx) => {
      for (const row of [patient('1'), patient('2', { mergedInto: '1' })])
        await tx.insert(t.patient, row);
    });
    const found = (): Promise<(string | undefined)[]> =>
      Promise.all([
        scopeReader(store.read, 'n').one(t.patient, { mergedInto: NOTHING }),
        scopeReader(store.read, 'n').one(t.patient, { mergedInto: '1' }),
      ]).then((rows) => rows.map((r) => r?.patid));
    expect(await found()).toEqual(['1', '2']);
    await write('n', (tx) => tx.update(t.patient, { mergedInto: null }, { patid: '2' }));
    await write('n', (tx) => tx.update(t.patient, { mergedInto: '2' }, { patid: '1' }));
    expect(await found()).toEqual(['2', undefined]);
    // An empty JSON column is NULL, not the JSON word null.
    await write('n', async (tx) => {
      for (const [id, parts] of [
        ['w1', null],
        ['w2', ['d1']],
      ] as const)
        await tx.insert(t.withdrawal, withdrawal(id, parts && [...parts]));
    });
    const empty = (): Promise<number> =>
      scopeReader(store.read, 'n').count(t.withdrawal, isNull(t.withdrawal.parts));
    expect(await empty()).toBe(1);
    await write('n', (tx) => tx.update(t.withdrawal, { parts: null }, { id: 'w2' }));
    expect(await empty()).toBe(2);
  });

  it('json, rolled-back transactions, existing rows: as with a condition', async () => {
    const t = store.t;
    for (const [id, payload] of [
      ['j1', { a: ['ü', null] }],
      ['j2', {}],
    ] as const)
      expect(await write('j', (tx) => tx.insert(t.job, job(id, payload)))).toMatchObject([
        { id, payload, doneAt: null },
      ]);
    expect(
      await write('j', (tx) => tx.insert(t.job, job('j1', { other: 1 }), { ifAbsent: true })),
    ).toEqual([]);
    await expect(write('j', (tx) => tx.insert(t.job, job('j1', {})))).rejects.toThrow();
    await write('j', async (tx) => {
      await tx.update(t.job, { payload: { b: 1 }, error: 'x' }, { id: 'j1' });
      throw new Error('no');
    }).catch(() => undefined);
    expect(await scopeReader(store.read, 'j').one(t.job, { id: 'j1' })).toMatchObject({
      payload: { a: ['ü', null] },
      error: null,
    });
    // Computed by the database.
    await write('j', (tx) =>
      tx.update(t.job, { attempts: sql`${t.job.attempts} + 2` as unknown as number }, { id: 'j1' }),
    );
    expect((await scopeReader(store.read, 'j').one(t.job, { id: 'j1' }))?.attempts).toBe(2);
  });

  it('a record closed to the caller is neither found nor changed nor removed', async () => {
    const t = store.t;
    await write('c', async (tx) => {
      for (const patid of ['1', '2']) await tx.insert(t.patient, patient(patid));
    });
    const open = scopeReader(store.read, 'c'),
      shut = scopeReader(store.read, 'c', () => Promise.resolve(['1']));
    expect(
      [
        await open.one(t.patient, { patid: '1' }),
        await shut.one(t.patient, { patid: '1' }),
        await shut.one(t.patient, { patid: '2' }),
      ].map((r) => r?.patid),
    ).toEqual(['1', undefined, '2']);
    expect(
      await write('c', (tx) => tx.update(t.patient, { city: 'Kiel' }, { patid: '1' }), ['1']),
    ).toEqual([]);
    expect(await write('c', (tx) => tx.remove(t.patient, { patid: '1' }), ['1'])).toBe(0);
    expect((await open.one(t.patient, { patid: '1' }))?.city).toBe('');
  });

  it('a missing value is an error, never an omitted condition', async () => {
    const t = store.t,
      reader = scopeReader(store.read, 'a'),
      none = undefined as unknown as string,
      empty = null as unknown as string;
    for (const patid of [none, empty])
      await expect(reader.one(t.patient, { patid })).rejects.toThrow('patid');
    await expect(reader.one(t.patient, {})).rejects.toThrow('by nothing');
    for (const where of [{}, undefined as never])
      await expect(write('a', (tx) => tx.update(t.patient, { city: '' }, where))).rejects.toThrow(
        'by nothing',
      );
    await expect(
      write('a', (tx) => tx.remove(t.patient, { patid: '2', lastName: none })),
    ).rejects.toThrow('lastName');
    expect(await scopeReader(store.read, 'b').count(t.patient)).toBe(2);
  });

  it('more shapes than the cache holds still work', async () => {
    const t = store.t,
      names = ['title', 'firstName', 'street', 'plz', 'city', 'search', 'lastName'] as const;
    await write('m', (tx) => tx.insert(t.patient, patient('1')));
    for (let i = 1; i < 2 ** names.length; i++) {
      const set = Object.fromEntries(
        names.filter((_, at) => i & (1 << at)).map((n) => [n, `${n}${i}`]),
      );
      expect(await write('m', (tx) => tx.update(t.patient, set, { patid: '1' }))).toMatchObject([
        set,
      ]);
    }
  });
});

it('calls of one shape build their text once', async () => {
  const { store, drop } = await openTestStore('sqlite');
  try {
    const t = store.t,
      select = vi.spyOn(store.read, 'select');
    for (const id of ['x', 'y', 'z'])
      await scopeReader(store.read, 'a').one(t.job, { id, state: 'done' });
    expect(select).toHaveBeenCalledTimes(1);
    await scopeReader(store.read, 'a').one(t.job, eq(t.job.id, 'x'));
    expect(select).toHaveBeenCalledTimes(2);
  } finally {
    await drop();
  }
});
