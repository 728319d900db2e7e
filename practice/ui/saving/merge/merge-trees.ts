// Joins two drafts that began as the same one, block by block: a block that one side changed is
// taken, a block that both changed differently is left to the user. Pure.

import { canonicalText } from '../../../../shared/base/canonical-json.ts';

/** A part of a draft: its own content (JSON) and the parts below it; ids are unique in a draft. */
export interface Block {
  readonly id: string;
  readonly own: unknown;
  readonly kids: readonly Block[];
}
export type Side = 'mine' | 'other';
/** A block that both sides changed; undefined where that side removed it, with all below it. */
export interface Conflict {
  readonly id: string;
  readonly mine: Block | undefined;
  readonly other: Block | undefined;
}
/** A block that one side changed, and that was taken without a question. */
export interface Taken {
  readonly id: string;
  readonly side: Side;
  readonly is: 'added' | 'changed' | 'removed';
  readonly block: Block;
}
/** Joins the contents of one block that both sides changed; undefined where they contradict. */
export type Blend = (base: unknown, mine: unknown, other: unknown) => unknown;
export interface MergedTrees {
  readonly conflicts: readonly Conflict[];
  readonly taken: readonly Taken[];
  /** Builds the joined draft; a conflict without a choice keeps the own state. */
  tree(choices: ReadonlyMap<string, Side>): Block;
}

interface Placed {
  readonly block: Block;
  readonly parent: string | undefined;
}
type Tree = ReadonlyMap<string, Placed>;

function treeOf(root: Block | undefined): Tree {
  const found = new Map<string, Placed>(),
    walk = (block: Block, parent: string | undefined): void => {
      found.set(block.id, { block, parent });
      for (const kid of block.kids) walk(kid, block.id);
    };
  if (root) walk(root, undefined);
  return found;
}

const texts = new WeakMap<object, string>();
/** Returns the content as comparable text. */
export function textOf(own: unknown): string {
  if (typeof own !== 'object' || own === null) return canonicalText([own]);
  const known = texts.get(own) ?? canonicalText([own]);
  texts.set(own, known);
  return known;
}
const isSame = (a: Placed | undefined, b: Placed | undefined): boolean =>
  a !== undefined && b !== undefined && textOf(a.block.own) === textOf(b.block.own);

interface Trees {
  readonly base: Tree;
  readonly mine: Tree;
  readonly other: Tree;
}
/** What became of the blocks before any choice. */
interface Outcome {
  readonly owns: Map<string, unknown>;
  readonly conflicts: Conflict[];
  readonly taken: Taken[];
  readonly gone: Set<string>;
  /** Blocks that live only if the conflict is settled for the side that kept them. */
  readonly hanging: Map<string, { readonly conflict: string; readonly keeper: Side }>;
}

/** Decides the contents of the blocks that both sides have, or that one side added. */
function joinContents({ base, mine, other }: Trees, blend: Blend, out: Outcome): void {
  for (const id of new Set([...mine.keys(), ...other.keys()])) {
    const b = base.get(id),
      m = mine.get(id),
      o = other.get(id),
      note = (side: Side, is: Taken['is'], { block }: Placed): void =>
        void out.taken.push({ id, side, is, block });
    if (!m || !o) {
      const [one, side] = m ? ([m, 'mine'] as const) : ([o!, 'other'] as const);
      out.owns.set(id, one.block.own);
      if (!b) note(side, 'added', one);
    } else if (isSame(m, o)) out.owns.set(id, m.block.own);
    else if (isSame(o, b)) {
      out.owns.set(id, m.block.own);
      note('mine', 'changed', m);
    } else if (isSame(m, b)) {
      out.owns.set(id, o.block.own);
      note('other', 'changed', o);
    } else {
      const joined = b && blend(b.block.own, m.block.own, o.block.own);
      if (joined === undefined) out.conflicts.push({ id, mine: m.block, other: o.block });
      else {
        out.owns.set(id, joined);
        note('other', 'changed', o);
      }
    }
  }
}

/**
 * Decides the blocks that one side removed: gone where the keeper left them as they were, a conflict
 * where the keeper changed one of them or added to them.
 */
function joinRemoved({ base, ...sides }: Trees, keeper: Side, out: Outcome): void {
  const remover: Side = keeper === 'mine' ? 'other' : 'mine',
    kept = sides[keeper],
    left = sides[remover],
    isRemoved = (id: string | undefined): boolean =>
      id !== undefined && base.has(id) && !left.has(id),
    seen = new Set<string>();
  for (const [id, { block, parent }] of kept) {
    if (!isRemoved(id) || seen.has(id) || isRemoved(parent)) continue;
    const region: string[] = [],
      walk = (one: Block): void => {
        // A block that still exists on the other side was moved in here: it lives on its own.
        if (left.has(one.id) || seen.has(one.id)) return;
        seen.add(one.id);
        region.push(one.id);
        for (const kid of one.kids) walk(kid);
      };
    walk(block);
    if (region.every((one) => isSame(kept.get(one), base.get(one)))) {
      for (const one of region) out.gone.add(one);
      out.taken.push({ id, side: remover, is: 'removed', block });
      continue;
    }
    for (const one of region) out.hanging.set(one, { conflict: id, keeper });
    out.conflicts.push({
      id,
      mine: keeper === 'mine' ? block : undefined,
      other: keeper === 'other' ? block : undefined,
    });
  }
}

