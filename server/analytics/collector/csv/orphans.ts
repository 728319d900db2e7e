// Counts the rows of checked files that refer to something that neither the files nor the earlier
// deliveries contain.

import { inArray } from 'drizzle-orm';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { pvsTable, trueRows } from '../../../platform/db/pvs-rows.ts';
import type { Look } from '../../../platform/work.ts';
import { refFields, type RowRefs } from './row-refs.ts';

/** Rows of one field that refer to nothing known; `sample` is one of the ids that they name. */
export interface Orphans {
  readonly entity: PvsEntity;
  readonly field: string;
  readonly rows: number;
  readonly sample: string;
}
/** Ids of one query. */
const CHUNK = 500;

/** Creates the count for the files of one check. */
export function createOrphanCount(): {
  take: (entity: PvsEntity, refs: RowRefs) => void;
  count: (look: Look) => Promise<Orphans[]>;
} {
  const ids = new Map<PvsEntity, Set<string>>(),
    named = new Map<PvsEntity, Map<string, Map<string, number>>>();
  const unknownAmong = async (
    look: Look,
    to: PvsEntity,
    given: readonly string[],
  ): Promise<Set<string>> => {
    const left = new Set(given.filter((id) => ids.get(to)?.has(id) !== true)),
      asked = [...left];
    for (let at = 0; at < asked.length; at += CHUNK) {
      const some = asked.slice(at, at + CHUNK);
      for (const row of await trueRows(look, to, inArray(pvsTable(look.t, to).id, some)))
        left.delete(row.id);
    }
    return left;
  };
  return {
    take(entity, refs) {
      const own = ids.get(entity) ?? new Set(),
        fields = named.get(entity) ?? new Map<string, Map<string, number>>();
      ids.set(entity, own);
      named.set(entity, fields);
      for (const id of refs.ids) own.add(id);
      for (const [field, list] of Object.entries(refs.named)) {
        const counts = fields.get(field) ?? new Map<string, number>();
        fields.set(field, counts);
        for (const [id, rows] of list) counts.set(id, (counts.get(id) ?? 0) + rows);
      }
    },
    async count(look) {
      const found: Orphans[] = [];
      for (const [entity, fields] of named)
        for (const { name, to } of refFields(entity)) {
          const counts = fields.get(name) ?? new Map<string, number>(),
            unknown = await unknownAmong(look, to, [...counts.keys()]),
            [sample] = unknown;
          if (sample === undefined) continue;
          const rows = [...unknown].reduce((sum, id) => sum + counts.get(id)!, 0);
          found.push({ entity, field: name, rows, sample });
        }
      return found;
    },
  };
}
