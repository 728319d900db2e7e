/**
 * Deliveries on both databases: repeated, reordered and torn ones end the same; nothing counts
 * before it is closed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileNamed, type CheckedRow } from '../../shared/analytics/deliveries/pvs-check.ts';
import {
  closeBatch,
  openBatch,
  putPart,
  restoreBatch,
  sumOf,
  withdrawBatch,
} from '../../server/analytics/collector/deliver.ts';
import { allRows, listParts } from '../../server/analytics/collector/store.ts';
import { countingBatches, pvsTable } from '../../server/platform/db/pvs-rows.ts';
import { createWorkshop, type Workshop } from '../../server/platform/work.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { sql } from 'drizzle-orm';
import { openTestStore, STORES } from '../support/stores.ts';

const check = compileNamed('patient', { lastDay: '2026-11-23', fallback: null });
const row = (id: string, version: number, more: Record<string, unknown> = {}): CheckedRow => {
  const made = check({
    id,
    geaendertAm: version,
    vorname: 'Jörg',
    nachname: 'Müller',
    geburtsdatum: '05.11.1978',
    versicherung: 'GKV',
    beihilfe: 'nein',
    ...more,
  });
  if ('why' in made) throw new Error(`${made.field} ${made.why}`);
  return made;
};

describe.each(STORES)('deliveries on %s', (kind) => {
  let store: Store,
    drop: () => Promise<void>,
    workshop: Workshop,
    n = 0;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    workshop = createWorkshop({
      store,
      now: () => 1_000_000 + n++,
      newId: () => `id-${n++}`,
      appendAudit: () => Promise.resolve(),
      enqueue: () => Promise.resolve(),
      publish: () => undefined,
      wakeJobs: () => undefined,
    });
  });
  afterAll(() => drop());
  const as = (cid: string) => ({ workshop, cid, actor: { kind: 'system' as const, cid } });
  const write = <T>(cid: string, work: Parameters<typeof workshop.write<T>>[2]): Promise<T> =>
    workshop.write(cid, { kind: 'system', cid }, work);
  const look = (cid: string) => workshop.look(cid, { kind: 'system', cid });
  const open = (cid: string, run: string) =>
    openBatch(as(cid), { run, source: 'test', way: 'api' });
  const send = (cid: string, batch: number, part: number, rows: CheckedRow[]) =>
    putPart(as(cid), { batch, part, entity: 'patient', sha256: `s${part}-${rows.length}`, rows });
  const rowsOf = (cid: string) => allRows(look(cid), 'patient');

  it('numbers them, and the same run is the same delivery', async () => {
    const one = await open('a', 'r1'),
      again = await open('a', 'r1'),
      two = await open('a', 'r2'),
      elsewhere = await open('b', 'r1');
    expect([one.batch, again.batch, two.batch, elsewhere.batch]).toEqual([1, 1, 2, 1]);
    await expect(
      openBatch(as('a'), { run: 'r1', source: 'other', way: 'api' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a repeated part is accepted, refused with other content, and counts once closed', async () => {
    const rows = [row('1', 5), row('2', 6, { beihilfe: 'ja', titel: 'Dr. "X"; 😀' })];
    expect(await send('a', 1, 1, rows)).toBe(true);
    expect(await send('a', 1, 1, rows)).toBe(false);
    await expect(send('a', 1, 1, [row('3', 1)])).rejects.toMatchObject({ code: 'conflict' });
    expect(await countingBatches(look('a'))).toEqual([]);
    await expect(write('a', (w) => closeBatch(w, 1, { parts: 2 }))).rejects.toMatchObject({
      code: 'state_conflict',
    });
    const closed = await write('a', (w) => closeBatch(w, 1, { parts: 1 }));
    expect(closed).toMatchObject({
      state: 'closed',
      rows: 2,
      counts: { patient: 2 },
      sha256: sumOf(await listParts(look('a'), 1)),
    });
    expect((await write('a', (w) => closeBatch(w, 1, { parts: 1 }))).closedAt).toBe(
      closed.closedAt,
    );
    expect(new Set((await countingBatches(look('a'))).map((one) => one.batch))).toEqual(
      new Set([1]),
    );
    await expect(send('a', 1, 2, rows)).rejects.toMatchObject({ code: 'state_conflict' });
    const kept = await rowsOf('a');
    expect(
      kept.map((one) => [
        one.id,
        one.version,
        one.nachname,
        one.geburtsdatum,
        one.beihilfe,
        one.titel,
        one.deleted,
      ]),
    ).toEqual([
      ['1', 5, 'Müller', '1978-11-05', false, null, false],
      ['2', 6, 'Müller', '1978-11-05', true, 'Dr. "X"; 😀', false],
    ]);
    expect(await rowsOf('b')).toEqual([]);
  });

  it('a row in two deliveries survives the withdrawal of one; a withdrawal can be undone', async () => {
    await send('a', 2, 1, [row('1', 5), row('1', 7, { geloescht: true })]);
    await write('a', (w) => closeBatch(w, 2, { parts: 1 }));
    expect(
      (await rowsOf('a'))
        .filter((one) => one.id === '1')
        .map((one) => [one.version, one.batch, one.deleted]),
    ).toEqual([
      [5, 1, false],
      [5, 2, false],
      [7, 2, true],
    ]);
    expect(await write('a', (w) => withdrawBatch(w, 1))).toBe(true);
    expect(await write('a', (w) => withdrawBatch(w, 1))).toBe(false);
    expect(new Set((await countingBatches(look('a'))).map((one) => one.batch))).toEqual(
      new Set([2]),
    );
    expect(await write('a', (w) => restoreBatch(w, 1))).toBe(true);
    expect(new Set((await countingBatches(look('a'))).map((one) => one.batch))).toEqual(
      new Set([1, 2]),
    );
    await expect(write('b', (w) => withdrawBatch(w, 2))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('a torn part is resent, across chunks, with repeated rows', async () => {
    const { batch } = await open('a', 'r3'),
      rows = Array.from({ length: 2500 }, (_, i) => row(`x${i % 2400}`, 1));
    await store.write(async (tx) => {
      await tx.insert(store.t.pvsPart).values({
        cid: 'a',
        batch,
        part: 1,
        entity: 'patient',
        sha256: 's1-2500',
        rows: 2500,
        isDone: false,
        at: 1,
      });
    });
    expect(await send('a', batch, 1, rows)).toBe(true);
    await write('a', (w) => closeBatch(w, batch, { parts: 1 }));
    expect(await look('a').db.count(pvsTable(store.t, 'patient'), sql`batch = ${batch}`)).toBe(
      2400,
    );
  });
});
