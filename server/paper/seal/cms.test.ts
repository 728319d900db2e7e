/**
 * Tests of keys and certificates as views into a shared buffer pool, as a database returns them.
 */
import { describe, expect, it } from 'vitest';
import { createPracticeAuthority } from './authority.ts';
import { certificateBytes, openCms, own, readCertificate, verifyCms } from './cms.ts';
import { buildCms } from './sign/sign-cms.ts';

/** Two values in one allocation, as created by drivers and small `Buffer.from` calls. */
function pooled(a: Uint8Array, b: Uint8Array): [Buffer, Buffer] {
  const pool = Buffer.concat([a, b]);
  return [pool.subarray(0, a.length), pool.subarray(a.length)];
}

describe('bytes from a shared pool', () => {
  it('are copied without their neighbours', () => {
    const [, second] = pooled(Buffer.from('first'), Buffer.from('second'));
    expect(Buffer.from(own(second)).toString()).toBe('second');
  });

  it('return the right certificate, and a signature that names it', async () => {
    const made = await createPracticeAuthority('Praxis', Date.UTC(2026, 10, 20));
    const [authority, leaf] = pooled(made.authority.certificate, made.seal.certificate);
    expect(Buffer.from(certificateBytes(readCertificate(leaf))).equals(leaf)).toBe(true);
    const content = Buffer.from('what is signed');
    const { signed } = openCms(
      await buildCms({ key: made.seal.key, chain: [leaf, authority], content }),
    );
    const verdict = await verifyCms(signed, content);
    expect(verdict.isIntact).toBe(true);
    expect(verdict.signer && Buffer.from(certificateBytes(verdict.signer)).equals(leaf)).toBe(true);
  });
});
