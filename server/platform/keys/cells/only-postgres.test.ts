/**
 * Tests of columns that only PostgreSQL encrypts: keys of several columns, values that another kind of
 * database wrote, and servers of an older version.
 */
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type StoreKind } from '../../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../../tests/support/workshop.ts';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import { SEALED_VERSION, sealedVersion } from '../../db/cells/sealed-columns.ts';
import { rowsQuery } from '../../db/query/rows-query.ts';
import { scopeReader, scopeWriter, type NewRow } from '../../db/scope.ts';
import type { Schema } from '../../db/schema.ts';
import type { Look, Work } from '../../work.ts';
import { createCellKeyring, CELL_KEYS_FRESH_MS, type OwnCellKeyring } from './cell-keys.ts';
import { checkStored } from './check-stored.ts';
import { queueSealing, rotateCellKey, sealStored } from './seal-stored.ts';
import { cellStateOf, saveCellState } from '../store.ts';

const ROOT = new Uint8Array(32).fill(9),
  WORD = 'Kanarienvogel',
  KINDS: StoreKind[] = ['sqlite', 'postgres'],
  STEPS = rowsQuery((t) => t.planStep);
const stepOf = (target: string, step = WORD): NewRow<Schema['planStep']> => ({
  kind: 'hkp',
  target,
  step,
  dueAt: null,
  who: null,
  state: 'open',
  by: 'user:x',
  at: 1,
});

