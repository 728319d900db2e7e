// Renders letters for print: one per person, all of a run in one PDF; characters missing in our
// fonts are printed as a question mark.
import { germanDay, berlinDay } from '../../../shared/base/dates.ts';
import { withLogoFile } from './logo-file.ts';
import type { RenderRequest } from './protocol.ts';
import type { Ask } from './report.ts';

/** All texts in German. */
export type Letters = {
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
    /** Data URL of a PNG; empty or absent: none. */
    readonly logo?: string;
  };
  readonly subject: string;
  /** Lines of the address, then the text, already split into paragraphs. */
  readonly letters: readonly {
    readonly address: readonly string[];
    readonly greeting: string;
    readonly paragraphs: readonly string[];
  }[];
  /** UTC ms. */
  readonly createdAt: number;
};

function letterRequest(letters: Letters): Omit<RenderRequest, 'id'> {
  const date = new Date(letters.createdAt);
  const model = {
    ...letters,
    closing: 'Mit freundlichen Grüßen',
    day: germanDay(berlinDay(letters.createdAt)),
    date: {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    },
  };
  return {
    layout: 'letter',
    standard: 'a-3a',
    attach: false,
    createdAt: letters.createdAt,
    files: withLogoFile(model),
  };
}

/** Renders letters as PDF/A-3a; equal input gives equal bytes. @throws PdfError */
export const renderLetters = async (ask: Ask, letters: Letters): Promise<Uint8Array> =>
  new Uint8Array((await ask(letterRequest(letters))).pdf);
