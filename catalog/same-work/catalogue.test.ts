/** Tests of the positions of one kind of work. */
import { expect, test } from 'vitest';
import { findPosition } from '../find-position.ts';
import { alternativesOf, coveringTokens } from './catalogue.ts';
import data from './same-work@2026.json' with { type: 'json' };

const ALL = data.works.flatMap((one) => one.positions);

test('each position exists and belongs to one kind of work', () => {
  for (const word of ALL) {
    const [system = '', nr = ''] = word.split(' ');
    expect(findPosition(system as 'BEMA', nr)?.number, word).toBe(nr);
  }
  expect(new Set(ALL).size).toBe(ALL.length);
});
test('only private positions of the same kind of work are covered by statutory ones', () => {
  for (const { positions, covered } of data.works)
    for (const { position, by } of covered) {
      expect(position).toMatch(/^(?:GOZ|GOAE) /);
      expect(positions).toContain(position);
      for (const nr of by)
        expect(
          positions.some((one) => one.startsWith(`BEMA ${nr.replace('*', '')}`)),
          nr,
        ).toBe(true);
    }
});
test('an X-ray image is covered, a crown with the same digits is not', () => {
  expect(coveringTokens('GOAE', '5000')).toEqual(['B:Ä925*']);
  expect(coveringTokens('GOZ', '5000')).toEqual([]);
  expect(alternativesOf('BEMA', '8')).toEqual([{ system: 'GOZ', nr: '0070' }]);
  expect(alternativesOf('GOZ', '5000')).toEqual([]);
});
