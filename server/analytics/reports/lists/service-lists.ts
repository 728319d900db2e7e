/** Lists of services: of a span, without an invoice, of one patient. */
import { AppError } from '../../../../shared/base/errors.ts';
import { GEBUEHREN, LEISTUNG_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { selectedServices } from '../../snapshot/selection/walk-bookings.ts';
import { forEachNewestService } from '../../snapshot/selection/walk-services.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { dayText } from '../../snapshot/calendar.ts';
import { forEachUnbilled, UNBILLED_AGES } from '../../metrics/unbilled-day.ts';
import type { GridColumn } from '../../snapshot/tables/pack.ts';
import {
  type ReportBuilder,
  type ReportContext,
  column,
  entityName,
  eur,
  idOfRow,
  kpisOf,
  pageBounds,
} from '../report-kind.ts';
import { positionsOf, positionText } from '../positions.ts';
import { MAX_NUMBERS, patientColumns, personColumns, withRows } from './list-rows.ts';

/** Columns of service rows, by index. */
function serviceColumns(snapshot: Snapshot): GridColumn[] {
  const {
      services,
      rawRows: {
        tables: { leistung: service },
      },
    } = snapshot,
    tooth = service.columns['zahn']!,
    bitsPerRow = services.positionNumbers.words.length + 1,
    position = (i: number): number => (services.system[i]! + 1) * bitsPerRow + services.nr[i]! + 1;
  const system = (code: number): string => GEBUEHREN[Math.floor(code / bitsPerRow) - 1] ?? 'EIGEN',
    nr = (code: number): string => services.positionNumbers.words[(code % bitsPerRow) - 1] ?? '';
  return [
    { name: 'id', value: (i) => idOfRow(snapshot, 'leistung', services.rawRows[i]!) },
    { name: 'tag', code: (i) => services.day[i]!, word: dayText },
    ...personColumns(snapshot, (i) => services.pat[i]!),
    {
      name: 'behandler',
      code: (i) => services.behandler[i]!,
      word: (at) => entityName(snapshot, 'behandler', at),
    },
    { name: 'system', code: position, word: system },
    { name: 'nr', code: position, word: nr },
    {
      name: 'text',
      code: position,
      word: (code) => positionText(snapshot, system(code), nr(code)),
    },
    {
      name: 'zahn',
      code: (i) => tooth[services.rawRows[i]!]!,
      word: (code) => (code < 0 ? '' : service.wordLists['zahn']!.words[code]!),
    },
    { name: 'anzahl', value: (i) => services.menge[i]! },
    { name: 'honorar', value: (i) => eur(services.honorar[i]!) },
    { name: 'betrag', value: (i) => eur(services.betrag[i]!) },
    {
      name: 'status',
      code: (i) => services.status[i]!,
      word: (code) => LEISTUNG_STATUS[code] ?? null,
    },
  ];
}

const SERVICE_COLUMNS = [
  column('tag', 'Tag', 'tag'),
  ...patientColumns,
  column('behandler', 'Behandler', 'text'),
  column('system', 'Gebührenordnung', 'wort'),
  column('nr', 'Nr.', 'code'),
  column('text', 'Leistung', 'text'),
  column('zahn', 'Zahn', 'code'),
  column('anzahl', 'Anzahl', 'zahl'),
  column('honorar', 'Honorar', 'eur'),
  column('betrag', 'Betrag', 'eur'),
  column('status', 'Stand', 'wort'),
];

/** Returns the test for the requested position: its fee schedule, a space and its number. */
function positionFilter({ a: { snapshot }, extra }: ReportContext): (i: number) => boolean {
  const { position } = extra;
  if (position === undefined) return () => true;
  const [schedule = '', ...number] = position.split(' '),
    { ofService, system, nr } = positionsOf(snapshot);
  const at = system.findIndex(
    (word, k) =>
      (GEBUEHREN[word] ?? 'EIGEN') === schedule &&
      (snapshot.services.positionNumbers.words[nr[k]!] ?? '') === number.join(' '),
  );
  return (i) => ofService[i] === at;
}

export const serviceList: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    word = k.extra['nr'],
    nr = word === undefined ? undefined : (services.positionNumbers.codes.get(word) ?? -2),
    newest: number[] = [],
    isOfPosition = positionFilter(k),
    isAsked = (i: number): boolean =>
      (nr === undefined || services.nr[i] === nr) && isOfPosition(i),
    { end } = pageBounds(k, MAX_NUMBERS);
  // Only as far back as rows are shown, and one more: the sums of all need no order.
  forEachNewestService(k.a, (i) => {
    if (isAsked(i)) newest.push(i);
    return newest.length > end;
  });
  const all = newest.length > MAX_NUMBERS ? selectedServices(k.a).filter(isAsked) : newest;
  return withRows(
    k,
    {
      // The figure counts all positions.
      kpis: nr === undefined && k.extra['position'] === undefined ? kpisOf(k, 'honorarumsatz') : [],
      columns: SERVICE_COLUMNS,
    },
    newest,
    serviceColumns(k.a.snapshot),
    all,
  );
};

export const unbilledReport: ReportBuilder = (k) => {
  const found: number[] = [];
  let hasUnknown = false;
  forEachUnbilled(
    k.a,
    UNBILLED_AGES['nichtFakturiert']!,
    (i) => {
      found.push(i);
    },
    () => {
      hasUnknown = true;
    },
  );
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'nichtFakturiert', 'nichtFakturiert30'),
      columns: SERVICE_COLUMNS,
      hints: hasUnknown ? ['leistungOhneTag'] : [],
    },
    found,
    serviceColumns(k.a.snapshot),
  );
};

export const patientServices: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    t = snapshot.rawRows.tables.patient,
    given = t.slotById.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  const p = snapshot.mergedInto[given]!,
    { services } = snapshot,
    found: number[] = [];
  for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1) {
    const i = services.byPatient.rows[g]!;
    if (services.day[i]! >= k.a.from && services.day[i]! <= k.a.to) found.push(i);
  }
  return withRows(k, { columns: SERVICE_COLUMNS }, found.reverse(), serviceColumns(snapshot));
};
