/** Sealing in two steps: what was begun opens as usual, and only once. */
import { expect, it, vi } from 'vitest';
import { beginOpen, openSealed } from './opening.ts';
import { beginSeal, createSealKeys, finishSeal, sealTo, toBase64 } from './sealing.ts';

const text = new TextEncoder().encode('Penicillin');

it('what was begun beforehand opens like what was sealed at once, with its own words only', async () => {
  const keys = await createSealKeys(false), begun = await beginSeal(keys.publicKey);
  const [early, late] = [await finishSeal(begun, text, 'a|1'), await sealTo(keys.publicKey, text, 'a|1')];
  expect([await openSealed(keys.privateKey, early, 'a|1'), await openSealed(keys.privateKey, late, 'a|1')]).toEqual([text, text]);
  expect(early.length).toBe(late.length);
  await expect(openSealed(keys.privateKey, early, 'a|2')).rejects.toThrow();
});

it('a beginning is good for one seal: two would share a key', async () => {
  const begun = await beginSeal((await createSealKeys(false)).publicKey);
  await finishSeal(begun, text, 'a|1');
  await expect(finishSeal(begun, text, 'a|2')).rejects.toThrow(/one use/);
});

it('a point that is known beforehand opens what comes from it in one step, anything else as ever', async () => {
  const keys = await createSealKeys(false), start = await beginSeal(keys.publicKey), sealed = await finishSeal(start, text, 'a|1');
  const begun = await beginOpen(keys.privateKey, toBase64(start.point)), other = await sealTo(keys.publicKey, text, 'a|1');
  const derive = vi.spyOn(crypto.subtle, 'deriveBits');
  expect([await openSealed(keys.privateKey, sealed, 'a|1', begun), derive.mock.calls.length]).toEqual([text, 0]);
  expect([await openSealed(keys.privateKey, other, 'a|1', begun), derive.mock.calls.length]).toEqual([text, 1]);
  derive.mockRestore();
  await expect(openSealed(keys.privateKey, sealed, 'a|2', begun)).rejects.toThrow();
});
