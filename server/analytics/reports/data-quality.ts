/** Reports of the quality of the data: checks of the delivered rows, and the rows that fail one. */
import { AppError } from '../../../shared/base/errors.ts';
import {
  DATA_CHECKS,
  type CheckKind,
  type DataCheck,
} from '../../../shared/analytics/reports/data-checks.ts';
import { checksOfFigure, fieldsOf } from '../../../shared/analytics/reports/figure-fields.ts';
import { FIGURE_LIST, type FigureKey } from '../../../shared/analytics/reports/figure-list.ts';
import { checksOfReport } from '../../../shared/analytics/reports/report-subjects.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { isPlanned } from '../metrics/walks.ts';
import { appointmentPlacesOf } from '../metrics/row-index.ts';
import { dayOrNull, EMPTY } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { patientColumns, person } from './lists/list-rows.ts';
import { wordsOf } from './lists/rows-behind.ts';
import { dayOfRow } from './page.ts';
import {
  column,
  pageBounds,
  wholeOf,
  type ReportBuilder,
  type ReportContext,
  type Row,
} from './report-kind.ts';

/** Rows that a check looks at, and those that it means; both as indexes of the entity's table. */
interface Found {
  readonly looked: number;
  readonly meant: readonly number[];
}
/** Whether a row is looked at, and whether it is meant. */
type Judge = (at: number) => 'meant' | 'fine' | 'other';

function isEmpty(snapshot: Snapshot, { entity, field }: DataCheck): (at: number) => boolean {
  const values = snapshot.rawRows.tables[entity].columns[field]!,
    { type } = PVS_FIELDS[entity].find((one) => one.name === field)!;
  if (type === 'instant' || type === 'cents') return (at) => Number.isNaN(values[at]!);
  const isIndex = ['word', 'bool', 'ref', 'text', 'code'].includes(type);
  return isIndex ? (at) => values[at] === -1 : (at) => values[at] === EMPTY;
}

const doubles = new WeakMap<Snapshot, ReadonlySet<number>>();
/**
 * Returns the records that share name and birth date with another one and were not merged; cached,
 * because names of all patients are compared.
 */
function doubleRecords(snapshot: Snapshot): ReadonlySet<number> {
  const known = doubles.get(snapshot);
  if (known) return known;
  const t = snapshot.rawRows.tables.patient,
    birth = t.columns['geburtsdatum']!,
    byName = new Map<string, number[]>();
  for (const at of snapshot.live.patient) {
    if (snapshot.mergedInto[at] !== at) continue;
    const key = `${birth[at]}|${t.text('nachname', at)}|${t.text('vorname', at)}`.toLowerCase(),
      same = byName.get(key);
    if (same) same.push(at);
    else byName.set(key, [at]);
  }
  const found = new Set([...byName.values()].flatMap((same) => (same.length > 1 ? same : [])));
  doubles.set(snapshot, found);
  return found;
}

const JUDGES: Readonly<Record<CheckKind, (snapshot: Snapshot, check: DataCheck) => Judge>> = {
  VERWAIST(snapshot, { entity, field }) {
    const { tables } = snapshot.rawRows,
      refs = tables[entity].columns[field]!,
      { to } = PVS_FIELDS[entity].find((one) => one.name === field)!,
      { rowState } = tables[to!];
    return (at) => (refs[at]! < 0 ? 'other' : rowState[refs[at]!] === LIVE ? 'fine' : 'meant');
  },
  LUECKE(snapshot, check) {
    const empty = isEmpty(snapshot, check);
    return (at) => (empty(at) ? 'meant' : 'fine');
  },
  LEER(snapshot, check) {
    const empty = isEmpty(snapshot, check),
      isFilled = snapshot.rawRows.live(check.entity).some((at) => !empty(at));
    return () => (isFilled ? 'fine' : 'meant');
  },
  OHNE_ERGEBNIS(snapshot) {
    const places = appointmentPlacesOf(snapshot),
      { status, day } = snapshot.appointments;
    return (at) => {
      const i = places[at]!;
      if (i < 0 || day[i]! >= snapshot.today) return 'other';
      return isPlanned(status[i]!) ? 'meant' : 'fine';
    };
  },
  DOPPELT(snapshot) {
    const found = doubleRecords(snapshot);
    return (at) => (found.has(at) ? 'meant' : 'fine');
  },
};

/** Returns the rows of the asked days and those without a day, by id; each entity is read once. */
function createRowsInSpan({ a: { snapshot, from, to } }: ReportContext) {
  const known = new Map<PvsEntity, Int32Array>();
  return (entity: PvsEntity): Int32Array => {
    let rows = known.get(entity);
    if (!rows) {
      const dayOf = dayOfRow(snapshot, entity);
      rows = snapshot.rawRows.live(entity).filter((at) => {
        const day = dayOf(at);
        return day === EMPTY || (day >= from && day <= to);
      });
      known.set(entity, rows);
    }
    return rows;
  };
}
function findRows(
  snapshot: Snapshot,
  check: DataCheck,
  rowsOf: (entity: PvsEntity) => Int32Array,
): Found {
  const rows = rowsOf(check.entity),
    meant: number[] = [];
  if (rows.length === 0) return { looked: 0, meant };
  const judge = JUDGES[check.kind](snapshot, check);
  let looked = 0;
  for (const at of rows) {
    const judged = judge(at);
    if (judged !== 'other') looked += 1;
    if (judged === 'meant') meant.push(at);
  }
  return { looked, meant };
}

/**
 * Returns the share of rows without a fault, rounded down to a thousandth: one faulty row is never
 * rounded to 100 %.
 */
