// Delivered rows of one entity in columns: the valid row of an id is the one with the highest
// version, regardless of the order of arrival.

import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsField,
  type PvsValue,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { EMPTY, dayNumberOf } from '../calendar.ts';

export type NumberColumn = Int32Array | Float64Array | Int8Array;
/** Distinct strings of a column, referenced by index. */
export interface WordList {
  words: string[];
  codes: Map<string, number>;
}

/** Free texts that no figure and no list reads; they stay in the database. */
const UNREAD_FIELDS: Partial<Record<PvsEntity, readonly string[]>> = {
  patient: ['strasse', 'ort', 'email', 'stichworte'],
};
/** Texts that hardly ever repeat: stored by index, without deduplication. */
const SINGLE_FIELD: Partial<Record<PvsEntity, string>> = { tagesnotiz: 'text' };
/** Returns the fields of an entity that are stored in columns. */
export const fieldsOf = (entity: PvsEntity): readonly PvsField[] =>
  PVS_FIELDS[entity].filter((f) => !UNREAD_FIELDS[entity]?.includes(f.name));

/**
 * State of an index: a row that is referenced but was never delivered, a valid one, a deleted one.
 */
const NOT_DELIVERED = 0;
export const LIVE = 1;
const DELETED = 2;

const emptyColumn = (type: PvsField['type'], size: number): NumberColumn => {
  if (type === 'instant' || type === 'cents') return new Float64Array(size).fill(Number.NaN);
  if (type === 'word' || type === 'bool') return new Int8Array(size).fill(-1);
  if (type === 'ref' || type === 'text' || type === 'code') return new Int32Array(size).fill(-1);
  return new Int32Array(size).fill(EMPTY);
};

/**
 * Columns by field: `day` day numbers, `instant` ms and `cents` (NaN where empty), `int`, `factor`
 * and `clock` integers (EMPTY where empty), `bool` 0 and 1 and `word` the index in its list (-1
 * where empty), `text` and `code` the index among the column's strings, `ref` the index in the
 * other table (-1 where empty).
 */
export class ColumnTable {
  readonly ids: string[] = [];
  readonly slotById = new Map<string, number>();
  rowState = new Uint8Array(64);
  columns: Record<string, NumberColumn> = {};
  readonly wordLists: Record<string, WordList> = {};
  /** Indexes whose state or values changed since the last call; undefined before the first call. */
  private changed: Set<number> | undefined;
  private version = new Float64Array(64);
  private hash = new Float64Array(64);
  private capacity = 64;
  private readonly fields: readonly PvsField[];
  private readonly single: string | undefined;
  readonly entity: PvsEntity;
  private readonly others: (entity: PvsEntity) => ColumnTable;

  constructor(entity: PvsEntity, others: (entity: PvsEntity) => ColumnTable) {
    this.entity = entity;
    this.others = others;
    this.fields = fieldsOf(entity);
    this.single = SINGLE_FIELD[entity];
    for (const { name, type } of this.fields) {
      this.columns[name] = emptyColumn(type, this.capacity);
      if (type === 'text' || type === 'code')
        this.wordLists[name] = { words: [], codes: new Map() };
    }
  }

  get count(): number {
    return this.ids.length;
  }

  /**
   * Returns the index of an id; created where there is none yet, since a row may be referenced
   * before it arrives.
   */
  slot(id: string): number {
    const known = this.slotById.get(id);
    if (known !== undefined) return known;
    const at = this.ids.length;
    if (at === this.capacity) this.grow();
    this.ids.push(id);
    this.slotById.set(id, at);
    return at;
  }

  /** Stores a row if it is the newest known of its id. @returns whether anything changed */
  assign(
    id: string,
    version: number,
    hash: number,
    isDeleted: boolean,
    values: Readonly<Record<string, PvsValue | undefined>>,
  ): boolean {
    const at = this.slot(id);
    if (
      this.rowState[at] !== NOT_DELIVERED &&
      (version < this.version[at]! || (version === this.version[at] && hash <= this.hash[at]!))
    )
      return false;
    this.version[at] = version;
    this.hash[at] = hash;
    const rowState = isDeleted ? DELETED : LIVE;
    let isDifferent = this.rowState[at] !== rowState;
    this.rowState[at] = rowState;
    for (const field of this.fields) {
      // Resolved first: a reference to the same table may make the columns grow.
      const said = values[field.name] ?? null;
      if (field.name === this.single) {
        this.wordLists[field.name]!.words[at] = String(said ?? '');
        this.columns[field.name]![at] = said === null ? -1 : at;
        isDifferent = true;
        continue;
      }
      const value = this.encode(field, said);
      const column = this.columns[field.name]!;
      isDifferent ||= !Object.is(column[at], value);
      column[at] = value;
    }
    if (isDifferent) this.changed?.add(at);
    return true;
  }

  /**
   * Returns the indexes that changed since the last call; undefined on the first one: then
   * everything is new.
   */
  takeChanges(): ReadonlySet<number> | undefined {
    const before = this.changed;
    this.changed = new Set();
    return before;
  }

  /** Strings of a text or code column by index; empty where nothing was delivered. */
  text(name: string, at: number): string {
    const code = at < 0 ? -1 : this.columns[name]![at]!;
    return code < 0 ? '' : this.wordLists[name]!.words[code]!;
  }

  private encode({ name, type, words, to }: PvsField, value: PvsValue): number {
    if (value === null)
      return type === 'instant' || type === 'cents'
        ? Number.NaN
        : type === 'day' || type === 'int' || type === 'factor' || type === 'clock'
          ? EMPTY
          : -1;
    switch (type) {
      case 'day':
        return dayNumberOf(String(value));
      case 'bool':
        return value === true || value === 1 ? 1 : 0;
      case 'word':
        return words.indexOf(String(value));
      case 'ref':
        return this.others(to!).slot(String(value));
      case 'text':
      case 'code': {
        const text = String(value),
          { words: list, codes } = this.wordLists[name]!;
        let code = codes.get(text);
        if (code === undefined) {
          codes.set(text, (code = list.length));
          list.push(text);
        }
        return code;
      }
      default:
        return Number(value);
    }
  }

  private grow(): void {
    this.capacity *= 2;
    const widened = <A extends Uint8Array | Float64Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.rowState = widened(this.rowState, new Uint8Array(this.capacity));
    this.version = widened(this.version, new Float64Array(this.capacity));
    this.hash = widened(this.hash, new Float64Array(this.capacity));
    for (const { name, type } of this.fields) {
      const next = emptyColumn(type, this.capacity);
      next.set(this.columns[name]!);
      this.columns[name] = next;
    }
  }
}
