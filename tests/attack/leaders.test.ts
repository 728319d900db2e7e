/**
 * Owners and administrators: a second factor from the first call, roles only on their own
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

  describe('[sec V6.3.3] without a second factor', () => {
    let strict: TestApp, q: Practice;
    const settings = async (as: Bearer) =>
      (await strict.call('/api/settings', { as })).code ?? 'in';
    const needOf = async (email: string): Promise<unknown> =>
      (
        await strict.call('/auth/login', {
          method: 'POST',
          json: { credentials: { email, password: PASSWORD }, longLogin: false },
        })
      ).json;
    beforeAll(async () => {
      strict = await createTestApp('sqlite', { asksFactors: true });
      q = await addPractice(strict, 'nord');
    });
    afterAll(() => strict.drop());

    it('owners and the vendor reach only the own account from the first call', async () => {
      const { administrator } = await addVendor(strict);
      expect([
        await settings(q.users.owner),
        (await strict.call('/support/clients', { as: administrator })).code,
      ]).toEqual(['factor_due', 'factor_due']);
      for (const path of ['/auth/user', '/auth/factors', '/auth/sessions'])
        expect([path, (await strict.call(path, { as: q.users.owner })).status]).toEqual([
          path,
          200,
        ]);
      expect(await needOf('owner@nord.test')).toMatchObject({ account: { factorNeed: 'now' } });
      await strict.deps.workshop.write(q.cid, q.system, (w) =>
        w.tx.update(w.t.user, { totpAt: w.now }, eq(w.t.user.id, q.users.owner.userId)),
      );
      expect(await settings(q.users.owner)).toBe('in');
    });

    it('staff of a new practice work for its first week, then only with a factor of any kind', async () => {
      expect(await needOf('staff@nord.test')).toMatchObject({ account: { factorNeed: 'soon' } });
      expect(await settings(q.users.staff)).toBe('in');
      strict.clock.now += 7 * DAY;
      const [staff, reception] = [
        await login(strict, 'staff@nord.test'),
        await login(strict, 'reception@nord.test'),
      ];
      expect([await settings(staff), await settings(reception)]).toEqual([
        'factor_due',
        'factor_due',
      ]);
      await strict.deps.workshop.write(q.cid, q.system, (w) =>
        w.tx.update(w.t.user, { mailFactor: true }, eq(w.t.user.id, reception.userId)),
      );
      expect([await settings(staff), await settings(reception)]).toEqual(['factor_due', 'in']);
      await strict.deps.workshop.write(q.cid, q.system, (w) =>
        w.tx.insert(w.t.passkey, {
          id: 'staff-key',
          userId: staff.userId,
          publicKey: Buffer.from([1]),
          counter: 0,
          transports: null,
          name: 'Anmeldung',
          isBackedUp: false,
          createdAt: w.now,
          lastUsedAt: null,
          clonedAt: null,
        }),
      );
      expect(await settings(staff)).toBe('in');
      // A copied passkey is no factor any more.
      await strict.deps.workshop.write(q.cid, q.system, (w) =>
        w.tx.update(w.t.passkey, { clonedAt: w.now }, eq(w.t.passkey.id, 'staff-key')),
      );
      expect(await settings(staff)).toBe('factor_due');
    });

    it('staff of a practice that never asked for one keep working', async () => {
      const other = await addPractice(strict, 'alt');
      await strict.deps.workshop.write(other.cid, other.system, async (w) => {
        const [row] = await strict.deps.store.read
          .select()
          .from(w.t.praxis)
          .where(eq(w.t.praxis.cid, other.cid));
        const { staffFactorFrom: _gone, ...rest } = row!.settings;
        await w.tx.update(w.t.praxis, { settings: rest }, eq(w.t.praxis.cid, other.cid));
      });
      strict.clock.now += 30 * DAY;
      expect(await settings(await login(strict, 'staff@alt.test'))).toBe('in');
    });
  });

  it.each([
    ['dev', 'in'],
    ['prod', 'factor_due'],
  ] as const)(
    '[sec V6.3.3] an owner of the demo practice on %s is %s without a second factor',
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
