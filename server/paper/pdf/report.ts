// Renders a report for print: its subject, plain text, one table; characters missing in our fonts
// are printed as stand-ins and listed.
import { germanMoment, ZONE } from '../../../shared/base/dates.ts';
import { withLogoFile } from './logo-file.ts';
import type { RenderRequest } from './protocol.ts';

/** All texts in German. `wide` columns share the remaining width. */
export type Report = {
  readonly title: string;
  /** Landscape format. */
  readonly isWide?: boolean;
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
    /** Data URL of a PNG; empty or absent: none. */
    readonly logo?: string;
  };
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
    readonly wide?: boolean;
  }[];
  readonly words: readonly string[];
  readonly columns: readonly {
    readonly name: string;
    readonly wide?: boolean;
    /** Aligned to the end of its column. */
    readonly isNumber?: boolean;
  }[];
  readonly rows: readonly (readonly string[])[];
  /** Printed in place of an empty table. */
  readonly empty: string;
  /** UTC ms. */
  readonly createdAt: number;
};

/** Renders PDF/A-3a without attachments; equal input gives equal bytes. */
function reportRequest(report: Report): Omit<RenderRequest, 'id'> {
  const date = new Date(report.createdAt);
  const model = {
    ...report,
    facts: report.facts.map((fact) => ({ wide: false, ...fact })),
    isWide: report.isWide ?? false,
    columns: report.columns.map((column) => ({ wide: false, isNumber: false, ...column })),
    date: {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    },
    footer: `${report.title} · erstellt am ${germanMoment(report.createdAt)} Uhr (${ZONE})`,
  };
  return {
    layout: 'report',
    standard: 'a-3a',
    attach: false,
    createdAt: report.createdAt,
    files: withLogoFile(model),
  };
}

export type Ask = (
  request: Omit<RenderRequest, 'id'>,
) => Promise<{ readonly pdf: Uint8Array; readonly pages: number }>;
/**
 * Renders a report.
 * @param ask renders one request.
 * @throws PdfError
 */
export async function renderReport(ask: Ask, report: Report): Promise<Uint8Array> {
  return new Uint8Array((await ask(reportRequest(report))).pdf);
}
