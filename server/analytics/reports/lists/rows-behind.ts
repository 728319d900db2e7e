/** The rows behind a key figure, one page at a time. */
import { AppError } from '../../../../shared/base/errors.ts';
import { isFigure } from '../../../../shared/analytics/reports/figures.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { TERMIN_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { narrowToWeekday } from '../../snapshot/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { WEEKDAYS, dayOrNull } from '../../snapshot/calendar.ts';
import { kpi } from '../../metrics/kpi.ts';
import { appointmentPlacesOf } from '../../metrics/row-index.ts';
import { cellOf, type Side } from '../cells/cell.ts';
import { type ReportBuilder, column, entityName, free, rounded } from '../report-kind.ts';
import { ROWS_PER_FILE_PAGE } from '../page.ts';
import { patientColumns, person, recordRoot } from './list-rows.ts';

/** Patient and description of any delivered row. */
export function wordsOf(
  snapshot: Snapshot,
  entity: PvsEntity,
  at: number,
  namesPractitioner: boolean,
): { pat: number; words: string } {
  const t = snapshot.rawRows.tables[entity],
    c = t.columns;
  const words: string[] = [];
  for (const { name, type, words: list } of PVS_FIELDS[entity]) {
    if (!(name in c) || ['patid', 'datum', 'vorname', 'nachname'].includes(name)) continue;
    if (!namesPractitioner && (name === 'behandler' || name === 'mitarbeiter')) continue;
    if (
      (name === 'behandler' ||
        name === 'zimmer' ||
        name === 'terminart' ||
        name === 'mitarbeiter') &&
      c[name]![at]! >= 0
    )
      words.push(entityName(snapshot, name === 'terminart' ? 'terminarten' : name, c[name]![at]!));
    else if (
      (name === 'nr' ||
        name === 'system' ||
        name === 'status' ||
        name === 'art' ||
        name === 'nummer' ||
        name === 'name' ||
        name === 'bezeichnung') &&
      c[name]![at]! >= 0
    )
      words.push(type === 'word' ? list[c[name]![at]!]! : t.text(name, at));
  }
  const pat =
    entity === 'patient'
      ? at
      : entity === 'zahlung'
        ? c['rechnungId']![at]! < 0
          ? -1
          : snapshot.invoices.pat[c['rechnungId']![at]!]!
        : recordRoot(snapshot, c['patid']?.[at] ?? -1);
  const status = entity === 'termin' ? appointmentPlacesOf(snapshot)[at]! : -1;
  if (status >= 0 && c['status']![at]! < 0)
    words.push(TERMIN_STATUS[snapshot.appointments.status[status]!]!);
  return { pat, words: words.join(' · ') };
}

const SIDES: readonly (string | undefined)[] = [undefined, 'zaehler', 'nenner'];
/**
 * Lists the rows counted by a key figure, newest first, in pages of 200 (of a file, 2,000): their
 * sum is the figure's numerator or denominator.
 */
export const rowsBehind: ReportBuilder = (k) => {
  const key = k.extra['kennzahl'] ?? '',
    page = Math.max(1, Math.floor(Number(k.extra['seite'] ?? '1')) || 1),
    day = k.extra['wochentag'],
    weekday = day === undefined ? -1 : WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]);
  if (day !== undefined && weekday < 0) throw new AppError('not_found');
  if (!SIDES.includes(k.extra['teil'])) throw new AppError('not_found');
  const a = day === undefined ? k.a : narrowToWeekday(k.a, weekday),
    size = k.extra['jeseite'] === undefined ? undefined : ROWS_PER_FILE_PAGE,
    part = k.extra['teil'] as Side | undefined,
    cell = cellOf(key, part, k.extra['nur']);
  const isWhole = part === undefined && k.extra['nur'] === undefined && isFigure(key);
  const { count: rowCount, page: shown } = cell.page(a, page, size);
  const rows = shown
    .map((b) => ({
      ...b,
      ...wordsOf(k.a.snapshot, b.entity, b.at, k.extra['ohneBehandler'] === undefined),
    }))
    .map((b) => ({
      teil: b.side,
      entity: b.entity,
      id: k.a.snapshot.rawRows.tables[b.entity].ids[b.at]!,
      tag: dayOrNull(b.day),
      ...person(k.a.snapshot, b.pat),
      worte: b.words,
      // Parts of a cent or of an hour stay, so that the rows add up to the figure.
      wert: rounded(cell.units[b.side] === 'eur' ? b.value / 100 : b.value, 8),
    }));
  return {
    kpis: [isWhole ? kpi(key, a) : free(key, cell.value(a)), free('anzahl', rowCount)],
    columns: [
      column('teil', 'Zählt als', 'wort'),
      column('entity', 'Art', 'wort'),
      column('tag', 'Tag', 'tag'),
      ...patientColumns,
      column('worte', 'Was', 'text'),
      column('wert', 'Wert', cell.units[part ?? 'zaehler']),
    ],
    rows,
  };
};
