// Report for the tax adviser: received money by month of payment and by payment method, and what it
// was paid for; without names.

import {
  selectsEveryRow,
  invoiceShare,
  withPeriod,
  matchesInvoice,
} from '../snapshot/selection.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { periodsBetween } from '../snapshot/calendar.ts';
import { INVOICE } from '../snapshot/invoices.ts';
import { eur, rounded, spalte, type ReportBuilder } from './report-kind.ts';
import { gesamt } from './revenue.ts';

const taxAdviser: ReportBuilder = (k) => {
  const { R, rawRows } = k.a.snapshot,
    { Z } = R,
    art = rawRows.tables.rechnung.spalten['art']!,
    alle = selectsEveryRow(k.a);
  // Money counts on the day of payment, whatever basis the filter names.
  const a = { ...k.a, filter: { ...k.a.filter, basis: 'zahlung' as const } };
  const zeilen = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung).map((p) => {
    let privat = 0,
      kzv = 0,
      factoring = 0;
    for (let i = lowerBound(Z.tag, p.von), bis = lowerBound(Z.tag, p.bis + 1); i < bis; i += 1) {
      const r = Z.rechnung[i]!;
      if (Z.isWriteOff[i] === 1 || R.ziel[r]! < 0 || (!alle && !matchesInvoice(k.a, r))) continue;
      const paid = alle ? Z.betrag[i]! : Z.betrag[i]! * invoiceShare(k.a, r);
      if (art[r] === INVOICE.KZV) kzv += paid;
      else if (art[r] === INVOICE.FACTORING) factoring += paid;
      else privat += paid;
    }
    const sum = gesamt(withPeriod(a, p.von, p.bis)),
      honorar = eur(sum.honorar),
      material = eur(sum.material),
      labor = eur(sum.eigen + sum.fremd),
      all = eur(privat + kzv + factoring);
    return {
      periode: p.name,
      privat: eur(privat),
      kzv: eur(kzv),
      factoring: eur(factoring),
      gesamt: all,
      honorar,
      material,
      labor,
      ohneLeistung: rounded(all - honorar - material - labor, 2),
    };
  });
  return {
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('privat', 'Privat', 'eur'),
      spalte('kzv', 'KZV', 'eur'),
      spalte('factoring', 'Abrechnungsgesellschaft', 'eur'),
      spalte('gesamt', 'Zusammen', 'eur'),
      spalte('honorar', 'davon Honorar', 'eur'),
      spalte('material', 'davon Material', 'eur'),
      spalte('labor', 'davon Labor', 'eur'),
      spalte('ohneLeistung', 'keiner Leistung zugeordnet', 'eur'),
    ],
    zeilen,
    serien: (['privat', 'kzv', 'factoring'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.periode, y: z[name] })),
    })),
  };
};
export const taxReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/steuerbuero': taxAdviser,
};
