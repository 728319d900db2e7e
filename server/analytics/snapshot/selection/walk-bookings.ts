/** Iterates over the chosen services by treatment, invoice or payment. */
import type { Snapshot } from '../snapshot.ts';
import { type BookedParts, type BookingView, buildBookingView } from '../invoices.ts';
import { type RowGroups, gather, groupRows, lowerBound } from '../tables/sort-rows.ts';
import { collectHits, knownHits } from '../hits.ts';
import { invoiceLinesOf } from './invoice-matches.ts';
import { matchesService, selectsEveryRow } from './matches.ts';
import {
  asksNothingElse,
  candidateRows,
  countOfKind,
  groupAt,
  memoisedGroups,
  selectionKey,
  withoutRow,
} from './candidate-rows.ts';
import { forEachService } from './walk-services.ts';
import type { Only, Selection } from '../selection.ts';

const bookingViews = new WeakMap<Snapshot, Map<string, BookingView>>();

/** Returns the services by invoice or by payment; created on first use of an image. */
export function bookingViewOf(snapshot: Snapshot, basis: 'rechnung' | 'zahlung'): BookingView {
  const known = bookingViews.get(snapshot) ?? new Map<string, BookingView>();
  bookingViews.set(snapshot, known);
  let bookingView = known.get(basis);
  if (!bookingView)
    known.set(
      basis,
      (bookingView = buildBookingView(
        snapshot.rawRows,
        snapshot.invoices,
        invoiceLinesOf(snapshot),
        basis,
      )),
    );
  return bookingView;
}

/**
 * Returns the indexes of the chosen services by invoice or payment on the days of the span: from
 * `rows`, or from all without `rows`.
 */
function bookingRows(
  a: Selection,
  basis: 'rechnung' | 'zahlung',
): { from: number; to: number; rows: Int32Array | undefined } {
  const { day, service } = bookingViewOf(a.snapshot, basis),
    from = lowerBound(day, a.from),
    to = Math.max(from, lowerBound(day, a.to + 1));
  if (selectsEveryRow(a)) return { from, to, rows: undefined };
  const rangeIn = (rows: Int32Array): { from: number; to: number; rows: Int32Array } => ({
    from: lowerBound(rows, from),
    to: lowerBound(rows, to),
    rows,
  });
  const { only, snapshot } = a,
    whole =
      only && asksNothingElse(a, 'services')
        ? {
            ...a,
            isNarrowed: false,
            only: undefined,
            chosenMarks: { ...a.chosenMarks, [only.by]: undefined },
          }
        : a.weekday === undefined
          ? withoutRow(a)
          : undefined;
  // For one practitioner or kind among several, all groups are separated at once.
  if (only && whole)
    return a.chosenMarks[only.by]![only.at] === 1
      ? rangeIn(
          groupAt(
            bookingsGroupedBy(snapshot, service, bookingRows(whole, basis).rows, only.by),
            only.at,
          ),
        )
      : { from: 0, to: 0, rows: undefined };
  const key = `${basis} ${selectionKey(a, 'services')}`;
  return rangeIn(
    knownHits(snapshot, key, from, to) ??
      collectHits(snapshot, key, undefined, from, to, (k) => matchesService(a, service[k]!)),
  );
}

/** Indexes of services by invoice or payment, grouped by practitioner or kind of appointment. */
const bookingsGroupedBy = (
  snapshot: Snapshot,
  service: Int32Array,
  list: Int32Array | undefined,
  since: Only['by'],
): RowGroups =>
  memoisedGroups(list ?? service, `Linse ${since}`, () => {
    const { from, rows } = groupRows(
      gather(snapshot.services[since], list ? gather(service, list) : service),
      countOfKind(snapshot, since),
    );
    return { from, rows: list ? gather(list, rows) : rows };
  });

/**
 * Iterates over the chosen services by the filter's basis, with the share of their amount, the
 * counting day, and the cents of their fee.
 */
export function forEachBooking(
  a: Selection,
  visit: (i: number, share: number, day: number, fee: number) => void,
): void {
  const { basis } = a.filter;
  if (basis === 'leistung') {
    const { day, honorar } = a.snapshot.services;
    forEachService(a, (i) => {
      visit(i, 1, day[i]!, honorar[i]!);
    });
    return;
  }
  const { day, service, share, honorar } = bookingViewOf(a.snapshot, basis),
    { from, to, rows } = bookingRows(a, basis);
  for (let g = from; g < to; g += 1) {
    const k = rows ? rows[g]! : g;
    visit(service[k]!, share[k]!, day[k]!, honorar[k]!);
  }
}

/**
 * Iterates over ranges of chosen services by the filter's basis: `from` up to before `to` in `rows`
 * (in the image without `rows`) and in their booked parts (the whole services without parts).
 */
export function forEachStretch(
  a: Selection,
  visit: (
    rows: Int32Array | undefined,
    parts: BookedParts | undefined,
    from: number,
    to: number,
  ) => void,
): void {
  if (a.filter.basis === 'leistung') {
    const { from, to, rows, isComplete } = candidateRows(a, 'services');
    if (isComplete) {
      visit(rows, undefined, from, to);
      return;
    }
    const chosen = new Int32Array(to - from);
    let many = 0;
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k;
      if (matchesService(a, i)) chosen[many++] = i;
    }
    visit(chosen, undefined, 0, many);
    return;
  }
  const view = bookingViewOf(a.snapshot, a.filter.basis),
    { service } = view,
    { from, to, rows } = bookingRows(a, a.filter.basis);
  if (!rows) {
    visit(service, view, from, to);
    return;
  }
  const places = rows.subarray(from, to);
  visit(
    gather(service, places),
    {
      share: gather(view.share, places),
      honorar: gather(view.honorar, places),
      material: gather(view.material, places),
      eigen: gather(view.eigen, places),
      fremd: gather(view.fremd, places),
    },
    0,
    places.length,
  );
}

/** Lists the chosen services by day of treatment. */
export function selectedServices(a: Selection): Int32Array {
  let found: Int32Array = new Int32Array(0);
  forEachStretch(
    { ...a, filter: { ...a.filter, basis: 'leistung' } },
    (rows, _shares, from, to) => {
      if (rows) found = rows.subarray(from, to);
      else {
        found = new Int32Array(to - from);
        for (let k = from; k < to; k += 1) found[k - from] = k;
      }
    },
  );
  return found;
}
