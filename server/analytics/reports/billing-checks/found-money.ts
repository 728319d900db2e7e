/** Report of the way of a forgotten position: found, entered, billed, paid. */
import { enteredServices } from '../../proposal-engine/arrival.ts';
import type { Row as ProposalRow } from '../../proposal-engine/row.ts';
import { memoise } from '../../metrics/row-index.ts';
import { unfollowed } from '../../snapshot/selection/followed-filters.ts';
import { bookingViewOf } from '../../snapshot/selection/walk-bookings.ts';
import { matchesPatient, matchesPractitioner } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { MAX_NUMBERS, person } from '../lists/list-rows.ts';
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
import { isBilled } from './plan-against-invoice.ts';

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
 * there than were proposed, its share of them counts.
 */
function wayOf(snapshot: Snapshot, { finding, pat, state, instead }: ProposalRow): Way {
  const { services } = snapshot,
    found = finding.wertArt === 'UNBEKANNT' ? 0 : Math.round(finding.cents),
    entered = state === 'UMGESETZT' ? enteredServices(snapshot, pat, finding, instead) : [],
    units = entered.reduce((sum, i) => sum + services.menge[i]!, 0),
    share = units > finding.menge && finding.menge > 0 ? finding.menge / units : 1,
    sum = (of: (i: number) => number): number =>
      Math.round(entered.reduce((cents, i) => cents + of(i), 0) * share),
    paid = paidFees(snapshot);
  return {
    found,
    entered: sum((i) => services.honorar[i]!),
    billed: sum((i) => (isBilled(snapshot, i) ? services.honorar[i]! : 0)),
    paid: sum((i) => paid[i]!),
  };
}

const STATIONS = [
  ['found', 'geldGefunden'],
  ['entered', 'geldEingetragen'],
  ['billed', 'geldBerechnet'],
  ['paid', 'geldBezahlt'],
] as const satisfies readonly (readonly [keyof Way, string])[];

/** Follows the proposals of forgotten positions of a span of days, the newest first. */
export const foundMoney: ReportBuilder = async (k) => {
  const { snapshot, filter } = { snapshot: k.a.snapshot, filter: k.filter },
    { slotById } = snapshot.rawRows.tables.behandler,
    practitionerOf = (one: ProposalRow): number => slotById.get(one.finding.behandler) ?? -1;
  const all = (await k.proposals(filter.von, filter.bis, { isForgotten: true }))
    .filter((one) => matchesPractitioner(k.a, practitionerOf(one)) && matchesPatient(k.a, one.pat))
    .map((one) => ({ one, way: wayOf(snapshot, one) }))
    .sort(
      (x, y) =>
        (x.one.finding.tag < y.one.finding.tag
          ? 1
          : x.one.finding.tag > y.one.finding.tag
            ? -1
            : 0) ||
        y.way.found - x.way.found ||
        (x.one.finding.regel < y.one.finding.regel ? -1 : 1),
    );
  const { first, end } = pageBounds(k, MAX_NUMBERS),
    sumOf = (station: keyof Way): number =>
      eur(all.reduce((sum, { way }) => sum + way[station], 0)),
    sums = Object.fromEntries(STATIONS.map(([station, key]) => [key, sumOf(station)])),
    unfiltered = unfollowed('vorschlagRealisiert', k.a);
  return {
    kpis: STATIONS.map(([station, key]) =>
      free(key, sums[key]!, all.filter(({ way }) => way[station] > 0).length, unfiltered),
    ),
    columns: [
      column('tag', 'Tag', 'tag'),
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('zahn', 'Zahn', 'code'),
      column('stand', 'Stand', 'wort'),
      column('geldGefunden', 'Gefunden', 'eur'),
      column('geldEingetragen', 'Eingetragen', 'eur'),
      column('geldBerechnet', 'Berechnet', 'eur'),
      column('geldBezahlt', 'Bezahlt', 'eur'),
    ],
    rows: all.slice(first, end).map(({ one, way }): Row => ({
      tag: one.finding.tag,
      ...person(snapshot, one.pat),
      behandler: entityName(snapshot, 'behandler', practitionerOf(one)),
      system: one.finding.system,
      nr: one.finding.nr,
      zahn: one.finding.zahn,
      stand: one.state,
      ...Object.fromEntries(STATIONS.map(([station, key]) => [key, eur(way[station])])),
    })),
    series: [{ name: 'geldweg', punkte: STATIONS.map(([, key]) => ({ x: key, y: sums[key]! })) }],
    hints: [
      'geldweg',
      ...(all.some(({ one }) => one.finding.wertArt !== undefined) ? ['wertGeschaetzt'] : []),
    ],
    ...wholeOf(all.length, MAX_NUMBERS, () => sums),
  };
};