describe.each(KINDS)('columns that only PostgreSQL encrypts (%s)', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>, bench: TestBench, plain: TestBench;
  let cells: OwnCellKeyring, cid: string;
  const isSealing = kind === 'postgres';
  beforeAll(async () => {
    opened = await openTestStore(kind);
    plain = createTestBench(opened.store);
  });
  beforeEach(() => {
    cells = createCellKeyring({
      store: opened.store,
      rootKey: ROOT,
      now: () => bench.now(),
      newId: uuidv7,
    });
    bench = createTestBench(opened.store, undefined, cells);
    cid = uuidv7();
  });
  afterAll(() => opened.drop());
  const write = <T>(work: (w: Work) => Promise<T>, by = bench): Promise<T> =>
    by.workshop.write(cid, { kind: 'system', cid }, work);
  const look = (): Look => bench.workshop.look(cid, { kind: 'system', cid });
  const raw = () => scopeReader(opened.store.read, cid);
  const stored = async (): Promise<string> =>
    JSON.stringify(await raw().find(opened.store.t.planStep));
  const add = (target: string, by = bench, step?: string): Promise<unknown> =>
    write((w) => w.tx.insert(w.t.planStep, stepOf(target, step)), by);
  const steps = async (): Promise<string[]> =>
    (await look().db.find(opened.store.t.planStep)).map((row) => row.step).sort();
  const seal = (): Promise<void> =>
    sealStored({ store: opened.store, cells, now: () => 1, log: { note: () => undefined } }, cid);
  const saveState = (version: number, complete: number): Promise<void> =>
    opened.store.write((db) =>
      saveCellState(scopeWriter(db, cid), opened.store.t, {
        complete,
        version,
        keyId: 'old',
        lastTable: null,
        lastRow: null,
        doneAt: 1,
      }),
    );

  it('are plain for callers in every way of reading, and in no dump of PostgreSQL', async () => {
    await add('1');
    expect((await stored()).includes(WORD)).toBe(!isSealing);
    const { db, t } = look();
    expect(await steps()).toEqual([WORD]);
    expect(await db.pick(t.planStep, ['step'])).toEqual([{ step: WORD }]);
    expect(await db.pick(t.planStep, ['target'])).toEqual([{ target: '1' }]);
    expect((await db.one(t.planStep, { kind: 'hkp', target: '1' }))?.step).toBe(WORD);
    expect((await db.run(STEPS, t, {}))[0]?.step).toBe(WORD);
    const covered = await write((w) => w.tx.cover(w.t.planStep, [stepOf('2')]));
    expect(covered[0]!.step.includes(WORD)).toBe(!isSealing);
  });

  it('are written by key and by condition, and never compared by either database', async () => {
    await add('1');
    await add('2');
    const { t } = look();
    const byKey = await write((w) =>
      w.tx.update(t.planStep, { step: 'a' }, { kind: 'hkp', target: '1' }),
    );
    expect(byKey.map((row) => row.step)).toEqual(['a']);
    await write((w) => w.tx.update(t.planStep, { step: 'b' }, eq(t.planStep.kind, 'hkp')));
    expect(await steps()).toEqual(['b', 'b']);
    await expect(look().db.find(t.planStep, eq(t.planStep.step, 'b'))).rejects.toThrow(/compares/);
  });

  it('older rows and those of an older key are encrypted by the walk, found by the daily look', async () => {
    for (let n = 0; n < 60; n++) await add(String(n), plain, `${WORD} ${n}`);
    await seal();
    await cells.again(cid);
    expect((await stored()).includes(WORD)).toBe(!isSealing);
    expect(new Set(await steps()).size).toBe(60);
    const before = await stored();
    await write((w) => rotateCellKey(w, ROOT));
    await seal();
    expect((await stored()) === before).toBe(!isSealing);
    expect(new Set(await steps()).size).toBe(60);
    const places: unknown[] = [];
    const check = (): Promise<void> =>
      checkStored(
        {
          store: opened.store,
          cells,
          damage: {
            note: () => undefined,
            flush: () => Promise.resolve(),
            isClean: () => Promise.resolve(true),
            settle: (_, found) => Promise.resolve(void places.push(...found)),
          },
        },
        cid,
      );
    await check();
    expect(places).toEqual([]);
    // A value in clear is damage from now on, and a row takes none of another one.
    await opened.store.write((db) =>
      scopeWriter(db, cid).update(
        opened.store.t.planStep,
        { step: WORD },
        { kind: 'hkp', target: '7' },
      ),
    );
    await check();
    expect(places).toEqual(
      isSealing ? [{ table: 'plan_step', column: 'step', row: '["hkp","7"]' }] : [],
    );
    expect((await steps()).includes(DAMAGED_TEXT)).toBe(isSealing);
  });

  it('open where another kind of database encrypted them, and are carried over by the walk', async () => {
    await add('1');
    if (!isSealing) {
      // As a database of PostgreSQL arrives by a restore.
      const keys = await cells
          .again(cid)
          .then((known) => known ?? write((w) => cells.make(scopeOf(w), w.t))),
        sealed = keys.seal(WORD, JSON.stringify(['cell', cid, 'plan_step', 'step', ['hkp', '1']]));
      await opened.store.write((db) =>
        scopeWriter(db, cid).update(
          opened.store.t.planStep,
          { step: sealed },
          { kind: 'hkp', target: '1' },
        ),
      );
      await saveState(SEALED_VERSION, SEALED_VERSION);
    }
    await cells.again(cid);
    expect(await steps()).toEqual([WORD]);
    await seal();
    expect((await stored()).includes(WORD)).toBe(!isSealing);
    expect(await steps()).toEqual([WORD]);
    expect(await cellStateOf(raw(), opened.store.t)).toMatchObject({
      version: sealedVersion(opened.store.t),
      complete: sealedVersion(opened.store.t),
    });
  });
  const scopeOf = (w: Work) => w.tx;

  it('stay in clear next to a server of an older version, and for the minutes after it', async () => {
    await add('0');
    await seal();
    await saveState(2, 2);
    await cells.again(cid);
    await add('1', bench, `${WORD} 1`);
    expect((await stored()).includes(WORD)).toBe(true);
    const queue = (isNew: boolean): Promise<boolean> =>
      queueSealing(
        {
          store: opened.store,
          cells,
          workshop: bench.workshop,
          isEveryServerNew: () => Promise.resolve(isNew),
        },
        cid,
      );
    if (!isSealing) return;
    expect(await queue(false)).toBe(false);
    expect((await cellStateOf(raw(), opened.store.t))?.version).toBe(2);
    expect(await queue(true)).toBe(true);
    const jobs = (await raw().find(opened.store.t.job)).filter((job) => job.kind === 'seal-cells');
    expect(jobs.map((job) => job.runAfter - bench.now())).toEqual([2 * CELL_KEYS_FRESH_MS]);
    await cells.again(cid);
    await add('2', bench, `${WORD} 2`);
    expect((await stored()).includes(`${WORD} 2`)).toBe(false);
    await seal();
    expect((await stored()).includes(WORD)).toBe(false);
    expect(await steps()).toEqual([WORD, `${WORD} 1`, `${WORD} 2`]);
  });
});
