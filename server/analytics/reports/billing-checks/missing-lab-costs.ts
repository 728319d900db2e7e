/** Report of services without laboratory or material, where the practice usually charges it. */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { memoise } from '../../metrics/row-index.ts';
import { dayText, plusMonths } from '../../snapshot/calendar.ts';
import { forEachService } from '../../snapshot/selection/walk-services.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { lowerBound, medianOf } from '../../snapshot/tables/sort-rows.ts';
import { MAX_NUMBERS, person } from '../lists/list-rows.ts';
import { positionsOf, positionText } from '../positions.ts';
import {
  column,
  entityName,
  eur,
  free,
  pageBounds,
  wholeOf,
  type ReportBuilder,
  type Row,
} from '../report-kind.ts';

/** The months up to the last day in which the practice's own habit is read. */
const MONTHS = 24;
/** A position usually has costs if this share of at least so many services has them. */
const USUAL_SHARE = 0.8,
  LEAST = 10;

/** Cents of laboratory and material of each service. */
const costsOf = ({ services }: Snapshot, i: number): number =>
  services.material[i]! + services.eigenlabor[i]! + services.fremdlabor[i]!;

/** Whether each invoice, plan, and patient's day contains any laboratory or material. */
function placesWithCosts(snapshot: Snapshot): (i: number) => boolean {
  const marks = memoise(snapshot, 'Rechnungen mit Labor', () => {
    const { services, rawRows } = snapshot,
      invoices = new Uint8Array(rawRows.tables.rechnung.count),
      plans = new Uint8Array(rawRows.tables.hkp.count),
      visits = new Uint8Array(snapshot.visits.n);
    for (let i = 0; i < services.n; i += 1) {
      if (costsOf(snapshot, i) <= 0) continue;
      if (services.rechnung[i]! >= 0) invoices[services.rechnung[i]!] = 1;
      if (services.hkp[i]! >= 0) plans[services.hkp[i]!] = 1;
      if (services.visit[i]! >= 0) visits[services.visit[i]!] = 1;
    }
    return { invoices, plans, visits };
  });
  const { services } = snapshot;
  // An invoice of the KZV is one of many patients.
  const { patid } = snapshot.rawRows.tables.rechnung.columns;
  return (i) => {
    const invoice = services.rechnung[i]!,
      plan = services.hkp[i]!,
      visit = services.visit[i]!;
    return (
      costsOf(snapshot, i) > 0 ||
      (invoice >= 0 && patid![invoice]! >= 0 && marks.invoices[invoice] === 1) ||
      (plan >= 0 && marks.plans[plan] === 1) ||
      (visit >= 0 && marks.visits[visit] === 1)
    );
  };
}
/** Returns the median costs of the positions that usually have some, by index of the position. */
function usualCosts(snapshot: Snapshot, to: number): ReadonlyMap<number, number | null> {
  return memoise(snapshot, `übliches Labor ${to}`, () => {
    const { services } = snapshot,
      { ofService, nr } = positionsOf(snapshot),
      hasCosts = placesWithCosts(snapshot),
      counts = new Int32Array(nr.length),
      withCosts = new Int32Array(nr.length),
      own = new Map<number, number[]>(),
      end = lowerBound(services.day, to + 1);
    for (let i = lowerBound(services.day, plusMonths(to, -MONTHS)); i < end; i += 1) {
      const at = ofService[i]!,
        cents = costsOf(snapshot, i);
      counts[at]! += 1;
      if (hasCosts(i)) withCosts[at]! += 1;
      if (cents > 0) {
        const list = own.get(at) ?? [];
        own.set(at, list);
        list.push(cents);
      }
    }
    const found = new Map<number, number | null>();
    // Only positions that carry costs themselves: a consultation on such a day does not.
    for (const [at, list] of own)
      if (
        counts[at]! >= LEAST &&
        withCosts[at]! / counts[at]! >= USUAL_SHARE &&
        list.length * 2 >= counts[at]!
      )
        found.set(at, Math.round(medianOf(list.sort((x, y) => x - y))!));
    return found;
  });
}

/** Lists services without the laboratory or material that they usually have, the latest first. */
export const missingLabCosts: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { services, rawRows } = snapshot,
    places = positionsOf(snapshot),
    usual = usualCosts(snapshot, Math.min(k.a.to, snapshot.today)),
    hasCosts = placesWithCosts(snapshot),
    found: number[] = [],
    byPosition = new Map<number, number>();
  let cents = 0;
  forEachService(k.a, (i) => {
    const at = places.ofService[i]!,
      expected = usual.get(at);
    if (expected === undefined || hasCosts(i)) return;
    found.push(i);
    cents += expected ?? 0;
    byPosition.set(at, (byPosition.get(at) ?? 0) + (expected ?? 0));
  });
  found.reverse();
  const { first, end } = pageBounds(k, MAX_NUMBERS),
    systemOf = (at: number): string => GEBUEHREN[places.system[at]!] ?? 'EIGEN',
    numberOf = (at: number): string => services.positionNumbers.words[places.nr[at]!] ?? '';
  return {
    kpis: [free('ohneLabor', found.length), free('ohneLaborWert', eur(cents))],
    columns: [
      column('tag', 'Tag', 'tag'),
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('zahn', 'Zahn', 'code'),
      column('honorar', 'Honorar', 'eur'),
      column('ueblich', 'Üblich an Labor und Material', 'eur'),
    ],
    rows: found.slice(first, end).map((i): Row => {
      const at = places.ofService[i]!;
      return {
        tag: dayText(services.day[i]!),
        ...person(snapshot, services.pat[i]!),
        behandler: entityName(snapshot, 'behandler', services.behandler[i]!),
        system: systemOf(at),
        nr: numberOf(at),
        text: positionText(snapshot, systemOf(at), numberOf(at)),
        zahn: rawRows.tables.leistung.text('zahn', services.rawRows[i]!),
        honorar: eur(services.honorar[i]!),
        ueblich: eur(usual.get(at) ?? 0),
      };
    }),
    series: [
      {
        name: 'ueblich',
        punkte: [...byPosition]
          .sort(([, x], [, y]) => y - x)
          .slice(0, 20)
          .map(([at, sum]) => ({ x: numberOf(at), y: eur(sum) })),
      },
    ],
    hints: [usual.size === 0 ? 'laborNieGeliefert' : 'laborUeblich'],
    ...wholeOf(found.length, MAX_NUMBERS, () => ({
      honorar: eur(found.reduce((sum, i) => sum + services.honorar[i]!, 0)),
      ueblich: eur(cents),
    })),
  };
};
