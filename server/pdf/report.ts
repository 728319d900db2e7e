// A report as it is printed: whom it is about, plain words, one table; what no font of ours can print is shown as a question mark and said so.
import { germanMoment, ZONE } from '../../shared/dates.ts';
import { PdfError } from './protocol.ts';
import type { RenderRequest } from './protocol.ts';

/** All texts in German. `wide` columns share what the others leave. */
export type Report = {
  readonly title: string;
  /** The sheet is laid across. */
  readonly isWide?: boolean;
  readonly praxis: { readonly name: string; readonly anschrift: string; readonly telefon: string; readonly mail: string };
  readonly facts: readonly { readonly label: string; readonly value: string; readonly wide?: boolean }[];
  readonly words: readonly string[];
  readonly columns: readonly { readonly name: string; readonly wide?: boolean; /** Stands at the end of its column. */ readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Said in place of a table without rows. */
  readonly empty: string;
  /** UTC ms. */
  readonly createdAt: number;
};

/** Different characters that may be left out of one report. */
const TRIES = 40;
const NOT_PRINTED = 'Zeichen, die sich hier nicht drucken lassen, stehen als Fragezeichen.';

/** PDF/A-3a without attachments; equal input gives equal bytes. */
function reportRequest(report: Report, unprintable: readonly string[]): Omit<RenderRequest, 'id'> {
  const date = new Date(report.createdAt);
  const model = {
    ...report, words: [...report.words, ...(unprintable.length > 0 ? [NOT_PRINTED] : [])],
    facts: report.facts.map((fact) => ({ wide: false, ...fact })), isWide: report.isWide ?? false, columns: report.columns.map((column) => ({ wide: false, isNumber: false, ...column })),
    date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
    footer: `${report.title} · erstellt am ${germanMoment(report.createdAt)} Uhr (${ZONE})`,
  };
  return { layout: 'report', standard: 'a-3a', attach: false, createdAt: report.createdAt, files: { 'page.json': JSON.stringify(withoutSigns(model, unprintable)) } };
}

/** Every text of a model without these characters: a question mark stands for each. */
export function withoutSigns(value: unknown, unprintable: readonly string[]): unknown {
  if (typeof value === 'string') return unprintable.reduce((text, sign) => text.replaceAll(sign, '?'), value);
  if (Array.isArray(value)) return value.map((one: unknown) => withoutSigns(one, unprintable));
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSigns(one, unprintable)])) : value;
}

export type Ask = (request: Omit<RenderRequest, 'id'>) => Promise<{ readonly pdf: Uint8Array; readonly pages: number }>;
/** Renders, leaving out what no font of ours can print. @param make the request without these characters @throws PdfError */
export async function renderWithout(ask: Ask, make: (unprintable: readonly string[]) => Omit<RenderRequest, 'id'>): Promise<{ bytes: Uint8Array; pages: number }> {
  const unprintable: string[] = [];
  for (;;) {
    try {
      const { pdf, pages } = await ask(make(unprintable));
      return { bytes: new Uint8Array(pdf), pages };
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'unknown_glyph' || error.detail === '' || unprintable.includes(error.detail) || unprintable.length >= TRIES) throw error;
      unprintable.push(error.detail);
    }
  }
}

/** @param ask renders one request. @throws PdfError */
export const renderReport = async (ask: Ask, report: Report): Promise<Uint8Array> => (await renderWithout(ask, (unprintable) => reportRequest(report, unprintable))).bytes;
