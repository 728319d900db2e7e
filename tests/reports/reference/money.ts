/** Invoices and the three ways to see money: by service, by invoice, by payment. */
import { isAllowed, type Choice } from './choice.ts';
import { byId, sumOf, type Line, type ReferencePractice, type Row } from './practice.ts';

/** Cents of a service, booked on a day. */
interface Booking {
  readonly l: Line;
  readonly betrag: number;
  readonly honorar: number;
  readonly fremdlabor: number;
  readonly tag: string;
}

export interface Money {
  readonly invoices: ReadonlyMap<unknown, Row>;
  readonly payments: readonly Row[];
  /** Returns the invoice that a credit note belongs to, otherwise the invoice itself. */
  target: (invoice: Row) => Row;
  onInvoice: (id: string) => Line[];
  /** Chosen bookings of the period. */
  readonly booked: readonly Booking[];
  /** Returns the booked cents of the period. */
  booking: (field: 'betrag' | 'honorar' | 'fremdlabor', is?: (l: Line) => boolean) => number;
  /** Returns the open cents of an invoice at the end of a day. */
  open: (invoice: Row, day: string) => number;
  /** Filtered part of cents on an invoice, shared by the sums of its services. */
  chosenOf: (invoice: Row, cents: number) => number;
  isChosenInvoice: (invoice: Row) => boolean;
  readonly invoicesInSpan: readonly Row[];
}

/** Cents of an invoice that a payment settles. */
export function settledBy(payment: Row): number {
  const cents = Number(payment['betrag']);
  if (payment['art'] === 'RUECKLASTSCHRIFT') return -Math.abs(cents);
  return payment['art'] === 'ABSCHREIBUNG' ? Math.abs(cents) : cents;
}

/**
 * Shares cents by weights: all get whole cents, and what is left goes cent by cent to the largest
 * remainders, of equal ones to the first name.
 */
function shareOut(
  cents: number,
  parts: readonly { name: string; weight: number }[],
): Map<string, number> {
  const sum = parts.reduce((n, p) => n + p.weight, 0);
  const weighted =
    sum === 0 ? parts.map((p) => ({ ...p, weight: 1 })) : parts.map((p) => ({ ...p }));
  const total = sum === 0 ? parts.length : sum;
  const exact = weighted.map(({ name, weight }) => {
    // BigInt: no rounding before the remainder is known.
    const over = BigInt(cents) * BigInt(weight) * BigInt(Math.sign(total));
    const by = BigInt(Math.abs(total));
    const rest = ((over % by) + by) % by;
    return { name, whole: Number((over - rest) / by), rest: Number(rest) };
  });
  let left = cents - exact.reduce((n, p) => n + p.whole, 0);
  const found = new Map(exact.map((p) => [p.name, p.whole]));
  for (const { name } of exact.sort((x, y) => y.rest - x.rest || (x.name < y.name ? -1 : 1))) {
    if (left <= 0) break;
    found.set(name, found.get(name)! + 1);
    left -= 1;
  }
  return found;
}

/** Books a service with all its money. */
const whole = (l: Line, tag: string): Booking => ({
  l,
  betrag: Number(l['betrag'] ?? 0),
  honorar: Number(l['honorar'] ?? 0),
  fremdlabor: Number(l['fremdlabor'] ?? 0),
  tag,
});
/** Books cents on the services of an invoice. */
function shared(list: readonly Line[], cents: number, tag: string): Booking[] {
  const parts = shareOut(
    cents,
    list.map((l) => ({ name: l.id, weight: Number(l['betrag'] ?? 0) })),
  );
  return list.map((l) => {
    const betrag = parts.get(l.id)!;
    const of = (field: string): number => Number(l[field] ?? 0);
    // Of equal remainders the fee comes first, then material and laboratory.
    const consistsOf = ['honorar', 'material', 'eigenlabor', 'fremdlabor'].map((name, at) => ({
      name: `${at} ${name}`,
      weight: of(name),
    }));
    const rest = of('betrag') - consistsOf.reduce((n, p) => n + p.weight, 0);
    if (of('betrag') === 0)
      return betrag === 0
        ? { l, betrag, honorar: of('honorar'), fremdlabor: of('fremdlabor'), tag }
        : { l, betrag, honorar: betrag, fremdlabor: 0, tag };
    const split = shareOut(betrag, [...consistsOf, { name: '4', weight: rest }]);
    return {
      l,
      betrag,
      honorar: split.get('0 honorar')!,
      fremdlabor: split.get('3 fremdlabor')!,
      tag,
    };
  });
}

type Invoices = Pick<Money, 'invoices' | 'payments' | 'target' | 'onInvoice'>;

const servicesOf = ({ onInvoice }: Invoices, id: string): number => sumOf(onInvoice(id), 'betrag');

