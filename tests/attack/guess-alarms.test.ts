/**
 * Notices to the owners that someone is guessing: wrong passwords at a known browser or by
 * strangers, requests for a new password, wrong codes of tablets; on the board and by mail, once an
 * incident.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { MailTemplate } from '../../shared/accounts/mail.ts';
import { createTestApp, XSRF_PAIR, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, PASSWORD, type Practice } from '../support/practice.ts';
import { GATE, publicJwk } from '../support/sim-tablet.ts';

describe('[sec G4] owners learn of', () => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp('sqlite', {});
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());
  const mails = async (template: MailTemplate): Promise<string[]> => {
    const { mail } = t.deps.store.t;
    const rows = await t.deps.store.read
      .select({ cid: mail.cid })
      .from(mail)
      .where(eq(mail.template, template));
    return rows.map(({ cid }) => cid);
  };
  const alarms = async (of: Practice): Promise<{ kind: string; name: string; count: number }[]> => {
    const answer = await t.call('/api/audit/alarms', { as: of.users.owner });
    return (answer.json as { items: { kind: string; name: string; count: number }[] }).items;
  };

  it('guesses at a browser that is known to the account, once', async () => {
    const signIn = (password: string, cookie?: string): Promise<Answer> =>
      t.call('/auth/login', {
        method: 'POST',
        json: { credentials: { email: 'staff@nord.test', password }, longLogin: false },
        from: '192.0.2.1',
        ...(cookie !== undefined && { headers: { Cookie: `${XSRF_PAIR.Cookie}; ${cookie}` } }),
      });
    const set = (await signIn(PASSWORD)).headers.getSetCookie();
    const own = set.find((one) => /^[^=]*device=/.test(one))?.split(';')[0];
    for (let i = 0; i < 10; i += 1) expect((await signIn('wrong', own)).status).toBe(401);
    expect(await alarms(p)).toEqual([]);
    for (let i = 0; i < 5; i += 1) expect((await signIn('wrong', own)).status).toBe(429);
    expect(await alarms(p)).toMatchObject([{ kind: 'sign_in', count: 10 }]);
    expect(await mails('loginAlarm')).toEqual([p.cid]);
  });

  it('guesses by strangers on the same day as those at a known browser, once', async () => {
    const guess = (n: number): Promise<Answer> =>
      t.call('/auth/login', {
        method: 'POST',
        json: {
          credentials: { email: 'staff@nord.test', password: 'wrong' },
          longLogin: false,
        },
        from: `203.0.113.${100 + (n % 10)}`,
      });
    for (let i = 0; i < 30; i += 1) expect((await guess(i)).status).toBe(401);
    expect(await mails('loginAlarm')).toEqual([p.cid]);
    for (let i = 30; i < 40; i += 1) expect((await guess(i)).status).toBe(429);
    expect(await mails('loginAlarm')).toEqual([p.cid, p.cid]);
    expect((await alarms(p)).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([10, 30]);
  });

  it('repeated requests for a new password, once, from whatever address', async () => {
    const ask = (n: number): Promise<Answer> =>
      t.call('/auth/resetpassword', {
        method: 'POST',
        json: { email: 'reception@nord.test' },
        from: `198.51.100.${n}`,
      });
    for (let i = 0; i < 5; i += 1) await ask(i);
    expect(await mails('resetAlarm')).toEqual([]);
    for (let i = 5; i < 15; i += 1) await ask(i);
    expect(await mails('resetAlarm')).toEqual([p.cid]);
    expect((await alarms(p)).filter(({ kind }) => kind === 'reset')).toMatchObject([{ count: 5 }]);
    expect(await mails('reset')).toHaveLength(5);
  });

  it('wrong codes of tablets from many addresses, and no other practice does', async () => {
    const key = await publicJwk((await createSealKeys(false)).publicKey);
    const guess = (n: number): Promise<Answer> =>
      p.call('/tablet/registration', {
        method: 'POST',
        json: {
          registrationCode: 'ABCDEFGHJK',
          signKey: key,
          sealKey: key,
          gate: GATE,
          userAgent: 'test',
        },
        from: `203.0.113.${n}`,
      });
    for (let i = 0; i < 20; i += 1) expect((await guess(i)).code).toBe('registration_invalid');
    expect(await mails('tabletAlarm')).toEqual([]);
    for (let i = 20; i < 60; i += 1) await guess(i);
    expect(await mails('tabletAlarm')).toEqual([p.cid]);
    expect((await alarms(p)).filter(({ kind }) => kind === 'tablet_code')).toMatchObject([
      { count: 20 },
    ]);
    expect(await alarms(other)).toEqual([]);
    t.clock.now += 25 * 3_600_000;
    for (let i = 60; i < 90; i += 1) await guess(i);
    expect(await mails('tabletAlarm')).toEqual([p.cid, p.cid]);
  });
});
