/** One invoice, rendered and checked as the product does, next to one sealed consent. */
import { join } from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { checkCii } from '../../server/vendor/invoice/check-cii.ts';
import { variedInvoice } from '../../server/vendor/invoice/invoice.fixture.ts';
import { sheetOf } from '../../server/vendor/invoice/print-invoice.ts';
import { createRenderer } from '../../server/paper/pdf/renderer.ts';
import { interleave, type Rounds } from '../kit/rounds.ts';
import { openMolar } from '../seal/molar.ts';

const WARM = 5;
/** Measures both in turn, ms. @throws Error for an invoice that breaks a rule */
export async function measureInvoices(
  { rounds, perRound }: { rounds: number; perRound: number },
  say: (line: string) => void,
): Promise<Rounds<number[]>> {
  const molar = await openMolar(),
    renderer = createRenderer({ workerPath: join(ROOT, 'dist/bench/server/render.worker.js') });
  let number = 0;
  const invoice = async (): Promise<number> => {
    const began = performance.now(),
      sheet = sheetOf(variedInvoice((number += 1))),
      broken = checkCii(sheet.xml);
    if (broken.length > 0) throw new Error(`the invoice breaks ${broken.join(', ')}`);
    const pdf = await renderer.renderInvoice(sheet),
      ms = performance.now() - began;
    if (pdf.length === 0) throw new Error('the invoice is empty');
    return ms;
  };
  const consent = async (): Promise<number> => (await molar.make((number += 1))).checked;
  const series = async (make: () => Promise<number>, times: number): Promise<number[]> => {
    const all: number[] = [];
    for (let at = 0; at < times; at += 1) all.push(await make());
    return all;
  };
  try {
    for (const make of [invoice, consent]) await series(make, WARM);
    return await interleave(
      [
        { name: 'invoice', run: () => series(invoice, perRound) },
        { name: 'sealed consent', run: () => series(consent, perRound) },
      ],
      rounds,
      say,
    );
  } finally {
    renderer.close();
    molar.close();
  }
}
