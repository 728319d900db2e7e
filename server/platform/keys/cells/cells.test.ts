/** Tests of encrypted cells: nothing in clear, bound to their place, walked over while in use. */
import { asc, eq, like } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../../tests/support/workshop.ts';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import { NewerDatabase } from '../../db/migrations.ts';
import { openStore } from '../../db/open-store.ts';
import { DamagedCell, type CellPlace } from '../../db/cells/cells.ts';
import { SEALED, SEALED_VERSION, sealedVersion } from '../../db/cells/sealed-columns.ts';
import type { NewRow } from '../../db/scope.ts';
import type { Schema } from '../../db/schema.ts';
import { scopeReader, scopeWriter } from '../../db/scope.ts';
import { reasonOf } from '../../db/store.ts';
import type { Look, Work } from '../../work.ts';
import { createCellKeyring, type OwnCellKeyring } from './cell-keys.ts';
import { queueSealing, rotateCellKey, sealStored } from './seal-stored.ts';
import { cellKeyRows, cellStateOf, saveCellState } from '../store.ts';

const ROOT = new Uint8Array(32).fill(9),
  WORD = 'Kanarienvogel';
const answersOf = (id: string, text = WORD): NewRow<Schema['answers']> => ({
  id,
  patid: 'P1',
  form: 'schmerz@4',
  formSha256: 'aa',
  title: 'Schmerz',
  language: 'de',
  response: { resourceType: 'QuestionnaireResponse', text } as never,
  answeredAt: 1,
  receivedAt: 1,
  problems: [],
});

