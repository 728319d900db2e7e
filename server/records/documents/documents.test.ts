/**
 * The practice's list of documents: pages without gaps or duplicates, merged patients combined,
 * ranges, one file per task.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, person, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { changeMappe } from '../../desk/task/store.ts';
import { fileDocument } from './file-document.ts';
import { rangeOf } from './read-document.ts';

describe('rangeOf', () => {
  it('parses the one supported form and answers every other with the whole file', () => {
    expect(rangeOf('bytes=0-7', 100)).toEqual({ from: 0, to: 7 });
    expect(rangeOf('bytes=90-', 100)).toEqual({ from: 90, to: 99 });
    expect(rangeOf('bytes=90-900', 100)).toEqual({ from: 90, to: 99 });
    for (const header of [
      undefined,
      '',
      'bytes=-5',
      'bytes=9-3',
      'bytes=100-',
      'bytes=0-1,5-6',
      'items=0-1',
      `bytes=${'9'.repeat(400)}-`,
      'bytes=a-b',
    ])
      expect([header, rangeOf(header, 100)]).toEqual([header, undefined]);
  });
});

describe.each(STORES)('list of documents (%s)', (kind) => {
  let t: TestApp, p: Practice;
  interface List {
    items: { fileId: string; patid: string; at: number }[];
    cursor: string | null;
  }
  const list = async (query = ''): Promise<List> =>
    (await p.call(`/documents/list${query}`, { as: p.users.staff })).json as List;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      addPatients(w, 'hand', [person('N1', 'Anna', 'Groß', '1941-03-04')]).then(() => undefined),
    );
    for (let i = 0; i < 25; i++) {
      // Several with the same time: the order must not depend on it.
      if (i % 4 === 0) t.clock.now += 1000;
      await t.deps.workshop.write(p.cid, p.system, (w) =>
        fileDocument(w, {
          taskId: t.deps.newId(),
          patid: i % 5 === 0 ? 'N1' : i % 2 === 0 ? '1001' : '1002',
          sha256: 'a'.repeat(64),
          title: `Papier ${i}`,
        }).then(() => undefined),
      );
    }
  });
  afterAll(() => t.drop());

  it('pages through all documents, newest first, each once', async () => {
    const all: List['items'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      all.push(...page.items);
      ({ cursor } = page);
    }
    expect(new Set(all.map((d) => d.fileId)).size).toBe(25);
    expect(all.map((d) => d.at)).toEqual(all.map((d) => d.at).sort((a, b) => b - a));
    expect((await list('?limit=500')).items.map((d) => d.fileId)).toEqual(all.map((d) => d.fileId));
  });

  it('includes documents filed under a number merged into the patient', async () => {
    const before = await list('?patid=1001&limit=100');
    expect(
      (await p.post('/patient/merge', p.users.reception, { fromPatid: 'N1', intoPatid: '1001' }))
        .status,
    ).toBe(200);
    const after = await list('?patid=1001&limit=100');
    expect([before.items.length, after.items.length]).toEqual([
      before.items.length,
      before.items.length + 5,
    ]);
    expect((await list('?patid=1002&limit=100')).items.every((d) => d.patid === '1002')).toBe(true);
  });

  it('signed answers open for the team; at reception only as the copy that the patient asked for', async () => {
    const { mappeId, taskIds } = await sendMappe(p, { templates: ['schmerz@1'], patid: '1002' }),
      taskId = taskIds[0] ?? '',
      fileId = await t.deps.workshop.write(p.cid, p.system, (w) =>
        fileDocument(w, { taskId, patid: '1002', sha256: 'c'.repeat(64), title: 'Schmerzen' }),
      );
    const program = async (scopes: readonly string[]): Promise<Bearer> =>
      (
        await t.call('/auth/token', {
          as: p.users.owner,
          method: 'POST',
          json: { id: t.deps.newId(), kind: 'api', name: 'Archiv', days: 1, scopes },
        })
      ).json as Bearer;
    const code = async (as: Bearer, path = `/documents/file/${fileId}`) =>
      (await p.call(path, { as })).code;
    const { items } = (await p.call('/documents/list?patid=1002', { as: p.users.reception }))
      .json as { items: { fileId: string; isAnswers: boolean }[] };
    expect(items.filter((one) => one.isAnswers).map((one) => one.fileId)).toEqual([fileId]);
    // `unavailable`: let in, but the bytes of this test do not exist.
    expect(await code(p.users.staff)).toBe('unavailable');
    expect(await code(p.users.reception)).toBe('forbidden');
    expect(await code(p.users.reception, `/tablet/tasks/${taskId}/print`)).toBe('forbidden');
    // A program reads them with both scopes only.
    await stepUp(t, p.users.owner);
    expect(await code(await program(['papers']))).toBe('forbidden');
    expect(await code(await program(['papers', 'answers']))).toBe('unavailable');
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      changeMappe(w, mappeId, { paperCopyWishedAt: w.now }),
    );
    expect(await code(p.users.reception, `/tablet/tasks/${taskId}/print`)).toBe('unavailable');
  });

  it('files a task once, whichever request comes first', async () => {
    const taskId = t.deps.newId(),
      file = { taskId, patid: '1001', sha256: 'b'.repeat(64), title: 'Einmal' };
    const ids = await Promise.all(
      Array.from({ length: 4 }, () =>
        t.deps.workshop.write(p.cid, p.system, (w) => fileDocument(w, file)),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('reports a damaged or missing file instead of denying it, and logs the access', async () => {
    const [one] = (await list('?limit=1')).items;
    const answer = await p.call(`/documents/file/${one?.fileId ?? ''}`, { as: p.users.staff });
    expect([answer.status, answer.code]).toEqual([503, 'unavailable']);
    const { audit } = t.deps.store.t;
    const seen = (await t.deps.workshop.look(p.cid, p.system).db.find(audit)).filter(
      (row) => row.type === 'document.viewed' && row.data['fileId'] === one?.fileId,
    );
    expect(seen).toMatchObject([
      { actor: `user:${p.users.staff.userId}`, data: { fileId: one?.fileId } },
    ]);
  });
});
