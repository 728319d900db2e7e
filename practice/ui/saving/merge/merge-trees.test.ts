// Properties of the merge of two drafts: nothing that a side wrote is lost, one-sided changes ask
// nothing, and no choice can lose a block.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTrees, textOf, type Block, type Side } from './merge-trees.ts';
import { blendOf } from './blend.ts';
import { pairParts } from './merge-drafts.ts';

const never = (): undefined => undefined;
const allOf = (root: Block): Block[] => [root, ...root.kids.flatMap(allOf)];
const root = (kids: Block[]): Block => ({ id: '', own: null, kids });

/** One step of an editor, with numbers that pick its places. */
type Step =
  | { do: 'write'; at: number }
  | { do: 'add'; at: number; to: number }
  | { do: 'remove'; at: number }
  | { do: 'move'; at: number; into: number; to: number };
const number = fc.nat(1000),
  step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constant('write' as const), at: number }),
    fc.record({ do: fc.constant('add' as const), at: number, to: number }),
    fc.record({ do: fc.constant('remove' as const), at: number }),
    fc.record({ do: fc.constant('move' as const), at: number, into: number, to: number }),
  ),
  tree: fc.Arbitrary<Block> = fc
    .array(step, { maxLength: 12 })
    .map((steps) => edited(root([]), steps, 'b'));

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)];
const changed = (block: Block, id: string, change: (one: Block) => Block | undefined): Block => ({
  ...block,
  kids: block.kids.flatMap((kid) => {
    const next = kid.id === id ? change(kid) : changed(kid, id, change);
    return next ? [next] : [];
  }),
});
const inserted = (block: Block, parent: string, kid: Block, to: number): Block =>
  block.id === parent
    ? { ...block, kids: block.kids.toSpliced(to % (block.kids.length + 1), 0, kid) }
    : { ...block, kids: block.kids.map((one) => inserted(one, parent, kid, to)) };

/** Does the steps of one side; every text that it writes is written once in the world. */
function edited(start: Block, steps: readonly Step[], side: string): Block {
  let now = start;
  for (const [n, one] of steps.entries()) {
    const inner = allOf(now).slice(1),
      target = pick(inner, one.at);
    if (one.do === 'add') {
      const parent = pick(allOf(now), one.at)?.id ?? '';
      now = inserted(now, parent, { id: `${side}${n}`, own: `${side} new ${n}`, kids: [] }, one.to);
    } else if (target && one.do === 'write')
      now = changed(now, target.id, (block) => ({ ...block, own: `${side} text ${n}` }));
    else if (target && one.do === 'remove') now = changed(now, target.id, never);
    else if (target && one.do === 'move') {
      const inside = new Set(allOf(target).map(({ id }) => id)),
        parent = pick(
          allOf(now).filter(({ id }) => !inside.has(id)),
          one.into,
        );
      now = inserted(changed(now, target.id, never), parent?.id ?? '', target, one.to);
    }
  }
  return now;
}
const steps = fc.array(step, { maxLength: 8 }),
  drafts = fc
    .tuple(tree, steps, steps)
    .map(([base, a, b]) => ({ base, mine: edited(base, a, 'm'), other: edited(base, b, 'o') })),
  RUNS = { numRuns: 1000 };
/** Returns the texts that a side wrote since the base. */
const written = (base: Block, side: Block): string[] => {
  const before = new Set(allOf(base).map(({ own }) => textOf(own)));
  return allOf(side)
    .map(({ own }) => textOf(own))
    .filter((text) => !before.has(text));
};
const shownIn = (block: Block | undefined): string[] =>
  block ? allOf(block).map(({ own }) => textOf(own)) : [];

