// Everything a practice delivered, one table an entity, each id once; takes rows in any order and twice.

import {
  PVS_ENTITIES,
  type PvsEntity,
  type PvsRow,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { LIVE, ColumnTable } from './column-table.ts';

/** A delivered row with the number that decides between rows of one version. */
export interface RawRow extends PvsRow {
  readonly hash: number;
}

export class RawData {
  readonly tables: Readonly<Record<PvsEntity, ColumnTable>>;

  constructor() {
    const made: Partial<Record<PvsEntity, ColumnTable>> = {};
    for (const entity of PVS_ENTITIES)
      made[entity] = new ColumnTable(entity, (other) => made[other]!);
    this.tables = made as Record<PvsEntity, ColumnTable>;
  }

  /** @returns whether anything changed */
  take(row: RawRow): boolean {
    return this.tables[row.entity].assign(row.id, row.version, row.hash, row.isDeleted, row.values);
  }

  private readonly sortOrder = new Map<PvsEntity, Int32Array>();
  /** Places of the rows that are true, by their id, so that lists do not depend on the order of deliveries. */
  live(entity: PvsEntity): Int32Array {
    const { rowState } = this.tables[entity];
    return this.sortedById(entity).filter((at) => rowState[at] === LIVE);
  }
  /** All places by their id; those that came since the last time are sorted and put between the others. */
  private sortedById(entity: PvsEntity): Int32Array {
    const { ids } = this.tables[entity],
      known = this.sortOrder.get(entity) ?? new Int32Array(0);
    if (known.length === ids.length) return known;
    const more = Int32Array.from(
        { length: ids.length - known.length },
        (_, k) => known.length + k,
      ).sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1)),
      made = new Int32Array(ids.length);
    let i = 0,
      j = 0;
    for (let k = 0; k < made.length; k += 1)
      made[k] =
        j === more.length || (i < known.length && ids[known[i]!]! < ids[more[j]!]!)
          ? known[i++]!
          : more[j++]!;
    this.sortOrder.set(entity, made);
    return made;
  }
}
