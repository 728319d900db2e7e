/** Order of the services of a day. */
import type { EngineSnapshot } from './engine-snapshot.ts';

/**
 * Services of each day ordered by id: findings must not depend on the delivery order. Orders the
 * given indexes in place.
 */
export function sortedById({ snapshot }: EngineSnapshot, orderedRows: Int32Array): Int32Array {
  const { services, rawRows } = snapshot,
    { ids } = rawRows.tables.leistung;
  // Days are short: each service is moved left past those of its day with a greater id.
  for (let i = 1; i < orderedRows.length; i += 1) {
    const l = orderedRows[i]!,
      day = services.day[l]!,
      id = ids[services.rawRows[l]!]!;
    let at = i;
    for (
      ;
      at > 0 &&
      services.day[orderedRows[at - 1]!] === day &&
      ids[services.rawRows[orderedRows[at - 1]!]!]! > id;
      at -= 1
    )
      orderedRows[at] = orderedRows[at - 1]!;
    orderedRows[at] = l;
  }
  return orderedRows;
}
