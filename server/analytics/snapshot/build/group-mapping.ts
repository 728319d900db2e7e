/** The mapping of appointments to standard groups: by type, else by keywords. */
import {
  type KeywordPattern,
  firstPatternOf,
} from '../../../../shared/analytics/deliveries/keywords.ts';
import type { RawData } from '../tables/raw-tables.ts';
import { GROUP } from '../snapshot.ts';

/**
 * Appointment mapping of the practice: groups of types by id, and groups of keywords by ordered
 * patterns.
 */
export interface GroupMapping {
  readonly rowGroups: ReadonlyMap<string, string>;
  readonly keywords?: readonly KeywordPattern[];
}

export const NONE_GIVEN: GroupMapping = { rowGroups: new Map() };

/** Returns the key of a mapping: mappings with the same key are equal. */
export const mappingName = ({ rowGroups, keywords: keywordTexts = [] }: GroupMapping): string =>
  JSON.stringify([
    [...rowGroups],
    keywordTexts.map(({ muster: patterns, gruppe: group }) => [patterns, group]),
  ]);

/**
 * Returns the standard group of each appointment type: by the practice's mapping, else as
 * delivered; -1 without one.
 */
export const groupsOfTypes = (
  {
    tables: {
      terminarten: { count, ids, columns },
    },
  }: RawData,
  { rowGroups }: GroupMapping,
): Int8Array =>
  Int8Array.from({ length: count }, (_, at) => {
    const own = rowGroups.get(ids[at]!);
    return own === undefined
      ? columns['standardgruppe']![at]!
      : (GROUP[own as keyof typeof GROUP] ?? -1);
  });

/** Returns the standard group of the keywords at an index of their column; each is matched once. */
export function groupOfKeywordText(
  rawRows: RawData,
  patterns: readonly KeywordPattern[],
): (code: number) => number {
  const { words: list } = rawRows.tables.termin.wordLists['stichworte']!,
    first = firstPatternOf(patterns),
    known = new Map<number, number>();
  return (code) => {
    if (code < 0 || patterns.length === 0) return -1;
    let found = known.get(code);
    if (found === undefined) {
      const at = first(list[code]!);
      known.set(code, (found = at < 0 ? -1 : GROUP[patterns[at]!.gruppe]));
    }
    return found;
  };
}
