/** Invoices and the three ways to see money: by service, by invoice, by payment. */
import { isAllowed, type Choice } from './choice.ts';
import { byId, sumOf, type Line, type ReferencePractice, type Row } from './practice.ts';

/** A share of a service's money, booked on a day. */
interface Booking {
  readonly l: Line;
  readonly share: number;
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
  booking: (field: 'betrag' | 'honorar', is?: (l: Line) => boolean) => number;
  /** Returns the open cents of an invoice at the end of a day. */
  open: (invoice: Row, day: string) => number;
  /**
   * Filtered share of an invoice's money: by practitioner, weighted by the sums of the services.
   */
  shareOf: (invoice: Row) => number;
  isChosenInvoice: (invoice: Row) => boolean;
  readonly invoicesInSpan: readonly Row[];
}

/** Cents of an invoice that a payment settles. */
export function settledBy(payment: Row): number {
  const cents = Number(payment['betrag']);
  if (payment['art'] === 'RUECKLASTSCHRIFT') return -Math.abs(cents);
  return payment['art'] === 'ABSCHREIBUNG' ? Math.abs(cents) : cents;
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
      for (const l of onInvoice(r.id)) booked.push({ l, share: 1, tag: String(r['datum']) });
    else if (servicesOf(all, t.id) !== 0)
      for (const l of onInvoice(t.id))
        booked.push({
          l,
          share: Number(r['betrag']) / servicesOf(all, t.id),
          tag: String(r['datum']),
        });
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
      for (const l of onInvoice(t.id))
        booked.push({
          l,
          share: settledBy(z) / servicesOf(all, t.id),
          tag: String(z['datum']),
        });
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
): Pick<Money, 'shareOf' | 'isChosenInvoice'> {
  const byServices =
    f.behandler.length +
      f.teams.length +
      f.zimmer.length +
      f.bereich.length +
      f.terminart.length +
      f.termingruppe.length >
    0;
  return {
    shareOf: (r) => {
      if (!byServices) return 1;
      const all = onInvoice(target(r).id);
      const own = all.filter(isChosenLine);
      const total = all.reduce((n, l) => n + Number(l['betrag']), 0);
      return total === 0
        ? own.length / Math.max(1, all.length)
        : own.reduce((n, l) => n + Number(l['betrag']), 0) / total;
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
    leistung: () => lines.map((l): Booking => ({ l, share: 1, tag: String(l['datum']) })),
    rechnung: () => bookedByInvoice(all),
    zahlung: () => bookedByPayment(all),
  };
  const booked = bookedOf[f.basis]().filter((b) => within(b.tag) && isChosenLine(b.l));
  const { shareOf, isChosenInvoice } = invoiceChoice(practice, choice, all);
  const end = choice.cutoff;
  return {
    ...all,
    booked,
    booking: (field, is = () => true) =>
      booked.filter((b) => is(b.l)).reduce((s, b) => s + Number(b.l[field] ?? 0) * b.share, 0),
    open: (r, d) => openOn(all, r, d),
    shareOf,
    isChosenInvoice,
    invoicesInSpan: [...invoices.values()].filter(
      (r) =>
        within(r['datum']) &&
        isValidOn(r, end > String(r['datum']) ? end : String(r['datum'])) &&
        isChosenInvoice(r),
    ),
  };
}
