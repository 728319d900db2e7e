/** Report of the way of a proposal or warning with a value: found, entered, billed, paid. */
import type { CountedFinding } from '../../proposal-engine/forgotten.ts';
import { broughtShare, MONEY_KINDS, type MoneyKind } from '../../proposal-engine/money-kinds.ts';
import { memoise } from '../../metrics/row-index.ts';
import { unfollowed } from '../../snapshot/selection/followed-filters.ts';
import { bookingViewOf } from '../../snapshot/selection/walk-bookings.ts';
import { matchesPatient, matchesPractitioner } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { MAX_NUMBERS } from '../lists/list-rows.ts';
import {
  column,
  entityName,
  eur,
  free,
  idOfRow,
  pageBounds,
  patientNameOf,
  wholeOf,
  type ReportBuilder,
  type Row,
} from '../report-kind.ts';
import { isBilled } from './finished-plans.ts';
import { servicesOf } from './valued-proposals.ts';

/** Cents of fees that were paid for each service, by the shares of its invoice. */
const paidFees = (snapshot: Snapshot): Float64Array =>
  memoise(snapshot, 'bezahlte Honorare', () => {
    const { service, honorar } = bookingViewOf(snapshot, 'zahlung'),
      paid = new Float64Array(snapshot.services.n);
    for (let k = 0; k < service.length; k += 1) paid[service[k]!]! += honorar[k]!;
    return paid;
  });

/** Cents of one proposal at each station of its way. */
interface Way {
  readonly found: number;
  readonly entered: number;
  readonly billed: number;
  readonly paid: number;
}
/**
 * Follows an implemented proposal to the services that were entered for it. Where more units stand
 * there than were proposed, its share of them counts; of a higher factor, and of a fee that a reason
 * or an agreement keeps, the part above the threshold.
 */
function wayOf(snapshot: Snapshot, one: CountedFinding): Way {
  const { finding, row, found, kind } = one;
  if (row?.state !== 'UMGESETZT') return { found, entered: 0, billed: 0, paid: 0 };
  const { services } = snapshot,
    entered = servicesOf(snapshot, one),
    units = entered.reduce((sum, i) => sum + services.menge[i]!, 0),
    share = units > finding.menge && finding.menge > 0 ? finding.menge / units : 1,
    sum = (of: (i: number) => number): number =>
      Math.round(
        entered.reduce((cents, i) => cents + of(i) * broughtShare(snapshot, kind, finding, i), 0) *
          share,
      ),
    paid = paidFees(snapshot);
  return {
    found,
    entered: sum((i) => services.honorar[i]!),
    billed: sum((i) => (isBilled(snapshot, i) ? services.honorar[i]! : 0)),
    paid: sum((i) => paid[i]!),
  };
}

/**
 * Returns the rows of a page: the newest first, those of a day by their cents and their rule. Only
 * the days of the page are sorted.
 * @param list the newest first
 */
function rowsOfPage(list: readonly CountedFinding[], first: number, end: number): CountedFinding[] {
  if (first >= list.length) return [];
  let from = first,
    to = Math.min(end, list.length);
  while (from > 0 && list[from - 1]!.day === list[first]!.day) from -= 1;
  while (to < list.length && list[to]!.day === list[to - 1]!.day) to += 1;
  return list
    .slice(from, to)
    .sort(
      (x, y) =>
        y.day - x.day ||
        y.found - x.found ||
        (x.finding.regel < y.finding.regel ? -1 : x.finding.regel > y.finding.regel ? 1 : 0),
    )
    .slice(first - from, end - from);
}

const STATIONS = [
  ['found', 'geldGefunden'],
  ['entered', 'geldEingetragen'],
  ['billed', 'geldBerechnet'],
  ['paid', 'geldBezahlt'],
] as const satisfies readonly (readonly [keyof Way, string])[];

const NOTHING = { found: 0, entered: 0, billed: 0, paid: 0 } as const satisfies Way;

/** Follows the proposals and warnings with a value of a span of days, the newest first. */
export const foundMoney: ReportBuilder = async (k) => {
  const { snapshot } = k.a,
    { list, stateOf } = await k.valued(k.filter.von, k.filter.bis),
    { behandler, versicherung } = k.a.chosenMarks,
    all =
      behandler || versicherung
        ? list.filter(
            (one) => matchesPractitioner(k.a, one.behandler) && matchesPatient(k.a, one.pat),
          )
        : list,
    totals: Record<keyof Way, number> = { ...NOTHING },
    counts: Record<keyof Way, number> = { ...NOTHING },
    byKind = new Map<MoneyKind, Record<keyof Way, number>>();
  for (const one of all) {
    let own = byKind.get(one.kind);
    if (!own) byKind.set(one.kind, (own = { ...NOTHING }));
    // Most were not implemented.
    if (!one.isRealised) {
      totals.found += one.found;
      own.found += one.found;
      if (one.found > 0) counts.found += 1;
      continue;
    }
    const way = wayOf(snapshot, one);
    for (const [station] of STATIONS) {
      totals[station] += way[station];
      own[station] += way[station];
      if (way[station] > 0) counts[station] += 1;
    }
  }
  const { first, end } = pageBounds(k, MAX_NUMBERS),
    sums = Object.fromEntries(STATIONS.map(([station, key]) => [key, eur(totals[station])])),
    unfiltered = unfollowed('vorschlagRealisiert', k.a);
  return {
    kpis: STATIONS.map(([station, key]) => free(key, sums[key]!, counts[station], unfiltered)),
    columns: [
      column('tag', 'Tag', 'tag'),
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('geldart', 'Art', 'wort'),
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('zahn', 'Zahn', 'code'),
      column('stand', 'Stand', 'wort'),
      column('geldGefunden', 'Gefunden', 'eur'),
      column('geldEingetragen', 'Eingetragen', 'eur'),
      column('geldBerechnet', 'Berechnet', 'eur'),
      column('geldBezahlt', 'Bezahlt', 'eur'),
    ],
    rows: rowsOfPage(all, first, end).map((one): Row => {
      const way = wayOf(snapshot, one);
      return {
        tag: one.finding.tag,
        patid: idOfRow(snapshot, 'patient', one.pat),
        name: patientNameOf(snapshot, one.pat),
        behandler: entityName(snapshot, 'behandler', one.behandler),
        geldart: one.kind,
        system: one.finding.system,
        nr: one.finding.nr,
        zahn: one.finding.zahn,
        stand: stateOf(one),
        geldGefunden: eur(way.found),
        geldEingetragen: eur(way.entered),
        geldBerechnet: eur(way.billed),
        geldBezahlt: eur(way.paid),
      };
    }),
    series: MONEY_KINDS.flatMap((kind) => {
      const own = byKind.get(kind);
      return own === undefined
        ? []
        : [
            {
              name: `geldart.${kind}`,
              punkte: STATIONS.map(([station, key]) => ({ x: key, y: eur(own[station]) })),
            },
          ];
    }),
    hints: ['geldweg', ...(all.some(({ isEstimated }) => isEstimated) ? ['wertGeschaetzt'] : [])],
    ...wholeOf(all.length, MAX_NUMBERS, () => sums),
  };
};
