/**
 * Owners and administrators: a second factor after the first fortnight, roles only on their own
 * side, and never without the last one.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';
import {
  addPractice,
  addVendor,
  login,
  PASSWORD,
  stepUp,
  type Practice,
} from '../support/practice.ts';

const DAY = 86_400_000;

describe('owners and administrators', () => {
  let t: TestApp,
    p: Practice,
    vendor: Record<'administrator' | 'support', Bearer & { userId: string }>;
  beforeAll(async () => {
    t = await createTestApp('sqlite');
    p = await addPractice(t, 'nord');
    vendor = await addVendor(t);
  });
  afterAll(() => t.drop());
  const again = async (email: string): Promise<Bearer> => {
    const answer = await t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email, password: PASSWORD }, longLogin: false },
    });
    return { token: (answer.json as { authToken: string }).authToken };
  };
  const person = (role: string) => ({
    action: 'invite',
    id: t.deps.newId(),
    email: `${t.deps.newId()}@neu.test`,
    firstName: 'Nora',
    lastname: 'Neu',
    role,
    behandler: false,
    language: 'de',
  });
  const invite = async (as: Bearer, role: string) => {
    const a = await t.call('/auth/user', { as, method: 'POST', json: person(role) });
    return a.code ?? a.status;
  };

  it('[sec B01] a practice cannot create administrators, the vendor cannot create owners', async () => {
    for (const as of [p.users.owner, vendor.administrator]) await stepUp(t, as);
    expect([
      await invite(p.users.owner, 'administrator'),
      await invite(p.users.owner, 'support'),
      await invite(p.users.owner, 'staff'),
    ]).toEqual(['validation', 'validation', 200]);
    expect([
      await invite(vendor.administrator, 'owner'),
      await invite(vendor.administrator, 'reception'),
      await invite(vendor.administrator, 'support'),
    ]).toEqual(['validation', 'validation', 200]);
    expect(await invite(vendor.support, 'support')).toBe('forbidden');
    const change = (as: Bearer, id: string, role: string) =>
      t.call('/auth/user', { as, method: 'POST', json: { action: 'change', id, role } });
    expect((await change(p.users.owner, p.users.owner.userId, 'administrator')).code).toBe(
      'validation',
    );
    expect((await change(vendor.administrator, vendor.administrator.userId, 'support')).code).toBe(
      'last_owner',
    );
    // Practice users are not in the vendor's list, and vice versa.
    expect((await change(vendor.administrator, p.users.staff.userId, 'support')).code).toBe(
      'not_found',
    );
  });

  it('[sec V6.3.3] without a second factor only the own account works after a fortnight', async () => {
    t.clock.now += 13 * DAY;
    const settings = async (as: Bearer) => (await t.call('/api/settings', { as })).code ?? 'in';
    expect(await settings(await again('owner@nord.test'))).toBe('in');
    t.clock.now += 2 * DAY;
    const [owner, staff, administrator] = [
      await again('owner@nord.test'),
      await again('staff@nord.test'),
      await again('administrator@molar.test'),
    ];
    expect([
      await settings(owner),
      await settings(staff),
      (await t.call('/support/clients', { as: administrator })).code,
    ]).toEqual(['factor_due', 'in', 'factor_due']);
    for (const path of ['/auth/user', '/auth/factors', '/auth/sessions'])
      expect([path, (await t.call(path, { as: owner })).status]).toEqual([path, 200]);
    const { user } = t.deps.store.t;
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(user, { totpAt: w.now }, eq(user.id, p.users.owner.userId)),
    );
    expect(await settings(owner)).toBe('in');
  });

  it.each([
    ['dev', 'in'],
    ['prod', 'factor_due'],
  ] as const)(
    '[sec V6.3.3] an address of the demo practice on %s is %s after the fortnight',
    async (environment, expected) => {
      const other = await createTestApp('sqlite', { environment });
      try {
        const { cid, system } = await addPractice(other, 'demo');
        await other.deps.workshop.write(cid, system, (w) =>
          w.tx.update(
            w.t.user,
            { email: 'owner@demo.molar' },
            eq(w.t.user.email, 'owner@demo.test'),
          ),
        );
        other.clock.now += 15 * DAY;
        expect(
          (await other.call('/api/settings', { as: await login(other, 'owner@demo.molar') }))
            .code ?? 'in',
        ).toBe(expected);
      } finally {
        await other.drop();
      }
    },
  );
});
