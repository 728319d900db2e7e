// Invoices with their payments, and the three ways to date a service's money: by the day of
// treatment, of its invoice, of its payments.

import { RECHNUNG_ART, ZAHLUNG_ART } from '../../../shared/analytics/deliveries/pvs.ts';
import { EMPTY } from './calendar.ts';
import { sortOrder, gather, groupRows, type RowGroups } from './tables/sort-rows.ts';
import type { RawData } from './tables/raw-tables.ts';
import { LIVE } from './tables/column-table.ts';

/**
 * Payments, sorted by day. `betrag` is the amount deducted from the invoice: a returned debit adds
 * its sum again.
 */
interface Payments {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  rechnung: Int32Array;
  betrag: Float64Array;
  isWriteOff: Uint8Array;
}
/**
 * By index in the table of invoices. A credit note that names an invoice counts with it (`target`),
 * any other for itself.
 */
export interface Invoices {
  live: Int32Array;
  /** Invoice whose sum a row changes: its own, or the credited one. */
  target: Int32Array;
  creditNotes: RowGroups;
  paymentsTo: RowGroups;
  services: RowGroups;
  payments: Payments;
  pat: Int32Array;
  /** Sum of the services on each invoice, in cents. */
  serviceSum: Float64Array;
}
export interface BookingView {
  day: Int32Array;
  service: Int32Array;
  share: Float64Array;
}

const CHARGEBACK = ZAHLUNG_ART.indexOf('RUECKLASTSCHRIFT'),
  WRITE_OFF = ZAHLUNG_ART.indexOf('ABSCHREIBUNG');
export const INVOICE = Object.fromEntries(RECHNUNG_ART.map((word, at) => [word, at])) as Record<
  (typeof RECHNUNG_ART)[number],
  number
>;

export function buildInvoices(
  rawRows: RawData,
  invoiceOf: Int32Array,
  amountOfRow: Float64Array,
  mergedInto: Int32Array,
): Invoices {
  const r = rawRows.tables.rechnung,
    n = r.count,
    z = rawRows.tables.zahlung,
    isLive = (at: number): boolean => at >= 0 && r.rowState[at] === LIVE;
  const target = new Int32Array(n).fill(-1),
    creditTarget = new Int32Array(n).fill(-1),
    pat = Int32Array.from(r.columns['patid']!.subarray(0, n) as Int32Array, (p) =>
      p < 0 ? -1 : mergedInto[p]!,
    );
  for (let at = 0; at < n; at += 1) {
    if (!isLive(at)) continue;
    const of = r.columns['gutschriftZu']![at]!;
    target[at] = isLive(of) && of !== at ? of : at;
    if (target[at] !== at) creditTarget[at] = target[at]!;
  }
  const dated = rawRows
      .live('zahlung')
      .filter((at) => z.columns['datum']![at] !== EMPTY && z.columns['rechnungId']![at]! >= 0),
    order = sortOrder(gather(z.columns['datum'] as Int32Array, dated)),
    places = gather(dated, order);
  const kind = gather(z.columns['art'] as Int8Array, places),
    cents = gather(z.columns['betrag'] as Float64Array, places);
  for (let i = 0; i < cents.length; i += 1)
    cents[i] = Number.isNaN(cents[i])
      ? 0
      : kind[i] === CHARGEBACK
        ? -Math.abs(cents[i]!)
        : kind[i] === WRITE_OFF
          ? Math.abs(cents[i]!)
          : cents[i]!;
  const invoice = gather(z.columns['rechnungId'] as Int32Array, places),
    services = groupRows(invoiceOf, n),
    serviceSum = new Float64Array(n);
  for (let i = 0; i < invoiceOf.length; i += 1)
    if (invoiceOf[i]! >= 0) serviceSum[invoiceOf[i]!]! += amountOfRow[i]!;
  return {
    live: rawRows.live('rechnung'),
    target,
    creditNotes: groupRows(creditTarget, n),
    paymentsTo: groupRows(
      invoice.map((at) => (isLive(at) ? target[at]! : -1)),
      n,
    ),
    services,
    pat,
    serviceSum,
    payments: {
      n: places.length,
      rawRows: places,
      day: gather(z.columns['datum'] as Int32Array, places),
      rechnung: invoice,
      betrag: cents,
      isWriteOff: Uint8Array.from(kind, (a) => (a === WRITE_OFF ? 1 : 0)),
    },
  };
}

