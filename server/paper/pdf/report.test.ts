// Tests of reports: header, text and every row are printed, the table header repeats on each page;
// no name makes a report fail.
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../seal/sample.fixture.ts';
import type { Renderer } from './renderer.ts';
import type { Report } from './report.ts';

describe('renderReport', () => {
  let renderer: Renderer;
  beforeAll(() => {
    renderer = testRenderer();
  });
  afterAll(() => {
    renderer.close();
  });
  const report = (over: Partial<Report> = {}): Report => ({
    title: 'Wer hat meine Akte gesehen?',
    praxis: {
      name: 'Praxis am Hang',
      anschrift: 'Weg 1, 10115 Berlin',
      telefon: '030 1',
      mail: '',
    },
    createdAt: Date.parse('2026-11-20T09:00:00Z'),
    facts: [
      { label: 'Patientin oder Patient', value: 'Groß, Anna', wide: true },
      { label: 'Patientennummer', value: '4711' },
    ],
    words: ['Eine Erklärung.'],
    empty: 'Nichts.',
    columns: [{ name: 'Zeit' }, { name: 'Wer', wide: true }],
    rows: [['20.11.2026, 09:30', 'Özlem Yıldız']],
    ...over,
  });
  const pagesOf = async (bytes: Uint8Array): Promise<string[]> =>
    (await PDF.load(bytes)).extractText().map((page) => page.text);

  it('prints the logo of the practice at the head, and nothing in its place without one', async () => {
    const pixel =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      praxis = { ...report().praxis, logo: `data:image/png;base64,${pixel}` };
    const images = async (one: Report): Promise<number> =>
      Buffer.from(await renderer.renderReport(one))
        .toString('latin1')
        .match(/\/Subtype\s*\/Image\b/g)?.length ?? 0;
    expect([await images(report()), (await images(report({ praxis }))) > 0]).toEqual([0, true]);
    expect(await pagesOf(await renderer.renderReport(report({ praxis })))).toEqual(
      await pagesOf(await renderer.renderReport(report())),
    );
  });

  it('is declared as PDF/A-3a, and is identical for identical input', async () => {
    const [one, two] = [
      await renderer.renderReport(report()),
      await renderer.renderReport(report()),
    ];
    expect(Buffer.compare(one, two)).toBe(0);
    const xmp = Buffer.from(one).toString('latin1');
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(xmp).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    const text = (await pagesOf(one)).join('\n');
    for (const word of [
      'Praxis am Hang',
      'Weg 1, 10115 Berlin',
      'Groß, Anna',
      '4711',
      'Eine Erklärung.',
      'Özlem Yıldız',
      'Seite 1 von 1',
      'erstellt am 20.11.2026, 10:00 Uhr',
    ])
      expect(text).toContain(word);
  });

  it('repeats the table header on every page and numbers the pages', async () => {
    const pages = await pagesOf(
      await renderer.renderReport(
        report({
          rows: Array.from({ length: 3000 }, (_, i) => [`Zeile ${i + 1}.`, 'Özlem Yıldız']),
        }),
      ),
    );
    expect(pages.length).toBeGreaterThan(30);
    for (const [i, text] of pages.entries()) {
      expect(text).toContain(`Seite ${i + 1} von ${pages.length}`);
      expect(text).toContain('Zeit');
    }
    const all = pages.join('\n');
    for (const i of [1, 1500, 3000]) expect(all).toContain(`Zeile ${i}.`);
  }, 60_000);

  it('prints its text when there are no rows', async () =>
    expect((await pagesOf(await renderer.renderReport(report({ rows: [] })))).join('')).toContain(
      'Nichts.',
    ));

  it('[sec B41] prints markup literally and lists stand-ins for characters missing in the fonts', async () => {
    const name = '#eval("1") $x$ *b* <img src=x>';
    const text = (
      await pagesOf(
        await renderer.renderReport(
          report({
            rows: [
              ['1', name],
              ['2', '\u{20021}王 Anna 😀'],
              ['3', '𒀀'],
            ],
          }),
        ),
      )
    ).join('\n');
    expect(text).toContain(name);
    expect(text).toMatch(/\uFFFD王 Anna \uFFFD/);
    expect(text).toMatch(/nicht drucken\s+kann/);
    expect((await pagesOf(await renderer.renderReport(report()))).join('')).not.toMatch(
      /nicht drucken\s+kann/,
    );
  });
});
