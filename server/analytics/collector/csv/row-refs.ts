// Ids and references of the rows of a file, collected while it is only checked.

import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { SpelledRow } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import type { Kept } from '../../../../shared/analytics/deliveries/pvs-values.ts';

/** Ids of rows that are not deleted, and for each field the number of rows by the id they name. */
export interface RowRefs {
  readonly ids: readonly string[];
  readonly named: Readonly<Record<string, readonly (readonly [id: string, rows: number])[]>>;
}
/** Fields of an entity that refer to another one, with their place among the values of a row. */
export const refFields = (
  entity: PvsEntity,
): { readonly name: string; readonly to: PvsEntity; readonly at: number }[] =>
  PVS_FIELDS[entity].flatMap(({ name, to }, at) => (to === null ? [] : [{ name, to, at }]));

/** Creates the collector of an entity's rows; `flush` returns what came since the last time. */
export function createRefs(entity: PvsEntity): {
  take: (row: SpelledRow) => void;
  flush: () => RowRefs;
} {
  const fields = refFields(entity);
  let ids: string[] = [],
    counts = fields.map(() => new Map<string, number>());
  return {
    take({ id, isDeleted, text }) {
      if (isDeleted) return;
      ids.push(id);
      if (fields.length === 0) return;
      const values = JSON.parse(`[${text}]`) as Kept[];
      for (const [n, { at }] of fields.entries()) {
        const named = values[at];
        if (typeof named === 'string') counts[n]!.set(named, (counts[n]!.get(named) ?? 0) + 1);
      }
    },
    flush() {
      const made = {
        ids,
        named: Object.fromEntries(fields.map(({ name }, n) => [name, [...counts[n]!]])),
      };
      ids = [];
      counts = fields.map(() => new Map<string, number>());
      return made;
    },
  };
}
