// Invoices with their payments, and the three ways to date a service's money: by the day of
// treatment, of its invoice, of its payments.

import { RECHNUNG_ART, ZAHLUNG_ART } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { EMPTY } from './calendar.ts';
import { sortOrder, gather, groupRows, type RowGroups } from './tables/sort-rows.ts';
import type { RawData } from './tables/raw-tables.ts';
import { LIVE } from './tables/column-table.ts';
import { shareCents } from './share-cents.ts';

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
/**
 * Booked parts of services: the share of their amount, which makes whole cents, and the cents of
 * what the amount consists of.
 */
export interface BookedParts {
  share: Float64Array;
  honorar: Int32Array;
  material: Int32Array;
  eigen: Int32Array;
  fremd: Int32Array;
}
export interface BookingView extends BookedParts {
  day: Int32Array;
  service: Int32Array;
}
/** Amounts and order of the services that invoices consist of. */
export interface InvoiceLines {
  readonly betrag: Float64Array;
  readonly honorar: Float64Array;
  readonly material: Float64Array;
  readonly eigenlabor: Float64Array;
  readonly fremdlabor: Float64Array;
  /** Order of two services by their ids. */
  readonly isFirst: (x: number, y: number) => boolean;
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

/** Growing columns of bookings. */
class Bookings {
  private readonly lines: InvoiceLines;
  private columns = Bookings.columnsFor(4096);
  private many = 0;
  constructor(lines: InvoiceLines) {
    this.lines = lines;
  }
  private static columnsFor(size: number): BookingView {
    return {
      day: new Int32Array(size),
      service: new Int32Array(size),
      share: new Float64Array(size),
      honorar: new Int32Array(size),
      material: new Int32Array(size),
      eigen: new Int32Array(size),
      fremd: new Int32Array(size),
    };
  }
  /** Books cents of a service; undefined for all of it. */
  add(day: number, i: number, share: number, cents: number | undefined): void {
    if (this.many === this.columns.day.length) {
      const wider = Bookings.columnsFor(2 * this.many);
      for (const name of COLUMN_NAMES) wider[name].set(this.columns[name]);
      this.columns = wider;
    }
    const { columns, many } = this,
      { honorar, material, eigenlabor, fremdlabor, betrag } = this.lines;
    columns.day[many] = day;
    columns.service[many] = i;
    columns.share[many] = share;
    if (cents === undefined || cents === betrag[i]) {
      columns.honorar[many] = honorar[i]!;
      columns.material[many] = material[i]!;
      columns.eigen[many] = eigenlabor[i]!;
      columns.fremd[many] = fremdlabor[i]!;
    } else if (honorar[i] === betrag[i]) columns.honorar[many] = cents;
    else this.split(cents, i);
    this.many += 1;
  }
  /** Splits cents of a service among fee, material and laboratory. */
  private split(cents: number, i: number): void {
    const { columns, many } = this,
      { honorar, material, eigenlabor, fremdlabor, betrag } = this.lines,
      weights = Float64Array.of(honorar[i]!, material[i]!, eigenlabor[i]!, fremdlabor[i]!, 0);
    weights[4] = betrag[i]! - weights.reduce((sum, part) => sum + part, 0);
    const parts = shareCents(cents, weights, (x, y) => x < y);
    columns.honorar[many] = parts[0]!;
    columns.material[many] = parts[1]!;
    columns.eigen[many] = parts[2]!;
    columns.fremd[many] = parts[3]!;
  }
  byDay(): BookingView {
    const { day, service, share, honorar, material, eigen, fremd } = this.columns,
      order = sortOrder(day.subarray(0, this.many));
    return {
      day: gather(day, order),
      service: gather(service, order),
      share: gather(share, order),
      honorar: gather(honorar, order),
      material: gather(material, order),
      eigen: gather(eigen, order),
      fremd: gather(fremd, order),
    };
  }
}
const COLUMN_NAMES = ['day', 'service', 'share', 'honorar', 'material', 'eigen', 'fremd'] as const;

/**
 * Builds the shares of services on the days of their invoices, or of the payments on them. A credit
 * note deducts its share from every service of the invoice; a payment is shared by the sums of the
 * services, to the cent. Written-off amounts were never paid. Cancelled invoices count on no day.
 */
export function buildBookingView(
  rawRows: RawData,
  invoices: Invoices,
  lines: InvoiceLines,
  basis: 'rechnung' | 'zahlung',
): BookingView {
  const { datum, stornoAm, betrag } = rawRows.tables.rechnung.columns,
    { from, rows } = invoices.services,
    found = new Bookings(lines);
  const bookWhole = (at: number, day: number): void => {
    for (let g = from[at]!; g < from[at + 1]!; g += 1) found.add(day, rows[g]!, 1, undefined);
  };
  const bookShares = (at: number, day: number, cents: number): void => {
    const own = rows.subarray(from[at], from[at + 1]),
      weights = gather(lines.betrag, own),
      parts = shareCents(cents, weights, (x, y) => lines.isFirst(own[x]!, own[y]!));
    for (let k = 0; k < own.length; k += 1)
      found.add(
        day,
        own[k]!,
        weights[k] === 0 ? cents / invoices.serviceSum[at]! : parts[k]! / weights[k]!,
        parts[k],
      );
  };
  if (basis === 'rechnung') {
    for (const at of invoices.live) {
      const of = invoices.target[at]!;
      if (datum![at] === EMPTY || stornoAm![at] !== EMPTY || stornoAm![of] !== EMPTY) continue;
      // The services of a credit note, if it has any, define which amounts it takes back.
      if (of === at || invoices.serviceSum[at] !== 0) bookWhole(at, datum![at]!);
      else if (invoices.serviceSum[of] !== 0) bookShares(of, datum![at]!, betrag![at]!);
    }
    return found.byDay();
  }
  const { payments } = invoices;
  for (let i = 0; i < payments.n; i += 1) {
    const of = linesOf(invoices, payments.rechnung[i]!);
    if (of >= 0 && payments.isWriteOff[i] === 0 && invoices.serviceSum[of] !== 0)
      bookShares(of, payments.day[i]!, payments.betrag[i]!);
  }
  return found.byDay();
}
/** Returns the invoice whose services share a payment on an invoice or a credit note; -1 for none. */
const linesOf = ({ serviceSum, target }: Invoices, own: number): number =>
  own < 0 ? -1 : serviceSum[own] !== 0 && target[own]! >= 0 ? own : target[own]!;
