/** Reports of the quality of the data: checks of the delivered rows, and the rows that fail one. */
import { AppError } from '../../../shared/base/errors.ts';
import { DATA_CHECKS, type DataCheck } from '../../../shared/analytics/reports/data-checks.ts';
import { checksOfFigure, fieldsOf } from '../../../shared/analytics/reports/figure-fields.ts';
import { FIGURE_LIST } from '../../../shared/analytics/reports/figure-list.ts';
import { checksOfReport } from '../../../shared/analytics/reports/report-subjects.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { dayOrNull, EMPTY } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { bitsOf, countFaults, judgeOf, type FaultCount } from './data-faults.ts';
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
  const judge = judgeOf(snapshot, check);
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

/** The share of the rows of each key figure that it can use, the smallest first. */
const usableByFigure: ReportBuilder = ({ a: { snapshot, from, to } }) => {
  const counted = new Map<PvsEntity, FaultCount[]>();
  const countsOf = (entity: PvsEntity): readonly FaultCount[] => {
    let own = counted.get(entity);
    if (!own) counted.set(entity, (own = countFaults(snapshot, entity, from, to)));
    return own;
  };
  const rows = FIGURE_LIST.map(({ key }): Row => {
    const checks = checksOfFigure(key);
    let all = 0,
      unusable = 0;
    for (const entity of Object.keys(fieldsOf(key)) as PvsEntity[]) {
      const asked = bitsOf(entity, checks);
      for (const { bits, count } of countsOf(entity)) {
        all += count;
        if ((bits & asked) !== 0) unusable += count;
      }
    }
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
