/**
 * The index of people: what one process writes the next search of any other finds, and what is not
 * committed no other.
 */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type StoreKind, type TestStore } from '../../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../../tests/support/workshop.ts';
import { createCellKeyring } from '../../keys/cells/cell-keys.ts';
import type { NewRow } from '../scope.ts';
import type { Schema } from '../schema.ts';
import { scopeWriter } from '../scope.ts';
import { createWorkshop, lookIn, type Look, type Work } from '../../work.ts';
import { findPeople, recordsOf } from './people-index.ts';

const KINDS: StoreKind[] = ['sqlite', 'postgres'];
const row = (patid: string, lastName: string): NewRow<Schema['patient']> => ({
  patid,
  title: '',
  firstName: '',
  lastName,
  geburtsdatum: '1931-03-17',
  street: '',
  plz: '10999',
  city: '',
  mobile: '0171 1',
  herkunft: 'hand',
  createdAt: 1,
  search: ` ${lastName.toLowerCase()} `,
});

describe.each(KINDS)('the people of a practice in memory (%s)', (kind) => {
  let opened: TestStore, cid: string, one: TestBench, two: TestBench;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  /** A process of its own: what it keeps in memory is not shared. */
  const process = (): TestBench =>
    createTestBench(
      opened.store,
      undefined,
      createCellKeyring({
        store: opened.store,
        rootKey: new Uint8Array(32).fill(9),
        now: () => 1,
        newId: uuidv7,
      }),
    );
  beforeEach(() => {
    cid = uuidv7();
    one = process();
    two = process();
  });
  afterAll(() => opened.drop());
  const write = <T>(by: TestBench, work: (w: Work) => Promise<T>): Promise<T> =>
    by.workshop.write(cid, { kind: 'system', cid }, work);
  const look = (by: TestBench): Look => by.workshop.look(cid, { kind: 'system', cid });
  const names = async (s: Look | Work): Promise<string[]> =>
    (await findPeople(s, () => true))
      .map(({ patid, search }) => `${patid}${search.trimEnd()}`)
      .sort();
  const add = (by: TestBench, patid: string, lastName: string): Promise<unknown> =>
    write(by, (w) => w.tx.insert(w.t.patient, row(patid, lastName)));

  it('follow every write of another process, whichever way it was made', async () => {
    await add(one, '1', 'Weber');
    expect([await names(look(one)), await names(look(two))]).toEqual([['1 weber'], ['1 weber']]);
    await add(two, '2', 'Arslan');
    expect(await names(look(one))).toEqual(['1 weber', '2 arslan']);
    await write(one, (w) => w.tx.update(w.t.patient, { search: ' klein ' }, { patid: '1' }));
    expect(await names(look(two))).toEqual(['1 klein', '2 arslan']);
    const [person] = await findPeople(look(two), ({ patid }) => patid === '1');
    expect(person).toMatchObject({ numbers: ['0171 1'], plz: '10999', geburtsdatum: '1931-03-17' });
    expect(
      (await recordsOf(look(two), [{ patid: '2' }, { patid: '1' }])).map((r) => r.lastName),
    ).toEqual(['Arslan', 'Weber']);
    await write(two, (w) => w.tx.remove(w.t.patient, { patid: '1' }));
    expect([await names(look(one)), await names(look(two))]).toEqual([['2 arslan'], ['2 arslan']]);
    // Below the encryption, as a restore or an older program writes.
    await opened.store.write(
      (db) => scopeWriter(db, cid).insert(opened.store.t.patient, row('3', 'Alt')),
      cid,
    );
    expect(await names(look(one))).toEqual(['2 arslan', '3 alt']);
  });

  it.each([['filled before'], ['not filled before']])(
    'inside a transaction show its own changes, to others only after the commit: %s',
    async (state) => {
      await add(one, '1', 'Weber');
      if (state === 'filled before') await names(look(one));
      await expect(
        write(one, async (w) => {
          await w.tx.insert(w.t.patient, row('2', 'Arslan'));
          await w.tx.update(w.t.patient, { search: ' klein ' }, { patid: '1' });
          expect(await names(w)).toEqual(['1 klein', '2 arslan']);
          throw new Error('undone');
        }),
      ).rejects.toThrow('undone');
      expect([await names(look(one)), await names(look(two))]).toEqual([['1 weber'], ['1 weber']]);
      await write(one, async (w) => {
        await w.tx.insert(w.t.patient, row('3', 'Braun'));
        expect(await names(w)).toEqual(['1 weber', '3 braun']);
        await w.tx.insert(w.t.patient, row('4', 'Ceylan'));
        await w.tx.remove(w.t.patient, { patid: '1' });
        expect(await names(w)).toEqual(['3 braun', '4 ceylan']);
        await w.tx.update(w.t.patient, { search: ' demir ' }, { patid: '4' });
      });
      const after = ['3 braun', '4 demir'];
      expect([await names(look(one)), await names(look(two))]).toEqual([after, after]);
    },
  );

  it('keep nothing of a transaction that only reads, whichever way it reads', async () => {
    await add(one, '1', 'Weber');
    await expect(
      write(one, async (w) => {
        await w.tx.insert(w.t.patient, row('2', 'Arslan'));
        expect(await names(lookIn(w))).toEqual(['1 weber', '2 arslan']);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await names(look(one))).toEqual(['1 weber']);
  });

  it('are complete while many calls search and write in both processes', async () => {
    const missed: string[] = [];
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const [by, other] = n % 2 === 0 ? [one, two] : [two, one],
          patid = String(100 + n);
        await add(by, patid, 'Weber');
        for (const reader of [by, other])
          if (!(await names(look(reader))).includes(`${patid} weber`)) missed.push(`${patid} made`);
        if (n % 4 === 0) {
          await write(other, (w) => w.tx.remove(w.t.patient, { patid }));
          if ((await names(look(by))).includes(`${patid} weber`)) missed.push(`${patid} gone`);
        } else {
          await write(other, (w) => w.tx.update(w.t.patient, { search: ' neu ' }, { patid }));
          if (!(await names(look(by))).includes(`${patid} neu`)) missed.push(`${patid} renamed`);
        }
      }),
    );
    expect(missed).toEqual([]);
    expect((await names(look(one))).length).toBe(30);
  });

  it('leave out records that are closed to the caller, and no other caller', async () => {
    await add(one, '1', 'Weber');
    await add(one, '2', 'Arslan');
    const shut = createWorkshop({
      store: opened.store,
      now: () => 1,
      newId: uuidv7,
      appendAudit: () => Promise.resolve(),
      enqueue: () => Promise.resolve(),
      publish: () => undefined,
      wakeJobs: () => undefined,
      cells: createCellKeyring({
        store: opened.store,
        rootKey: new Uint8Array(32).fill(9),
        now: () => 1,
        newId: uuidv7,
      }),
      closedTo: () => Promise.resolve(['1']),
    });
    const machine = {
      kind: 'machine',
      ip: '',
      tokenId: 't',
      machine: 'api',
      cid,
      role: 'owner',
      scopes: null,
    } as const;
    expect(await names(shut.look(cid, machine))).toEqual(['2 arslan']);
    expect(await names(shut.look(cid, { kind: 'system', cid }))).toEqual(['1 weber', '2 arslan']);
    expect(await shut.write(cid, machine, (w) => names(w))).toEqual(['2 arslan']);
    expect(await recordsOf(shut.look(cid, machine), [{ patid: '1' }])).toEqual([]);
  });
});
