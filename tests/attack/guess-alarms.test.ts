/**
 * Notices to the owners that someone is guessing: wrong passwords at a known browser or by
 * strangers, requests for a new password, wrong codes of tablets; on the board and by mail, once an
 * incident.
 */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { MailTemplate } from '../../shared/accounts/mail.ts';
import { createTestApp, XSRF_PAIR, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, login, PASSWORD, stepUp, type Practice } from '../support/practice.ts';
import { GATE, publicJwk, SimTablet } from '../support/sim-tablet.ts';
import { bearer, Browser } from '../../server/accounts/users/browser.testing.ts';

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

  const deviceOf = (answer: Answer): string | undefined =>
    answer.headers
      .getSetCookie()
      .find((one) => /^[^=]*device=/.test(one))
      ?.split(';')[0];

  it('guesses at a browser that is known to the account, once', async () => {
    const signIn = (password: string, cookie?: string): Promise<Answer> =>
      t.call('/auth/login', {
        method: 'POST',
        json: { credentials: { email: 'staff@nord.test', password }, longLogin: false },
        from: '192.0.2.1',
        ...(cookie !== undefined && { headers: { Cookie: `${XSRF_PAIR.Cookie}; ${cookie}` } }),
      });
    const own = deviceOf(await signIn(PASSWORD));
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
    // A browser that the account knows still gets a link, also in a network of strangers.
    const network = '198.51.100.200',
      credentials = { email: 'reception@nord.test', password: PASSWORD };
    const own = deviceOf(
      await t.call('/auth/login', {
        method: 'POST',
        json: { credentials, longLogin: false },
        from: network,
      }),
    );
    const from = (cookie?: string): Promise<Answer> =>
      t.call('/auth/resetpassword', {
        method: 'POST',
        json: { email: credentials.email },
        from: network,
        ...(cookie !== undefined && { headers: { Cookie: `${XSRF_PAIR.Cookie}; ${cookie}` } }),
      });
    for (let i = 0; i < 20; i += 1) await from();
    expect((await from()).status).toBe(429);
    expect((await from(own)).status).toBe(200);
    await expect.poll(() => mails('reset')).toHaveLength(6);
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

  it('wrong second factors after a right password, once', async () => {
    const { owner } = p.users;
    Object.assign(owner, await login(t, 'owner@nord.test'));
    await stepUp(t, owner);
    const post = (path: string, json?: unknown): Promise<Answer> =>
      t.call(path, { as: owner, method: 'POST', ...(json !== undefined && { json }) });
    const { secret } = (await post('/auth/setup-mfa-authenticator')).json as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: t.clock.now,
    });
    expect((await post('/auth/enable-mfa-authenticator', { otp: code })).status).toBe(200);
    for (let n = 0; n < 4; n += 1) {
      const stranger = new Browser(t);
      await stranger.login('owner@nord.test');
      for (let i = 0; i < 4; i += 1) await stranger.post('/auth/login/otp', { otp: '000000' });
    }
    expect(await mails('factorAlarm')).toEqual([p.cid]);
    expect((await alarms(p)).filter(({ kind }) => kind === 'factor')).toMatchObject([
      { count: 10 },
    ]);
    expect(await mails('loginAlarm')).toHaveLength(2);
  });

  it('wrong PINs at a locked workstation, and wrong passwords there, once each', async () => {
    t.clock.now += 25 * 3_600_000;
    const desk = new Browser(t),
      as = bearer(await desk.login('reception@nord.test')),
      before = (await mails('loginAlarm')).length;
    await stepUp(t, as);
    await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '4820' } });
    await desk.post('/auth/lock', undefined, as);
    const { people } = (await desk.get('/auth/sessions/desk')).json as {
      people: { sessionId: string }[];
    };
    const unlock = (proof: object): Promise<Answer> =>
      desk.post('/auth/unlock', { sessionId: people[0]!.sessionId, ...proof });
    for (let i = 0; i < 5; i += 1) await unlock({ pin: '0815' });
    expect(await mails('pinAlarm')).toEqual([]);
    for (let i = 0; i < 3; i += 1)
      expect((await unlock({ pin: '0815' })).code).toBe('unlock_pin_blocked');
    expect(await mails('pinAlarm')).toEqual([p.cid]);
    for (let i = 0; i < 12; i += 1) await unlock({ password: 'wrong' });
    expect(await mails('loginAlarm')).toHaveLength(before + 1);
  });

  it('wrong staff PINs at a tablet, once a day for each tablet', async () => {
    Object.assign(p.users.reception, await login(t, 'reception@nord.test'));
    const tablet = await SimTablet.register(p);
    const guess = (pin: string): Promise<Answer> =>
      tablet.call('/tablet/pin', { method: 'POST', json: { pin } });
    for (let i = 0; i < 5; i += 1) expect((await guess(String(200_000 + i))).status).toBe(403);
    expect(await mails('tabletPinAlarm')).toEqual([]);
    for (let i = 0; i < 5; i += 1) expect((await guess(String(300_000 + i))).status).toBe(429);
    expect(await mails('tabletPinAlarm')).toEqual([p.cid]);
    expect(
      (await t.call('/api/audit/alarms', { as: await login(t, 'owner@sued.test') })).json,
    ).toEqual({ items: [] });
  });
});
