/** Tests of sealing in two steps: a prepared seal opens as usual, and can be used only once. */
import { expect, it, vi } from 'vitest';
import { createOpener, openSealed } from './opening.ts';
import {
  beginSeal,
  createSealKeys,
  finishSeal,
  fromBase64,
  importSealPrivate,
  importSealPublic,
  raw,
  sealTo,
  sha256Hex,
  toBase64,
} from './sealing.ts';

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

it('bytes that are no seal are refused before any key is used', async () => {
  const keys = await createSealKeys(false),
    sealed = await sealTo(keys.publicKey, new Uint8Array(), 'a|1');
  // Format, point, IV and tag around nothing.
  expect(sealed).toHaveLength(94);
  expect(await openSealed(keys.privateKey, sealed, 'a|1')).toEqual(new Uint8Array());
  const derive = vi.spyOn(crypto.subtle, 'deriveBits');
  for (const none of [
    new Uint8Array(),
    sealed.subarray(0, 93),
    Uint8Array.from(sealed).fill(2, 0, 1),
  ])
    await expect(openSealed(keys.privateKey, none, 'a|1')).rejects.toThrow('not a p256-1 seal');
  expect(derive).not.toHaveBeenCalled();
  derive.mockRestore();
});

it('a seal with any changed byte does not open', async () => {
  const keys = await createSealKeys(false),
    sealed = await sealTo(keys.publicKey, text, 'a|1');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(openSealed(keys.privateKey, changed, 'a|1'), `byte ${at}`).rejects.toThrow();
  }
});

it('keys survive their way as JSON; a key that may not leave cannot be exported', async () => {
  const keys = await createSealKeys(true),
    inner = await crypto.subtle.exportKey('jwk', keys.privateKey),
    outer = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const own = await importSealPrivate(inner),
    theirs = await importSealPublic(outer);
  expect(await openSealed(own, await sealTo(theirs, text, 'a|1'), 'a|1')).toEqual(text);
  expect([own.extractable, own.usages, theirs.extractable, theirs.usages]).toEqual([
    false,
    ['deriveBits'],
    true,
    [],
  ]);
  expect((await createSealKeys(false)).privateKey.extractable).toBe(false);
  // The marks of another program about its own use of the key do not matter.
  await importSealPublic({ ...outer, key_ops: ['sign'], ext: false });
  await importSealPrivate({ ...inner, key_ops: ['sign'], ext: true });
});

it('each seal has its own point and IV, and its derived key cannot be exported', async () => {
  const keys = await createSealKeys(false),
    begun = await beginSeal(keys.publicKey),
    seals = await Promise.all([1, 2, 3].map(() => sealTo(keys.publicKey, text, 'a|1')));
  expect(new Set(seals.map((one) => toBase64(one.subarray(1, 66)))).size).toBe(3);
  expect(new Set(seals.map((one) => toBase64(one.subarray(66, 78)))).size).toBe(3);
  expect([begun.point.length, begun.point[0], begun.key.extractable, begun.key.usages]).toEqual([
    65,
    4,
    false,
    ['encrypt'],
  ]);
});

it('hashes text and bytes in one order, in lower-case hex', async () => {
  const bytes = new TextEncoder().encode('ab');
  // FIPS 180-2: the hash of "abc".
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await sha256Hex('abc')).toBe(abc);
  expect(await sha256Hex(bytes, 'c')).toBe(abc);
  expect(await sha256Hex('a', new Uint8Array(), 'bc')).toBe(abc);
  expect(await sha256Hex('c', bytes)).not.toBe(abc);
  expect(await sha256Hex()).toMatch(/^e3b0c442/);
});

it('base64 of any length round trips, also above the limit of the call stack', () => {
  for (const length of [0, 1, 2, 3, 0x7fff, 0x8000, 0x8001, 200_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(Buffer.compare(fromBase64(toBase64(bytes)), bytes)).toBe(0);
  }
});

it('bytes of shared memory are copied for the crypto, others are not', () => {
  const own = new Uint8Array([1, 2]),
    shared = new Uint8Array(new SharedArrayBuffer(2)).fill(3);
  expect(raw(own)).toBe(own);
  const copied = raw(shared);
  expect([copied.buffer instanceof ArrayBuffer, [...copied]]).toEqual([true, [3, 3]]);
});
