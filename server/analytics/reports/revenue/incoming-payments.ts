/** Report of payments received by way. */
import { chosenCents, matchesInvoice } from '../../snapshot/selection/invoice-matches.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { INVOICE } from '../../snapshot/invoices.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { type ReportBuilder, column, eur, kpisOf } from '../report-kind.ts';

export const incomingPayments: ReportBuilder = (k) => {
  const { invoices, rawRows } = k.a.snapshot,
    { payments } = invoices,
    kind = rawRows.tables.rechnung.columns['art']!,
    all = selectsEveryRow(k.a);
  const lines = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung).map((p) => ({
    ...p,
    privat: 0,
    kzv: 0,
    factoring: 0,
  }));
  let at = 0;
  for (
    let i = lowerBound(payments.day, k.a.from), to = lowerBound(payments.day, k.a.to + 1);
    i < to;
    i += 1
  ) {
    const day = payments.day[i]!,
      r = payments.rechnung[i]!;
    if (
      payments.isWriteOff[i] === 1 ||
      invoices.target[r]! < 0 ||
      (!all && !matchesInvoice(k.a, r))
    )
      continue;
    while (lines[at]!.to < day) at += 1;
    lines[at]![
      kind[r] === INVOICE.KZV ? 'kzv' : kind[r] === INVOICE.FACTORING ? 'factoring' : 'privat'
    ] += all ? payments.betrag[i]! : chosenCents(k.a, r, payments.betrag[i]!);
  }
  const rows = lines.map((z) => ({
    periode: z.name,
    privat: eur(z.privat),
    kzv: eur(z.kzv),
    factoring: eur(z.factoring),
    gesamt: eur(z.privat + z.kzv + z.factoring),
  }));
  return {
    kpis: kpisOf(k, 'offenePosten', 'offenKzv', 'dsoPrivat', 'dsoKzv', 'factoringquote'),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('privat', 'Privat', 'eur'),
      column('kzv', 'KZV', 'eur'),
      column('factoring', 'Abrechnungsgesellschaft', 'eur'),
      column('gesamt', 'Zusammen', 'eur'),
    ],
    rows,
    series: (['privat', 'kzv', 'factoring'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
  };
};
