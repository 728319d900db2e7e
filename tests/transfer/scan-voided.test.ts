/**
 * A consent signed by hand and scanned is declared void or withdrawn like one signed on a tablet:
 * its consents, its check page, the list of documents and the practice software name it.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { consentDesk } from '../../server/records/consent/consents.testing.ts';
import { page, scansOf } from '../../server/records/papers/scans.testing.ts';
import { readGdt } from '../../shared/records/gdt.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe } from '../support/mappe.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { SimTablet } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';
import { commentIn, lying, makeFolders, setUp, type Folders } from './exchange.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('consents on scanned paper (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet, folders: Folders;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    p = await addPractice(t, 'nord', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
    folders = makeFolders();
    await setUp(p, folders, {
      pvsId: 'DSWIN001',
      targets: { gdt: true, pdf: false, fhir: true },
    });
    tablet = await SimTablet.register(p);
  });
  afterAll(async () => {
    folders.drop();
    await t.drop();
  });
  const { as, id, read, check } = consentDesk(() => ({ t, p, tablet }));
  const { scan, codeOf } = scansOf(() => ({ t, p }));

  /** A consent that must be signed by hand. */
  const sendPaper = async (): Promise<string> => {
    const fields = { partner: 'X', partneranschrift: 'Y', refinanzierung: 'Z' };
    const {
      taskIds: [taskId = ''],
    } = await sendMappe(p, { templates: ['ewe@1'], patid: '1001', fields });
    return taskId;
  };
  /** A consent on paper; `isScanned`: its signed page was scanned, else it was ticked off. */
  const signByHand = async (isScanned = true): Promise<string> => {
    const taskId = await sendPaper();
    if (isScanned) await scan(await page(await codeOf({ taskId, page: 1, of: 1 })));
    else await p.post(`/tablet/tasks/${taskId}/paper-filed`, as(), {});
    await t.runJobs();
    // A paper that was ticked off is handed over once this cannot be undone any more.
    t.clock.now += 60_000;
    await t.runJobs();
    return taskId;
  };
  const arrived = (): { comment: string; consent: unknown } => {
    const names = lying(folders.out);
    const bytesOf = (end: string): Buffer =>
      readFileSync(path.join(folders.out, names.find((name) => name.endsWith(end)) ?? ''));
    const found = readGdt(bytesOf('.gdt'));
    const record = found.ok ? found.records[0] : undefined;
    const bundle = JSON.parse(bytesOf('.json').toString()) as {
      entry: { resource: { resourceType: string; status: string } }[];
    };
    for (const name of names) rmSync(path.join(folders.out, name));
    return {
      comment: record ? commentIn(record) : '',
      consent: bundle.entry.find((one) => one.resource.resourceType === 'Consent')?.resource.status,
    };
  };
  const voidIt = (taskId: string, reason: string) =>
    p.post(`/consents/tasks/${taskId}/void`, as(), { reason });
  const rowOf = async (taskId: string) => (await read()).rows.find((row) => row.taskId === taskId);
  const listed = async (state: string): Promise<(string | null)[]> =>
    (
      (await p.call(`/documents/list?patid=1001&state=${state}`, { as: as() })).json as {
        items: { taskId: string | null }[];
      }
    ).items.map((one) => one.taskId);

  it('a scanned consent that is declared void is void everywhere, once', async () => {
    const taskId = await signByHand();
    expect(arrived()).toMatchObject({ consent: 'active' });
    expect(await rowOf(taskId)).toMatchObject({ state: 'holds', how: 'paper', voided: null });
    t.clock.now += 1000;
    expect((await voidIt(taskId, 'wrong_contents')).status).toBe(204);
    expect((await voidIt(taskId, 'wrong_contents')).status).toBe(204);
    expect((await voidIt(taskId, 'wrong_paper')).code).toBe('state_conflict');
    await t.runJobs();

    const voided = { at: t.clock.now, reason: 'wrong_contents' };
    expect(await rowOf(taskId)).toMatchObject({ state: 'voided', voided });
    expect(await check(taskId)).toMatchObject({
      verdict: 'unchanged',
      kept: 'original',
      standing: { state: 'voided', ...voided },
    });
    // A copy with other bytes is known by its seal.
    expect(await check(taskId, '\n')).toMatchObject({
      kept: 'no',
      standing: { state: 'voided', ...voided },
    });
    expect([await listed('voided'), await listed('filed')]).toEqual([[taskId], []]);
    const mark = arrived();
    expect(mark.consent).toBe('entered-in-error');
    expect(mark.comment).toMatch(/UNGÜLTIG.*falscher Inhalt/);
    await t.runJobs();
    expect(lying(folders.out)).toEqual([]);
  });

  it('a void paper of the wrong person is not sent again, and its return is not undone', async () => {
    const taskId = await signByHand(false);
    expect((await voidIt(taskId, 'wrong_person')).status).toBe(204);
    expect(
      (await p.post(`/consents/tasks/${taskId}/repeat`, as(), { id: id(), tabletId: null })).code,
    ).toBe('state_conflict');
    expect((await p.post(`/tablet/tasks/${taskId}/paper-filed/undo`, as(), {})).code).toBe(
      'state_conflict',
    );
    await t.runJobs();
    for (const name of lying(folders.out)) rmSync(path.join(folders.out, name));
  });

  it('a scanned consent is withdrawn with a receipt, and the practice software learns it', async () => {
    const taskId = await signByHand();
    arrived();
    t.clock.now += 1000;
    const at = t.clock.now;
    expect(
      (await p.post(`/consents/tasks/${taskId}/withdraw`, as(), { id: id(), parts: null })).status,
    ).toBe(200);
    t.clock.now += 60_000;
    await t.runJobs();
    expect(await rowOf(taskId)).toMatchObject({ state: 'withdrawn' });
    expect(await check(taskId)).toMatchObject({ standing: { state: 'withdrawn', at } });
    const mark = arrived();
    expect(mark.consent).toBe('inactive');
    expect(mark.comment).toMatch(/WIDERRUFEN am/);
  });

  it('a paper that was not signed cannot be declared void', async () => {
    const taskId = await sendPaper();
    expect((await voidIt(taskId, 'wrong_paper')).code).toBe('state_conflict');
  });
});
