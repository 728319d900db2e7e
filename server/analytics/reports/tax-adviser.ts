// Report for the tax adviser: received money by month of payment, by payment method, and by the
// services paid for; without names.

import { withPeriod } from '../snapshot/selection.ts';
import { chosenCents, matchesInvoice } from '../snapshot/selection/invoice-matches.ts';
import { selectsEveryRow } from '../snapshot/selection/matches.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { periodsBetween } from '../snapshot/calendar.ts';
import { INVOICE } from '../snapshot/invoices.ts';
import { eur, rounded, column, type ReportBuilder } from './report-kind.ts';
import { totalOf } from './revenue/revenue-sums.ts';

const taxAdviser: ReportBuilder = (k) => {
  const { invoices, rawRows } = k.a.snapshot,
    { payments } = invoices,
    kind = rawRows.tables.rechnung.columns['art']!,
    everything = selectsEveryRow(k.a);
  // Money counts on the day of payment, whatever basis the filter names.
  const a = { ...k.a, filter: { ...k.a.filter, basis: 'zahlung' as const } };
  const rows = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung).map((p) => {
    let isPrivate = 0,
      kzv = 0,
      factoring = 0;
    for (
      let i = lowerBound(payments.day, p.from), to = lowerBound(payments.day, p.to + 1);
      i < to;
      i += 1
    ) {
      const r = payments.rechnung[i]!;
      if (
        payments.isWriteOff[i] === 1 ||
        invoices.target[r]! < 0 ||
        (!everything && !matchesInvoice(k.a, r))
      )
        continue;
      const paid = everything ? payments.betrag[i]! : chosenCents(k.a, r, payments.betrag[i]!);
      if (kind[r] === INVOICE.KZV) kzv += paid;
      else if (kind[r] === INVOICE.FACTORING) factoring += paid;
      else isPrivate += paid;
    }
    const sum = totalOf(withPeriod(a, p.from, p.to)),
      fee = eur(sum.honorar),
      material = eur(sum.material),
      labor = eur(sum.eigen + sum.fremd),
      all = eur(isPrivate + kzv + factoring);
    return {
      periode: p.name,
      privat: eur(isPrivate),
      kzv: eur(kzv),
      factoring: eur(factoring),
      gesamt: all,
      honorar: fee,
      material,
      labor,
      ohneLeistung: rounded(all - fee - material - labor, 2),
    };
  });
  return {
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('privat', 'Privat', 'eur'),
      column('kzv', 'KZV', 'eur'),
      column('factoring', 'Abrechnungsgesellschaft', 'eur'),
      column('gesamt', 'Zusammen', 'eur'),
      column('honorar', 'davon Honorar', 'eur'),
      column('material', 'davon Material', 'eur'),
      column('labor', 'davon Labor', 'eur'),
      column('ohneLeistung', 'keiner Leistung zugeordnet', 'eur'),
    ],
    rows,
    series: (['privat', 'kzv', 'factoring'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
  };
};
export const taxReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/steuerbuero': taxAdviser,
};
