// Tests of the list of what proofs rest on, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import type { HeldCertificate } from '../../../../shared/papers/seal/held-certificate.ts';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';

describe('what proofs rest on', () => {
  let t: TestApp, p: Practice;
  const held: HeldCertificate[] = [];
  beforeAll(async () => {
    t = await createTestApp('sqlite', { held: () => Promise.resolve(held) });
    p = await addPractice(t, 'nord');
    await t.deps.keys(p.cid);
    held.push({
      use: 'trust_list',
      name: 'DE',
      source: 'MOLAR_TRUST_LISTS: de.xml',
      from: t.clock.now - 365 * DAY_MS,
      until: t.clock.now + 5 * DAY_MS,
      sha256: null,
    });
  });
  afterAll(() => t.drop());
  const get = (as: Practice['users']['owner']) => p.call('/documents/trust', { as });

  it('an owner reads the server’s lists and the roots of the own seals, with their states', async () => {
    const { items } = (await get(p.users.owner)).json as HeldCertificates;
    expect(items.map((one) => [one.use, one.state, one.isFormer, one.source])).toEqual([
      ['trust_list', 'last', false, 'MOLAR_TRUST_LISTS: de.xml'],
      ['authority', 'ok', false, ''],
    ]);
    expect(items[1]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(items[1]?.until).toBeGreaterThan(t.clock.now + 365 * DAY_MS);
  });

  it('others in the practice do not', async () => {
    for (const as of [p.users.staff, p.users.reception])
      expect((await get(as)).code).toBe('forbidden');
  });
});
