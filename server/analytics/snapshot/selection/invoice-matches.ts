/** Invoices chosen by a filter, and the chosen share of their amount. */
import type { Snapshot } from '../snapshot.ts';
import { knownHits } from '../hits.ts';
import type { InvoiceLines } from '../invoices.ts';
import { shareCents } from '../share-cents.ts';
import { gather } from '../tables/sort-rows.ts';
import { isMarked, matchesPatient, matchesService } from './matches.ts';
import { selectionKey } from './candidate-rows.ts';
import type { Selection } from '../selection.ts';

const UNASKED = 0,
  NONE = 1,
  SOME = 2;

const invoiceMarksByKey = new WeakMap<Snapshot, Map<string, Uint8Array>>(),
  invoiceMarksBySelection = new WeakMap<Selection, Uint8Array>();

/** Number of filters whose invoices are cached. */
const MAX_REMEMBERED = 16;

/** Cache of invoices under a filter: whether one of their services is chosen. */
function invoiceMarks(a: Selection): Uint8Array {
  let own = invoiceMarksByKey.get(a.snapshot);
  if (!own) invoiceMarksByKey.set(a.snapshot, (own = new Map()));
  const key = selectionKey(a, 'services'),
    known = own.get(key);
  if (known) return known;
  const marks = new Uint8Array(a.snapshot.invoices.services.from.length),
    listed = knownHits(a.snapshot, key, 0, a.snapshot.services.n),
    { rechnung: invoice } = a.snapshot.services;
  if (listed) {
    marks.fill(NONE);
    for (let k = 0; k < listed.length; k += 1) {
      const at = invoice[listed[k]!]!;
      if (at >= 0) marks[at] = SOME;
    }
  }
  if (own.size >= MAX_REMEMBERED) own.delete(own.keys().next().value!);
  own.set(key, marks);
  return marks;
}

/** Checks whether one of the services of an invoice is chosen; computed once. */
function hasSelectedServices(a: Selection, of: number): boolean {
  let known = invoiceMarksBySelection.get(a);
  if (!known) invoiceMarksBySelection.set(a, (known = invoiceMarks(a)));
  if (known[of] === UNASKED) {
    const { from, rows } = a.snapshot.invoices.services;
    known[of] = NONE;
    for (let g = from[of]!; g < from[of + 1]!; g += 1)
      if (matchesService(a, rows[g]!)) {
        known[of] = SOME;
        break;
      }
  }
  return known[of] === SOME;
}

/**
 * Checks whether an invoice is chosen: by its stamp and patient, and by its services where the
 * filter restricts practitioners or services.
 */
export function matchesInvoice(a: Selection, at: number): boolean {
  const { invoices, rawRows } = a.snapshot,
    m = a.chosenMarks;
  if (
    m.behandler ||
    m.zimmer ||
    m.bereich ||
    m.terminart ||
    (m.versicherung && invoices.pat[at]! < 0)
  ) {
    const of = invoices.target[at]! >= 0 ? invoices.target[at]! : at;
    if (invoices.services.from[of] !== invoices.services.from[of + 1])
      return hasSelectedServices(a, of);
    // Without services no practitioner and no room of it is known.
    if (![m.behandler, m.zimmer, m.bereich, m.terminart].every((one) => isMarked(one, -1)))
      return false;
  }
  return (
    (m.stempel === undefined ||
      isMarked(m.stempel, rawRows.tables.rechnung.columns['stempel']![at]!)) &&
    matchesPatient(a, invoices.pat[at]!)
  );
}

/** Checks whether invoices are filtered by practitioner or service. */
export const isByServices = ({ chosenMarks: m }: Selection): boolean =>
  [m.behandler, m.zimmer, m.bereich, m.terminart].some(Boolean);

/** Returns what the shares of an invoice's services depend on. */
export function invoiceLinesOf({ services, rawRows }: Snapshot): InvoiceLines {
  const { ids } = rawRows.tables.leistung;
  return {
    betrag: services.betrag,
    honorar: services.honorar,
    material: services.material,
    eigenlabor: services.eigenlabor,
    fremdlabor: services.fremdlabor,
    isFirst: (x, y) => ids[services.rawRows[x]!]! < ids[services.rawRows[y]!]!,
  };
}
/**
 * Returns the chosen part of an amount on an invoice in cents: open, billed, paid or credited. It is
 * shared by the sums of the services, so that the parts of all practitioners, rooms or areas add up
 * to the amount.
 */
export function chosenCents(a: Selection, at: number, cents: number): number {
  const { invoices, services } = a.snapshot,
    isUnknownPatient = a.chosenMarks.versicherung !== undefined && invoices.pat[at]! < 0;
  if (!isByServices(a) && !isUnknownPatient) return cents;
  const of = invoices.target[at]! >= 0 ? invoices.target[at]! : at,
    own = invoices.services.rows.subarray(
      invoices.services.from[of],
      invoices.services.from[of + 1],
    ),
    chosen = own.map((i) => (matchesService(a, i) ? 1 : 0));
  if (!chosen.includes(0)) return cents;
  const { isFirst } = invoiceLinesOf(a.snapshot),
    parts = shareCents(cents, gather(services.betrag, own), (x, y) => isFirst(own[x]!, own[y]!));
  let sum = 0;
  for (let k = 0; k < own.length; k += 1) if (chosen[k] === 1) sum += parts[k]!;
  return sum;
}
