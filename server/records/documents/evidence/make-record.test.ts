// Tests of the record of scanned papers and receipts, over HTTP: how they came into the record, the
// state of the paper, sealed by the practice.
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { sendMappe } from '../../../../tests/support/mappe.ts';
import { addPractice, person, type Practice } from '../../../../tests/support/practice.ts';
import { testRenderer } from '../../../paper/seal/sample.fixture.ts';
import { page, scansOf } from '../../papers/scans.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe('records of documents', () => {
  let t: TestApp, p: Practice, taskId: string;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
    p = await addPractice(t, 'nord', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
    const fields = { partner: 'X', partneranschrift: 'Y', refinanzierung: 'Z' };
    const sent = await sendMappe(p, { templates: ['ewe@1'], patid: '1001', fields });
    taskId = sent.taskIds[0] ?? '';
    await scan(await page(await codeOf({ taskId, page: 1, of: 1 })));
    await t.runJobs();
  });
  afterAll(() => t.drop());
  const { as, scan, codeOf, documents } = scansOf(() => ({ t, p }));
  const recordOf = (fileId: string) => p.call(`/documents/file/${fileId}/protocol`, { as: as() });
  const textOf = async (bytes: Uint8Array): Promise<string> =>
    (await PDF.load(bytes))
      .extractText()
      .map((one) => one.text)
      .join(' ')
      .replace(/\s+/g, ' ');

  it('a scanned paper names who brought it, its file, and what happened afterwards', async () => {
    const [file] = await documents('1001');
    const { status, bytes } = await recordOf(file?.fileId ?? '');
    expect(status).toBe(200);
    const text = await textOf(bytes);
    expect(text).toContain('Protokoll zum Dokument');
    expect(text).toMatch(/Seite 1: eingelesen am .* durch .*, abgelegt nach dem gedruckten Code/);
    expect(text).toContain('Nichts; das Dokument gilt unverändert.');
    const checked = await p.call('/documents/check', {
      as: as(),
      method: 'POST',
      body: bytes,
      type: 'application/pdf',
    });
    expect(checked.json).toMatchObject({ verdict: 'unchanged', seal: { isOurs: true } });
    await p.post(`/consents/tasks/${taskId}/void`, as(), { reason: 'wrong_paper' });
    expect(await textOf((await recordOf(file?.fileId ?? '')).bytes)).toContain(
      'Für ungültig erklärt am 20.11.2026',
    );
  });

  it('the receipt of a withdrawal names who recorded it and the withdrawn paper', async () => {
    const fields = { partner: 'X', partneranschrift: 'Y', refinanzierung: 'Z' };
    const sent = await sendMappe(p, { templates: ['ewe@1'], patid: '1001', fields });
    const id = sent.taskIds[0] ?? '';
    await p.post(`/tablet/tasks/${id}/paper-filed`, as(), {});
    await p.post(`/consents/tasks/${id}/withdraw`, as(), { id: t.deps.newId(), parts: null });
    t.clock.now += 60_000;
    await t.runJobs();
    const receipt = (await documents('1001')).find((one) => one.title.startsWith('Bestätigung'));
    const text = await textOf((await recordOf(receipt?.fileId ?? '')).bytes);
    expect(text).toMatch(/Widerruf aufgenommen am 20\.11\.2026.* durch /);
    expect(text).toContain('Widerrufen wurde die Einwilligung als Ganzes.');
    expect(text).toMatch(/Vorlage ewe@1/);
  });

  it('an unknown document has no record', async () => {
    expect((await recordOf(t.deps.newId())).code).toBe('not_found');
  });
});