test('no text that a side wrote is lost: it is in the joined draft or shown in a conflict', () => {
  fc.assert(
    fc.property(drafts, fc.array(fc.boolean()), ({ base, mine, other }, coins) => {
      const { conflicts, tree } = mergeTrees(base, mine, other, never),
        choices = new Map(
          conflicts.map(({ id }, at) => [id, coins[at] === true ? 'other' : 'mine'] as const),
        ),
        found = new Set([
          ...allOf(tree(choices)).map(({ own }) => textOf(own)),
          ...conflicts.flatMap((one) => [...shownIn(one.mine), ...shownIn(one.other)]),
        ]);
      for (const text of [...written(base, mine), ...written(base, other)])
        expect(found).toContain(text);
    }),
    RUNS,
  );
});
test('the choice of a side keeps all that this side wrote', () => {
  fc.assert(
    fc.property(drafts, fc.constantFrom<Side>('mine', 'other'), ({ base, mine, other }, side) => {
      const { conflicts, tree } = mergeTrees(base, mine, other, never),
        kept = new Set(
          allOf(tree(new Map(conflicts.map(({ id }) => [id, side])))).map(({ own }) => textOf(own)),
        );
      for (const text of written(base, side === 'mine' ? mine : other))
        expect(kept).toContain(text);
    }),
    RUNS,
  );
});
test('changes of one side ask nothing and give exactly its draft', () => {
  fc.assert(
    fc.property(drafts, ({ base, mine }) => {
      for (const joined of [
        mergeTrees(base, mine, base, never),
        mergeTrees(base, base, mine, never),
        mergeTrees(base, mine, mine, never),
      ]) {
        expect(joined.conflicts).toEqual([]);
        expect(joined.tree(new Map())).toEqual(mine);
      }
    }),
    RUNS,
  );
});
test('a conflict needs a block that both sides touched', () => {
  fc.assert(
    fc.property(drafts, ({ base, mine, other }) => {
      const touched = (side: Block): Set<string> => {
          const now = new Map(allOf(side).map((one) => [one.id, textOf(one.own)])),
            was = new Map(allOf(base).map((one) => [one.id, textOf(one.own)]));
          return new Set(
            [...now.keys(), ...was.keys()].filter((id) => now.get(id) !== was.get(id)),
          );
        },
        [a, b] = [touched(mine), touched(other)];
      for (const one of mergeTrees(base, mine, other, never).conflicts) {
        const ids = new Set([one.id, ...shownIds(one.mine), ...shownIds(one.other)]);
        expect([[...ids].some((id) => a.has(id)), [...ids].some((id) => b.has(id))]).toEqual([
          true,
          true,
        ]);
      }
    }),
    RUNS,
  );
});
const shownIds = (block: Block | undefined): string[] =>
  block ? allOf(block).map(({ id }) => id) : [];
test('both sides meet the same conflicts', () => {
  fc.assert(
    fc.property(drafts, ({ base, mine, other }) => {
      const ids = (a: Block, b: Block): string[] =>
        mergeTrees(base, a, b, never)
          .conflicts.map(({ id }) => id)
          .sort();
      expect(ids(mine, other)).toEqual(ids(other, mine));
    }),
    RUNS,
  );
});
test('the joined draft holds each block once', () => {
  fc.assert(
    fc.property(drafts, ({ base, mine, other }) => {
      const ids = allOf(mergeTrees(base, mine, other, never).tree(new Map())).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    RUNS,
  );
});
test('without a base each difference asks, and nothing counts as removed', () => {
  fc.assert(
    fc.property(drafts, ({ mine, other }) => {
      const { conflicts, tree } = mergeTrees(undefined, mine, other, never),
        ids = new Set(allOf(tree(new Map())).map(({ id }) => id));
      for (const { id } of [...allOf(mine), ...allOf(other)]) expect(ids).toContain(id);
      const texts = new Map(allOf(mine).map((one) => [one.id, textOf(one.own)]));
      expect(new Set(conflicts.map(({ id }) => id))).toEqual(
        new Set(
          allOf(other)
            .filter(({ id, own }) => texts.has(id) && texts.get(id) !== textOf(own))
            .map(({ id }) => id),
        ),
      );
    }),
    RUNS,
  );
});

const grain = {
  nameOf: (part: unknown) => (part as { n?: string }).n,
  headOf: (field: string) => (field.startsWith('_') ? field.slice(1) : undefined),
};
test('two fields of one content are joined, a field and the one it rests on are not', () => {
  const base = { text: 'a', _text: { en: '1' }, list: [{ n: 'x', v: 1 }] };
  expect(
    blendOf(
      base,
      { ...base, _text: { en: '1', fr: '2' } },
      { ...base, list: [{ n: 'y', v: 2 }] },
      grain,
    ),
  ).toEqual({ joined: { text: 'a', _text: { en: '1', fr: '2' }, list: [{ n: 'y', v: 2 }] } });
  expect(
    blendOf(base, { ...base, text: 'b' }, { ...base, _text: { en: '3' } }, grain),
  ).toBeUndefined();
  expect(
    blendOf(base, { ...base, _text: { en: '2' } }, { ...base, _text: { en: '3' } }, grain),
  ).toBeUndefined();
});
test('parts without ids are paired with those that they come from', () => {
  const isAlike = (a: string, b: string): boolean => a[0] === b[0];
  expect(pairParts(['a', 'b', 'c'], ['a', 'new', 'b2', 'c'], isAlike)).toEqual([
    0,
    undefined,
    1,
    2,
  ]);
  expect(pairParts(['a', 'b'], ['b'], isAlike)).toEqual([1]);
  expect(pairParts([], ['a'], isAlike)).toEqual([undefined]);
});
