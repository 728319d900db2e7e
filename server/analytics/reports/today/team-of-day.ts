/** Report of staff who are here, away, or have a birthday. */
import { matchesPractitioner } from '../../snapshot/selection/matches.ts';
import { EMPTY, ageOn } from '../../snapshot/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LIVE } from '../../snapshot/tables/column-table.ts';
import { type ReportBuilder, type Row, column, entityName } from '../report-kind.ts';
import { clockTime } from './day-frame.ts';

/** Lists the delivered hours of a day, by their id. */
function hoursOf({ rawRows }: Snapshot, day: number): number[] {
  const { count, columns, ids, rowState } = rawRows.tables.arbeitszeit,
    days = columns['datum']!,
    found: number[] = [];
  for (let at = 0; at < count; at += 1)
    if (days[at] === day && rowState[at] === LIVE) found.push(at);
  return found.sort((x, y) => (ids[x]! < ids[y]! ? -1 : 1));
}

export const teamOfDay: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    a = snapshot.rawRows.tables.arbeitszeit,
    m = snapshot.rawRows.tables.mitarbeiter,
    f = snapshot.rawRows.tables.fehlzeit.columns,
    who = snapshot.rawRows.tables.behandler,
    rows: Row[] = [];
  for (const at of hoursOf(snapshot, k.a.from)) {
    const b = a.columns['behandler']![at]!,
      left = b < 0 ? EMPTY : who.columns['austritt']![b]!;
    if (
      (left === EMPTY || left >= k.a.from) &&
      a.columns['typ']![at] !== 2 &&
      matchesPractitioner(k.a, b)
    )
      rows.push({
        was: 'ANWESEND',
        name: entityName(snapshot, 'behandler', b),
        von: clockTime(a.columns['von']![at]!),
        bis: clockTime(a.columns['bis']![at]!),
        hinweis:
          a.columns['zimmer']![at]! < 0
            ? ''
            : entityName(snapshot, 'zimmer', a.columns['zimmer']![at]!),
      });
  }
  const isHere = (who: number): boolean =>
    who >= 0 &&
    m.columns['eintritt']![who]! <= k.a.from &&
    (m.columns['austritt']![who] === EMPTY || m.columns['austritt']![who]! >= k.a.from);
  for (const at of snapshot.live.fehlzeit)
    if (f['von']![at]! <= k.a.from && f['bis']![at]! >= k.a.from && isHere(f['mitarbeiter']![at]!))
      rows.push({
        was: 'ABWESEND',
        name: entityName(snapshot, 'mitarbeiter', f['mitarbeiter']![at]!),
        von: null,
        bis: null,
        hinweis: '',
      });
  for (const at of snapshot.live.mitarbeiter) {
    const born = m.columns['geburtsdatum']![at]!,
      left = m.columns['austritt']![at]!;
    if (
      born !== EMPTY &&
      (left === EMPTY || left >= k.a.from) &&
      ageOn(born, k.a.from) > ageOn(born, k.a.from - 1)
    )
      rows.push({
        was: 'GEBURTSTAG',
        name: entityName(snapshot, 'mitarbeiter', at),
        von: null,
        bis: null,
        hinweis: '',
      });
  }
  return {
    columns: [
      column('was', 'Was', 'wort'),
      column('name', 'Name', 'text'),
      column('von', 'Von', 'uhrzeit'),
      column('bis', 'Bis', 'uhrzeit'),
      column('hinweis', 'Hinweis', 'text'),
    ],
    rows,
  };
};