describe.each(STORES)('encrypted cells (%s)', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>, bench: TestBench, plain: TestBench;
  let cells: OwnCellKeyring, cid: string;
  const notes: string[] = [],
    places: CellPlace[] = [];
  const keyring = (): OwnCellKeyring =>
    createCellKeyring({
      store: opened.store,
      rootKey: ROOT,
      now: () => bench.now(),
      newId: uuidv7,
      damaged: (_, place) => void places.push(place),
    });
  beforeAll(async () => {
    opened = await openTestStore(kind);
    plain = createTestBench(opened.store);
  });
  beforeEach(() => {
    cells = keyring();
    bench = createTestBench(opened.store, undefined, cells);
    cid = uuidv7();
    notes.length = 0;
    places.length = 0;
  });
  afterAll(() => opened.drop());

  const write = <T>(work: (w: Work) => Promise<T>, by = bench): Promise<T> =>
    by.workshop.write(cid, { kind: 'system', cid }, work);
  const look = (by = bench): Look => by.workshop.look(cid, { kind: 'system', cid });
  const stored = () => scopeReader(opened.store.read, cid).find(opened.store.t.answers);
  const startOf = (row: { response: unknown }): string => (row.response as string).slice(0, 27);
  const change = (id: string, response: unknown): Promise<unknown> =>
    opened.store.write((db) =>
      scopeWriter(db, cid).update(opened.store.t.answers, { response: response as never }, { id }),
    );
  const seal = (): Promise<void> =>
    sealStored(
      {
        store: opened.store,
        cells,
        now: () => bench.now(),
        log: { note: (code, facts) => void notes.push(`${code} ${facts['row']}`) },
      },
      cid,
    );
  const add = async (text?: string, by = bench): Promise<string> => {
    const id = uuidv7();
    await write((w) => w.tx.insert(w.t.answers, answersOf(id, text)), by);
    return id;
  };
  const textOf = async (id: string, by = bench): Promise<unknown> => {
    const row = await look(by).db.one(opened.store.t.answers, { id });
    return (row!.response as unknown as { text?: string }).text;
  };

  it('are plain for callers and encrypted in the database', async () => {
    const [one, two] = [await add(), await add()];
    expect(JSON.stringify(await stored())).not.toContain(WORD);
    const rows = await stored();
    expect(rows[0]!.response).not.toEqual(rows[1]!.response);
    const { db, t } = look();
    expect([await textOf(one), await textOf(two)]).toEqual([WORD, WORD]);
    const [picked] = await db.pick(t.answers, ['response'], eq(t.answers.id, one));
    expect(picked).toEqual({ response: answersOf(one).response });
    expect((await db.find(t.answers)).map((row) => row.problems)).toEqual([[], []]);
  });

  it('have one key when several transactions need the first one, and read what the others wrote', async () => {
    const id = uuidv7();
    const seen = await Promise.all(
      [1, 2, 3].map(() =>
        write(async (w) => {
          await w.tx.insert(w.t.answers, answersOf(id), { ifAbsent: true });
          return (await w.tx.one(w.t.answers, { id }))?.response;
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 3 }, () => answersOf(id).response));
    expect(await cellKeyRows(look().db, look().t)).toHaveLength(1);
  });

  it('are written by key and by condition, and returned plain', async () => {
    const ids = [await add('a'), await add('b')];
    const { t } = look(),
      response = answersOf('', 'c').response;
    const byKey = await write((w) => w.tx.update(t.answers, { response }, { id: ids[0]! }));
    expect(byKey).toMatchObject([{ id: ids[0], response }]);
    const byCondition = await write((w) =>
      w.tx.update(t.answers, { response }, like(t.answers.form, 'schmerz%')),
    );
    expect(byCondition.map((row) => row.response)).toEqual([response, response]);
    expect([await textOf(ids[0]!), await textOf(ids[1]!)]).toEqual(['c', 'c']);
  });

  it('do not open in another row, column or practice, nor with a changed bit', async () => {
    const [one, two] = [await add('a'), await add('b')];
    const value = (await stored()).find((row) => row.id === one)!.response as unknown as string;
    await change(two, value);
    await expect(textOf(two)).rejects.toThrow(DamagedCell);
    for (const at of [8, 30, 60, value.length - 3]) {
      const other = value[at] === 'A' ? 'B' : 'A';
      await change(one, value.slice(0, at) + other + value.slice(at + 1));
      const error = await textOf(one).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(DamagedCell);
      expect(reasonOf(error)).toBe('entry');
    }
    await change(one, value);
    expect(await textOf(one)).toBe('a');
    const other = uuidv7();
    await opened.store.write((db) =>
      db
        .update(opened.store.t.answers)
        .set({ cid: other })
        .where(eq(opened.store.t.answers.id, one)),
    );
    const foreign = bench.workshop.look(other, { kind: 'system', cid: other });
    const [taken] = await foreign.db.find(opened.store.t.answers);
    expect(() => taken!.response).toThrow(DamagedCell);
  });

  it('are never compared by the database', async () => {
    const { db } = look(),
      { t } = opened.store;
    await expect(db.find(t.unmatched, like(t.unmatched.lastName, 'K%'))).rejects.toThrow(
      /compares/,
    );
    await expect(db.one(t.unmatched, { lastName: WORD })).rejects.toThrow(/compares/);
    await expect(
      db.find(t.unmatched, undefined, { orderBy: asc(t.unmatched.lastName) }),
    ).rejects.toThrow(/compares/);
  });

  it('are opened only with the root key', async () => {
    const id = await add();
    const foreign = createTestBench(
      opened.store,
      undefined,
      createCellKeyring({
        store: opened.store,
        rootKey: new Uint8Array(32),
        now: () => 1,
        newId: uuidv7,
      }),
    );
    await expect(textOf(id, foreign)).rejects.toThrow();
  });

  it('a job encrypts older rows, continues after a break, and values in clear are damage then', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) ids.push(await add(`${WORD} ${n}`, plain));
    expect(JSON.stringify(await stored())).toContain(WORD);
    expect(await textOf(ids[3]!)).toBe(`${WORD} 3`);
    // A server that dies in the middle of the walk.
    let left = 4;
    const dying = {
      ...opened.store,
      write: ((work, of) =>
        left-- > 0
          ? opened.store.write(work, of)
          : Promise.reject(new Error('killed'))) as typeof opened.store.write,
    };
    await expect(
      sealStored({ store: dying, cells, now: () => 1, log: { note: () => undefined } }, cid),
    ).rejects.toThrow('killed');
    const half = JSON.stringify(await stored());
    expect([half.includes('molar1.'), half.includes(WORD)]).toEqual([true, true]);
    expect(await textOf(ids[3]!)).toBe(`${WORD} 3`);
    // Others write while the next one goes on.
    const [, fresh] = await Promise.all([seal(), add('frisch')]);
    expect(JSON.stringify(await stored())).not.toContain(WORD);
    for (const [n, id] of ids.entries()) expect(await textOf(id)).toBe(`${WORD} ${n}`);
    expect(await textOf(fresh)).toBe('frisch');
    const state = await cellStateOf(scopeReader(opened.store.read, cid), opened.store.t);
    expect(state).toMatchObject({
      complete: sealedVersion(opened.store.t),
      doneAt: bench.now(),
    });
    await change(ids[0]!, answersOf('').response);
    await expect(textOf(ids[0]!)).rejects.toThrow(DamagedCell);
  });

  it('a new key is used at once by new values, and by the old ones after the walk, under load', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push(await add(`alt ${n}`));
    await seal();
    const { store } = opened,
      raw = scopeReader(store.read, cid);
    const due = (by: OwnCellKeyring): Promise<boolean> =>
      queueSealing(
        {
          store,
          cells: by,
          workshop: bench.workshop,
          isEveryServerNew: () => Promise.resolve(true),
        },
        cid,
      );
    expect(await due(cells)).toBe(false);
    const before = new Set((await stored()).map(startOf));
    expect(before.size).toBe(1);
    const key = await write((w) => rotateCellKey(w, ROOT));
    // Another server still has the old key, and writes with it.
    const late = await add('spät');
    expect(await cellKeyRows(raw, store.t)).toHaveLength(2);
    let isOver = false;
    const load = (async () => {
      for (let n = 0; !isOver; n++) {
        const id = ids[n % ids.length]!;
        await write((w) =>
          w.tx.update(w.t.answers, { response: answersOf('', `neu ${n}`).response }, { id }),
        );
        expect(await textOf(id)).toBe(`neu ${n}`);
      }
    })();
    await seal();
    isOver = true;
    await load;
    const after = new Set((await stored()).map(startOf));
    expect([after.size, [...after].some((start) => before.has(start))]).toEqual([1, false]);
    expect(await textOf(late)).toBe('spät');
    const rows = await cellKeyRows(raw, store.t);
    expect(rows.map((row) => [row.id === key, row.retiredAt !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await due(keyring())).toBe(false);
  });

  it('columns that the list gained are encrypted by the next walk, the earlier ones stay strict', async () => {
    const id = await add();
    const sealed = (await stored()).find((row) => row.id === id)!.response;
    // As the version before stored it: the title in clear, everything else encrypted.
    await opened.store.write((db) => {
      const tx = scopeWriter(db, cid),
        { t } = opened.store;
      return tx.update(t.answers, { title: WORD }, { id }).then(() =>
        saveCellState(tx, t, {
          complete: 1,
          version: 1,
          keyId: 'old',
          lastTable: null,
          lastRow: null,
          doneAt: 1,
        }),
      );
    });
    await cells.again(cid);
    const titleOf = async (by = bench): Promise<string> =>
      (await look(by).db.one(opened.store.t.answers, { id }))!.title;
    expect([await titleOf(), await textOf(id)]).toEqual([WORD, WORD]);
    await change(id, answersOf('').response);
    await expect(textOf(id)).rejects.toThrow(DamagedCell);
    await change(id, sealed);
    await seal();
    await cells.again(cid);
    expect(JSON.stringify(await stored())).not.toContain(WORD);
    expect([await titleOf(), await textOf(id)]).toEqual([WORD, WORD]);
    // A text that people only read is replaced by words.
    await opened.store.write((db) =>
      scopeWriter(db, cid).update(opened.store.t.answers, { title: WORD }, { id }),
    );
    expect(await titleOf()).toBe(DAMAGED_TEXT);
    expect(places).toContainEqual({ table: 'answers', column: 'title', row: id });
  });

  it('a program that knows fewer encrypted columns does not open the database', async () => {
    const walk = (version: number): Promise<void> =>
      opened.store.write((db) =>
        saveCellState(scopeWriter(db, cid), opened.store.t, {
          complete: 0,
          version,
          keyId: 'new',
          lastTable: null,
          lastRow: null,
          doneAt: null,
        }),
      );
    const open = (): ReturnType<typeof openStore> =>
      openStore(kind === 'sqlite' ? { file: opened.url } : { url: opened.url });
    await walk(SEALED_VERSION + 1);
    await expect(open()).rejects.toThrow(NewerDatabase);
    await walk(SEALED_VERSION);
    await (await open()).close();
  });

  it('a damaged row is named and left, and the walk ends', async () => {
    const [bad, good] = [await add('a'), await add('b', plain)];
    const value = (await stored()).find((row) => row.id === bad)!.response as unknown as string;
    await change(bad, `${value.slice(0, -6)}AAAAA=`);
    await write((w) => rotateCellKey(w, ROOT));
    await seal();
    expect(notes).toEqual([`cells.damaged ${bad}`, 'cells.done undefined']);
    expect(await textOf(good)).toBe('b');
  });

  it('have a column in the schema for each name of the list', () => {
    for (const [name, { key, columns }] of Object.entries(SEALED)) {
      const table = Object.values(opened.store.t).find(
        (one) => (one as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')] === name,
      ) as unknown as Record<string, { dataType: string }>;
      for (const one of [key].flat())
        expect(['string', 'number'], `${name}.${one}`).toContain(table[one]?.dataType);
      for (const one of Object.keys(columns))
        expect(['string', 'json'], `${name}.${one}`).toContain(table[one]?.dataType);
    }
  });
});
