// Tests of sealing in a child process: the same bytes, the same verdict, and errors keep their
// code.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../pdf/renderer.ts';
import { createPracticeAuthority } from './authority.ts';
import type { PracticeAuthority } from './authority.ts';
import { PRACTICE, SIGNED_AT, sampleInk, sealSample, testRenderer } from './sample.fixture.ts';
import type { Sample } from './sample.fixture.ts';
import { createSealer, sealerHere } from './sealer.ts';
import type { Sealer } from './sealer.ts';

let renderer: Renderer;
let sealer: Sealer;
let keys: PracticeAuthority;
let sample: Sample;
beforeAll(async () => {
  sealer = createSealer({ workerPath: fileURLToPath(new URL('seal.worker.ts', import.meta.url)) });
  keys = await createPracticeAuthority(PRACTICE, SIGNED_AT - 86_400_000);
  renderer = testRenderer();
  sample = await sealSample(renderer, keys);
});
afterAll(() => {
  sealer.close();
  renderer.close();
});

describe('sealer', () => {
  it('builds and judges the same as in this process', async () => {
    const { data, base, evidence, sealed } = sample;
    const signers = data.signers.map((signer) => ({
      ...signer,
      mark: { how: 'drawn' as const, ink: sampleInk() },
    }));
    const signing = {
      data,
      signatureBoxes: base.signatureBoxes,
      checkBoxes: base.checkBoxes,
      signers,
      declarations: [],
      signedAt: SIGNED_AT,
    };
    const order = { base: base.bytes, signing, evidence, praxis: PRACTICE, at: SIGNED_AT };
    expect(
      Buffer.compare(await sealer.prepare(order), await sealerHere(renderer).prepare(order)),
    ).toBe(0);
    const expected = {
      authorities: [keys.authority.certificate],
      evidence,
      pages: base.pages,
      level: 'B-B' as const,
    };
    expect(await sealer.check(sealed.bytes, expected)).toBeUndefined();
    const changed = Uint8Array.from(sealed.bytes);
    changed[base.bytes.length + 400]! ^= 1;
    expect(await sealer.check(changed, expected)).toBe(
      await sealerHere(renderer).check(changed, expected),
    );
    expect(await sealer.check(changed, expected)).toBeDefined();
  });

  it('rejects with the error code of the called module', async () => {
    const { data, base, sealed } = sample;
    const signing = {
      data,
      signatureBoxes: base.signatureBoxes,
      checkBoxes: [],
      signers: data.signers.map((signer) => ({
        ...signer,
        mark: { how: 'typed' as const, name: 'Anna' },
      })),
      declarations: [],
      signedAt: SIGNED_AT,
    };
    await expect(
      sealer.prepare({
        base: sealed.bytes,
        signing,
        evidence: {},
        praxis: PRACTICE,
        at: SIGNED_AT,
      }),
    ).rejects.toMatchObject({ name: 'SealError', code: 'base_unusable' });
  });
});