/** Returns the parents of the living blocks; a move of one side counts, of two the own one. */
function parentsOf(
  { base, mine, other }: Trees,
  alive: ReadonlySet<string>,
  root: string,
): ReadonlyMap<string, string> {
  const climb = (tree: Tree, id: string): string | undefined => {
    let at = tree.get(id)?.parent;
    while (at !== undefined && !alive.has(at)) at = tree.get(at)?.parent;
    return at;
  };
  const chosen = (id: string): string | undefined => {
    const m = mine.get(id)?.parent,
      o = other.get(id)?.parent;
    return !mine.has(id) || (other.has(id) && m === base.get(id)?.parent) ? o : m;
  };
  const parents = new Map<string, string>(),
    plain = new Map<string, string>();
  for (const id of alive) {
    if (id === root) continue;
    const safe = (mine.has(id) ? climb(mine, id) : climb(other, id)) ?? root,
      wanted = chosen(id);
    plain.set(id, safe);
    parents.set(id, wanted !== undefined && alive.has(wanted) ? wanted : safe);
  }
  const endsAtRoot = (id: string): boolean => {
    const way = new Set<string>();
    for (let at = id; at !== root; at = parents.get(at) ?? root) {
      if (way.has(at)) return false;
      way.add(at);
    }
    return true;
  };
  // Two moves into each other make a circle; then the own places count.
  return [...parents.keys()].every(endsAtRoot) ? parents : plain;
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** Returns the order of the blocks below one block. */
function orderOf(trees: Trees, parent: string, here: ReadonlySet<string>): string[] {
  const ids = (tree: Tree): string[] => (tree.get(parent)?.block.kids ?? []).map(({ id }) => id),
    [was, mine, other] = [ids(trees.base), ids(trees.mine), ids(trees.other)],
    shared = (list: readonly string[]): string[] =>
      list.filter((one) => was.includes(one) && mine.includes(one) && other.includes(one)),
    isMineFirst =
      isEqual(other, was) || (!isEqual(mine, was) && !isEqual(shared(mine), shared(was))),
    [first, second] = isMineFirst ? [mine, other] : [other, mine],
    order = first.filter((one) => here.has(one));
  for (const [at, one] of second.entries()) {
    if (!here.has(one) || order.includes(one)) continue;
    const before = second.slice(0, at).findLast((earlier) => order.includes(earlier));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, one);
  }
  return [...order, ...[...here].filter((one) => !order.includes(one))];
}

/**
 * Joins two trees with the same root.
 * @param base the tree both began with; undefined: unknown, then each difference is a conflict and
 * nothing counts as removed
 */
export function mergeTrees(
  base: Block | undefined,
  mine: Block,
  other: Block,
  blend: Blend,
): MergedTrees {
  const trees: Trees = { base: treeOf(base), mine: treeOf(mine), other: treeOf(other) },
    out: Outcome = {
      owns: new Map(),
      conflicts: [],
      taken: [],
      gone: new Set(),
      hanging: new Map(),
    };
  joinContents(trees, blend, out);
  joinRemoved(trees, 'mine', out);
  joinRemoved(trees, 'other', out);
  return {
    conflicts: out.conflicts,
    taken: out.taken.filter(({ id }) => !out.hanging.has(id)),
    tree(choices) {
      const sideOf = (id: string): Side => choices.get(id) ?? 'mine',
        alive = new Set(
          [...new Set([...trees.mine.keys(), ...trees.other.keys()])].filter((id) => {
            const hangs = out.hanging.get(id);
            return !out.gone.has(id) && (!hangs || sideOf(hangs.conflict) === hangs.keeper);
          }),
        ),
        below = new Map<string, Set<string>>();
      for (const [id, parent] of parentsOf(trees, alive, mine.id))
        below.set(parent, (below.get(parent) ?? new Set()).add(id));
      const ownOf = (id: string): unknown =>
        out.owns.has(id) ? out.owns.get(id) : trees[sideOf(id)].get(id)?.block.own;
      const build = (id: string): Block => ({
        id,
        own: ownOf(id),
        kids: orderOf(trees, id, below.get(id) ?? new Set()).map(build),
      });
      return build(mine.id);
    },
  };
}
