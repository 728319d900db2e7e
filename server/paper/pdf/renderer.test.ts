// Tests of the renderer: deterministic bytes, values are never markup, unknown characters are
// named, a dying child loses no request.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalDocument } from '../seal/canonical.ts';
import { ownRenderer, sampleDocument, testRenderer } from '../seal/sample.fixture.ts';
import { createRenderer } from './renderer.ts';
import type { Renderer } from './renderer.ts';

let renderer: Renderer;
let folder: string;
beforeAll(() => {
  renderer = testRenderer();
  folder = mkdtempSync(join(tmpdir(), 'molar-render-'));
});
afterAll(() => {
  renderer.close();
  rmSync(folder, { recursive: true });
});

async function textOf(bytes: Uint8Array): Promise<string> {
  const pages = (await PDF.load(bytes)).extractText();
  return pages.map((page) => page.text).join('\n');
}

const named = (name: string) =>
  sampleDocument('foto@1', { patient: { name, geburtsdatum: '1941-03-04', patid: '4711' } });

describe('renderPdf', () => {
  it('renders the same bytes for the same document in two processes', async () => {
    const data = sampleDocument('extraktion@1', { language: 'en' });
    const other = ownRenderer();
    const [one, two] = await Promise.all([renderer.renderPdf(data), other.renderPdf(data)]);
    other.close();
    expect(Buffer.compare(one.bytes, two.bytes)).toBe(0);
    expect(one.dataSha256).toBe(canonicalDocument(data).sha256);
    const attached = (await PDF.load(one.bytes)).getAttachment('data.json');
    expect(Buffer.from(attached ?? []).toString('utf8')).toBe(canonicalDocument(data).text);
    expect(
      Object.values(one.rendererInfo.fontHashes).every((hash) => /^[0-9a-f]{64}$/.test(hash)),
    ).toBe(true);
  });

  it('returns the positions of signature boxes and checkboxes', async () => {
    const { signatureBoxes, checkBoxes, pages } = await renderer.renderPdf(
      sampleDocument('extraktion@1'),
    );
    expect(signatureBoxes.map((box) => box.role)).toEqual(['patient']);
    expect(checkBoxes.map((box) => box.id)).toEqual(['verstanden', 'gespraech', 'einwilligung']);
    for (const box of [...signatureBoxes, ...checkBoxes]) {
      const [left, bottom, right, top] = box.rect;
      expect(
        left >= 50 && bottom >= 50 && right <= 545.28 && top <= 800 && right > left && top > bottom,
        JSON.stringify(box),
      ).toBe(true);
      expect(box.page).toBeLessThanOrEqual(pages);
    }
    // A reader of the signature sees everything that was declared.
    expect(new Set(checkBoxes.map((box) => box.page))).toEqual(
      new Set(signatureBoxes.map((box) => box.page)),
    );
  });

  it('[sec B41] prints markup, formulas and code literally', async () => {
    const name = '#eval("1") $x$ *b* <img src=x onerror=1> {{7*7}} @ref \\u{41} // c';
    expect(await textOf((await renderer.renderPdf(named(name))).bytes)).toContain(name);
  });

  it('prints Latin, Cyrillic, Greek, Vietnamese and Arabic names', async () => {
    for (const name of [
      'Şükrü Çağlar',
      'Олена Бойко',
      'Ελένη Παπαδάκη',
      'Nguyễn Thị Hồng',
      'علي رضا',
      'Ćirić-Đorđević',
    ])
      expect((await renderer.renderPdf(named(name))).pages).toBeGreaterThan(0);
  });

  it('rejects a draft text with the character that no font can print', async () => {
    for (const [name, character] of [
      ['Anna 😀', '😀'],
      ['Anna \u{20021}', '\u{20021}'],
      ['Anna \u{12000}', '\u{12000}'],
    ] as const) {
      const error = await renderer
        .renderPdf(named(name), { isStrict: true })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'unknown_glyph' });
      expect(character).toContain((error as { detail: string }).detail[0]);
    }
    expect((await renderer.renderPdf(named('Anna'))).pages).toBe(2);
  });

  it('prints stand-ins and their codes for an unprintable name, with the full name in the data', async () => {
    for (const [name, printed, codes] of [
      ['王\u{20021}', '王\uFFFD', 'U+20021'],
      ['Anna 😀', 'Anna \uFFFD', 'U+1F600'],
      ['𒀀𒀁', '\uFFFD\uFFFD', 'U+12000, U+12001'],
    ] as const) {
      const paper = await renderer.renderPdf(named(name)),
        text = (await textOf(paper.bytes)).replace(/\s+/g, ' ');
      expect(text, name).toContain(printed);
      expect(text.replaceAll(' ', ''), name).toContain(codes.replaceAll(' ', ''));
      expect(text, name).toContain('Zeichen, die dieses Papier nicht drucken kann');
      expect(paper.signatureBoxes.length, name).toBeGreaterThan(0);
      expect(paper.dataSha256).toBe((await renderer.renderPdf(named(name))).dataSha256);
    }
    expect(await textOf((await renderer.renderPdf(named('Anna'))).bytes)).not.toContain('\uFFFD');
  });

  it('prints names of any living script, and the fonts of one paper change no other', async () => {
    const before = await renderer.renderPdf(named('Ayşe Yılmaz'));
    for (const [name, family] of [
      ['王小明', 'Noto Sans SC'],
      ['山田 さくら', 'Noto Sans SC'],
      ['김민수', 'Noto Sans KR'],
      ['თამარ', 'Noto Sans Georgian'],
      ['Մարիամ', 'Noto Sans Armenian'],
      ['שָׂרָה', 'Noto Sans Hebrew'],
      ['สมชาย', 'Noto Sans Thai'],
      ['மலர்', 'Noto Sans Tamil'],
      ['মধুমিতা', 'Noto Sans Bengali'],
      ['អង្គារ', 'Noto Sans Khmer'],
      ['አበበ', 'Noto Sans Ethiopic'],
      ['ܐܫܘܪ', 'Noto Sans Syriac'],
      ['ڀٽو', 'Noto Sans Arabic'],
    ] as const) {
      const paper = await renderer.renderPdf(named(name)),
        mark = await renderer.renderMark({ width: 200, height: 60, name, caption: name });
      expect([name, Object.keys(paper.rendererInfo.fontHashes).at(-1)]).toEqual([name, family]);
      expect(await textOf(paper.bytes), name).not.toContain('nicht drucken kann');
      expect(mark.length).toBeGreaterThan(0);
    }
    const after = await renderer.renderPdf(named('Ayşe Yılmaz'));
    expect(Buffer.compare(before.bytes, after.bytes)).toBe(0);
    expect(Object.keys(after.rendererInfo.fontHashes)).toHaveLength(4);
  }, 60_000);

  it('property: any name is printed on every layout', async () => {
    // Marks without a base, joiners, private characters, unpaired surrogates, scripts of three
    // directions.
    for (const name of [
      '\u0301\u0301',
      '👩‍👩‍👧‍👦',
      '\uE000',
      '\uD800',
      'ا\u0301王',
      '\u{1F1E9}\u{1F1EA}',
      'ក្រុង',
      'x\u0334\u0489\u20DD',
    ]) {
      expect((await renderer.renderPdf(named(name))).pages, JSON.stringify(name)).toBeGreaterThan(
        0,
      );
      expect(
        (await renderer.renderMark({ width: 200, height: 60, name, caption: name })).length,
      ).toBeGreaterThan(0);
    }
  }, 60_000);

  it('prints paper with signature lines and a code for scanning', async () => {
    const paper = await renderer.renderPdf(sampleDocument('mehrkosten@1'), { variant: 'print' });
    expect(paper.signatureBoxes).toEqual([]);
    const text = await textOf(paper.bytes);
    expect(text).toContain('muss von Hand unterschrieben werden');
    expect(text).toContain('Ort, Datum');
  });
});

