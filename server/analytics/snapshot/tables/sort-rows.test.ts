/** Tests of the median, and of the pooled marks: cleared, never shared by two users, also after work that threw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianOf, withMarks } from './sort-rows.ts';

describe('pooled marks of indexes', () => {
  it('concurrent users get separate empty marks of the requested size', () => {
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

  it('marks are empty after work that threw', () => {
    expect(() =>
      withMarks([6], (marks) => {
        marks.fill(1);
        throw new Error('no such patient');
      }),
    ).toThrow('no such patient');
    expect(withMarks([6], (marks) => [...marks])).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

it('the median is the middle of the sorted numbers, and leaves them as they are', () => {
  expect(medianOf([])).toBeNull();
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer()), { minLength: 1 }),
      (numbers) => {
        const sorted = numbers.toSorted((x, y) => x - y),
          mid = numbers.length >> 1,
          own = Float64Array.from(numbers);
        expect(medianOf(own)).toBe(
          numbers.length % 2 === 1 ? sorted[mid]! : (sorted[mid - 1]! + sorted[mid]!) / 2,
        );
        expect([...own]).toEqual(numbers);
      },
    ),
  );
});
