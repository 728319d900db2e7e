// Queries over all practices that are built and compiled once for each shape of their conditions:
// building one costs more than running it.

import { sql, type Placeholder } from 'drizzle-orm';
import { runPrepared, type Preparable, type Values } from '../prepared.ts';
import type { Schema } from '../schema.ts';
import type { Reader, Store } from '../store.ts';

/**
 * Returns a query that is compiled once per connection and shape.
 * @param build makes the query of a shape, with placeholders for its values
 */
export function shapedQuery<Shape extends string | number, R>(
  build: (db: Reader, t: Schema, shape: Shape) => Preparable<R>,
): (store: Pick<Store, 'read' | 't'>, shape: Shape, values: Values) => Promise<R> {
  const keys = new Map<Shape, object>();
  return ({ read, t }, shape, values) => {
    let key = keys.get(shape);
    if (!key) keys.set(shape, (key = { shape }));
    return runPrepared(read, key, () => build(read, t, shape), values);
  };
}

/** Returns a query of one shape that is compiled once per connection. */
export function keptQuery<R>(
  build: (db: Reader, t: Schema) => Preparable<R>,
): (store: Pick<Store, 'read' | 't'>, values?: Values) => Promise<R> {
  const query = shapedQuery<'only', R>((db, t) => build(db, t));
  return (store, values = {}) => query(store, 'only', values);
}

/** Practices of one text: lists of up to this many share it. */
const STEP = 50;
/** Returns how many places a list of practices takes: few sizes make few texts. */
export const placesFor = (cids: readonly string[]): number =>
  Math.max(1, Math.ceil(cids.length / STEP)) * STEP;
const nameOf = (at: number): string => `cid ${at}`;
/** Returns the places of a list of practices, for `inArray`. */
export const cidPlaces = (places: number): Placeholder[] =>
  Array.from({ length: places }, (_, at) => sql.placeholder(nameOf(at)));
/** Returns the values of these places; no practice is called by the empty ones. */
export const cidValues = (cids: readonly string[]): Values =>
  Object.fromEntries(
    Array.from({ length: placesFor(cids) }, (_, at) => [nameOf(at), cids[at] ?? '']),
  );
