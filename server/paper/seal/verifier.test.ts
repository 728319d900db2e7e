// Tests of verification in a child process: the same answer, also for a file that needs too much
// time or memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWorker } from '../../../tests/support/setup/workers.ts';
import { createPracticeAuthority } from './authority.ts';
import { PRACTICE, SIGNED_AT, sealSample, testRenderer } from './sample.fixture.ts';
import { createVerifier } from './verifier.ts';
import { verifyPdf } from './verify-pdf.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'molar-verifier-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const program = (body: string): string => {
  const path = join(folder, `program-${body.length}.mjs`);
  writeFileSync(path, body);
  return path;
};
const nobody = { authorities: [], tsaRoots: [] };

describe('verifier', () => {
  it("returns the verifier's answer, several at a time", async () => {
    const renderer = testRenderer();
    const keys = await createPracticeAuthority(PRACTICE, SIGNED_AT - 1_000);
    const { sealed } = await sealSample(renderer, keys);
    renderer.close();
    const verifier = createVerifier({ workerPath: await verifyWorker(), timeoutMs: 60_000 });
    const trust = { authorities: [keys.authority.certificate], tsaRoots: [] };
    const [one, two, three] = await Promise.all([
      verifier.verify(sealed.bytes, trust),
      verifier.verify(new Uint8Array(), nobody),
      verifier.verify(sealed.bytes, nobody),
    ]);
    expect(one).toEqual(await verifyPdf(sealed.bytes, trust));
    expect(one).toMatchObject({ verdict: 'unchanged' });
    expect(two).toMatchObject({ isReadable: false, reason: 'empty' });
    expect(three).toMatchObject({ verdict: 'foreign_seal' });
  });

  it('[sec B52] [sec B53] aborts files that need too much memory, and processes that hang', async () => {
    const late = createVerifier({
      workerPath: program('setInterval(() => {}, 1000);'),
      timeoutMs: 200,
    });
    await expect(late.verify(new Uint8Array(), nobody)).rejects.toThrow('unavailable');
    const busy = createVerifier({ workerPath: program('for (;;);'), timeoutMs: 200 });
    await expect(busy.verify(new Uint8Array(), nobody)).rejects.toThrow('unavailable');
    const greedy = createVerifier({
      workerPath: program('const all = []; for (;;) all.push({ text: String(all.length) });'),
      timeoutMs: 30_000,
      memoryMb: 48,
    });
    expect(await greedy.verify(new Uint8Array(), nobody)).toMatchObject({ reason: 'too_large' });
    const mute = createVerifier({ workerPath: program('process.exit(3);') });
    await expect(mute.verify(new Uint8Array(), nobody)).rejects.toThrow('verifier ended');
  });
});