/** Checks whether an invoice counts on a day: it was issued and not cancelled by then. */
const isValidOn = (rawRows: RawData, at: number, day: number): boolean => {
  const { datum, stornoAm } = rawRows.tables.rechnung.columns;
  return (
    datum![at] !== EMPTY && datum![at]! <= day && (stornoAm![at] === EMPTY || stornoAm![at]! > day)
  );
};
/**
 * Returns the open amount of an invoice at the end of a day, in cents; 0 for credit notes that
 * count with another invoice.
 */
export function openAmountOn(
  rawRows: RawData,
  invoices: Invoices,
  at: number,
  day: number,
): number {
  if (invoices.target[at] !== at || !isValidOn(rawRows, at, day)) return 0;
  const cents = rawRows.tables.rechnung.columns['betrag']!;
  let open = cents[at]!;
  for (let g = invoices.creditNotes.from[at]!; g < invoices.creditNotes.from[at + 1]!; g += 1) {
    const note = invoices.creditNotes.rows[g]!;
    if (isValidOn(rawRows, note, day)) open += cents[note]!;
  }
  for (let g = invoices.paymentsTo.from[at]!; g < invoices.paymentsTo.from[at + 1]!; g += 1) {
    const i = invoices.paymentsTo.rows[g]!;
    if (invoices.payments.day[i]! <= day) open -= invoices.payments.betrag[i]!;
  }
  return open;
}

/**
 * Builds the shares of services on the days of their invoices, or of the payments on them. A credit
 * note deducts its share from every service of the invoice; a payment is spread over the services
 * by their sums. Written-off amounts were never paid. Cancelled invoices count on no day.
 */
export function buildBookingView(
  rawRows: RawData,
  invoices: Invoices,
  basis: 'rechnung' | 'zahlung',
): BookingView {
  const { datum, stornoAm, betrag } = rawRows.tables.rechnung.columns,
    { from } = invoices.services;
  let days = new Int32Array(4096),
    rows = new Int32Array(4096),
    shares = new Float64Array(4096),
    many = 0;
  const distribute = (at: number, day: number, share: number): void => {
    const end = many + from[at + 1]! - from[at]!;
    if (end > days.length) {
      const size = 2 * end,
        wider = <A extends Int32Array | Float64Array>(old: A, made: A): A => {
          made.set(old);
          return made;
        };
      days = wider(days, new Int32Array(size));
      rows = wider(rows, new Int32Array(size));
      shares = wider(shares, new Float64Array(size));
    }
    for (let g = from[at]!; many < end; g += 1) {
      days[many] = day;
      rows[many] = invoices.services.rows[g]!;
      shares[many] = share;
      many += 1;
    }
  };
  if (basis === 'rechnung') {
    for (const at of invoices.live) {
      const of = invoices.target[at]!;
      if (datum![at] === EMPTY || stornoAm![at] !== EMPTY || stornoAm![of] !== EMPTY) continue;
      // The services of a credit note, if it has any, define which amounts it takes back.
      if (of === at || invoices.serviceSum[at] !== 0) distribute(at, datum![at]!, 1);
      else if (invoices.serviceSum[of] !== 0)
        distribute(of, datum![at]!, betrag![at]! / invoices.serviceSum[of]!);
    }
  } else {
    for (let i = 0; i < invoices.payments.n; i += 1) {
      const own = invoices.payments.rechnung[i]!,
        of =
          own < 0
            ? -1
            : invoices.serviceSum[own] !== 0 && invoices.target[own]! >= 0
              ? own
              : invoices.target[own]!;
      if (of < 0 || invoices.payments.isWriteOff[i] === 1 || invoices.serviceSum[of] === 0)
        continue;
      distribute(
        of,
        invoices.payments.day[i]!,
        invoices.payments.betrag[i]! / invoices.serviceSum[of]!,
      );
    }
  }
  const order = sortOrder(days.subarray(0, many));
  return {
    day: gather(days, order),
    service: gather(rows, order),
    share: gather(shares, order),
  };
}
