// Joins two changes of one content field by field, where no field was changed twice. Pure.

import { textOf, type Blend } from './merge-trees.ts';

type Fields = Readonly<Record<string, unknown>>;
type Joined = { readonly joined: unknown } | undefined;
/** What a content looks like inside. */
export interface Grain {
  /** Name of a part of a list; undefined where its place is its name. */
  readonly nameOf: (part: unknown) => string | undefined;
  /** The field that a field rests on: if one side changes it, the other may not change the field. */
  readonly headOf: (field: string, all: Fields) => string | undefined;
}
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Joins two changes of a content with translations, of which one at most changed more than those: a
 * translation of a text that the other side rewrote would be of another text.
 * @param untranslated returns a content without its translations
 */
export const blendTranslated =
  (untranslated: (own: unknown) => unknown, grain: Grain): Blend =>
  (base, mine, other) => {
    const was = textOf(untranslated(base)),
      isRewritten = (side: unknown): boolean => textOf(untranslated(side)) !== was;
    return isRewritten(mine) && isRewritten(other)
      ? undefined
      : blendOf(base, mine, other, grain)?.joined;
  };

/** @returns undefined where both sides changed the same, or what rests on it */
export function blendOf(base: unknown, mine: unknown, other: unknown, grain: Grain): Joined {
  const [b, m, o] = [textOf(base), textOf(mine), textOf(other)];
  if (m === o || o === b) return { joined: mine };
  if (m === b) return { joined: other };
  // Both added it: what they put into it may still differ in its parts only.
  if (base === undefined)
    return isFields(mine)
      ? blendOf({}, mine, other, grain)
      : Array.isArray(mine)
        ? blendOf([], mine, other, grain)
        : undefined;
  if (isFields(base) && isFields(mine) && isFields(other))
    return blendFields(base, mine, other, grain);
  return Array.isArray(base) && Array.isArray(mine) && Array.isArray(other)
    ? blendLists(base, mine, other, grain)
    : undefined;
}

function blendFields(base: Fields, mine: Fields, other: Fields, grain: Grain): Joined {
  const all = { ...base, ...other, ...mine },
    isChanged = (side: Fields, field: string | undefined): boolean =>
      field !== undefined && textOf(base[field]) !== textOf(side[field]),
    joined: Record<string, unknown> = {};
  for (const field of Object.keys(all)) {
    const head = grain.headOf(field, all),
      isMine = isChanged(mine, field),
      isOther = isChanged(other, field);
    if ((isMine && isChanged(other, head)) || (isOther && isChanged(mine, head))) return undefined;
    const inner = blendOf(base[field], mine[field], other[field], grain);
    if (!inner) return undefined;
    if (inner.joined !== undefined) joined[field] = inner.joined;
  }
  return { joined };
}

function blendLists(
  base: readonly unknown[],
  mine: readonly unknown[],
  other: readonly unknown[],
  grain: Grain,
): Joined {
  const lists = [base, mine, other],
    isNamed = lists.every((list) => {
      const names = list.map(grain.nameOf);
      return !names.includes(undefined) && new Set(names).size === names.length;
    });
  if (!isNamed && (base.length !== mine.length || base.length !== other.length)) return undefined;
  const nameAt = (part: unknown, at: number): string =>
      isNamed ? (grain.nameOf(part) ?? '') : String(at),
    [b, m, o] = lists.map((list) => new Map(list.map((part, at) => [nameAt(part, at), part]))),
    joined: unknown[] = [];
  for (const name of new Set([...(m?.keys() ?? []), ...(o?.keys() ?? [])])) {
    const inner = blendOf(b?.get(name), m?.get(name), o?.get(name), grain);
    if (!inner) return undefined;
    if (inner.joined !== undefined) joined.push(inner.joined);
  }
  return { joined };
}
