// Tests of the store on both databases: transactions, group commit, isolation of practices.

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_CID, scopeReader, scopeWriter, type ScopedQuery } from './scope.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { reasonOf, type Reader, type Store, type Writer } from './store.ts';

const patient = (patid: string, lastName = 'Weber') => ({
  patid,
  title: '',
  firstName: 'Hans',
  lastName,
  geburtsdatum: '1941-02-03',
  street: '',
  plz: '',
  city: '',
  herkunft: 'demo' as const,
  mergedInto: null,
  createdAt: 1,
  search: lastName.toLowerCase(),
});

describe.each(STORES)('store on %s', (kind) => {
  let store: Store, drop: () => Promise<void>;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());

  it('keeps one practice from reading, changing or deleting rows of another', async () => {
    const t = store.t;
    await store.write(async (db) => {
      await scopeWriter(db, 'a').insert(t.patient, patient('1'));
      await scopeWriter(db, 'b').insert(t.patient, patient('1', 'Arslan'));
    });
    const a = scopeReader(store.read, 'a');
    expect((await a.find(t.patient)).map((p) => p.lastName)).toEqual(['Weber']);
    const changed = await store.write((db) =>
      scopeWriter(db, 'a').update(t.patient, { city: 'Kiel' }, eq(t.patient.lastName, 'Arslan')),
    );
    expect(changed).toEqual([]);
    expect(
      await store.write((db) =>
        scopeWriter(db, 'a').remove(t.patient, eq(t.patient.lastName, 'Arslan')),
      ),
    ).toBe(0);
    expect((await scopeReader(store.read, 'b').one(t.patient))?.city).toBe('');
  });

  it('binds a prepared query to its practice, whatever its values, and reruns it in every transaction', async () => {
    const t = store.t,
      { patient: table } = t;
    const name: ScopedQuery<Reader, { patid: string; lastName: string }[]> = {
      build: (db, { patient: p }, own) =>
        db
          .select({ patid: p.patid, lastName: p.lastName })
          .from(p)
          .where(own(p, eq(p.patid, sql.placeholder('patid')))),
    };
    const rename: ScopedQuery<Writer, { cid: string }[]> = {
      build: (db, { patient: p }, own) =>
        db
          .update(p)
          .set({ lastName: sql`${sql.placeholder('to')}` })
          .where(own(p, eq(p.patid, sql.placeholder('patid'))))
          .returning({ cid: p.cid }),
    };
    const note: ScopedQuery<Writer, unknown> = {
      build: (db, { tabletNonce: n }) =>
        db
          .insert(n)
          .values({ hash: sql.placeholder('hash'), cid: OWN_CID, tabletId: 't', expiresAt: 1 }),
    };
    await store.write(async (db) => {
      for (const cid of ['pa', 'pb']) await scopeWriter(db, cid).insert(table, patient('9', cid));
    });
    for (const to of ['Eins', 'Zwei']) {
      expect(
        await store.write((db) =>
          scopeWriter(db, 'pa').run(rename, t, { patid: '9', to, cid: 'pb' }),
        ),
      ).toEqual([{ cid: 'pa' }]);
      expect(await scopeReader(store.read, 'pa').run(name, t, { patid: '9' })).toEqual([
        { patid: '9', lastName: to },
      ]);
    }
    expect(await scopeReader(store.read, 'pb').run(name, t, { patid: '9', cid: 'pa' })).toEqual([
      { patid: '9', lastName: 'pb' },
    ]);
    await store.write((db) => scopeWriter(db, 'pa').run(note, t, { hash: 'h1', cid: 'pb' }));
    expect((await scopeReader(store.read, 'pa').find(t.tabletNonce)).map((n) => n.hash)).toEqual([
      'h1',
    ]);
    // Rolled back with its transaction like everything else.
    await store
      .write(async (db) => {
        await scopeWriter(db, 'pa').run(rename, t, { patid: '9', to: 'Drei' });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await scopeReader(store.read, 'pa').run(name, t, { patid: '9' })).toEqual([
      { patid: '9', lastName: 'Zwei' },
    ]);
  });

  it('rolls back a transaction that throws, without affecting the others of the group', async () => {
    const t = store.t;
    const results = await Promise.allSettled(
      ['g1', 'g2', 'g3'].map((id) =>
        store.write(async (db) => {
          await scopeWriter(db, 'g').insert(t.patient, patient(id));
          if (id === 'g2') throw new Error('no');
        }),
      ),
    );
    expect(results.map((r) => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await scopeReader(store.read, 'g').find(t.patient)).map((p) => p.patid).sort()).toEqual(
      ['g1', 'g3'],
    );
  });

  it('a nested transaction joins, and twenty concurrent counters lose nothing', async () => {
    const t = store.t;
    await store.write(async (db) => {
      await db.insert(t.attempt).values({ key: 'n', count: 0, windowStart: 0 });
    });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.write(async () =>
          store.write(async (db) => {
            const [row] = await db.select().from(t.attempt).where(eq(t.attempt.key, 'n'));
            await db
              .update(t.attempt)
              .set({ count: row!.count + 1 })
              .where(eq(t.attempt.key, 'n'));
          }),
        ),
      ),
    );
    expect(
      (await store.read.select().from(t.attempt).where(eq(t.attempt.key, 'n')))[0]?.count,
    ).toBe(20);
  });

  it('statements that a transaction starts together run in turn, without a warning', async () => {
    const t = store.t,
      warnings: string[] = [],
      note = (warning: Error): number => warnings.push(warning.message);
    process.on('warning', note);
    const counts = await store.write((tx) =>
      Promise.all([1, 2, 3].map(() => tx.select({ n: sql<number>`1` }).from(t.installation))),
    );
    // Node reports a warning on the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(counts).toHaveLength(3);
    expect(warnings).toEqual([]);
  });

  it("classifies a lost connection, whatever the driver's error", () => {
    const coded = (code: string, more: object = {}) =>
      Object.assign(new Error('x'), { code, ...more });
    const lost = [
      coded('ECONNREFUSED'),
      coded('ECONNRESET'),
      coded('57P01'),
      coded('57P03'),
      coded('08006'),
      coded('53300'),
      coded('ENOENT', { syscall: 'connect' }),
      new Error('Connection terminated unexpectedly'),
      new Error('timeout exceeded when trying to connect'),
    ];
    for (const error of lost) {
      expect(reasonOf(new Error('Failed query', { cause: error })), error.message).toBe('away');
    }
    for (const error of [coded('ENOENT', { syscall: 'open' }), coded('42P01'), new Error('x')]) {
      expect(reasonOf(error)).toBe('other');
    }
  });

  it('classifies a unique violation equally and ignores it on request', async () => {
    const t = store.t;
    const twice = store.write(async (db) => {
      await scopeWriter(db, 'u').insert(t.patient, [patient('7'), patient('7')]);
    });
    await expect(twice.catch((e) => reasonOf(e))).resolves.toBe('unique');
    const rows = await store.write((db) =>
      scopeWriter(db, 'u').insert(t.patient, [patient('8'), patient('8')], { ifAbsent: true }),
    );
    expect(rows).toHaveLength(1);
  });

  it('keeps json, bytes, booleans and large numbers unchanged', async () => {
    const t = store.t;
    const bytes = Buffer.from([0, 255, 7]);
    await store.write(async (db) => {
      await scopeWriter(db, 'x').insert(t.feed, {
        tabletId: 'x',
        seq: 1,
        op: 'put',
        taskId: null,
        mappeId: null,
        body: bytes,
        at: 1_795_000_000_000,
      });
      await scopeWriter(db, 'x').insert(t.job, {
        id: 'j',
        key: 'k',
        kind: 'sweep',
        payload: { a: ['ü', null] },
        state: 'queued',
        attempts: 0,
        runAfter: 1,
        lockedUntil: null,
        owner: null,
        error: null,
        createdAt: 1,
        doneAt: null,
      });
    });
    const row = await scopeReader(store.read, 'x').one(t.feed);
    expect(Buffer.from(row!.body!).equals(bytes)).toBe(true);
    expect(row!.at).toBe(1_795_000_000_000);
    expect((await scopeReader(store.read, 'x').one(t.job))?.payload).toEqual({ a: ['ü', null] });
  });
});
