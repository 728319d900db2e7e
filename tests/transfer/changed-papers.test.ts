/** Tests of a filed paper that changes several times while it is handed over. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setReceipt } from '../../server/records/consent/store.ts';
import { queueChange } from '../../server/records/transfer/paper-change.ts';
import { documentOf } from '../../server/records/transfer/store.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person } from '../support/practice.ts';
import { lying, makeFolders, setUp } from './exchange.ts';
import { fileTask, handoverOf } from './handover.ts';

describe('a paper that changes again', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp('sqlite');
  });
  afterAll(() => t.drop());

  it('a second partial withdrawal declared before the first is handed over arrives too', async () => {
    const p = await addPractice(t, 'zweimal', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
    await t.deps.keys(p.cid);
    const folders = makeFolders();
    await setUp(p, folders, { targets: { gdt: false, pdf: true, fhir: false } });
    const { write } = handoverOf(() => ({ t, p }));
    const taskId = await write((w) => fileTask(t, p, w, 9, Buffer.from('%PDF neun')));
    await write((w) => w.job('export-task', `export:${taskId}`, { taskId }));
    await t.runJobs();
    expect(lying(folders.out)).toHaveLength(2);
    for (const name of lying(folders.out)) rmSync(path.join(folders.out, name));
    const declare = async (part: string): Promise<string> => {
      const id = t.deps.newId();
      await write((w) =>
        w.tx.insert(w.t.withdrawal, {
          id,
          taskId,
          patid: '1001',
          at: w.now,
          by: 'staff',
          byName: 'Am Tresen',
          undoUntil: w.now,
          parts: [part],
          fileId: null,
          undoneAt: null,
        }),
      );
      return id;
    };
    const seal = (id: string): Promise<void> =>
      write(async (w) => {
        const document = await documentOf(w, taskId);
        if (!document) throw new Error('no document');
        const { cid: _, ...rest } = document;
        await w.tx.insert(w.t.document, { ...rest, fileId: id, taskId: null });
        await setReceipt(w, id, id);
        await queueChange(w, taskId, id);
      });
    t.clock.now += 60_000;
    const first = await declare('a');
    t.clock.now += 5000;
    const second = await declare('b');
    t.clock.now += 8000;
    await seal(first);
    await t.runJobs();
    expect(lying(folders.out).map((name) => name.slice(-23))).toEqual([
      `teilwiderruf_${first.slice(-6)}.csv`,
      `teilwiderruf_${first.slice(-6)}.pdf`,
    ]);
    t.clock.now += 5000;
    await seal(second);
    await t.runJobs();
    expect(lying(folders.out).filter((name) => name.includes(second.slice(-6)))).toHaveLength(2);
    await t.runJobs();
    expect(lying(folders.out)).toHaveLength(4);
    folders.drop();
  });
});
