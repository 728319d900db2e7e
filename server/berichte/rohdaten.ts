// Everything a practice delivered, one table an entity, each id once; takes rows in any order and twice.

import { PVS_ENTITIES, type PvsEntity, type PvsRow } from '../../shared/pvs.ts';
import { LEBT, Tabelle } from './tabelle.ts';

/** A delivered row with the number that decides between rows of one version. */
export interface RohZeile extends PvsRow { readonly hash: number }

export class Rohdaten {
  readonly tabellen: Readonly<Record<PvsEntity, Tabelle>>;

  constructor() {
    const made: Partial<Record<PvsEntity, Tabelle>> = {};
    for (const entity of PVS_ENTITIES) made[entity] = new Tabelle(entity, other => made[other]!);
    this.tabellen = made as Record<PvsEntity, Tabelle>;
  }

  /** @returns whether anything changed */
  nimm(row: RohZeile): boolean {
    return this.tabellen[row.entity].setze(row.id, row.version, row.hash, row.isDeleted, row.values);
  }

  /** Places of the rows that are true, by their id, so that lists do not depend on the order of deliveries. */
  lebende(entity: PvsEntity): Int32Array {
    const { zustand, ids } = this.tabellen[entity], found: number[] = [];
    for (let at = 0; at < ids.length; at += 1) if (zustand[at] === LEBT) found.push(at);
    return Int32Array.from(found.sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1)));
  }
}
