/**
 * A page of a printed blank form is recognised from its scan: form, page and the practice's own
 * checksum, at a scanner's usual resolution.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueForms } from '../../server/desk/forms/library/catalogue-forms.ts';
import { paperCodes } from '../../server/platform/keys/paper-mac.ts';
import { blankPage } from '../../server/records/emergency/paper-set.ts';
import { readScan } from '../../server/records/papers/read-scan.ts';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import type { Look } from '../../server/platform/work.ts';
import { run } from './programs.ts';
import { readBlankCode } from '../../server/platform/keys/paper-code.ts';

const KEY = 'anamnese-erwachsene@1',
  codes = paperCodes(new Uint8Array(32).fill(3), 'praxis');
let renderer: Renderer, folder: string;
beforeAll(async () => {
  renderer = testRenderer();
  folder = await mkdtemp(path.join(tmpdir(), 'molar-blank-'));
});
afterAll(async () => {
  renderer.close();
  await rm(folder, { recursive: true });
});

describe('codes of blank forms', () => {
  it('are read from a 200 dpi scan, on the first and the next page', async () => {
    const form = (await catalogueForms().find(KEY))!,
      praxis = {
        name: 'Zahnarztpraxis Nord',
        anschrift: 'Weg 1, 10115 Berlin',
        telefon: '030 1',
        mail: 'a@example.org',
        languages: ['de'],
      };
    const page = await blankPage(
      { cid: 'praxis', now: Date.parse('2026-11-20T09:00:00Z') } as Look,
      {
        formsInUse: () =>
          Promise.resolve([
            { key: KEY, id: 'anamnese-erwachsene', title: { de: 'Anamnese' }, languages: ['de'] },
          ]),
        textsInUse: () => Promise.resolve([]),
        questionnaire: (_look, _key, languages) => form.inLanguages(languages),
        praxis: () => Promise.resolve(praxis),
        codes: () => Promise.resolve(codes),
      },
      { sheets: [KEY], languages: ['de'] },
    );
    const { bytes, pages } = await renderer.renderBlank(page),
      file = path.join(folder, 'set.pdf');
    expect(pages).toBeGreaterThan(2);
    await writeFile(file, bytes);
    await run('pdftoppm', [
      '-r',
      '200',
      '-l',
      '2',
      '-gray',
      '-png',
      file,
      path.join(folder, 'page'),
    ]);
    const read: unknown[] = [];
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.png')).sort()) {
      const scan = await readScan(await readFile(path.join(folder, name))),
        code = 'pages' in scan ? readBlankCode(scan.pages[0]?.code ?? '') : undefined;
      read.push(code && { key: code.key, page: code.page, isOurs: codes.isOurBlank(code) });
    }
    expect(read).toEqual([1, 2].map((one) => ({ key: KEY, page: one, isOurs: true })));
  }, 60_000);
});
