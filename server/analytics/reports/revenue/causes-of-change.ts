/** Reports why revenue changed: calendar, volume, mix and price, by practitioner and by position. */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { countedUntil, isOngoing } from '../../snapshot/comparison.ts';
import type { Selection } from '../../snapshot/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { isKnown } from '../../snapshot/unassigned.ts';
import { holidayHints, workdays } from '../../snapshot/working-days.ts';
import { memoise } from '../../metrics/row-index.ts';
import { rowName } from '../cells/row-name.ts';
import { positionsOf, positionText } from '../positions.ts';
import {
  column,
  entityName,
  eur,
  idOfRow,
  kpisOf,
  type ReportBuilder,
  type ReportContext,
  type Row,
} from '../report-kind.ts';
import { moneyFigure } from '../report-charts.ts';
import {
  addCauses,
  explain,
  roundTogether,
  type Causes,
  type Cell,
  type ExplainedCell,
} from './change-causes.ts';
import { sumsBy } from './revenue-sums.ts';

/** The practitioner and position of each service as one number; unknown practitioners are one. */
const cellOfService = (snapshot: Snapshot): Int32Array =>
  memoise(snapshot, 'behandler und position', () => {
    const { behandler } = snapshot.services,
      { ofService, nr } = positionsOf(snapshot),
      known = snapshot.rawRows.tables.behandler.ids.map((_id, at) =>
        isKnown(snapshot, 'behandler', at) ? at + 1 : 0,
      );
    return ofService.map((position, i) => (known[behandler[i]!] ?? 0) * nr.length + position);
  });

/** Groups items by a number, in the order of their first item. */
function groupedBy<T>(items: readonly T[], groupOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groupOf(item),
      own = groups.get(group);
    if (own) own.push(item);
    else groups.set(group, [item]);
  }
  return groups;
}
interface Amount {
  readonly cents: number;
  readonly quantity: number;
}
const NOTHING: Amount = { cents: 0, quantity: 0 };
/**
 * Returns the revenue and quantity of each cell in whole cents. By invoice or payment a service may
 * count in parts of a cent: those of a practitioner are rounded together.
 */
function amountsOf(k: ReportContext, a: Selection, width: number): Map<number, Amount> {
  const which = moneyFigure(k),
    cells = [...sumsBy(a, cellOfService(a.snapshot))],
    people = groupedBy(cells, ([cell]) => Math.floor(cell / width)),
    found = new Map<number, Amount>();
  for (const own of people.values()) {
    const exact = own.map(([, sum]) => sum[which]),
      cents = roundTogether(exact, Math.round(exact.reduce((sum, x) => sum + x, 0)));
    own.forEach(([cell, { anzahl }], at) => {
      found.set(cell, { cents: cents[at]!, quantity: anzahl });
    });
  }
  return found;
}

/** Explains the change of each position of each practitioner; empty without a comparison. */
function explained(k: ReportContext): ExplainedCell[] {
  const { a, previous } = k;
  if (!previous) return [];
  const width = positionsOf(a.snapshot).nr.length,
    now = amountsOf(k, a, width),
    before = amountsOf(k, previous, width),
    region = a.region ?? null,
    until = isOngoing(a) ? countedUntil(a.snapshot) : a.to;
  const cells = [...new Set([...now.keys(), ...before.keys()])].map((cell): Cell => ({
    practitioner: Math.floor(cell / width) - 1,
    position: cell % width,
    before: before.get(cell) ?? NOTHING,
    now: now.get(cell) ?? NOTHING,
  }));
  return explain(cells, {
    before: workdays(previous.from, previous.to, region),
    now: workdays(a.from, until, region),
  });
}

