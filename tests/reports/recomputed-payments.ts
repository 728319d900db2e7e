/** Payments received, recomputed from the delivered rows: by the kind of invoice, and by service. */
import { partOf, total, type Cell, type Delivered, type Row } from './recomputed.ts';

/** Money of a span in euros. */
interface Received {
  readonly privat: number;
  readonly kzv: number;
  readonly factoring: number;
  /** What falls to services: of an invoice without any nothing does. */
  readonly ofServices: number;
}

const isText = (value: Cell): value is string => typeof value === 'string' && value !== '';

/**
 * Adds up the payments of a span: a returned debit takes its sum back, and what was written off was
 * never paid.
 * @param who a practitioner, who gets the share of their services on each invoice; empty for all
 */
export function receivedMoney(
  { rows }: Delivered,
  [from, to]: readonly [string, string],
  who: string,
): Received {
  const invoices = new Map(rows('rechnung').map((r) => [r['id'], r])),
    linesOf = new Map<Cell, Row[]>();
  for (const l of rows('leistung'))
    if (isText(l['rechnungId']) && l['status'] !== 'GEPLANT' && l['storno'] !== true)
      linesOf.set(l['rechnungId'], [...(linesOf.get(l['rechnungId']) ?? []), l]);
  const cents = { privat: 0, kzv: 0, factoring: 0, ofServices: 0 };
  for (const z of rows('zahlung')) {
    const invoice = invoices.get(z['rechnungId']),
      day = String(z['datum']);
    if (!invoice || z['art'] === 'ABSCHREIBUNG' || day < from || day > to) continue;
    const paid = Number(z['betrag']),
      signed = z['art'] === 'RUECKLASTSCHRIFT' ? -Math.abs(paid) : paid;
    // A credit note counts with the invoice that it corrects.
    const main = invoices.get(invoice['gutschriftZu']) ?? invoice,
      lines = linesOf.get(main['id']) ?? [],
      part =
        who === ''
          ? signed
          : lines.length === 0
            ? 0
            : partOf(signed, lines, (l) => l['behandler'] === who);
    const kind = { KZV: 'kzv', FACTORING: 'factoring' } as const;
    cents[kind[invoice['art'] as keyof typeof kind] ?? 'privat'] += part;
    if (total(lines, 'betrag') !== 0) cents.ofServices += part;
  }
  return {
    privat: cents.privat / 100,
    kzv: cents.kzv / 100,
    factoring: cents.factoring / 100,
    ofServices: cents.ofServices / 100,
  };
}
