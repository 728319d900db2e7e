// Printed papers come back: printed sheets are rendered by an independent program, uploaded like a
// scan, and become a sealed file that readers accept.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { POSITIONS } from '../../catalog/goz/positions.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { checkAgreement, REIMBURSEMENT } from '../../shared/papers/fee-agreement.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { run } from './programs.ts';

const renderer = testRenderer();
let t: TestApp, p: Practice, folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'molar-print-'));
  t = await createTestApp('sqlite', { renderer });
  p = await addPractice(t, 'nord');
});
afterAll(async () => {
  renderer.close();
  rmSync(folder, { recursive: true });
  await t.drop();
});

it('a printed paper photographed askew and in the wrong order is filed complete and sealed', async () => {
  const {
      mappeId,
      taskIds: [taskId],
    } = await sendMappe(p, { templates: ['mehrkosten@1'], patid: '1002' }),
    as = p.users.reception;
  const file = join(folder, 'print.pdf');
  writeFileSync(file, (await p.call(`/tablet/tasks/${taskId}/print`, { as })).bytes);
  expect((await run('pdftoppm', ['-r', '150', '-png', file, join(folder, 'page')])).code).toBe(0);
  for (const [page, turn, state] of [
    [2, 184, 'waiting'],
    [1, 86, 'filing'],
  ] as const) {
    const photo = await sharp(readFileSync(join(folder, `page-${page}.png`)))
      .rotate(turn, { background: '#4a4238' })
      .modulate({ brightness: 0.8 })
      .jpeg({ quality: 60 })
      .toBuffer();
    const answer = await p.call('/papers/scans', {
      as,
      method: 'POST',
      body: photo,
      type: 'image/jpeg',
    });
    expect(answer.json).toMatchObject({ pages: [{ page, of: 2 }], sheets: [{ taskId, state }] });
  }
  await t.runJobs();
  expect((await tasksOf(p, mappeId))[0]?.state).toBe('filed');
  const sealed = join(folder, 'sealed.pdf');
  writeFileSync(sealed, (await p.call(`/tablet/tasks/${taskId}/print`, { as })).bytes);
  expect((await run('qpdf', ['--check', sealed])).text).toContain(
    'No syntax or stream encoding errors found',
  );
  expect((await run('pdfsig', ['-nocert', sealed])).text).toMatch(
    /ETSI\.CAdES\.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/,
  );
  expect(
    (await run('pdfimages', ['-list', sealed])).text
      .split('\n')
      .filter((line) => / jpeg /.test(line)).length,
  ).toBe(2);
});

it('[§ 2 GOZ] a printed agreement has exactly the required content, and its code is readable', async () => {
  const id = t.deps.newId(),
    as = p.users.reception,
    file = join(folder, 'agreement.pdf');
  expect(
    (
      await p.post('/papers/agreements', as, {
        id,
        patid: '1002',
        payer: 'Emil Özkan',
        lines: [
          { number: '2080', text: 'Kompositrestauration adhäsiv zweiflächig', factor: 4.5 },
          { number: '2200', text: 'Vollkrone Tangentialpräparation', factor: 4 },
        ],
      })
    ).status,
  ).toBe(204);
  writeFileSync(file, (await p.call(`/papers/agreements/${id}/print`, { as })).bytes);
  const { text } = await run('pdftotext', ['-layout', file, '-']);
  expect(text).toContain('4,5-fach');
  // Lines are as wide as the paper, so the check joins them to sentences.
  const words = text
    .replaceAll(/ {2,}/g, ' ')
    .replace(/^ ?Seite 1 von 1 *$/m, '')
    .replace(new RegExp(REIMBURSEMENT.replaceAll(' ', '\\s+')), REIMBURSEMENT);
  expect(checkAgreement(words, POSITIONS)).toEqual({
    missing: [],
    doubts: [],
    foreign: [],
    services: ['2080', '2200'],
  });
  expect(
    (await run('pdftoppm', ['-r', '120', '-jpeg', '-singlefile', file, join(folder, 'agreement')]))
      .code,
  ).toBe(0);
  const answer = await p.call('/papers/scans', {
    as,
    method: 'POST',
    body: readFileSync(join(folder, 'agreement.jpg')),
    type: 'image/jpeg',
  });
  expect(answer.json).toMatchObject({
    pages: [{ page: 1, of: 1 }],
    sheets: [{ taskId: id, state: 'filing' }],
  });
});
