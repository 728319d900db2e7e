/** Invoices: time to the bill, unbilled services, open items, losses, factors. */
import { TODAY } from '../random-practice/draw.ts';
import { dayNumber, plusDays } from './calendar.ts';
import { settledBy } from './money.ts';
import { sumOf, type Line, type Row } from './practice.ts';
import { EURO, type Figures, type Scope } from './scope.ts';

/** Adds the time until the invoice and services without one. */
export function addBilling(scope: Scope, figures: Figures): void {
  const { invoices, invoicesInSpan, chosenLines, target, onInvoice, cutoff } = scope;
  const waits = invoicesInSpan
    .filter((r) => target(r) === r && onInvoice(r.id).length > 0)
    .map(
      (r) =>
        dayNumber(String(r['datum'])) -
        Math.max(...onInvoice(r.id).map((l) => dayNumber(String(l['datum'])))),
    );
  figures.add(
    'zeitBisRechnung',
    waits.reduce((s, x) => s + x, 0),
    waits.length,
  );
  /**
   * Checks whether a valid bill for the service existed at the end of the day; undefined where it is
   * marked as billed and no valid bill gives the day.
   */
  const wasBilled = (l: Line): boolean | undefined => {
    const r = l['rechnungId'] === null ? undefined : invoices.get(l['rechnungId']);
    const marked = l['status'] !== 'ABGERECHNET' ? false : cutoff < TODAY ? undefined : true;
    if (r === undefined) return marked;
    if (String(r['datum']) > cutoff) return false;
    return r['stornoAm'] === null || String(r['stornoAm']) > cutoff ? true : marked;
  };
  for (const [key, age] of [
    ['nichtFakturiert', 7],
    ['nichtFakturiert30', 30],
  ] as const) {
    const old = chosenLines.filter(
      (l) => String(l['datum']) < plusDays(cutoff, -age) && l.traeger !== 'GKV',
    );
    if (old.some((l) => wasBilled(l) === undefined)) figures.unknown(key);
    else
      figures.add(
        key,
        sumOf(
          old.filter((l) => wasBilled(l) === false),
          'betrag',
        ) / EURO,
      );
  }
}

/** Adds open items by age, and overdue ones. */
export function addOpenItems(scope: Scope, figures: Figures): void {
  const { invoices, isChosenInvoice, open, chosenOf, cutoff } = scope;
  const issued = [...invoices.values()].filter(
    (r) => String(r['datum']) <= cutoff && isChosenInvoice(r),
  );
  const items = issued.map((r) => ({
    age: dayNumber(cutoff) - dayNumber(String(r['datum'])),
    cents: chosenOf(r, open(r, cutoff)),
    isKzv: r['art'] === 'KZV',
  }));
  const sumOfItems = (is: (item: (typeof items)[number]) => boolean): number =>
    items.filter(is).reduce((s, o) => s + o.cents, 0) / EURO;
  const privateSum = (from: number, to: number): number =>
    sumOfItems((o) => !o.isKzv && o.age >= from && o.age <= to);
  const openSum = sumOfItems(() => true);
  const openKzv = sumOfItems((o) => o.isKzv);
  figures.add('offenePosten', openSum);
  figures.add('offenPrivat', privateSum(0, Infinity));
  figures.add('offenKzv', openKzv);
  figures.add('offen0bis30', privateSum(0, 30));
  figures.add('offen31bis60', privateSum(31, 60));
  figures.add('offen61bis90', privateSum(61, 90));
  figures.add('offenUeber90', privateSum(91, Infinity));
  const lately = issued.filter(
    (r) =>
      String(r['datum']) > plusDays(cutoff, -90) &&
      (r['stornoAm'] === null || String(r['stornoAm']) > cutoff),
  );
  const perDay = (is: (r: Row) => boolean): number =>
    lately.filter(is).reduce((s, r) => s + chosenOf(r, Number(r['betrag'] ?? 0)), 0) / EURO / 90;
  figures.add(
    'dso',
    openSum,
    perDay(() => true),
  );
  figures.add(
    'dsoPrivat',
    privateSum(0, Infinity),
    perDay((r) => r['art'] !== 'KZV'),
  );
  figures.add(
    'dsoKzv',
    openKzv,
    perDay((r) => r['art'] === 'KZV'),
  );
  figures.add(
    'ueberfaelligePosten',
    issued
      .filter(
        (r) => r['art'] !== 'KZV' && r['faelligAm'] !== null && String(r['faelligAm']) < cutoff,
      )
      .map((r) => chosenOf(r, open(r, cutoff)))
      .filter((cents) => cents > 0)
      .reduce((s, cents) => s + cents, 0) / EURO,
  );
}

/** Adds factoring, losses and disputed invoices. */
export function addLosses(scope: Scope, figures: Figures): void {
  const { invoices, payments, within, isChosenInvoice, invoicesInSpan, chosenOf, target } = scope;
  const billed = (list: readonly Row[]): number =>
    list.reduce((all, r) => all + chosenOf(r, Number(r['betrag'] ?? 0)), 0) / EURO;
  figures.add(
    'factoringquote',
    billed(invoicesInSpan.filter((r) => r['art'] === 'FACTORING')),
    billed(invoicesInSpan.filter((r) => r['art'] !== 'KZV')),
  );
  figures.add(
    'forderungsausfall',
    payments
      .filter(
        (z) =>
          z['art'] === 'ABSCHREIBUNG' &&
          within(z['datum']) &&
          invoices.has(z['rechnungId']) &&
          isChosenInvoice(invoices.get(z['rechnungId'])!),
      )
      .reduce((s, z) => s + chosenOf(invoices.get(z['rechnungId'])!, settledBy(z)), 0) / EURO,
    billed(invoicesInSpan),
  );
  const own = invoicesInSpan.filter((r) => target(r) === r);
  figures.add(
    'beanstandungsquote',
    own.filter((r) => r['beanstandetAm'] !== null).length,
    own.length,
  );
}

/** Adds the mean factor of private services, and the share above 2.3. */
export function addFactors({ linesInSpan }: Scope, figures: Figures): void {
  const services = linesInSpan.filter((l) => l['system'] === 'GOZ' && l['faktor'] !== null);
  const base = (l: Line): number =>
    (l['punkte'] === null
      ? Number(l['honorar']) / (Number(l['faktor']) / 100)
      : Number(l['punkte']) * 5.62421 * Number(l['menge'])) / EURO;
  figures.add(
    'mittlererFaktor',
    services.reduce((s, l) => s + (base(l) * Number(l['faktor'])) / 100, 0),
    services.reduce((s, l) => s + base(l), 0),
  );
  figures.add(
    'faktorUeber23',
    services.filter((l) => Number(l['faktor']) > 230).length,
    services.length,
  );
}
