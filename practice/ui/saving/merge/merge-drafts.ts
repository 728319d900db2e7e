// Joins two states of a draft of an editor, with the state that both began with. Pure.

import { commonOf } from '../../wording/word-diff.ts';
import {
  mergeTrees,
  textOf,
  type Block,
  type Blend,
  type Conflict,
  type Side,
  type Taken,
} from './merge-trees.ts';

/** How an editor's draft is cut into blocks, and put together again. */
export interface Shape<T> {
  /**
   * Cuts a draft into blocks; all drafts have the same root id.
   * @param like blocks of another state: parts without an id of their own get the id of the part
   * they come from there
   * @param mark starts the ids of parts that come from nowhere
   */
  readonly split: (draft: T, like: Block | undefined, mark: string) => Block;
  readonly join: (root: Block) => T;
  readonly blend: Blend;
  /**
   * Renames what `mine` added under a name that `other` gave to something else; both stay.
   * @param base undefined: unknown
   */
  readonly apart?: (mine: T, other: T, base: T | undefined) => T;
}
export interface Merged<T> {
  /** Both drafts in blocks, for their words. */
  readonly roots: { readonly mine: Block; readonly other: Block };
  /** Parts of the own draft got other names (`Shape.apart`). */
  readonly isApart: boolean;
  readonly conflicts: readonly Conflict[];
  readonly taken: readonly Taken[];
  /** Builds the joined draft; a conflict without a choice keeps the own state. */
  value(choices: ReadonlyMap<string, Side>): T;
}

/** @param base the state that both began with; undefined where it is not known */
export function mergeDrafts<T>(
  shape: Shape<T>,
  { base, mine, other }: { base: T | undefined; mine: T; other: T },
): Merged<T> {
  const first = base === undefined ? undefined : shape.split(base, undefined, 'b'),
    theirs = shape.split(other, first, 'o'),
    named = shape.apart?.(mine, other, base) ?? mine,
    own = shape.split(named, first ?? theirs, 'm'),
    { conflicts, taken, tree } = mergeTrees(first, own, theirs, shape.blend);
  return {
    roots: { mine: own, other: theirs },
    isApart: named !== mine,
    conflicts,
    taken,
    value: (choices) => shape.join(tree(choices)),
  };
}

/** Checks whether two states of a draft are the same. */
export const isSameDraft = <T>(shape: Shape<T>, a: T, b: T): boolean =>
  textOf(shape.split(a, undefined, 'b')) === textOf(shape.split(b, undefined, 'b'));

/** Returns a function that makes each name unique: the second `a` becomes `a~2`. */
export function uniqueNames(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}~${count}`;
  };
}

/**
 * Pairs the parts of two lists that have no ids: equal ones in their order, and between two equal
 * ones those that `isAlike`, in their order.
 * @returns for each part of `now` the index of its part in `was`, or undefined
 */
export function pairParts<P>(
  was: readonly P[],
  now: readonly P[],
  isAlike: (a: P, b: P) => boolean,
): (number | undefined)[] {
  const pairs = now.map((): number | undefined => undefined);
  let free = 0,
    next = 0;
  for (const [i, j] of [
    ...commonOf(was, now, (a, b) => textOf(a) === textOf(b)),
    [was.length, now.length] as const,
  ]) {
    for (; next < j; next++) {
      const found = was.slice(free, i).findIndex((one) => isAlike(one, now[next] as P));
      if (found < 0) continue;
      pairs[next] = free + found;
      free += found + 1;
    }
    if (j < now.length) pairs[j] = i;
    [free, next] = [i + 1, j + 1];
  }
  return pairs;
}
