/**
 * Tests of the offline staff PIN: right ones pass, the stored data do not reveal the PIN, tries are
 * counted.
 */
import { expect, test } from 'vitest';
import { fitsPinCheck, isPinShut, makePinCheck, NO_TRIES, withTry } from './pin-check.ts';

test('accepts the right PIN, others hardly ever; the stored data differ each time', async () => {
  const [one, two] = [await makePinCheck('471205'), await makePinCheck('471205')];
  expect([await fitsPinCheck(one, '471205'), await fitsPinCheck(two, '471205')]).toEqual([
    true,
    true,
  ]);
  expect(one.salt).not.toBe(two.salt);
  // The stored data contain 12 bits of the hash: some 244 of a million PINs match, so that the data
  // do not reveal the right one.
  const quick = { ...one, rounds: 1 },
    at = await Promise.all(
      Array.from({ length: 3000 }, (_, n) => fitsPinCheck(quick, String(100_000 + n))),
    );
  expect(at.filter(Boolean).length).toBeLessThan(20);
  expect(one.mark).toBeGreaterThanOrEqual(0);
  expect(one.mark).toBeLessThan(4096);
});

test('[sec 15] five tries, then 15 minutes; a clock set back does not lengthen the lockout', () => {
  let tries = NO_TRIES;
  for (let i = 0; i < 5; i++) {
    expect(isPinShut(tries, 1000)).toBe(false);
    tries = withTry(tries, 1000);
  }
  expect(isPinShut(tries, 1000)).toBe(true);
  expect(isPinShut(tries, 1000 + 15 * 60_000)).toBe(false);
  expect(isPinShut(tries, 1000 - 86_400_000)).toBe(false);
});
