// Everything a practice delivered, one table an entity, each id once; takes rows in any order and twice.

import {
  PVS_ENTITIES,
  type PvsEntity,
  type PvsRow,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { LEBT, Tabelle } from './column-table.ts';

/** A delivered row with the number that decides between rows of one version. */
export interface RohZeile extends PvsRow {
  readonly hash: number;
}

export class Rohdaten {
  readonly tabellen: Readonly<Record<PvsEntity, Tabelle>>;

  constructor() {
    const made: Partial<Record<PvsEntity, Tabelle>> = {};
    for (const entity of PVS_ENTITIES) made[entity] = new Tabelle(entity, (other) => made[other]!);
    this.tabellen = made as Record<PvsEntity, Tabelle>;
  }

  /** @returns whether anything changed */
  nimm(row: RohZeile): boolean {
    return this.tabellen[row.entity].setze(
      row.id,
      row.version,
      row.hash,
      row.isDeleted,
      row.values,
    );
  }

  private readonly geordnet = new Map<PvsEntity, Int32Array>();
  /** Places of the rows that are true, by their id, so that lists do not depend on the order of deliveries. */
  lebende(entity: PvsEntity): Int32Array {
    const { zustand } = this.tabellen[entity];
    return this.nachIds(entity).filter((at) => zustand[at] === LEBT);
  }
  /** All places by their id; those that came since the last time are sorted and put between the others. */
  private nachIds(entity: PvsEntity): Int32Array {
    const { ids } = this.tabellen[entity],
      known = this.geordnet.get(entity) ?? new Int32Array(0);
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
    this.geordnet.set(entity, made);
    return made;
  }
}
