/**
 * A name with a rare character outside every font blocks nothing: rendered, signed, sealed, filed,
 * and the paper lists the character that it could not print, and prints the others.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';

const renderer = testRenderer(),
  folder = mkdtempSync(path.join(tmpdir(), 'names-'));
afterAll(() => {
  renderer.close();
  rmSync(folder, { recursive: true });
});

describe('a name outside every font', () => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
    p = await addPractice(t, 'namen', [person('1001', '\u{20000}', '王', '1941-03-04')]);
  });
  afterAll(() => t.drop());

  it('is signed, sealed and filed; the paper shows placeholders and their codes', async () => {
    const tablet = await SimTablet.register(p),
      {
        taskIds: [taskId = ''],
        mappeId,
      } = await sendMappe(p, { patid: '1001', name: '\u{20000} 王', tabletId: tablet.id });
    await t.runJobs();
    const body = (await tablet.inbox()).find((one) => one.taskId === taskId);
    if (!body) throw new Error('nothing came');
    await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
    await t.runJobs();
    expect((await tasksOf(p, mappeId))[0]?.state).toBe('filed');
    const {
      items: [stored],
    } = (await p.call('/documents/list?limit=1', { as: p.users.staff })).json as {
      items: { sha256: string }[];
    };
    const keys = await t.deps.keys(p.cid),
      bytes = await t.deps.blobs.get(p.cid, stored?.sha256 ?? '', {
        keyId: keys.blobKeyId,
        key: keys.blobKey,
      }),
      file = path.join(folder, 'name.pdf');
    writeFileSync(file, bytes);
    const text = execFileSync('pdftotext', [file, '-']).toString().replace(/\s+/g, ' ');
    expect(text).toContain('\uFFFD');
    expect(text).toContain('王');
    expect(text).toContain('U+20000');
    expect(text).not.toContain('U+738B');
    expect(text).toContain('In den gespeicherten Daten steht der Text vollständig');
  }, 60_000);
});