export const usableShare = (looked: number, meant: number): number | null =>
  looked === 0 ? null : Math.floor(((looked - meant) * 1000) / looked) / 1000;

const meaningOf = ({ entity, field }: DataCheck): string =>
  PVS_FIELDS[entity].find((one) => one.name === field)!.meaning;

/** The checks that a page asks for: those of a key figure, of a report, or all. */
function askedChecks({ extra }: ReportContext): readonly DataCheck[] {
  const { messwert, bericht } = extra;
  return messwert === undefined ? checksOfReport(bericht ?? '') : checksOfFigure(messwert);
}
/** Checks that found something, those with the largest share first. */
const dataQuality: ReportBuilder = (k) => {
  const rowsOf = createRowsInSpan(k),
    checked = askedChecks(k).map((check) => ({
      check,
      ...findRows(k.a.snapshot, check, rowsOf),
    })),
    found = checked.filter(({ meant }) => meant.length > 0);
  const rows = found
    .map(({ check, looked, meant }): Row => ({
      id: check.key,
      pruefung: check.kind,
      entity: check.entity,
      feld: meaningOf(check),
      zeilen: meant.length,
      von: looked,
      brauchbar: usableShare(looked, meant.length),
      schwaecht: check.weakens,
    }))
    .sort(
      (x, y) =>
        Number(x['brauchbar']) - Number(y['brauchbar']) ||
        Number(y['zeilen']) - Number(x['zeilen']),
    );
  return {
    columns: [
      column('pruefung', 'Prüfung', 'wort'),
      column('entity', 'Art', 'wort'),
      column('feld', 'Feld', 'text'),
      column('zeilen', 'Zeilen', 'zahl'),
      column('von', 'Von', 'zahl'),
      column('brauchbar', 'Brauchbar', 'anteil'),
      column('schwaecht', 'Schwächt', 'wort'),
    ],
    rows,
    hints: rows.length === 0 && checked.some(({ looked }) => looked > 0) ? ['datenInOrdnung'] : [],
  };
};

/** Rows that a key figure counts, and those that lack a field that it needs. */
function rowsOfFigure(
  key: FigureKey,
  rowsOf: (entity: PvsEntity) => Int32Array,
  foundBy: (check: DataCheck) => Found,
): { all: number; unusable: number } {
  const meant = new Map<PvsEntity, Set<number>>();
  for (const check of checksOfFigure(key)) {
    const rows = meant.get(check.entity) ?? new Set();
    for (const at of foundBy(check).meant) rows.add(at);
    meant.set(check.entity, rows);
  }
  const sizes = Object.keys(fieldsOf(key)).map((entity) => rowsOf(entity as PvsEntity).length);
  return {
    all: sizes.reduce((sum, n) => sum + n, 0),
    unusable: [...meant.values()].reduce((sum, rows) => sum + rows.size, 0),
  };
}
/** The share of the rows of each key figure that it can use, the smallest first. */
const usableByFigure: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    rowsOf = createRowsInSpan(k),
    known = new Map<string, Found>();
  const foundBy = (check: DataCheck): Found => {
    let found = known.get(check.key);
    if (!found) known.set(check.key, (found = findRows(snapshot, check, rowsOf)));
    return found;
  };
  const rows = FIGURE_LIST.map(({ key }): Row => {
    const { all, unusable } = rowsOfFigure(key, rowsOf, foundBy);
    return {
      id: key,
      kennzahl: key,
      zeilen: all,
      unbrauchbar: unusable,
      brauchbar: usableShare(all, unusable),
    };
  })
    .filter((row) => row['zeilen'] !== 0)
    .sort((x, y) => Number(x['brauchbar']) - Number(y['brauchbar']));
  return {
    columns: [
      column('kennzahl', 'Kennzahl', 'wort'),
      column('zeilen', 'Zeilen', 'zahl'),
      column('unbrauchbar', 'Nicht brauchbar', 'zahl'),
      column('brauchbar', 'Brauchbar', 'anteil'),
    ],
    rows,
  };
};

/** Rows of a page. */
const MOST_ROWS = 1000;
/** The rows that a check means, newest first. */
const checkedRows: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    asked = k.extra['pruefung'],
    check = DATA_CHECKS.find(({ key }) => key === asked);
  if (asked !== undefined && !check) throw new AppError('not_found');
  const { looked, meant } = check
      ? findRows(snapshot, check, createRowsInSpan(k))
      : { looked: 0, meant: [] },
    dayOf = check ? dayOfRow(snapshot, check.entity) : () => EMPTY,
    { first, end } = pageBounds(k, MOST_ROWS);
  const rows = [...meant]
    .sort((x, y) => dayOf(y) - dayOf(x))
    .slice(first, end)
    .map((at): Row => {
      const { pat, words } = wordsOf(snapshot, check!.entity, at, true);
      return {
        id: snapshot.rawRows.tables[check!.entity].ids[at]!,
        nummer: snapshot.rawRows.tables[check!.entity].ids[at]!,
        tag: dayOrNull(dayOf(at)),
        ...person(snapshot, pat),
        worte: words,
      };
    });
  return {
    columns: [
      column('nummer', 'Nummer', 'code'),
      column('tag', 'Tag', 'tag'),
      ...patientColumns,
      column('worte', 'Was', 'text'),
    ],
    rows,
    ...wholeOf(meant.length, MOST_ROWS, () => ({})),
    ...(meant.length === 0 && looked > 0 && { hints: ['datenInOrdnung'] }),
  };
};

export const qualityReports: Readonly<Record<string, ReportBuilder>> = {
  datenqualitaet: dataQuality,
  'datenqualitaet/kennzahlen': usableByFigure,
  'datenqualitaet/zeilen': checkedRows,
};
