// Invoices with what was paid on them, and the three ways to see a service's money: on the day of treatment, of its invoice, of its payments.

import { RECHNUNG_ART, ZAHLUNG_ART } from '../../../shared/analytics/deliveries/pvs.ts';
import { LEER } from './calendar.ts';
import { geordnet, gewaehlt, gruppiert, type Gruppen } from './tables/sort-rows.ts';
import type { Rohdaten } from './tables/raw-tables.ts';
import { LEBT } from './tables/column-table.ts';

/** Payments, sorted by day. `betrag` is what it takes off the invoice: a returned debit puts its sum back. */
export interface Zahlungen {
  n: number;
  roh: Int32Array;
  tag: Int32Array;
  rechnung: Int32Array;
  betrag: Float64Array;
  istAbschreibung: Uint8Array;
}
/** By place in the table of invoices. A credit note that names an invoice counts with it (`ziel`), any other for itself. */
export interface Rechnungen {
  lebende: Int32Array;
  /** Invoice whose sum a row changes: its own, or the one that it credits. */
  ziel: Int32Array;
  gutschriften: Gruppen;
  zahlungenAn: Gruppen;
  leistungen: Gruppen;
  Z: Zahlungen;
  pat: Int32Array;
  /** Sum of the services on each invoice, in cents. */
  summeLeistungen: Float64Array;
}
export interface Linse {
  tag: Int32Array;
  zeile: Int32Array;
  anteil: Float64Array;
}

const RUECKLASTSCHRIFT = ZAHLUNG_ART.indexOf('RUECKLASTSCHRIFT'),
  ABSCHREIBUNG = ZAHLUNG_ART.indexOf('ABSCHREIBUNG');
export const RECHNUNG = Object.fromEntries(RECHNUNG_ART.map((word, at) => [word, at])) as Record<
  (typeof RECHNUNG_ART)[number],
  number
>;

export function baueRechnungen(
  roh: Rohdaten,
  rechnungVon: Int32Array,
  betragVon: Float64Array,
  akte: Int32Array,
): Rechnungen {
  const r = roh.tabellen.rechnung,
    n = r.anzahl,
    z = roh.tabellen.zahlung,
    lebt = (at: number): boolean => at >= 0 && r.zustand[at] === LEBT;
  const ziel = new Int32Array(n).fill(-1),
    gutschrift = new Int32Array(n).fill(-1),
    pat = Int32Array.from(r.spalten['patid']!.subarray(0, n) as Int32Array, (p) =>
      p < 0 ? -1 : akte[p]!,
    );
  for (let at = 0; at < n; at += 1) {
    if (!lebt(at)) continue;
    const of = r.spalten['gutschriftZu']![at]!;
    ziel[at] = lebt(of) && of !== at ? of : at;
    if (ziel[at] !== at) gutschrift[at] = ziel[at]!;
  }
  const eigene = roh
      .lebende('zahlung')
      .filter((at) => z.spalten['datum']![at] !== LEER && z.spalten['rechnungId']![at]! >= 0),
    order = geordnet(gewaehlt(z.spalten['datum'] as Int32Array, eigene)),
    places = gewaehlt(eigene, order);
  const art = gewaehlt(z.spalten['art'] as Int8Array, places),
    betrag = gewaehlt(z.spalten['betrag'] as Float64Array, places);
  for (let i = 0; i < betrag.length; i += 1)
    betrag[i] = Number.isNaN(betrag[i])
      ? 0
      : art[i] === RUECKLASTSCHRIFT
        ? -Math.abs(betrag[i]!)
        : art[i] === ABSCHREIBUNG
          ? Math.abs(betrag[i]!)
          : betrag[i]!;
  const rechnung = gewaehlt(z.spalten['rechnungId'] as Int32Array, places),
    leistungen = gruppiert(rechnungVon, n),
    summe = new Float64Array(n);
  for (let i = 0; i < rechnungVon.length; i += 1)
    if (rechnungVon[i]! >= 0) summe[rechnungVon[i]!]! += betragVon[i]!;
  return {
    lebende: roh.lebende('rechnung'),
    ziel,
    gutschriften: gruppiert(gutschrift, n),
    zahlungenAn: gruppiert(
      rechnung.map((at) => (lebt(at) ? ziel[at]! : -1)),
      n,
    ),
    leistungen,
    pat,
    summeLeistungen: summe,
    Z: {
      n: places.length,
      roh: places,
      tag: gewaehlt(z.spalten['datum'] as Int32Array, places),
      rechnung,
      betrag,
      istAbschreibung: Uint8Array.from(art, (a) => (a === ABSCHREIBUNG ? 1 : 0)),
    },
  };
}

