// Sealing in a process of its own: the same bytes, the same judgement, and a refusal that keeps its code.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPracticeAuthority } from './authority.ts';
import type { PracticeAuthority } from './authority.ts';
import { PRAXIS, SIGNED_AT, sealSample, testRenderer } from './sample.fixture.ts';
import type { Sample } from './sample.fixture.ts';
import { createSealer, sealerHere } from './sealer.ts';
import type { Sealer } from './sealer.ts';

let sealer: Sealer;
let keys: PracticeAuthority;
let sample: Sample;
beforeAll(async () => {
  sealer = createSealer({ workerPath: fileURLToPath(new URL('seal.worker.ts', import.meta.url)) });
  keys = await createPracticeAuthority(PRAXIS, SIGNED_AT - 86_400_000);
  const renderer = testRenderer();
  sample = await sealSample(renderer, keys);
  renderer.close();
});
afterAll(() => sealer.close());

describe('sealer', () => {
  it('makes and judges what it would here', async () => {
    const { base, evidence, sealed } = sample;
    const box = base.signatureBoxes[0]!;
    const draft = { base: base.bytes, marks: [{ page: box.page, rect: box.rect, label: 'Unterschrift', ink: null, caption: base.bytes }], checks: [], evidence, praxis: PRAXIS, at: SIGNED_AT };
    expect(Buffer.compare(await sealer.prepare(draft), await sealerHere.prepare(draft))).toBe(0);
    const expected = { authority: keys.authority.certificate, evidence, pages: base.pages, level: 'B-B' as const };
    expect(await sealer.check(sealed.bytes, expected)).toBeUndefined();
    const changed = Uint8Array.from(sealed.bytes);
    changed[base.bytes.length + 400]! ^= 1;
    expect(await sealer.check(changed, expected)).toBe(await sealerHere.check(changed, expected));
    expect(await sealer.check(changed, expected)).toBeDefined();
  });

  it('refuses with the code of the room', async () => {
    const draft = { base: sample.sealed.bytes, marks: [], checks: [], evidence: {}, praxis: PRAXIS, at: SIGNED_AT };
    await expect(sealer.prepare(draft)).rejects.toMatchObject({ name: 'SealError', code: 'base_unusable' });
  });
});
