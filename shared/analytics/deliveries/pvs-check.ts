// Validation of delivered rows: compiled once for each entity from its description, run for
// millions of rows. Pure.

import { PVS_FIELDS, type PvsEntity } from './pvs.ts';
import {
  isTrouble,
  readBool,
  readerOf,
  readId,
  readVersion,
  spelled,
  type Kept,
  type PointMeaning,
  type ReadValue,
  type ValueTrouble,
} from './pvs-values.ts';

/** Why a row is rejected: a value of a field, or the row itself. */
export type RowTrouble =
  | ValueTrouble
  | 'missing'
  | 'future'
  | 'no_id'
  | 'no_version'
  | 'unknown_field'
  | 'not_a_row'
  | 'duplicate'
  | 'columns';
export interface Refusal {
  readonly field: string;
  readonly why: RowTrouble;
}
/** A stored row; its values in the order of `PVS_FIELDS`. A deleted one has none. */
export interface CheckedRow {
  readonly id: string;
  readonly version: number;
  readonly isDeleted: boolean;
  readonly values: readonly Kept[];
}
export const isRefusal = (made: CheckedRow | SpelledRow | Refusal): made is Refusal =>
  'why' in made;
const isRefused = (made: Head | Refusal): made is Refusal => 'why' in made;

/** Names of the common columns of every row in files and messages. */
export const ROW_FIELDS = ['id', 'geaendertAm', 'geloescht'] as const;

/** Days that must be in the past on delivery; a planned service may be in the future. */
const PAST: Readonly<Partial<Record<PvsEntity, string>>> = {
  patient: 'geburtsdatum',
  leistung: 'datum',
  zahlung: 'datum',
  rechnung: 'datum',
  tagesnotiz: 'datum',
  zahnbefund: 'datum',
  psi: 'datum',
  kariesrisiko: 'datum',
  epaupload: 'datum',
  prothese: 'eingegliedertAm',
};

export type CheckRow = (
  id: unknown,
  geaendertAm: unknown,
  geloescht: unknown,
  given: readonly unknown[],
) => CheckedRow | Refusal;

interface Options {
  /**
   * Last allowed day of a past event: tomorrow, because a clock that is slightly ahead must not
   * cost a day's work.
   */
  lastDay: string;
  /** Version of rows without one; null: they are rejected. */
  fallback: number | null;
  /** What one point before three digits means; `group` where it is not given. */
  points?: PointMeaning | undefined;
}
interface Head {
  readonly id: string;
  readonly version: number;
  readonly isDeleted: boolean;
}
/** Common columns of every row. */
const compileHead =
  ({ fallback }: Options, version_: (given: unknown) => ReturnType<ReadValue>) =>
  (rawId: unknown, rawVersion: unknown, rawDeleted: unknown): Head | Refusal => {
    const id = readId(rawId);
    if (isTrouble(id)) return { field: 'id', why: id[0] };
    if (id === null) return { field: 'id', why: 'no_id' };
    const version = version_(rawVersion);
    if (isTrouble(version)) return { field: 'geaendertAm', why: version[0] };
    const counted = version ?? fallback;
    if (counted === null) return { field: 'geaendertAm', why: 'no_version' };
    const deleted = readBool(rawDeleted);
    if (isTrouble(deleted)) return { field: 'geloescht', why: deleted[0] };
    return { id: String(id), version: Number(counted), isDeleted: deleted === 1 };
  };
/**
 * Index of the day that must be in the past, and of the state that exempts it; -1 if there is none.
 */
const placesOfPast = (entity: PvsEntity): { past: number; status: number } => ({
  past: PVS_FIELDS[entity].findIndex((field) => field.name === PAST[entity]),
  status:
    entity === 'leistung' ? PVS_FIELDS[entity].findIndex((field) => field.name === 'status') : -1,
});
const isAhead = (day: Kept | undefined, status: Kept | undefined, lastDay: string): boolean =>
  typeof day === 'string' && day > lastDay && status !== 'GEPLANT';

export function compileCheck(entity: PvsEntity, options: Options): CheckRow {
  const fields = PVS_FIELDS[entity],
    readers = fields.map((field) => readerOf(field)),
    count = fields.length,
    { past, status } = placesOfPast(entity),
    none = fields.map(() => null),
    headOf = compileHead(options, readVersion);
  return (rawId, rawVersion, rawDeleted, given) => {
    const head = headOf(rawId, rawVersion, rawDeleted);
    if (isRefused(head)) return head;
    if (head.isDeleted) return { ...head, values: none };
    const values: Kept[] = [];
    for (let i = 0; i < count; i++) {
      const value = readers[i]!(given[i]);
      if (isTrouble(value)) return { field: fields[i]!.name, why: value[0] };
      if (value === null && fields[i]!.isRequired)
        return { field: fields[i]!.name, why: 'missing' };
      values.push(value);
    }
    return isAhead(values[past], values[status], options.lastDay)
      ? { field: fields[past]!.name, why: 'future' }
      : { ...head, values };
  };
}

/**
 * A table row as stored, its values already serialized: `1,"x",null` in the order of `PVS_FIELDS`.
 */
export interface SpelledRow extends Head {
  readonly text: string;
}
/**
 * Compiles the check for rows of strings: cells of a table repeat, and repeated ones are neither
 * parsed nor serialized again.
 * @param wordOf mapped values of a field that replace the other program's, if any
 */
