// Turns the answers sheet and the blank forms into render requests; characters missing in our fonts
// are printed as stand-ins.
import QRCode from 'qrcode';
import { findLanguage } from '../../../shared/base/languages.ts';
import type { AnswersPage, AnswersPageText } from './answers.ts';
import type { BlankPage } from './blank.ts';
import { withLogoFile } from './logo-file.ts';
import { isolateNumbers } from './rtl-numbers.ts';
import type { RenderRequest } from './protocol.ts';
import type { Ask } from './report.ts';

export interface Sheets {
  readonly bytes: Uint8Array;
  readonly pages: number;
}
async function sheetsOf(ask: Ask, request: Omit<RenderRequest, 'id'>): Promise<Sheets> {
  const { pdf, pages } = await ask(request);
  return { bytes: new Uint8Array(pdf), pages };
}

function dateOf(at: number) {
  const date = new Date(at);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** Free text of a right-to-left language, with its numbers isolated. */
function ownWords({ text, isOwn }: AnswersPageText, isRtl: boolean): AnswersPageText {
  return { text: isOwn && isRtl ? isolateNumbers(text) : text, isOwn };
}

/** Renders PDF/A-3a. @throws PdfError */
export function renderAnswers(ask: Ask, page: AnswersPage): Promise<Sheets> {
  const isRtl = findLanguage(page.language)?.dir === 'rtl';
  const sections = page.sections.map((section) => ({
    ...section,
    lines: section.lines.map((line) => ({
      ...line,
      answers: line.answers.map((one) => ownWords(one, isRtl)),
    })),
  }));
  const shown = page.shown.map((one) => {
    const isOther = findLanguage(one.language)?.dir === 'rtl';
    return { ...one, isRtl: isOther, text: isOther ? isolateNumbers(one.text) : one.text };
  });
  const model = { ...page, sections, shown, date: dateOf(page.createdAt), isRtl };
  return sheetsOf(ask, {
    layout: 'answers',
    standard: 'a-3a',
    attach: false,
    createdAt: page.createdAt,
    files: withLogoFile(model),
  });
}

/** Returns the model with the numbers of all its right-to-left texts isolated. */
function isolated<T>(value: T): T {
  if (Array.isArray(value)) return value.map(isolated) as T;
  if (typeof value !== 'object' || value === null) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isolated(one)]));
  return (
    made.isRtl === true && typeof made.text === 'string'
      ? { ...made, text: isolateNumbers(made.text) }
      : made
  ) as T;
}

/** Renders PDF/A-3a; each page has its own code. @throws PdfError */
export async function renderBlank(ask: Ask, page: BlankPage): Promise<Sheets> {
  const codes: Record<string, string> = {};
  const drawn = (text: string): Promise<string> =>
    QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 1 });
  for (const [at, { code, codes: own = [code] }] of page.sheets.entries())
    for (const [n, text] of own.entries())
      codes[n === 0 ? `qr-${at}.svg` : `qr-${at}-${n + 1}.svg`] = await drawn(text);
  const model = {
    ...page,
    sheets: isolated(page.sheets).map(({ codes: own, ...one }) => ({
      ...one,
      coded: own?.length ?? 1,
    })),
    date: dateOf(page.createdAt),
  };
  return sheetsOf(ask, {
    layout: 'blank',
    standard: 'a-3a',
    attach: false,
    createdAt: page.createdAt,
    files: { ...codes, ...withLogoFile(model) },
  });
}
