// The blocks of two drafts in words: where they stand, and what differs. Pure.

import type { Block, Conflict, Taken } from '../merge/merge-trees.ts';
import type { Merged } from '../merge/merge-drafts.ts';

/** A block in words: its place in the draft, and its content without the blocks below it. */
export interface BlockWords {
  readonly title: string;
  readonly words: string;
}
/** Describes the blocks of a draft by their ids; a block without an entry has no words. */
export type Describe = (root: Block) => ReadonlyMap<string, BlockWords>;
/** A place where the two drafts contradict; empty words: removed there. */
export interface Place {
  readonly id: string;
  readonly title: string;
  readonly mine: string;
  readonly other: string;
}

const allOf = (block: Block): Block[] => [block, ...block.kids.flatMap(allOf)];
const wordsOf = (block: Block | undefined, words: ReadonlyMap<string, BlockWords>): string =>
  block === undefined
    ? ''
    : allOf(block)
        .map(({ id }) => words.get(id)?.words ?? '')
        .filter((one) => one !== '')
        .join('\n');
/** Returns the blocks without those that stand below another one of them. */
function topmost(taken: readonly Taken[]): Taken[] {
  const inner = new Set(
    taken.flatMap((one) =>
      one.is === 'changed' ? [] : one.block.kids.flatMap(allOf).map(({ id }) => `${one.is} ${id}`),
    ),
  );
  return taken.filter((one) => !inner.has(`${one.is} ${one.id}`));
}

export interface ClashWords {
  readonly places: readonly Place[];
  /** What each side changed alone. */
  readonly taken: Readonly<
    Record<'mine' | 'other', readonly { readonly is: Taken['is']; readonly title: string }[]>
  >;
}
/** Returns the words of a merge. */
export function clashWords(
  { roots, conflicts, taken }: Pick<Merged<unknown>, 'roots' | 'conflicts' | 'taken'>,
  describe: Describe,
): ClashWords {
  const mine = describe(roots.mine),
    other = describe(roots.other),
    titleOf = (id: string): string => (mine.get(id) ?? other.get(id))?.title ?? '',
    placeOf = (one: Conflict): Place => ({
      id: one.id,
      title: titleOf(one.id),
      mine: wordsOf(one.mine, mine),
      other: wordsOf(one.other, other),
    }),
    of = (side: Taken['side']) =>
      topmost(taken.filter((one) => one.side === side))
        .map(({ is, id }) => ({ is, title: titleOf(id) }))
        .filter(({ title }) => title !== '');
  return {
    places: conflicts.map(placeOf),
    taken: { mine: of('mine'), other: of('other') },
  };
}
