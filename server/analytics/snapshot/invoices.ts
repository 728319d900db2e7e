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
  tag: Int32Array;
  rechnung: Int32Array;
  betrag: Float64Array;
  isWriteOff: Uint8Array;
}
/**
 * By index in the table of invoices. A credit note that names an invoice counts with it (`ziel`),
 * any other for itself.
 */
export interface Invoices {
  live: Int32Array;
  /** Invoice whose sum a row changes: its own, or the credited one. */
  ziel: Int32Array;
  creditNotes: RowGroups;
  paymentsTo: RowGroups;
  leistungen: RowGroups;
  Z: Payments;
  pat: Int32Array;
  /** Sum of the services on each invoice, in cents. */
  serviceSum: Float64Array;
}
export interface BookingView {
  tag: Int32Array;
  zeile: Int32Array;
  anteil: Float64Array;
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
    n = r.anzahl,
    z = rawRows.tables.zahlung,
    isLive = (at: number): boolean => at >= 0 && r.rowState[at] === LIVE;
  const ziel = new Int32Array(n).fill(-1),
    creditTarget = new Int32Array(n).fill(-1),
    pat = Int32Array.from(r.spalten['patid']!.subarray(0, n) as Int32Array, (p) =>
      p < 0 ? -1 : mergedInto[p]!,
    );
  for (let at = 0; at < n; at += 1) {
    if (!isLive(at)) continue;
    const of = r.spalten['gutschriftZu']![at]!;
    ziel[at] = isLive(of) && of !== at ? of : at;
    if (ziel[at] !== at) creditTarget[at] = ziel[at]!;
  }
  const eigene = rawRows
      .live('zahlung')
      .filter((at) => z.spalten['datum']![at] !== EMPTY && z.spalten['rechnungId']![at]! >= 0),
    order = sortOrder(gather(z.spalten['datum'] as Int32Array, eigene)),
    places = gather(eigene, order);
  const art = gather(z.spalten['art'] as Int8Array, places),
    betrag = gather(z.spalten['betrag'] as Float64Array, places);
  for (let i = 0; i < betrag.length; i += 1)
    betrag[i] = Number.isNaN(betrag[i])
      ? 0
      : art[i] === CHARGEBACK
        ? -Math.abs(betrag[i]!)
        : art[i] === WRITE_OFF
          ? Math.abs(betrag[i]!)
          : betrag[i]!;
  const rechnung = gather(z.spalten['rechnungId'] as Int32Array, places),
    leistungen = groupRows(invoiceOf, n),
    summe = new Float64Array(n);
  for (let i = 0; i < invoiceOf.length; i += 1)
    if (invoiceOf[i]! >= 0) summe[invoiceOf[i]!]! += amountOfRow[i]!;
  return {
    live: rawRows.live('rechnung'),
    ziel,
    creditNotes: groupRows(creditTarget, n),
    paymentsTo: groupRows(
      rechnung.map((at) => (isLive(at) ? ziel[at]! : -1)),
      n,
    ),
    leistungen,
    pat,
    serviceSum: summe,
    Z: {
      n: places.length,
      rawRows: places,
      tag: gather(z.spalten['datum'] as Int32Array, places),
      rechnung,
      betrag,
      isWriteOff: Uint8Array.from(art, (a) => (a === WRITE_OFF ? 1 : 0)),
    },
  };
}

/** Checks whether an invoice counts on a day: it was issued and not cancelled by then. */
const isValidOn = (rawRows: RawData, at: number, tag: number): boolean => {
  const { datum, stornoAm } = rawRows.tables.rechnung.spalten;
  return (
    datum![at] !== EMPTY && datum![at]! <= tag && (stornoAm![at] === EMPTY || stornoAm![at]! > tag)
  );
};
/**
 * Returns the open amount of an invoice at the end of a day, in cents; 0 for credit notes that
 * count with another invoice.
 */
export function openAmountOn(rawRows: RawData, R: Invoices, at: number, tag: number): number {
  if (R.ziel[at] !== at || !isValidOn(rawRows, at, tag)) return 0;
  const betrag = rawRows.tables.rechnung.spalten['betrag']!;
  let open = betrag[at]!;
  for (let g = R.creditNotes.from[at]!; g < R.creditNotes.from[at + 1]!; g += 1) {
    const note = R.creditNotes.rows[g]!;
    if (isValidOn(rawRows, note, tag)) open += betrag[note]!;
  }
  for (let g = R.paymentsTo.from[at]!; g < R.paymentsTo.from[at + 1]!; g += 1) {
    const i = R.paymentsTo.rows[g]!;
    if (R.Z.tag[i]! <= tag) open -= R.Z.betrag[i]!;
  }
  return open;
}

/**
 * Shares of services on the days of their invoices, or of the payments on them. A credit note
 * deducts its share from every service of the invoice; a payment is spread over the services by
 * their sums. Written-off amounts were never paid. Cancelled invoices count on no day.
 */
export function buildBookingView(
  rawRows: RawData,
  R: Invoices,
  basis: 'rechnung' | 'zahlung',
): BookingView {
  const { datum, stornoAm, betrag } = rawRows.tables.rechnung.spalten,
    { from } = R.leistungen;
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
      rows[many] = R.leistungen.rows[g]!;
      shares[many] = share;
      many += 1;
    }
  };
  if (basis === 'rechnung') {
    for (const at of R.live) {
      const of = R.ziel[at]!;
      if (datum![at] === EMPTY || stornoAm![at] !== EMPTY || stornoAm![of] !== EMPTY) continue;
      // A credit note with services of its own defines what it takes back.
      if (of === at || R.serviceSum[at] !== 0) distribute(at, datum![at]!, 1);
      else if (R.serviceSum[of] !== 0)
        distribute(of, datum![at]!, betrag![at]! / R.serviceSum[of]!);
    }
  } else {
    for (let i = 0; i < R.Z.n; i += 1) {
      const own = R.Z.rechnung[i]!,
        of = own < 0 ? -1 : R.serviceSum[own] !== 0 && R.ziel[own]! >= 0 ? own : R.ziel[own]!;
      if (of < 0 || R.Z.isWriteOff[i] === 1 || R.serviceSum[of] === 0) continue;
      distribute(of, R.Z.tag[i]!, R.Z.betrag[i]! / R.serviceSum[of]!);
    }
  }
  const order = sortOrder(days.subarray(0, many));
  return {
    tag: gather(days, order),
    zeile: gather(rows, order),
    anteil: gather(shares, order),
  };
}
