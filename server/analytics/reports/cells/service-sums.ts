/** Sums of services, cases and payments in tables that are no key figure of their own. */
import { forEachCase, pzrServices, servicesByNumber, uptServices } from '../../metrics/walks.ts';
import { servicesWithFactor, singleRateFee } from '../../metrics/money.ts';
import type { Definition } from '../../metrics/sink.ts';
import { INVOICE, type BookedParts } from '../../snapshot/invoices.ts';
import type { RowSet } from '../../snapshot/row-set.ts';
import { chosenCents, matchesInvoice } from '../../snapshot/selection/invoice-matches.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { forEachStretch } from '../../snapshot/selection/walk-bookings.ts';
import { forEachServiceIn } from '../../snapshot/selection/walk-services.ts';
import { SYSTEM, type Snapshot } from '../../snapshot/snapshot.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { firstPerVisit } from '../extended/prophylaxis.ts';
import { positionsOf } from '../positions.ts';
import type { CellSum } from './cell-sum.ts';

type Amount = (
  services: Snapshot['services'],
  i: number,
  parts: BookedParts | undefined,
  k: number,
) => number;
/** Sums an amount of the chosen services by the filter's basis, as tables of revenue do. */
const booked =
  (amount: Amount): Definition =>
  (a, s) => {
    const { services } = a.snapshot;
    forEachStretch(a, (rows, parts, from, to) => {
      for (let k = from; k < to; k += 1) {
        const i = rows ? rows[k]! : k,
          value = amount(services, i, parts, k);
        if (value !== 0) s.numerator('leistung', services.rawRows[i]!, value);
      }
    });
  };
/** The same by the day of treatment, whatever the basis of the filter is. */
const byTreatment =
  (walk: Definition): Definition =>
  (a, s) =>
    walk({ ...a, filter: { ...a.filter, basis: 'leistung' } }, s);
const material: Amount = ({ material: of }, i, parts, k) => parts?.material[k] ?? of[i]!,
  ownLab: Amount = ({ eigenlabor: of }, i, parts, k) => parts?.eigen[k] ?? of[i]!,
  otherLab: Amount = ({ fremdlabor: of }, i, parts, k) => parts?.fremd[k] ?? of[i]!,
  fee: Amount = ({ honorar: of }, i, parts, k) => parts?.honorar[k] ?? of[i]!,
  quantity: Amount = ({ menge: of }, i, parts, k) => of[i]! * (parts?.share[k] ?? 1);

/** Counts the visits of each practitioner with a position of a kind, by their first service. */
const daysOf =
  (kindOf: (snapshot: Snapshot) => RowSet): Definition =>
  (a, s) => {
    const { services } = a.snapshot,
      isFirst = firstPerVisit(a.snapshot);
    forEachServiceIn(a, kindOf(a.snapshot), (i) => {
      if (isFirst(i)) s.numerator('leistung', services.rawRows[i]!, 1);
    });
  };
/** Walks the chosen GOZ services with a factor, with a value of each. */
const factors =
  (valueOf: (services: Snapshot['services'], i: number) => number): Definition =>
  (a, s) => {
    const { services } = a.snapshot;
    forEachServiceIn(a, servicesWithFactor(a.snapshot), (i) => {
      const value = valueOf(services, i);
      if (value !== 0) s.numerator('leistung', services.rawRows[i]!, value);
    });
  };
/** Each patient of a position once, by the first service. */
const patientsOfPositions: Definition = (a, s) => {
  const { services } = a.snapshot,
    { ofService } = positionsOf(a.snapshot),
    seen = new Set<string>();
  forEachStretch(a, (rows, _parts, from, to) => {
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k,
        key = `${ofService[i]!} ${services.pat[i]!}`;
      if (seen.has(key)) continue;
      seen.add(key);
      s.numerator('leistung', services.rawRows[i]!, 1);
    }
  });
};
/** Payments received, on invoices of a kind; write-offs are none. */
const payments =
  (isOf: (kind: number) => boolean): Definition =>
  (a, s) => {
    const { invoices, rawRows } = a.snapshot,
      { payments: list } = invoices,
      kind = rawRows.tables.rechnung.columns['art']!,
      all = selectsEveryRow(a);
    for (
      let i = lowerBound(list.day, a.from), to = lowerBound(list.day, a.to + 1);
      i < to;
      i += 1
    ) {
      const at = list.rechnung[i]!;
      if (
        list.isWriteOff[i] === 1 ||
        invoices.target[at]! < 0 ||
        !isOf(kind[at]!) ||
        (!all && !matchesInvoice(a, at))
      )
        continue;
      const cents = list.betrag[i]!;
      s.numerator('zahlung', list.rawRows[i]!, all ? cents : chosenCents(a, at, cents));
    }
  };
const cases: Definition = (a, s) => {
  forEachCase(a, (_pat, i) => {
    s.numerator('leistung', a.snapshot.services.rawRows[i]!, 1);
  });
};
/** By name; amounts in cents. */
export const serviceSums: Readonly<Record<string, CellSum>> = {
  material: { unit: 'eur', walk: booked(material) },
  eigenlabor: { unit: 'eur', walk: booked(ownLab) },
  labor: {
    unit: 'eur',
    walk: booked((...given) => ownLab(...given) + otherLab(...given)),
  },
  leistungen: { unit: 'zahl', walk: booked(quantity) },
  leistungenNachTag: { unit: 'zahl', walk: byTreatment(booked(quantity)) },
  honorarNachTag: { unit: 'eur', walk: byTreatment(booked(fee)) },
  patientenJePosition: { unit: 'zahl', walk: byTreatment(patientsOfPositions) },
  faelle: { unit: 'zahl', walk: cases },
  pzrTage: { unit: 'zahl', walk: daysOf(pzrServices) },
  uptTage: { unit: 'zahl', walk: daysOf(uptServices) },
  ipTage: {
    unit: 'zahl',
    walk: daysOf((snapshot) => servicesByNumber(snapshot, SYSTEM.BEMA, /^IP\d$/)),
  },
  ohneBegruendung: {
    unit: 'zahl',
    walk: factors(({ faktor, hasReason }, i) => (faktor[i]! > 230 && hasReason[i] === 0 ? 1 : 0)),
  },
  potenzialBis35: {
    unit: 'eur',
    walk: factors(({ faktor, punkte, menge, honorar }, i) =>
      faktor[i]! < 350
        ? (singleRateFee(punkte[i]!, menge[i]!, honorar[i]!, faktor[i]!) * (350 - faktor[i]!)) / 100
        : 0,
    ),
  },
  zahlungPrivat: {
    unit: 'eur',
    walk: payments((kind) => kind !== INVOICE.KZV && kind !== INVOICE.FACTORING),
  },
  zahlungKzv: { unit: 'eur', walk: payments((kind) => kind === INVOICE.KZV) },
  zahlungFactoring: { unit: 'eur', walk: payments((kind) => kind === INVOICE.FACTORING) },
  zahlungen: { unit: 'eur', walk: payments(() => true) },
};
