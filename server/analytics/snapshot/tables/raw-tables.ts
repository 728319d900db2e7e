// All rows delivered by a practice, one table per entity, each id once; accepts rows in any order
// and repeatedly.

import {
  PVS_ENTITIES,
  type PvsEntity,
  type PvsRow,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { LIVE, ColumnTable } from './column-table.ts';

/** A delivered row with the number that breaks ties between rows of one version. */
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
  /** Indexes of the valid rows, by id, so that lists do not depend on the delivery order. */
  live(entity: PvsEntity): Int32Array {
    const { rowState } = this.tables[entity];
    return this.sortedById(entity).filter((at) => rowState[at] === LIVE);
  }
  /** All indexes by id; those added since the last call are sorted and merged. */
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
