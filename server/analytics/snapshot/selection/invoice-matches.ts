/** Invoices chosen by a filter, and the chosen share of their amount. */
import type { Snapshot } from '../snapshot.ts';
import { knownHits } from '../hits.ts';
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
  )
    return hasSelectedServices(a, invoices.target[at]! >= 0 ? invoices.target[at]! : at);
  return (
    (m.stempel === undefined ||
      isMarked(m.stempel, rawRows.tables.rechnung.columns['stempel']![at]!)) &&
    matchesPatient(a, invoices.pat[at]!)
  );
}

/** Checks whether invoices are filtered by practitioner or service. */
export const isByServices = ({ chosenMarks: m }: Selection): boolean =>
  [m.behandler, m.zimmer, m.bereich, m.terminart].some(Boolean);

/**
 * Returns the chosen share of an invoice's amount, 0 to 1: the part of the chosen services where
 * several practitioners worked on it. Computed from their sums; where those are zero, from their
 * number.
 */
export function invoiceShare(a: Selection, at: number): number {
  if (!isByServices(a)) return 1;
  const { invoices, services } = a.snapshot,
    of = invoices.target[at]! >= 0 ? invoices.target[at]! : at,
    { from, rows } = invoices.services;
  let sum = 0,
    count = 0;
  for (let g = from[of]!; g < from[of + 1]!; g += 1)
    if (matchesService(a, rows[g]!)) {
      sum += services.betrag[rows[g]!]!;
      count += 1;
    }
  return invoices.serviceSum[of] === 0
    ? count / Math.max(1, from[of + 1]! - from[of]!)
    : sum / invoices.serviceSum[of]!;
}
