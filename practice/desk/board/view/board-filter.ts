// The board narrowed to a practitioner or a room. Pure.

import type { BoardColumns } from '../board-view.ts';
import type { BoardRow } from './rows.ts';

export interface BoardFilter {
  /** As the appointment names it; empty: all. */
  readonly behandler: string;
  readonly zimmer: string;
}
interface Place {
  readonly behandler: string;
  readonly zimmer: string;
}
/** Place of a person: the room they are in counts before that of the appointment. */
const placeOf = ({ termin, stay }: BoardRow): Place | null =>
  termin === null && stay === null
    ? null
    : { behandler: termin?.behandler ?? '', zimmer: stay?.room ?? termin?.zimmer ?? '' };
/** A person without an appointment and a room stays in every view. */
const fits = ({ behandler, zimmer }: BoardFilter, place: Place | null): boolean =>
  place === null ||
  ((behandler === '' || place.behandler === behandler) &&
    (zimmer === '' || place.zimmer === zimmer));

/** Returns the columns for a filter; people who need someone are never hidden. */
export function narrowColumns(columns: BoardColumns, filter: BoardFilter): BoardColumns {
  const rows = (all: BoardRow[]): BoardRow[] => all.filter((row) => fits(filter, placeOf(row)));
  return {
    needs: columns.needs,
    expected: columns.expected.filter((row) =>
      [row, ...row.others].some((one) => fits(filter, one)),
    ),
    there: rows(columns.there),
    done: rows(columns.done),
    rooms: rows(columns.rooms),
  };
}
/** Returns the practitioners and rooms of the people on the board, each once. */
export function placesOn(columns: BoardColumns): { behandler: string[]; zimmer: string[] } {
  const places = [
    ...columns.expected.flatMap((row): Place[] => [row, ...row.others]),
    ...[...columns.needs, ...columns.there, ...columns.done, ...columns.rooms].flatMap(
      (row) => placeOf(row) ?? [],
    ),
  ];
  const distinct = (name: keyof Place): string[] =>
    [...new Set(places.map((one) => one[name]))]
      .filter((one) => one !== '')
      .sort((a, b) => a.localeCompare(b, 'de', { numeric: true }));
  return { behandler: distinct('behandler'), zimmer: distinct('zimmer') };
}
