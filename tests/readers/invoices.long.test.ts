// Independent readers of invoices: the schema of Factur-X, the rules of EN 16931 as another library
// wrote them, PDFBox Preflight, qpdf and poppler.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Profile, validateXsd } from '@stackforge-eu/factur-x';
import { FacturX } from 'factur-x-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { checkCii } from '../../server/vendor/invoice/check-cii.ts';
import {
  DAMAGES,
  sampleInvoice,
  twoRates,
  variedInvoice,
} from '../../server/vendor/invoice/invoice.fixture.ts';
import { sheetOf } from '../../server/vendor/invoice/print-invoice.ts';
import { writeCii } from '../../server/vendor/invoice/write-cii.ts';
import { cancellationOf, creditOf, ratesOf, sumsOf } from '../../shared/vendor/invoice.ts';
import { preflight, run } from './programs.ts';

let renderer: Renderer, folder: string;
beforeAll(() => {
  renderer = testRenderer();
  folder = mkdtempSync(join(tmpdir(), 'molar-invoices-'));
});
afterAll(() => {
  renderer.close();
  rmSync(folder, { recursive: true });
});

/** Rules that another library finds broken. */
async function broken(read: Promise<FacturX>, hasCredit: boolean): Promise<string[]> {
  const messages = ((await read).validate().errors ?? []).map(({ message }) => message);
  // The library subtracts binary fractions here, so that a cent may differ; our own check counts cents.
  return messages.filter((one) => !(hasCredit && one.startsWith('[BR-CO-16]')));
}

describe('an invoice before independent readers', () => {
  it('120 different ones follow the schema and the rules of EN 16931', async () => {
    for (let seed = 0; seed < 120; seed++) {
      const facts = variedInvoice(seed),
        xml = writeCii(facts);
      expect([seed, (await validateXsd(xml, Profile.EN16931)).errors]).toEqual([seed, []]);
      const rules = await broken(FacturX.fromXML(xml), facts.prepaidCents > 0);
      expect([seed, rules]).toEqual([seed, []]);
    }
  });

  it('what the others find in a damaged file is found by our own check too', async () => {
    let found = 0;
    for (const [, from, to] of DAMAGES) {
      const damaged = writeCii(sampleInvoice()).replace(from, to);
      const isRight =
        (await validateXsd(damaged, Profile.EN16931).then(
          ({ valid }) => valid,
          () => false,
        )) &&
        (await broken(FacturX.fromXML(damaged), false).then(
          (rules) => rules.length === 0,
          () => false,
        ));
      if (isRight) continue;
      found += 1;
      expect([from, checkCii(damaged)]).not.toEqual([from, []]);
    }
    expect(found).toBeGreaterThan(25);
  });

  const CASES = [
    ['invoice', sampleInvoice()],
    [
      'cancellation',
      cancellationOf(sampleInvoice(), { number: 'RE-2026-00002', issuedOn: '2026-12-03' }),
    ],
    ['varied', variedInvoice(3)],
    ['credit', variedInvoice(9)],
    ['rates', twoRates()],
    [
      'correction',
      creditOf(
        { ...twoRates(), lines: twoRates().lines.map((one) => ({ ...one, quantity: -1 })) },
        { number: 'RE-2026-00001', issuedOn: '2026-11-01' },
      ),
    ],
  ] as const;
  it.each(CASES)(
    'the file of %s is PDF/A apart from its attachment, and carries its XML',
    async (name, facts) => {
      const sheet = sheetOf(facts),
        bytes = await renderer.renderInvoice(sheet),
        path = join(folder, `${name}.pdf`);
      writeFileSync(path, bytes);
      expect(await broken(FacturX.fromPDF(bytes), facts.prepaidCents > 0)).toEqual([]);
      expect((await run('qpdf', ['--check', path])).text).toContain(
        'No syntax or stream encoding errors found',
      );
      // The program knows PDF/A-1, which has no attachments; all else is as in PDF/A-3.
      const bare = join(folder, `${name}-bare.pdf`);
      writeFileSync(bare, await renderer.renderInvoice(sheet, 'a-1b'));
      expect((await preflight(bare)).text).toContain('is a valid PDF/A-1b file');
      const out = join(folder, `${name}.xml`);
      await run('pdfdetach', ['-savefile', 'factur-x.xml', '-o', out, path]);
      expect(readFileSync(out, 'utf8')).toBe(sheet.xml);
    },
  );

  it.each(CASES)('the pages of %s name every amount of the XML', async (name, facts) => {
    const path = join(folder, `${name}-text.pdf`);
    writeFileSync(path, await renderer.renderInvoice(sheetOf(facts)));
    const words = (await run('pdftotext', ['-layout', path, '-'])).text.replaceAll(/\s+/g, ' ');
    const sums = sumsOf(facts),
      shown = [
        sums.baseCents,
        ...ratesOf(facts).flatMap(({ baseCents, taxCents }) => [baseCents, taxCents]),
        sums.totalCents,
        ...facts.lines.map((one) => one.unitCents),
      ];
    for (const cents of shown)
      expect(words).toContain((cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }));
    for (const word of [facts.number, facts.seller.vatId, facts.buyer.street, facts.seller.name])
      expect(words).toContain(word);
    expect((await run('pdfinfo', [path])).text).toMatch(/Tagged:\s+yes/);
    expect((await run('pdfinfo', ['-meta', path])).text).toContain(
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    );
  });
});
