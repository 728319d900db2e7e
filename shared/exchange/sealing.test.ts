/** Tests of sealing in two steps: a prepared seal opens as usual, and can be used only once. */
import { expect, it, vi } from 'vitest';
import { createOpener, openSealed } from './opening.ts';
import { beginSeal, createSealKeys, finishSeal, sealTo, toBase64 } from './sealing.ts';

const text = new TextEncoder().encode('Penicillin');

it('a prepared seal opens like an immediate one, only with its own additional data', async () => {
  const keys = await createSealKeys(false),
    begun = await beginSeal(keys.publicKey);
  const [early, late] = [
    await finishSeal(begun, text, 'a|1'),
    await sealTo(keys.publicKey, text, 'a|1'),
  ];
  expect([
    await openSealed(keys.privateKey, early, 'a|1'),
    await openSealed(keys.privateKey, late, 'a|1'),
  ]).toEqual([text, text]);
  expect(early.length).toBe(late.length);
  await expect(openSealed(keys.privateKey, early, 'a|2')).rejects.toThrow();
});

it('a prepared key is valid for one seal: two would share a key', async () => {
  const begun = await beginSeal((await createSealKeys(false)).publicKey);
  await finishSeal(begun, text, 'a|1');
  await expect(finishSeal(begun, text, 'a|2')).rejects.toThrow(/was used/);
});

it('opening several messages of one sender derives the key once', async () => {
  const keys = await createSealKeys(false),
    start = await beginSeal(keys.publicKey),
    sealed = await finishSeal(start, text, 'a|1'),
    other = await sealTo(keys.publicKey, text, 'a|1');
  const derive = vi.spyOn(crypto.subtle, 'deriveBits'),
    opener = createOpener();
  await opener.expect(keys.privateKey, toBase64(start.point));
  for (let i = 0; i < 3; i++)
    expect(await opener.open(keys.privateKey, sealed, 'a|1')).toEqual(text);
  expect(derive).toHaveBeenCalledTimes(1);
  for (const one of [other, other, sealed])
    expect(await opener.open(keys.privateKey, one, 'a|1')).toEqual(text);
  expect(derive).toHaveBeenCalledTimes(3);
  derive.mockRestore();
  await expect(opener.open(keys.privateKey, sealed, 'a|2')).rejects.toThrow();
  // Another key, and an invalid point, are rejected every time and affect nothing else.
  const stranger = await createSealKeys(false);
  await expect(opener.open(stranger.privateKey, sealed, 'a|1')).rejects.toThrow();
  for (let i = 0; i < 2; i++)
    await expect(opener.expect(keys.privateKey, toBase64(new Uint8Array(65)))).rejects.toThrow();
  expect(await opener.open(keys.privateKey, sealed, 'a|1')).toEqual(text);
  // Failures are not cached either.
  const failing = vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValueOnce(new Error('busy'));
  await expect(opener.open(keys.privateKey, other, 'a|1')).rejects.toThrow('busy');
  expect(await opener.open(keys.privateKey, other, 'a|1')).toEqual(text);
  failing.mockRestore();
});