export function compileSpelled(
  entity: PvsEntity,
  options: Options,
  wordOf: (field: string) => ((cell: string) => string) | undefined,
): (
  id: string | undefined,
  geaendertAm: string | undefined,
  geloescht: string | undefined,
  given: readonly (string | undefined)[],
) => SpelledRow | Refusal {
  const fields = PVS_FIELDS[entity],
    count = fields.length,
    { past, status } = placesOfPast(entity),
    none = fields.map(() => 'null').join(','),
    texts = fields.map(() => 'null'),
    version = remembered(readVersion),
    headOf = compileHead(options, (given) => version(given as string | undefined).read);
  const readers = fields.map((field) => {
    const read = readerOf(field, options.points),
      word = wordOf(field.name);
    return remembered(
      word ? (given) => read(typeof given === 'string' ? word(given) : given) : read,
    );
  });
  return (rawId, rawVersion, rawDeleted, given) => {
    const head = headOf(rawId, rawVersion, rawDeleted);
    if (isRefused(head)) return head;
    if (head.isDeleted) return { ...head, text: none };
    let day: Kept = null,
      state: Kept = null;
    for (let i = 0; i < count; i++) {
      const { read, text } = readers[i]!(given[i]);
      if (isTrouble(read)) return { field: fields[i]!.name, why: read[0] };
      if (read === null && fields[i]!.isRequired) return { field: fields[i]!.name, why: 'missing' };
      if (i === past) day = read;
      if (i === status) state = read;
      texts[i] = text;
    }
    return isAhead(day, state, options.lastDay)
      ? { field: fields[past]!.name, why: 'future' }
      : { id: head.id, version: head.version, isDeleted: false, text: texts.join(',') };
  };
}
/** Parsed value of a cell, and its serialization. */
interface Cell {
  readonly read: ReturnType<ReadValue>;
  readonly text: string;
}
const NONE: Cell = { read: null, text: 'null' };
/** Cache size per column; columns in which fewer than half of the cells repeat are not cached. */
const REMEMBERED = 20_000;
function remembered(read: ReadValue): (given: string | undefined) => Cell {
  const cells = new Map<string, Cell>();
  let again = 0,
    isUseless = false,
    before: string | undefined,
    last = NONE;
  return (given) => {
    if (given === undefined || given === '') return NONE;
    // Rows of a day or a person are adjacent: most often the cell above is equal.
    if (given === before) {
      again++;
      return last;
    }
    const known = isUseless ? undefined : cells.get(given);
    if (known !== undefined) {
      again++;
      before = given;
      return (last = known);
    }
    const value = read(given),
      cell: Cell = { read: value, text: isTrouble(value) ? '' : spelled(value) };
    before = given;
    last = cell;
    if (isUseless) return cell;
    if (cells.size >= REMEMBERED) {
      isUseless = again < REMEMBERED;
      again = 0;
      cells.clear();
    }
    cells.set(given, cell);
    return cell;
  };
}

/**
 * Compiles the check for a row with named values, as in messages; an unknown name is rejected,
 * because it would be lost silently.
 */
export function compileNamed(
  entity: PvsEntity,
  options: Options,
): (row: unknown) => CheckedRow | Refusal {
  const check = compileCheck(entity, options),
    names = PVS_FIELDS[entity].map((field) => field.name),
    all = new Set<string>([...ROW_FIELDS, ...names]);
  return (row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return { field: '', why: 'not_a_row' };
    const of = row as Record<string, unknown>;
    for (const key in of) if (!all.has(key)) return { field: 'row', why: 'unknown_field' };
    return check(
      of.id,
      of.geaendertAm,
      of.geloescht,
      names.map((name) => of[name]),
    );
  };
}

/** Returns why a row was rejected, in plain German; never contains the value itself. */
const TROUBLE_WORDS: Readonly<Record<RowTrouble, string>> = {
  not_text: 'ist kein Text',
  too_long: 'ist zu lang',
  not_day: 'ist kein Tag (JJJJ-MM-TT oder TT.MM.JJJJ)',
  not_instant: 'ist kein Zeitpunkt',
  not_clock: 'ist keine Uhrzeit (HH:MM)',
  not_number: 'ist keine Zahl in dieser Schreibweise',
  unclear_number: 'ist mehrdeutig: Der Punkt kann Tausender oder Dezimalstellen trennen',
  out_of_range: 'ist unmöglich groß',
  not_bool: 'ist weder ja noch nein',
  not_word: 'ist keines der vorgesehenen Wörter',
  missing: 'fehlt',
  future: 'liegt in der Zukunft',
  no_id: 'fehlt (Nummer der Zeile)',
  no_version: 'fehlt (Änderungszeit)',
  unknown_field: 'Die Zeile hat ein Feld, das nicht vorgesehen ist',
  not_a_row: 'Das ist keine Zeile',
  duplicate: 'Diese Nummer kommt mit anderem Inhalt noch einmal vor',
  columns: 'Die Zeile hat nicht so viele Spalten wie die Kopfzeile',
};
export const refusalWords = ({ field, why }: Refusal): string =>
  ['unknown_field', 'not_a_row', 'duplicate', 'columns'].includes(why)
    ? TROUBLE_WORDS[why]
    : `${field} ${TROUBLE_WORDS[why]}`;