function bookedByInvoice(all: Invoices): Booking[] {
  const { invoices, target, onInvoice } = all;
  const booked: Booking[] = [];
  for (const r of invoices.values()) {
    const t = target(r);
    if (r['stornoAm'] !== null || t['stornoAm'] !== null) continue;
    if (t === r || servicesOf(all, r.id) !== 0)
      for (const l of onInvoice(r.id)) booked.push(whole(l, String(r['datum'])));
    else if (servicesOf(all, t.id) !== 0)
      booked.push(...shared(onInvoice(t.id), Number(r['betrag']), String(r['datum'])));
  }
  return booked;
}

function bookedByPayment(all: Invoices): Booking[] {
  const { invoices, payments, target, onInvoice } = all;
  const booked: Booking[] = [];
  for (const z of payments) {
    const r = invoices.get(z['rechnungId']);
    if (z['art'] === 'ABSCHREIBUNG' || !r) continue;
    const t = servicesOf(all, r.id) !== 0 ? r : target(r);
    if (servicesOf(all, t.id) !== 0)
      booked.push(...shared(onInvoice(t.id), settledBy(z), String(z['datum'])));
  }
  return booked;
}

const isValidOn = (r: Row, d: string): boolean =>
  String(r['datum']) <= d && (r['stornoAm'] === null || String(r['stornoAm']) > d);

function openOn({ invoices, payments, target }: Invoices, r: Row, d: string): number {
  if (target(r) !== r || !isValidOn(r, d)) return 0;
  const notes = [...invoices.values()].filter((o) => o !== r && target(o) === r);
  return (
    Number(r['betrag']) +
    notes.filter((o) => isValidOn(o, d)).reduce((s, o) => s + Number(o['betrag']), 0) -
    payments
      .filter(
        (z) =>
          (z['rechnungId'] === r.id || notes.some((o) => o.id === z['rechnungId'])) &&
          String(z['datum']) <= d,
      )
      .reduce((s, z) => s + settledBy(z), 0)
  );
}

/** Checks invoices against the filter, and gives each its share. */
function invoiceChoice(
  { mergedInto }: ReferencePractice,
  { filter: f, isChosenLine, isChosenPatient }: Choice,
  { target, onInvoice }: Invoices,
): Pick<Money, 'chosenOf' | 'isChosenInvoice'> {
  const byServices =
    f.behandler.length +
      f.teams.length +
      f.zimmer.length +
      f.bereich.length +
      f.terminart.length +
      f.termingruppe.length >
    0;
  return {
    chosenOf: (r, cents) => {
      const all = onInvoice(target(r).id);
      if (!byServices && !(f.versicherung.length > 0 && r['patid'] === null)) return cents;
      const parts = shareOut(
        cents,
        all.map((l) => ({ name: l.id, weight: Number(l['betrag'] ?? 0) })),
      );
      return all.filter(isChosenLine).reduce((n, l) => n + parts.get(l.id)!, 0);
    },
    isChosenInvoice: (r) => {
      const pat = r['patid'] === null ? null : mergedInto(r['patid']);
      if (byServices || (f.versicherung.length > 0 && pat === null))
        return onInvoice(target(r).id).some(isChosenLine);
      return (
        isAllowed(f.stempel, r['stempel']) &&
        (pat === null ? f.versicherung.length === 0 : isChosenPatient(pat))
      );
    },
  };
}

/** Reads invoices, payments and bookings of a practice. */
export function readMoney(practice: ReferencePractice, choice: Choice): Money {
  const { of, lines } = practice;
  const { filter: f, within, isChosenLine } = choice;
  const invoices = byId(of('rechnung'));
  const all: Invoices = {
    invoices,
    payments: of('zahlung'),
    target: (r) =>
      r['gutschriftZu'] !== null && invoices.has(r['gutschriftZu']) && r['gutschriftZu'] !== r.id
        ? invoices.get(r['gutschriftZu'])!
        : r,
    onInvoice: (id) => lines.filter((l) => l['rechnungId'] === id),
  };
  const bookedOf = {
    leistung: () => lines.map((l) => whole(l, String(l['datum']))),
    rechnung: () => bookedByInvoice(all),
    zahlung: () => bookedByPayment(all),
  };
  const booked = bookedOf[f.basis]().filter((b) => within(b.tag) && isChosenLine(b.l));
  const { chosenOf, isChosenInvoice } = invoiceChoice(practice, choice, all);
  return {
    ...all,
    booked,
    booking: (field, is = () => true) =>
      booked.filter((b) => is(b.l)).reduce((s, b) => s + b[field], 0),
    open: (r, d) => openOn(all, r, d),
    chosenOf,
    isChosenInvoice,
    invoicesInSpan: [...invoices.values()].filter(
      (r) =>
        within(r['datum']) &&
        r['stornoAm'] === null &&
        all.target(r)['stornoAm'] === null &&
        isChosenInvoice(r),
    ),
  };
}
