// Tests the lists of chosen rows: extended on demand, joined, and evicted in order.
import { describe, expect, it } from 'vitest';
import type { Snapshot } from './snapshot.ts';
import { knownHits, collectHits } from './hits.ts';

/** Records the requested indexes; even ones are chosen. */
function evenRows(): { asked: number[]; matches: (i: number) => boolean } {
  const asked: number[] = [];
  return {
    asked,
    matches: (i) => {
      asked.push(i);
      return i % 2 === 0;
    },
  };
}
const evenUpTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, k) => from + k).filter((i) => i % 2 === 0);

describe('chosen rows', () => {
  it('requests each row once and joins earlier lists with rows before and after them', () => {
    const snapshot = {} as Snapshot,
      { asked, matches } = evenRows();
    expect([...collectHits(snapshot, 'L', undefined, 100, 200, matches)]).toEqual(
      evenUpTo(100, 200),
    );
    expect([...collectHits(snapshot, 'L', undefined, 150, 260, matches)]).toEqual(
      evenUpTo(100, 260),
    );
    expect([...collectHits(snapshot, 'L', undefined, 40, 120, matches)]).toEqual(evenUpTo(40, 260));
    expect([...asked].sort((x, y) => x - y)).toEqual(Array.from({ length: 220 }, (_, k) => 40 + k));
    expect([...knownHits(snapshot, 'L', 41, 259)!]).toEqual(evenUpTo(40, 260));
    expect([
      knownHits(snapshot, 'L', 39, 100),
      knownHits(snapshot, 'L', 100, 261),
      knownHits(snapshot, 'T', 100, 110),
      knownHits({} as Snapshot, 'L', 100, 110),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('lists a distant span without the rows in between', () => {
    const snapshot = {} as Snapshot,
      { asked, matches } = evenRows();
    collectHits(snapshot, 'L', undefined, 0, 100, matches);
    expect([...collectHits(snapshot, 'L', undefined, 9000, 9100, matches)]).toEqual(
      evenUpTo(9000, 9100),
    );
    expect(asked.length).toBe(200);
    // The earlier part was evicted and is requested again.
    expect([...collectHits(snapshot, 'L', undefined, 0, 100, matches)]).toEqual(evenUpTo(0, 100));
  });

  it('chooses from the given rows', () => {
    const { matches } = evenRows();
    expect([
      ...collectHits({} as Snapshot, 'L', Int32Array.of(3, 4, 8, 11, 12, 20), 1, 5, matches),
    ]).toEqual([4, 8, 12]);
  });

  it('evicts the oldest filter first when there are too many, never the newest', () => {
    const snapshot = {} as Snapshot,
      all = (): boolean => true;
    for (const word of ['a', 'b', 'c'])
      expect(collectHits(snapshot, word, undefined, 0, 1_500_000, all).length).toBe(1_500_000);
    expect([
      knownHits(snapshot, 'a', 0, 10),
      knownHits(snapshot, 'b', 0, 10)?.length,
      knownHits(snapshot, 'c', 0, 10)?.length,
    ]).toEqual([undefined, 1_500_000, 1_500_000]);
    expect(collectHits(snapshot, 'd', undefined, 0, 5_000_000, all).length).toBe(5_000_000);
    expect([knownHits(snapshot, 'c', 0, 10), knownHits(snapshot, 'd', 0, 10)?.length]).toEqual([
      undefined,
      5_000_000,
    ]);
  });
});