describe('the child process', () => {
  const child = (body: string): string => {
    const path = join(folder, `child-${Math.random().toString(36).slice(2)}.mjs`);
    writeFileSync(path, body);
    return path;
  };
  const reply = `(id) => process.send({ id, rss: 0, ok: true, pdf: new Uint8Array([process.pid % 256]), pages: 1, boxes: [], rendererInfo: { name: String(process.pid), version: '', fontHashes: {} } })`;
  const mark = { width: 100, height: 40, name: '', caption: 'x' };

  it('is retried after a crash, then the document is reported as faulty', async () => {
    const flag = join(folder, 'died');
    const once = createRenderer({
      workerPath: child(
        `import { existsSync, writeFileSync } from 'node:fs'; process.on('message', (m) => { if (!existsSync(${JSON.stringify(flag)})) { writeFileSync(${JSON.stringify(flag)}, ''); process.exit(9); } (${reply})(m.id); });`,
      ),
    });
    expect(await once.renderMark(mark)).toHaveLength(1);
    once.close();
    const always = createRenderer({
      workerPath: child(`process.on('message', () => process.exit(9));`),
    });
    await expect(always.renderMark(mark)).rejects.toMatchObject({ code: 'renderer_crashed' });
    always.close();
  });

  it('is stopped when it hangs, and rejects queued requests when closed', async () => {
    const hangs = createRenderer({
      workerPath: child(`process.on('message', () => {});`),
      timeoutMs: 300,
    });
    const [first, second] = [hangs.renderMark(mark), hangs.renderMark(mark)];
    await expect(first).rejects.toMatchObject({ code: 'renderer_timeout' });
    hangs.close();
    await expect(second).rejects.toMatchObject({ code: 'renderer_closed' });
    await expect(hangs.renderMark(mark)).rejects.toMatchObject({ code: 'renderer_closed' });
  });

  it('is replaced after its number of documents', async () => {
    const three = createRenderer({
      workerPath: child(`process.on('message', (m) => (${reply})(m.id));`),
      maxDocuments: 3,
    });
    const pids = await Promise.all(
      Array.from({ length: 7 }, () => three.renderPdf(sampleDocument('foto@1'))),
    );
    expect(new Set(pids.map((one) => one.rendererInfo.name)).size).toBe(3);
    three.close();
  });
});
