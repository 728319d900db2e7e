/**
 * Tables whose rows or columns cannot follow every filter: under another one they are empty, and the
 * report says why.
 */
import { filtersOf, FOLLOWED_BY } from '../../../shared/analytics/reports/figure-filters.ts';
import type { FilterKind } from '../../../shared/analytics/reports/filter-kinds.ts';
import type { Selection } from '../snapshot/selection.ts';
import { unfollowed, unfollowedBy } from '../snapshot/selection/followed-filters.ts';
import type { Part, Row } from './report-kind.ts';

const { APPOINTMENTS, HOURS, PLANS, PATIENTS } = FOLLOWED_BY;

interface TableFilters {
  /** Filters that all rows follow, where they do not follow every one. */
  readonly rows?: readonly FilterKind[];
  /** The same for columns of numbers. */
  readonly columns?: Readonly<Record<string, readonly FilterKind[]>>;
  /** The same for the rows of one subject, by the value of the first column. */
  readonly subjects?: Readonly<Record<string, readonly FilterKind[]>>;
}
/** By path; a report that is not listed follows every filter, or resets it. */
const TABLES: Readonly<Record<string, TableFilters>> = {
  'umsatz/behandler': { columns: { stunden: APPOINTMENTS, proStunde: APPOINTMENTS } },
  'umsatz/zimmer': { columns: { stunden: HOURS, proStunde: HOURS } },
  'umsatz/prognose': { columns: { mitGebucht: APPOINTMENTS } },
  'umsatz/soll-ist': {
    columns: { ziel: ['behandler', 'teams'], differenz: ['behandler', 'teams'] },
  },
  'extended/behandlerleistung': { columns: { termine: APPOINTMENTS } },
  'extended/stundensatz': { rows: APPOINTMENTS },
  'extended/zimmerauslastung': {
    columns: {
      offeneMin: HOURS,
      belegteMin: APPOINTMENTS,
      auslastung: HOURS,
      umsatzProStunde: HOURS,
      luecken30: HOURS,
    },
  },
  'extended/terminausfall': { rows: APPOINTMENTS },
  'extended/parpipeline': { rows: PLANS, subjects: { PSI: PATIENTS } },
  'extended/hkptrichter': { rows: PLANS },
  'extended/ohnetermin': { rows: PLANS },
  'extended/annahme': { rows: PLANS },
  'extended/verfuegbarkeit': {
    columns: {
      verfuegbar: HOURS,
      vergeben: HOURS,
      wahrgenommen: HOURS,
      jeVerfuegbar: HOURS,
    },
  },
  'extended/mehrkosten': {
    subjects: { ZE: PLANS, PZR: APPOINTMENTS },
    // An agreement names its patient only.
    columns: { erloes: PATIENTS, offenesPotenzial: PATIENTS },
  },
  'hkp/kennzahlen': { rows: PLANS },
  'leistungen/geplant': { rows: PLANS },
  'praxiskpi/geldweg': { rows: filtersOf('vorschlagRealisiert') },
  // A part of the practice bears only a part of the costs.
  'gewinn/behandler': { rows: [] },
  'gewinn/zimmer': { rows: [] },
  'gewinn/bereiche': { rows: [] },
  'gewinn/schwelle': { rows: [] },
  'gewinn/kosten': { rows: [] },
  'terminqualitaet/schwach': { rows: APPOINTMENTS },
  'heute/luecken': { rows: HOURS },
  // Rows without a reference cannot be narrowed by it.
  datenqualitaet: { rows: [] },
  'datenqualitaet/kennzahlen': { rows: [] },
  'datenqualitaet/zeilen': { rows: [] },
};

/** Empties the cells of some columns, and of all rows of some subjects. */
function emptied(
  part: Part,
  cells: ReadonlySet<string>,
  subjects: ReadonlySet<string>,
): Pick<Part, 'rows' | 'series'> {
  const [first, ...rest] = part.columns;
  const isEmpty = (row: Row, key: string): boolean =>
    cells.has(key) || subjects.has(String(first && row[first.key]));
  return {
    rows: part.rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        rest.filter(({ key }) => isEmpty(row, key)).map(({ key }) => [key, null]),
      ),
    })),
    series: (part.series ?? []).map(({ name, punkte }) => ({
      name,
      punkte: punkte.map(({ x, y }) => ({
        x,
        y: cells.has(name) || subjects.has(x) ? null : y,
      })),
    })),
  };
}
const isDeaf = (followed: readonly FilterKind[], a: Selection): boolean =>
  unfollowedBy(followed, a).length > 0;
const isTableDeaf = (path: string, a: Selection): boolean => {
  const followed = TABLES[path]?.rows;
  return followed !== undefined && isDeaf(followed, a);
};
const deafIn = (
  of: Readonly<Record<string, readonly FilterKind[]>> | undefined,
  a: Selection,
): Set<string> => new Set(Object.keys(of ?? {}).filter((key) => isDeaf(of![key]!, a)));

/** Returns the table of a report without what cannot follow the filter. */
export function maskTable(path: string, a: Selection, part: Part): Pick<Part, 'rows' | 'series'> {
  if (isTableDeaf(path, a)) return { rows: [], series: [] };
  const cells = deafIn(TABLES[path]?.columns, a),
    subjects = deafIn(TABLES[path]?.subjects, a);
  return cells.size + subjects.size > 0 ? emptied(part, cells, subjects) : part;
}
/** Returns the hint of a report with figures, cells or rows that cannot follow the filter. */
export function filterHints(path: string, a: Selection, part: Part): string[] {
  if (isTableDeaf(path, a)) return ['tabelleOhneFilter'];
  const isMissing =
    deafIn(TABLES[path]?.columns, a).size > 0 ||
    deafIn(TABLES[path]?.subjects, a).size > 0 ||
    part.columns.some(({ key }) => unfollowed(key, a).length > 0) ||
    (part.kpis ?? []).some(({ ohneFilter }) => ohneFilter !== undefined);
  return isMissing ? ['wertOhneFilter'] : [];
}