/** Whether an invoice counts on a day: it had been written and not been cancelled by then. */
export const giltAm = (roh: Rohdaten, at: number, tag: number): boolean => {
  const { datum, stornoAm } = roh.tabellen.rechnung.spalten;
  return (
    datum![at] !== LEER && datum![at]! <= tag && (stornoAm![at] === LEER || stornoAm![at]! > tag)
  );
};
/** What was open of an invoice at the end of a day, in cents; 0 for credit notes that count with another. */
export function offenAm(roh: Rohdaten, R: Rechnungen, at: number, tag: number): number {
  if (R.ziel[at] !== at || !giltAm(roh, at, tag)) return 0;
  const betrag = roh.tabellen.rechnung.spalten['betrag']!;
  let open = betrag[at]!;
  for (let g = R.gutschriften.from[at]!; g < R.gutschriften.from[at + 1]!; g += 1) {
    const note = R.gutschriften.rows[g]!;
    if (giltAm(roh, note, tag)) open += betrag[note]!;
  }
  for (let g = R.zahlungenAn.from[at]!; g < R.zahlungenAn.from[at + 1]!; g += 1) {
    const i = R.zahlungenAn.rows[g]!;
    if (R.Z.tag[i]! <= tag) open -= R.Z.betrag[i]!;
  }
  return open;
}

/**
 * Shares of services on the days of their invoices, or of the payments on them. A credit note takes its share of every service of the invoice back;
 * a payment is spread over the services by their sums. What was written off was never paid. Cancelled invoices count on no day.
 */
export function baueLinse(roh: Rohdaten, R: Rechnungen, basis: 'rechnung' | 'zahlung'): Linse {
  const { datum, stornoAm, betrag } = roh.tabellen.rechnung.spalten,
    { from } = R.leistungen;
  let days = new Int32Array(4096),
    rows = new Int32Array(4096),
    shares = new Float64Array(4096),
    many = 0;
  const verteile = (at: number, day: number, share: number): void => {
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
    for (const at of R.lebende) {
      const of = R.ziel[at]!;
      if (datum![at] === LEER || stornoAm![at] !== LEER || stornoAm![of] !== LEER) continue;
      // A credit note with services of its own says itself what it takes back.
      if (of === at || R.summeLeistungen[at] !== 0) verteile(at, datum![at]!, 1);
      else if (R.summeLeistungen[of] !== 0)
        verteile(of, datum![at]!, betrag![at]! / R.summeLeistungen[of]!);
    }
  } else {
    for (let i = 0; i < R.Z.n; i += 1) {
      const own = R.Z.rechnung[i]!,
        of = own < 0 ? -1 : R.summeLeistungen[own] !== 0 && R.ziel[own]! >= 0 ? own : R.ziel[own]!;
      if (of < 0 || R.Z.istAbschreibung[i] === 1 || R.summeLeistungen[of] === 0) continue;
      verteile(of, R.Z.tag[i]!, R.Z.betrag[i]! / R.summeLeistungen[of]!);
    }
  }
  const order = geordnet(days.subarray(0, many));
  return {
    tag: gewaehlt(days, order),
    zeile: gewaehlt(rows, order),
    anteil: gewaehlt(shares, order),
  };
}
