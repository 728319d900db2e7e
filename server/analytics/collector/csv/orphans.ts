// Counts the rows of checked files that refer to something that neither the files nor the earlier
// deliveries contain.

import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { Look } from '../../../platform/work.ts';
import { deliveredIds } from '../store.ts';
import { refFields, type RowRefs } from './row-refs.ts';

/** Rows of one field that refer to nothing known; `sample` is one of the ids that they name. */
export interface Orphans {
  readonly entity: PvsEntity;
  readonly field: string;
  readonly rows: number;
  readonly sample: string;
}
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
    const left = given.filter((id) => ids.get(to)?.has(id) !== true),
      known = await deliveredIds(look, to, left);
    return new Set(left.filter((id) => !known.has(id)));
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
