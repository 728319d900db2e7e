// Tests that ids of a file are distinguished regardless of their order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeen } from './read-file.ts';

const row = fc.record({
  id: fc.oneof(
    fc.integer({ min: 1, max: 30 }).map(String),
    fc.constantFrom('L1', 'L2', 'L10', 'l1', ''),
  ),
  version: fc.integer({ min: 1, max: 3 }),
  hash: fc.integer({ min: 1, max: 2 }),
});

it('reports for each row whether its id and version came before, and with equal content', () => {
  let ascending = 0;
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 60 }),
      (drawn, isSorted, upTo) => {
        // Ids in files usually ascend; in some only for a while.
        const rows = isSorted
            ? [
                ...Array.from({ length: upTo }, (_, at) => ({
                  id: `L${at + 1}`,
                  version: 1,
                  hash: 1,
                })),
                ...drawn,
              ]
            : drawn,
          known = new Map<string, number>(),
          judge = createSeen();
        for (const one of rows) {
          const key = JSON.stringify([one.id, one.version]),
            before = known.get(key);
          expect(judge(one, one.hash)).toBe(
            before === undefined ? 'new' : before === one.hash ? 'same' : 'other',
          );
          if (before === undefined) known.set(key, one.hash);
        }
        if (isSorted && upTo > 20 && drawn.length > 5) ascending += 1;
      },
    ),
    { numRuns: 300 },
  );
  expect(ascending).toBeGreaterThan(10);
});
