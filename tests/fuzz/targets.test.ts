/** Tests of the fuzzer: it begins with inputs that are accepted, and finds a planted fault. */
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/sources.mjs';
import { createDice, mutate } from './mutate.ts';
import { TARGETS } from './targets.ts';

test.each(Object.keys(TARGETS))('the reader %s accepts the first inputs', async (name) => {
  const target = TARGETS[name]!;
  for (const seed of target.seeds(ROOT)) expect(await target.run(seed)).toBe(true);
});

test('mutations are the same for the same seed, and differ from their input', () => {
  const start = Buffer.from('one 12\ntwo 3\n'),
    made = (seed: number): string[] => {
      const dice = createDice(seed);
      return Array.from({ length: 50 }, () =>
        Buffer.from(mutate(start, start, ['word'], dice)).toString('latin1'),
      );
    };
  expect(made(7)).toEqual(made(7));
  expect(made(7)).not.toEqual(made(8));
  expect(made(7).filter((text) => text !== start.toString()).length).toBeGreaterThan(40);
});
