// Tests of numbers in Arabic and Persian: each format is wrapped in one isolate, and the page shows
// it as written.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import { resolveDocument } from '../../../shared/desk/document.ts';
import { testRenderer } from '../seal/sample.fixture.ts';
import { isolateName, isolateNumbers } from './rtl-numbers.ts';

const FORMATS = [
  '7',
  '12,50',
  '12.50',
  '1.234,56',
  '1,234.56',
  '1 234,56',
  "1'234.50",
  '1\u00a0234',
  '12,50 €',
  '12,50€',
  '€ 12,50',
  '€12,50',
  '148,20 EUR',
  'EUR 148,20',
  '$ 5',
  '-5',
  '−5,00 €',
  '+3,5',
  '±0,5',
  '15,5 %',
  '15%',
  '3‰',
  '0,25 mg',
  '400 mg',
  '0,1 mg/kg',
  '1,7 ml',
  '36,6 °C',
  '120/80 mmHg',
  '2 × 1,5 ml',
  '5 mm²',
  '3-4',
  '10–12',
  '10 – 12',
  '10,5–12,75 €',
  '20.11.2026',
  '2026-11-20',
  '20.11.',
  '08:34',
  '08:34 Uhr',
  '8.30–12.00 Uhr',
  '20.11.2026, 08:34 Uhr',
  '1/2',
  '½',
  '1 ½',
  '0761 123456',
  '0761/123456',
  '0761 / 12 34-56',
  '+49 761 123456',
  '+49 (0)761 123456',
  '(0761) 123456',
  'DE89 3704 0044 0532 0130 00',
  'COBADEFF370',
  '79098 Freiburg',
  '36 mod',
  'extraktion@1',
  'info24@praxis.example',
  '§ 630d Abs. 1',
  '2,3-fach',
  '1:100.000',
] as const;
// Parts separated by a comma and a blank are two: each keeps its own order.
const parts = (text: string): string[] => text.split(', ');
const ends = (text: string): string => text.replace(/\.$/, '');

/**
 * The visual order from left to right, line by line: by position on the page, not by order in the
 * file.
 */
function linesOf(boxes: string): string[] {
  return boxes.split('<page ').flatMap((page) => {
    const words = [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</g)]
      .map(([, x, y, text]) => ({ x: Number(x), y: Number(y), text: text ?? '' }))
      .sort((a, b) => a.y - b.y);
    const lines: (typeof words)[] = [];
    for (const word of words) {
      const line = lines.at(-1),
        [first] = line ?? [];
      if (line === undefined || first === undefined || word.y - first.y > 6) lines.push([word]);
      else line.push(word);
    }
    return lines.map((line) =>
      line
        .sort((a, b) => a.x - b.x)
        .map((one) => one.text)
        .join(' ')
        .replaceAll('&apos;', "'")
        .replace(/[\u00a0\u202f]/g, ' '),
    );
  });
}

describe('numbers in right-to-left text', () => {
  it.each(FORMATS)('%s is wrapped in one isolate', (format) => {
    const text = `السعر ${format} لكل سن`;
    const made = isolateNumbers(text);
    expect(made.replace(/[\u2066\u2069]/g, '')).toBe(text);
    for (const part of parts(format)) expect(made).toContain(`\u2066${ends(part)}\u2069`);
    expect([made.match(/\u2066/g)?.length, made.match(/\u2069/g)?.length]).toEqual([
      parts(format).length,
      parts(format).length,
    ]);
  });

  it('a name written from right to left keeps the date behind it', () => {
    expect(isolateName('שָׂרָה')).toBe('\u2068שָׂרָה\u2069');
    expect(isolateName('علي رضا')).toBe('\u2068علي رضا\u2069');
    expect([isolateName('王小明'), isolateName('O’Connor')]).toEqual(['王小明', 'O’Connor']);
  });

  it('splits a list, leaves words alone, and excludes the end of a sentence', () => {
    expect(isolateNumbers('36, 37 و 38.')).toBe('\u206636\u2069, \u206637\u2069 و \u206638\u2069.');
    expect(isolateNumbers('Dr. Müller يقول')).toBe('Dr. Müller يقول');
    expect(isolateNumbers('(12)')).toBe('(\u206612\u2069)');
    expect(isolateNumbers('۱۲٫۵۰ تومان ٣٦')).toBe('\u2066۱۲٫۵۰\u2069 تومان \u2066٣٦\u2069');
  });

  it.each(['ar', 'fa'])('the page shows every format as written (%s)', async (language) => {
    const word = { ar: 'السعر', fa: 'قیمت' }[language] ?? '';
    const template: DocumentTemplate = {
      id: 'zahlen',
      version: 1,
      kind: 'notice',
      formRequirement: { form: 'none', reason: { de: 'x', [language]: word }, source: 'x' },
      talk: false,
      title: { de: 'Zahlen', [language]: word },
      signerRoles: [],
      fields: [],
      validFrom: '2026-01-01',
      source: ['x'],
      declarations: [],
      sections: [
        {
          id: 's',
          heading: { de: 'Zahlen', [language]: word },
          body: FORMATS.map((one) => ({
            type: 'p' as const,
            text: { de: '–', [language]: `${word} ${one} ${word}` },
          })),
        },
      ],
    };
    const data = resolveDocument(template, {
      praxis: { name: 'P', anschrift: 'A', telefon: '', mail: '' },
      patient: { name: 'N', geburtsdatum: '1980-01-01', patid: '1' },
      fields: {},
      language,
      signers: [],
      taskId: '0197b1c2-7a00-7000-8000-000000000001',
      createdAt: Date.UTC(2026, 10, 20),
      zone: 'Europe/Berlin',
    });
    const { bytes } = await testRenderer().renderPdf(data);
    const folder = mkdtempSync(path.join(tmpdir(), 'molar-rtl-')),
      file = path.join(folder, 'a.pdf');
    try {
      writeFileSync(file, bytes);
      const shown = linesOf(
        execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' }),
      ).map((line) => line.replace(/[\u2066\u2069]/g, '').replace(/\s+/g, ' '));
      const plain = (text: string): string => text.replace(/\u00a0/g, ' ');
      expect(
        FORMATS.flatMap(parts)
          .map(ends)
          .filter(
            (one) =>
              !shown.some(
                (line) => line.includes(` ${plain(one)} `) || line.includes(` ${plain(one)}, `),
              ),
          ),
      ).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
