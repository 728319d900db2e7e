/** Marks that are lent: each of them empty, nobody's twice, also after work that threw. */
import { describe, expect, it } from 'vitest';
import { withMarks } from './sort-rows.ts';

describe('marks of places', () => {
  it('are as many as asked for, empty, and not the same for two who have them at once', () => {
    const marked = (n: number): number[] =>
      withMarks([n], (marks) => {
        const found = [...marks];
        marks.fill(1);
        return found;
      });
    expect(
      withMarks([3, 5], (few, many) => {
        few.fill(1);
        return [[...few], [...many], marked(5), marked(2), [...few], [...many]];
      }),
    ).toEqual([
      [1, 1, 1],
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
      [0, 0],
      [1, 1, 1],
      [0, 0, 0, 0, 0],
    ]);
    expect(marked(9)).toEqual(Array.from({ length: 9 }, () => 0));
    expect(marked(4)).toEqual([0, 0, 0, 0]);
  });

  it('are empty for whoever comes after work that threw', () => {
    expect(() =>
      withMarks([6], (marks) => {
        marks.fill(1);
        throw new Error('no such patient');
      }),
    ).toThrow('no such patient');
    expect(withMarks([6], (marks) => [...marks])).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
