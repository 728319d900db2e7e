/** Image of a tablet's disk between two pages' lives, cached so that many stories start from it. */
import { SimKey } from './webcrypto.ts';

/** Copies values with everything they reference, each once; functions and prototypes are shared. */
function copyOf(from: unknown, seen: Map<object, unknown>): unknown {
  if (typeof from !== 'object' || from === null || from instanceof SimKey) return from;
  const known = seen.get(from);
  if (known !== undefined) return known;
  const keep = <T extends object>(to: T): T => {
    seen.set(from, to);
    return to;
  };
  if (from instanceof Uint8Array) return keep(from.slice());
  if (from instanceof ArrayBuffer) return keep(from.slice(0));
  if (from instanceof Map) {
    const to = keep(new Map<unknown, unknown>());
    for (const [k, v] of from) to.set(copyOf(k, seen), copyOf(v, seen));
    return to;
  }
  if (from instanceof Set) {
    const to = keep(new Set<unknown>());
    for (const v of from) to.add(copyOf(v, seen));
    return to;
  }
  if (Array.isArray(from)) {
    const to = keep([] as unknown[]);
    for (const v of from) to.push(copyOf(v, seen));
    return to;
  }
  const to = keep(
    Object.create(Object.getPrototypeOf(from) as object | null) as Record<string, unknown>,
  );
  for (const name of Object.keys(from))
    to[name] = copyOf((from as Record<string, unknown>)[name], seen);
  return to;
}

/** Functions that fake-indexeddb binds to one database. */
interface Bound {
  processTransactions(): void;
}
export interface Image {
  databases: ReadonlyMap<string, unknown>;
  storage: ReadonlyMap<string, string>;
}

/** Returns the databases of a factory; no page may have one open. */
export const imageOf = (
  databases: ReadonlyMap<string, unknown>,
  storage: ReadonlyMap<string, string>,
): Image => ({ databases: copied(databases), storage: new Map(storage) });
/** Copies databases, ready to be opened. */
export function copied(databases: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const made = copyOf(databases, new Map()) as Map<string, Bound>;
  for (const db of made.values())
    db.processTransactions = (Object.getPrototypeOf(db) as Bound).processTransactions.bind(db);
  return made;
}
