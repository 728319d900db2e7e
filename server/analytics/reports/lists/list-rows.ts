/** Rows and columns that several lists share. */
import { AppError } from '../../../../shared/base/errors.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { type GridColumn, withGrid } from '../../snapshot/tables/pack.ts';
import type { NumberColumn } from '../../snapshot/tables/column-table.ts';
import {
  type Part,
  type ReportContext,
  column,
  idOfRow,
  patientNameOf,
  pageBounds,
  wholeOf,
} from '../report-kind.ts';

/** Maximum rows of a page. */
export const MAX_NUMBERS = 5000;

export const person = (snapshot: Snapshot, p: number): { patid: string | null; name: string } => ({
  patid: idOfRow(snapshot, 'patient', p),
  name: patientNameOf(snapshot, p),
});

export const patientColumns = [
  column('patid', 'Patient', 'patient'),
  column('name', 'Name', 'text'),
] as const;

/** Columns of lists that are additive over their rows. */
const ADDITIVE = ['anzahl', 'honorar', 'betrag', 'offen'];
/** Sums of the additive columns over all rows; amounts are summed in cents. */
function sumsOfRows(
  all: Iterable<number>,
  columns: readonly GridColumn[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    columns.flatMap((one) => {
      if (!('value' in one) || !ADDITIVE.includes(one.name)) return [];
      let cents = 0;
      for (const at of all) {
        const value = one.value(at);
        if (typeof value === 'number') cents += Math.round(value * 100);
      }
      return [[one.name, cents / 100]];
    }),
  );
}
/**
 * Builds a report with rows for as many indexes as an answer carries.
 * @param found the indexes in order, at least up to the end of the page
 * @param all every index, in any order
 */
export function withRows(
  k: ReportContext,
  part: Omit<Part, 'rows'>,
  found: readonly number[],
  columns: readonly GridColumn[],
  all: Iterable<number> & { readonly length: number } = found,
): Part {
  const { first, end } = pageBounds(k, MAX_NUMBERS),
    size = wholeOf(all.length, MAX_NUMBERS, () => sumsOfRows(all, columns));
  return withGrid({ ...part, ...size }, 'rows', { places: found.slice(first, end), columns });
}

/**
 * Sorts from the last day backwards, stable within a day; only as many days as are shown, and one
 * day more.
 * @param found by day
 */
export function newestFirst(
  k: ReportContext,
  found: readonly number[],
  day: NumberColumn,
): number[] {
  const newest: number[] = [],
    { end } = pageBounds(k, MAX_NUMBERS);
  for (let to = found.length; to > 0 && newest.length <= end;) {
    let from = to - 1;
    while (from > 0 && day[found[from - 1]!] === day[found[from]!]) from -= 1;
    for (let k = from; k < to; k += 1) newest.push(found[k]!);
    to = from;
  }
  return newest;
}

export const recordRoot = (snapshot: Snapshot, p: number): number =>
  p < 0 ? -1 : snapshot.mergedInto[p]!;

export const personColumns = (snapshot: Snapshot, code: (at: number) => number): GridColumn[] => [
  { name: 'patid', code, word: (p) => idOfRow(snapshot, 'patient', p) },
  { name: 'name', code, word: (p) => patientNameOf(snapshot, p) },
];

export const patientOfReport = (
  k: ReportContext,
): { p: number; t: Snapshot['rawRows']['tables']['patient'] } => {
  const t = k.a.snapshot.rawRows.tables.patient,
    given = t.slotById.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  return { p: k.a.snapshot.mergedInto[given]!, t };
};
