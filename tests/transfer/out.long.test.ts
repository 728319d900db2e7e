/**
 * Export of filed papers to the practice software: queued with the filing, written completely and
 * once despite crashes of both sides, failed with an alarm, retried and settled by hand.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTask } from '../../server/records/transfer/export-task.job.ts';
import { createHandOver } from '../../server/compose/records-transfer.links.ts';
import { readGdt, valueOf } from '../../shared/records/gdt.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { addPractice, person, renew, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { commentIn, lying, makeFolders, setUp, type Folders } from './exchange.ts';
import { fileTask, handoverOf } from './handover.ts';
import { createReader, sha } from './reader.ts';

/** Number of papers filed during crashes; `EXPORT_PAPERS=1000` raises it. */
const PAPERS = Number(process.env.EXPORT_PAPERS ?? 60);
const KILLED = Object.assign(new Error('killed'), { name: 'Killed' });
const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe('handover from memory', () => {
  let t: TestApp,
    p: Practice,
    folders: Folders,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
  });
  afterAll(() => t.drop());
  const fresh = async (more: Parameters<typeof setUp>[2] = {}): Promise<void> => {
    p = await addPractice(t, `aus${++n}`, [person('1001', 'Anna', 'Groß', '1941-03-04')]);
    await t.deps.keys(p.cid);
    folders = makeFolders();
    await setUp(p, folders, { pvsId: 'DSWIN001', pathForPvs: 'C:\\PVS\\IMPORT', ...more });
  };
  const { transfer, exportOf, write } = handoverOf(() => ({ t, p }));

  it('a signed consent arrives as 6310 with its PDF, and nothing if the export is off', async () => {
    await fresh({ targets: { gdt: false, pdf: false, fhir: false } });
    const tablet = await SimTablet.register(p),
      sign = async (): Promise<string> => {
        const {
          taskIds: [taskId = ''],
          mappeId,
        } = await sendMappe(p, { patid: '1001', tabletId: tablet.id });
        const body = (await tablet.inbox()).find((one) => one.taskId === taskId);
        if (!body) throw new Error('nothing came');
        await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
        await t.runJobs();
        expect((await tasksOf(p, mappeId))[0]?.state).toBe('filed');
        return taskId;
      };
    expect([await exportOf(await sign()), lying(folders.out)]).toEqual(['none', []]);
    await setUp(p, folders, { pvsId: 'DSWIN001', pathForPvs: 'C:\\PVS\\IMPORT' });
    const taskId = await sign(),
      [gdt = '', pdf = ''] = lying(folders.out);
    expect([await exportOf(taskId), gdt.endsWith('.gdt'), pdf.endsWith('.pdf')]).toEqual([
      'done',
      true,
      true,
    ]);
    const read = readGdt(readFileSync(path.join(folders.out, gdt)));
    const record = read.ok ? read.records[0] : undefined;
    if (!read.ok || !record) throw new Error('unreadable');
    expect([read.flaws, read.records.length, record.satzart]).toEqual([[], 1, '6310']);
    expect(
      Object.fromEntries(
        ['8315', '8316', '3000', '3101', '3103', '6303', '6305'].map((id) => [
          id,
          valueOf(record, id),
        ]),
      ),
    ).toEqual({
      8315: 'DSWIN001',
      8316: 'MOLAR',
      3000: '1001',
      3101: 'Groß',
      3103: '04031941',
      6303: 'PDF',
      6305: `C:\\PVS\\IMPORT\\${pdf}`,
    });
    expect(commentIn(record)).toMatch(/unterschrieben am 20\.11\.2026/);
    const {
      items: [stored],
    } = (await p.call('/documents/list?limit=1', { as: p.users.staff })).json as {
      items: { sha256: string }[];
    };
    expect(sha(readFileSync(path.join(folders.out, pdf)))).toBe(stored?.sha256);
    const { done, counts } = await transfer();
    expect([done.map((one) => [one.name, one.state, one.files]), counts]).toEqual([
      [['Groß, Anna', 'done', [pdf, gdt]]],
      { open: 0, failed: 0, unread: 0, online: 0 },
    ]);
    folders.drop();
  });

  it('a withdrawal arrives with its receipt, a voided paper as void, each once', async () => {
    await fresh({ targets: { gdt: true, pdf: false, fhir: true } });
    const begun = t.clock.now;
    const tablet = await SimTablet.register(p);
    const sign = async (): Promise<string> => {
      const {
        taskIds: [taskId = ''],
      } = await sendMappe(p, { patid: '1001', tabletId: tablet.id });
      const body = (await tablet.inbox()).find((one) => one.taskId === taskId);
      if (!body) throw new Error('nothing came');
      await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
      await t.runJobs();
      return taskId;
    };
    const arrived = (): { comment: string; consent: unknown; pdfs: number; receipts: number } => {
      const names = lying(folders.out);
      const bytesOf = (end: string): Buffer =>
        readFileSync(path.join(folders.out, names.find((name) => name.endsWith(end)) ?? ''));
      const read = readGdt(bytesOf('.gdt'));
      const record = read.ok ? read.records[0] : undefined;
      const bundle = JSON.parse(bytesOf('.json').toString()) as {
        entry: {
          resource: {
            resourceType: string;
            status: string;
            relatesTo?: unknown[];
          };
        }[];
      };
      for (const name of names) rmSync(path.join(folders.out, name));
      return {
        comment: record ? commentIn(record) : '',
        consent: bundle.entry.find((one) => one.resource.resourceType === 'Consent')?.resource
          .status,
        pdfs: names.filter((name) => name.endsWith('.pdf')).length,
        // The receipt refers to the paper.
        receipts: bundle.entry.filter((one) => one.resource.relatesTo !== undefined).length,
      };
    };
    const withdrawn = await sign();
    expect(arrived()).toMatchObject({ consent: 'active', pdfs: 1, receipts: 0 });
    t.clock.now += 1000;
    await p.post(`/consents/tasks/${withdrawn}/withdraw`, p.users.staff, {
      id: t.deps.newId(),
      parts: null,
    });
    await t.runJobs();
    expect(lying(folders.out)).toEqual([]);
    t.clock.now += 60_000;
    await t.runJobs();
    const told = arrived();
    expect(told).toMatchObject({ consent: 'inactive', pdfs: 1, receipts: 1 });
    expect(told.comment).toMatch(/WIDERRUFEN am 20\.11\.2026/);

    const voided = await sign();
    arrived();
    t.clock.now += 1000;
    await p.post(`/consents/tasks/${voided}/void`, p.users.staff, { reason: 'wrong_contents' });
    await t.runJobs();
    const mark = arrived();
    expect(mark).toMatchObject({ consent: 'entered-in-error', pdfs: 0, receipts: 0 });
    expect(mark.comment).toMatch(/UNGÜLTIG.*falscher Inhalt/);
    await t.runJobs();
    expect([lying(folders.out), await exportOf(voided)]).toEqual([[], 'done']);
    t.clock.now = begun;
    folders.drop();
  });

  it('writes nothing into a folder not assigned to the practice', async () => {
    await fresh({ targets: { gdt: false, pdf: true, fhir: false } });
    const taskId = await write((w) => fileTask(t, p, w, 7, Buffer.from('%PDF sieben')));
    const { links } = createHandOver(t.deps, () => {
      throw new Error('no forms here');
    });
    const mayUse = (cid: string, folder: string) =>
      Promise.resolve(cid !== p.cid || folder !== folders.out);
    const job = {
      id: 'j',
      cid: p.cid,
      key: `export:${taskId}`,
      kind: 'export-task' as const,
      payload: { taskId },
      attempts: 1,
    };
    await expect(
      exportTask({ workshop: t.deps.workshop, links, mayUse }, job),
    ).rejects.toMatchObject({ code: 'by_operator' });
    expect(lying(folders.out)).toEqual([]);
    folders.drop();
  });

  it('PDF with index file; numbered names use the next free number', async () => {
    await fresh({ targets: { gdt: false, pdf: true, fhir: false } });
    const first = await write((w) => fileTask(t, p, w, 1, Buffer.from('%PDF eins')));
    const deps = {
      workshop: t.deps.workshop,
      links: createHandOver(t.deps, () => {
        throw new Error('no forms here');
      }).links,
    };
    const run = (taskId: string) =>
      exportTask(deps, {
        id: 'j',
        cid: p.cid,
        key: `export:${taskId}`,
        kind: 'export-task',
        payload: { taskId },
        attempts: 1,
      });
    await run(first);
    const [csv = '', pdf = ''] = lying(folders.out);
    expect(readFileSync(path.join(folders.out, csv), 'utf8')).toBe(
      `\ufeffpatid;nachname;vorname;geburtsdatum;titel;abgelegt;datei;sha256\r\n1001;Groß;Anna;1941-03-04;Einwilligung Ä 1;2026-11-20T09:00:00.000Z;${pdf};${sha(Buffer.from('%PDF eins'))}\r\n`,
    );
    await setUp(p, folders, { pvsId: 'DSWIN001', gdtNames: 'counted' });
    writeFileSync(path.join(folders.out, 'DSWIMOLA.001'), 'noch nicht abgeholt');
    for (const i of [2, 3])
      await run(await write((w) => fileTask(t, p, w, i, Buffer.from(`%PDF ${i}`))));
    expect([
      lying(folders.out).filter((name) => name.startsWith('DSWI')),
      readFileSync(path.join(folders.out, 'DSWIMOLA.001'), 'utf8'),
    ]).toEqual([['DSWIMOLA.001', 'DSWIMOLA.002', 'DSWIMOLA.003'], 'noch nicht abgeholt']);
    folders.drop();
  });

  it(`${PAPERS} papers survive crashes of both sides: each file once, complete, PDF before its record`, async () => {
    await fresh();
    const { links } = createHandOver(t.deps, () => {
      throw new Error('no forms here');
    });
    const pdfs = Array.from({ length: PAPERS }, (_, i) =>
        Buffer.from(`%PDF-${i} ${'x'.repeat((i * 37) % 5000)}`),
      ),
      tasks = await write(async (w) => {
        const ids: string[] = [];
        for (const [i, pdf] of pdfs.entries()) ids.push(await fileTask(t, p, w, i, pdf));
        return ids;
      });
    const reader = createReader(folders),
      { dice, fetchSome, got, wrong } = reader;
    let deaths = 0;
    for (const [i, taskId] of tasks.entries()) {
      for (let life = 0; ; life++) {
        if (life > 40) throw new Error('it never ends');
        let left = life > 12 ? Infinity : 1 + dice(12);
        const point = (): void => {
          if (dice(3) === 0) fetchSome(2);
          if (--left === 0) throw KILLED;
        };
        try {
          await exportTask(
            { workshop: t.deps.workshop, links, point },
            {
              id: 'j',
              cid: p.cid,
              key: `export:${taskId}`,
              kind: 'export-task',
              payload: { taskId },
              attempts: life + 1,
            },
          );
          break;
        } catch (error) {
          if (error !== KILLED) throw error;
          deaths++;
          // An interrupted write leaves a partial file.
          if (dice(4) === 0)
            writeFileSync(
              path.join(folders.out, '.molar', 'out', `${taskId}.gdt.${dice(2)}.part`),
              'halb',
            );
        }
      }
      if (i % 10 === 0) fetchSome(3);
    }
    for (let round = 0; round < 50 && reader.hasWork(); round++) fetchSome(1000);
    expect([
      wrong,
      deaths > PAPERS / 2,
      new Set(got.map((one) => one.name)).size,
      got.length,
    ]).toEqual([[], true, PAPERS * 2, PAPERS * 2]);
    expect(
      got
        .filter((one) => one.name.endsWith('.pdf'))
        .map((one) => one.sha256)
        .sort(),
    ).toEqual(pdfs.map(sha).sort());
    expect([
      await Promise.all(tasks.slice(0, 20).map(exportOf)),
      readdirSync(path.join(folders.out, '.molar', 'out')).filter(
        (name) => !name.endsWith('.part'),
      ),
    ]).toEqual([tasks.slice(0, 20).map(() => 'done'), []]);
    folders.drop();
  }, 600_000);

  it('an unavailable folder is retried, fails with an alarm, can be retried or settled by hand', async () => {
    await fresh();
    const [first, second] = [
      await write((w) => fileTask(t, p, w, 1, Buffer.from('%PDF eins'))),
      await write((w) => fileTask(t, p, w, 2, Buffer.from('%PDF zwei'))),
    ];
    renameSync(folders.out, `${folders.out}-weg`);
    mkdirSync(folders.out);
    await write(async (w) => {
      for (const taskId of [first, second])
        await w.job('export-task', `export:${taskId}`, { taskId });
    });
    await t.runJobs();
    expect((await transfer()).open.map((one) => [one.state, one.error, one.attempts])).toEqual([
      ['queued', 'folder_gone', 1],
      ['queued', 'folder_gone', 1],
    ]);
    for (let i = 0; i < 20; i++) {
      t.clock.now += 301_000;
      await t.runJobs();
    }
    await renew(p);
    const { failed } = await transfer();
    expect([failed.map((one) => one.error), await exportOf(first), lying(folders.out)]).toEqual([
      ['folder_gone', 'folder_gone'],
      'failed',
      [],
    ]);
    expect((await p.call('/doctosync/state', { as: p.users.reception })).json).toMatchObject({
      failed: 2,
    });
    expect(t.lines.join('')).not.toMatch(/Groß|1001_/);
    rmSync(folders.out, { recursive: true });
    renameSync(`${folders.out}-weg`, folders.out);
    const act = (what: string, taskId: string) =>
      p.post(`/doctosync/${what}`, p.users.reception, { taskId, target: 'gdt' });
    expect((await act('retry', first)).status).toBe(204);
    await t.runJobs();
    expect([await exportOf(first), lying(folders.out).length]).toEqual(['done', 2]);
    expect([
      (await act('retry', first)).code,
      (await act('by-hand', second)).status,
      (await act('by-hand', second)).code,
      await exportOf(second),
    ]).toEqual(['state_conflict', 204, 'state_conflict', 'done']);
    expect((await transfer()).done.map((one) => [one.state, one.doneByName])).toEqual(
      expect.arrayContaining([
        ['by_hand', 'Özlem Yıldız-reception'],
        ['done', ''],
      ]),
    );
    t.clock.now += 400_000;
    await t.runJobs();
    expect(lying(folders.out)).toHaveLength(2);
    folders.drop();
  });

  it('never overwrites existing files, and never writes without permission', async () => {
    await fresh();
    const deps = {
        workshop: t.deps.workshop,
        links: createHandOver(t.deps, () => {
          throw new Error('no forms here');
        }).links,
      },
      taskId = await write((w) => fileTask(t, p, w, 1, Buffer.from('%PDF eins')));
    const run = (attempts: number) =>
      exportTask(deps, {
        id: 'j',
        cid: p.cid,
        key: 'k',
        kind: 'export-task',
        payload: { taskId },
        attempts,
      }).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
    const name = `1001_20261120_Einwilligung-Ae-1_${taskId.replaceAll('-', '').slice(-12)}.pdf`;
    writeFileSync(path.join(folders.out, name), 'etwas anderes');
    expect([
      await run(1),
      readFileSync(path.join(folders.out, name), 'utf8'),
      lying(folders.out),
    ]).toEqual(['name_taken', 'etwas anderes', [name]]);
    writeFileSync(path.join(folders.out, name), '%PDF eins');
    expect([await run(2), lying(folders.out).length]).toEqual(['done', 2]);
    folders.drop();
  });
});
