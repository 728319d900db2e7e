// Every table with encrypted values has words for its damaged rows, and a row that is gone is not
// listed.
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { DAMAGED_KINDS } from '../../../shared/operations/damage.schema.ts';
import { openTestStore } from '../../../tests/support/stores.ts';
import { createTestBench } from '../../../tests/support/workshop.ts';
import { SEALED } from '../../platform/db/cells/sealed-columns.ts';
import { createDamageLog } from '../../platform/db/cells/damage-log.ts';
import { kindOf, listDamaged } from './store.ts';

it('knows every table with encrypted values', () => {
  const kinds = Object.keys(SEALED).map((table) => kindOf(table));
  expect(new Set(kinds)).toEqual(new Set(DAMAGED_KINDS));
});

it('lists each damaged row once, with what is known of it, and forgets what was deleted', async () => {
  const opened = await openTestStore('sqlite'),
    bench = createTestBench(opened.store),
    cid = uuidv7(),
    lines: string[] = [];
  const damage = createDamageLog({
    store: opened.store,
    now: () => 5,
    log: { note: (code) => void lines.push(code) },
  });
  const hold = {
    id: 'h1',
    patid: 'P1',
    reason: 'Streit',
    setBy: 'user:x',
    setByName: 'X',
    setAt: 3,
    liftedAt: null,
    liftedBy: null,
    liftedByName: null,
  };
  await bench.workshop.write(cid, { kind: 'system', cid }, (w) => w.tx.insert(w.t.legalHold, hold));
  const list = () =>
    listDamaged(bench.workshop.look(cid, { kind: 'system', cid }), {
      names: () => Promise.resolve(new Map([['P1', 'Groß, Anna']])),
    });
  expect(await damage.isClean()).toBe(true);
  const place = { table: 'legal_hold', column: 'reason' };
  for (const row of ['h1', 'h1', 'gone']) damage.note(cid, { ...place, row });
  expect(lines).toEqual(['cells.damaged', 'cells.damaged']);
  // The first look stores the noted damage.
  expect([await damage.isClean(), await damage.isClean()]).toEqual([false, false]);
  expect(await list()).toEqual({
    items: [
      {
        id: 'h1',
        kind: 'legal_hold',
        patid: 'P1',
        name: 'Groß, Anna',
        title: null,
        at: 3,
        foundAt: 5,
      },
    ],
    more: 0,
  });
  await damage.settle(cid, []);
  expect([await damage.isClean(), (await list()).items]).toEqual([true, []]);
  await opened.drop();
});
