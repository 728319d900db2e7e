/** Lists of invoices: of a span, open, overdue, of one patient. */
import { RECHNUNG_ART } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { chosenCents, isByServices } from '../../snapshot/selection/invoice-matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { EMPTY, dayOrNull } from '../../snapshot/calendar.ts';
import { forEachInvoice } from '../../metrics/plans.ts';
import { forEachOpenItem, forEachOverdueItem } from '../../metrics/open-items.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { openAmountOn } from '../../snapshot/invoices.ts';
import type { GridColumn } from '../../snapshot/tables/pack.ts';
import { type ReportBuilder, type ReportContext, column, eur, kpisOf } from '../report-kind.ts';
import {
  newestFirst,
  patientColumns,
  patientOfReport,
  personColumns,
  withRows,
} from './list-rows.ts';

/**
 * Columns of invoice rows, by index, as of the end of a day.
 * @param share returns the chosen part of the open amount
 */
function invoiceColumns(
  snapshot: Snapshot,
  dayNumber: number,
  share: (at: number, cents: number) => number = (_at, cents) => cents,
): GridColumn[] {
  const t = snapshot.rawRows.tables.rechnung,
    { art, datum, faelligAm, betrag, mahnstufe, factoringfirma } = t.columns,
    { invoices } = snapshot;
  return [
    { name: 'id', value: (at) => t.ids[at]! },
    { name: 'nummer', value: (at) => t.text('nummer', at) },
    ...personColumns(snapshot, (at) => invoices.pat[at]!),
    { name: 'art', code: (at) => art![at]!, word: (code) => RECHNUNG_ART[code] ?? null },
    { name: 'datum', code: (at) => datum![at]!, word: dayOrNull },
    { name: 'faelligAm', code: (at) => faelligAm![at]!, word: dayOrNull },
    { name: 'betrag', value: (at) => eur(centsOrZero(betrag![at]!)) },
    {
      name: 'offen',
      value: (at) => eur(share(at, openAmountOn(snapshot.rawRows, invoices, at, dayNumber))),
    },
    {
      name: 'alter',
      code: (at) => datum![at]!,
      word: (day) => (day === EMPTY ? null : dayNumber - day),
    },
    {
      name: 'mahnstufe',
      code: (at) => mahnstufe![at]!,
      word: (code) => (code === EMPTY ? null : code),
    },
    {
      name: 'firma',
      code: (at) => factoringfirma![at]!,
      word: (code) => (code < 0 ? '' : t.wordLists['factoringfirma']!.words[code]!),
    },
  ];
}

const INVOICE = [
  column('nummer', 'Nummer', 'code'),
  ...patientColumns,
  column('art', 'Art', 'wort'),
  column('datum', 'Datum', 'tag'),
  column('faelligAm', 'Fällig', 'tag'),
  column('betrag', 'Betrag', 'eur'),
  column('offen', 'Offen', 'eur'),
  column('alter', 'Tage alt', 'tage'),
  column('mahnstufe', 'Mahnstufe', 'zahl'),
  column('firma', 'Abrechnungsgesellschaft', 'text'),
];

/**
 * Adds the hint that for invoices of several practitioners the open part of the chosen ones is
 * shown.
 */
const shareHints = (k: ReportContext): string[] => (isByServices(k.a) ? ['rechnungAnteil'] : []);

export const invoiceList: ReportBuilder = (k) => {
  const found: number[] = [];
  forEachInvoice(k.a, (at) => {
    found.push(at);
  });
  const date = k.a.snapshot.rawRows.tables.rechnung.columns['datum']!;
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'zeitBisRechnung', 'factoringquote', 'beanstandungsquote'),
      columns: INVOICE,
      hints: shareHints(k),
    },
    newestFirst(k, found, date),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at, cents) => chosenCents(k.a, at, cents)),
    found,
  );
};

export const openInvoices: ReportBuilder = (k) => {
  const found: { at: number; age: number }[] = [];
  forEachOpenItem(k.a, (at, _cents, age) => {
    found.push({ at, age });
  });
  return withRows(
    k,
    {
      kpis: kpisOf(
        k,
        'offenePosten',
        'offenPrivat',
        'offen0bis30',
        'offen31bis60',
        'offen61bis90',
        'offenUeber90',
        'offenKzv',
        'dsoPrivat',
        'dsoKzv',
      ),
      columns: INVOICE,
      hints: shareHints(k),
    },
    found.sort((x, y) => y.age - x.age || x.at - y.at).map(({ at }) => at),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at, cents) => chosenCents(k.a, at, cents)),
  );
};

/** Lists the unpaid due invoices to patients, the longest overdue first. */
export const overdueInvoices: ReportBuilder = (k) => {
  const due = k.a.snapshot.rawRows.tables.rechnung.columns['faelligAm']!,
    found: number[] = [];
  forEachOverdueItem(k.a, (at) => {
    found.push(at);
  });
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'ueberfaelligePosten', 'offenPrivat'),
      columns: INVOICE,
      hints: shareHints(k),
    },
    found.sort((x, y) => due[x]! - due[y]! || x - y),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at, cents) => chosenCents(k.a, at, cents)),
  );
};

/** Lists the valid invoices of one patient, the newest first. */
export const patientInvoices: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { p } = patientOfReport(k),
    date = snapshot.rawRows.tables.rechnung.columns['datum']!,
    { pat } = snapshot.invoices,
    found = Array.from(
      snapshot.invoices.live.filter((at) => pat[at] === p && date[at] !== EMPTY),
    ).sort((x, y) => date[y]! - date[x]!);
  const own = (name: string): boolean => name !== 'patid' && name !== 'name';
  return withRows(
    k,
    { columns: INVOICE.filter((one) => own(one.key)) },
    found,
    invoiceColumns(snapshot, snapshot.today).filter((one) => own(one.name)),
  );
};