const CAUSES = [
  ['calendar', 'kalender', 'Kalender'],
  ['volume', 'menge', 'Menge'],
  ['mix', 'mix', 'Mix'],
  ['price', 'preis', 'Preis'],
] as const satisfies readonly (readonly [keyof Causes, string, string])[];
const COLUMNS = [
  column('vorher', 'Vorher', 'eur'),
  column('jetzt', 'Jetzt', 'eur'),
  column('differenz', 'Unterschied', 'eur'),
  ...CAUSES.map(([, key, title]) => column(key, title, 'eur')),
];
/** Returns the amounts of a row: both spans, their difference and its causes, in euros. */
function amountsOfRow(cells: readonly ExplainedCell[]): Row {
  const causes = addCauses(cells),
    sum = (span: 'before' | 'now'): number =>
      cells.reduce((cents, cell) => cents + cell[span].cents, 0),
    [before, now] = [sum('before'), sum('now')];
  return {
    vorher: eur(before),
    jetzt: eur(now),
    differenz: eur(now - before),
    ...Object.fromEntries(CAUSES.map(([cause, key]) => [key, eur(causes[cause])])),
  };
}
/** The parts of both reports that do not depend on their rows. */
function frameOf(k: ReportContext, cells: readonly ExplainedCell[]) {
  const causes = addCauses(cells);
  return {
    kpis: kpisOf(k, k.filter.kennzahl === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    series:
      cells.length === 0
        ? []
        : [
            {
              name: 'differenz',
              punkte: CAUSES.map(([cause, key]) => ({
                x: key.toUpperCase(),
                y: eur(causes[cause]),
              })),
            },
          ],
    hints: k.comparison ? ['ursachen', ...holidayHints(k.a.region ?? null)] : ['ohneVergleich'],
  };
}
const byChange = (x: Row, y: Row): number =>
  Math.abs(Number(y['differenz'])) - Math.abs(Number(x['differenz']));

/** Explains the change of revenue by practitioner; a row opens its positions. */
export const causesByPractitioner: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    cells = explained(k),
    people = groupedBy(cells, (cell) => cell.practitioner);
  return {
    ...frameOf(k, cells),
    columns: [column('behandler', 'Behandler', 'text'), ...COLUMNS],
    rows: [...people]
      .map(([at, own]): Row => ({
        id: at < 0 ? UNASSIGNED : idOfRow(snapshot, 'behandler', at),
        behandler: entityName(snapshot, 'behandler', at),
        ...amountsOfRow(own),
      }))
      .sort(byChange),
  };
};

/** Explains the change of revenue by position; a row opens its services, by day of treatment. */
export const causesByPosition: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    cells = explained(k),
    positions = groupedBy(cells, (cell) => cell.position),
    { system, nr } = positionsOf(snapshot),
    isOpenable = k.filter.basis === 'leistung';
  const quantity = (own: readonly ExplainedCell[], span: 'before' | 'now'): number =>
    Math.round(own.reduce((sum, cell) => sum + cell[span].quantity, 0) * 100) / 100;
  return {
    ...frameOf(k, cells),
    columns: [
      column('nr', 'Nr.', 'code'),
      column('system', 'Gebührenordnung', 'wort'),
      column('text', 'Leistung', 'text'),
      column('anzahlVorher', 'Anzahl vorher', 'zahl'),
      column('anzahl', 'Anzahl', 'zahl'),
      ...COLUMNS,
    ],
    rows: [...positions]
      .map(([at, own]): Row => {
        const schedule = GEBUEHREN[system[at]!] ?? 'EIGEN',
          number = snapshot.services.positionNumbers.words[nr[at]!] ?? '',
          anzahl = quantity(own, 'now');
        return {
          id: isOpenable && anzahl !== 0 ? `${schedule} ${number}` : null,
          nr: number,
          nur: rowName('position', `${schedule} ${number}`),
          system: schedule,
          text: positionText(snapshot, schedule, number),
          anzahlVorher: quantity(own, 'before'),
          anzahl,
          ...amountsOfRow(own),
        };
      })
      .sort(byChange),
  };
};
