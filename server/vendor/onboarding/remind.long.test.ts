// Owners of a practice whose guided start stands still get two mails for each step, and the vendor sees
// a code that no tablet used.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { OnboardingList } from '../../../shared/vendor/onboarding.schema.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login, type Practice } from '../../../tests/support/practice.ts';
import { Administrators } from '../../../tests/support/second-word.ts';
import { SimTablet } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { takenMail } from '../../../tests/support/taken-mail.ts';

describe.each(STORES)('a guided start that stands still on %s', (kind) => {
  const mail = takenMail();
  let t: TestApp, p: Practice, support: Bearer;
  beforeAll(async () => {
    t = await createTestApp(kind, { mail: { base: 'https://molar.test', sender: mail.sender } });
    p = await addPractice(t, 'west');
    // Two practices: the operator takes care of the backup.
    await addPractice(t, 'ost');
    await addVendor(t);
  });
  afterAll(() => t.drop());
  const reminders = (): string[] =>
    mail.to('owner@west.test').filter((text) => text.includes('/practice/erste-schritte'));
  const days = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      t.clock.now += DAY_MS;
      await t.app.tidy();
      await t.runJobs();
    }
  };
  const codeAt = async (): Promise<number | null | undefined> => {
    support = await login(t, 'support@molar.test');
    const { items } = (await t.call('/admin/onboarding', { as: support })).json as OnboardingList;
    return items.find(({ cid }) => cid === p.cid)?.codeAt;
  };

  it('mails the owners after two days and after a week, and then no more', async () => {
    await days(1);
    expect(reminders()).toHaveLength(0);
    await days(1);
    expect(reminders()).toHaveLength(1);
    expect(reminders()[0]).toContain('das erste Tablet anmelden');
    await days(3);
    expect(reminders()).toHaveLength(1);
    await days(3);
    expect(reminders()).toHaveLength(2);
    await days(20);
    expect(reminders()).toHaveLength(2);
  });

  it('shows a code that no tablet used, until one is registered', async () => {
    expect(await codeAt()).toBeNull();
    const shownAt = t.clock.now;
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.insert(w.t.tabletCode, {
        hash: 'waiting',
        r4cUuid: p.r4cUuid,
        createdBy: 'u',
        createdAt: w.now,
        expiresAt: w.now + 120_000,
        usedAt: null,
      }),
    );
    expect(await codeAt()).toBe(shownAt);
    p.users.owner.token = (await login(t, p.users.owner.email)).token;
    p.users.reception.token = (await login(t, p.users.reception.email)).token;
    await SimTablet.register(p);
    expect(await codeAt()).toBeNull();
    // The next step is another one: its own mails follow.
    await days(2);
    expect(reminders().at(-1)).toContain('das erste Papier unterschreiben lassen');
  });
});

it('mails nothing while the vendor has to act, and two days after it did', async () => {
  const mail = takenMail(),
    t = await createTestApp('sqlite', {
      mail: { base: 'https://molar.test', sender: mail.sender },
      licences: { publicKeys: [], signingKey: Buffer.alloc(32, 7).toString('base64url') },
    });
  const p = await addPractice(t, 'west');
  await addPractice(t, 'ost');
  const admins = await Administrators.of(t),
    reminders = (): string[] =>
      mail.to('owner@west.test').filter((text) => text.includes('/practice/erste-schritte')),
    days = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        t.clock.now += DAY_MS;
        await t.app.tidy();
        await t.runJobs();
      }
    };
  await days(8);
  expect(reminders()).toEqual([]);
  await admins.signIn();
  const terms = { plan: 'praxis', seats: 5, tablets: 1, until: '2027-11-20', reason: 'Testpraxis' };
  expect((await admins.post('/admin/licences', { tenant: p.cid, ...terms })).status).toBe(200);
  expect((await admins.approve()).status).toBe(204);
  await days(1);
  expect(reminders()).toEqual([]);
  await days(1);
  expect(reminders().map((text) => text.includes('das erste Tablet anmelden'))).toEqual([true]);
  await t.drop();
});
