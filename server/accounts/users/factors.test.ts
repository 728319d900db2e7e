// Tests of second factors and step-up over the whole server: refusals and one-time use.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, PASSWORD, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { Browser, bearer } from './browser.testing.ts';

describe.each(STORES)('second factors on %s', (kind) => {
  let t: TestApp, p: Practice;
  const email = (role: string): string => `${role}@nord.test`;
  const codeOf = (secret: string, at = t.clock.now): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  let secret = '',
    recovery: string[] = [];
  const refusals = async (): Promise<number> =>
    (await t.deps.store.read.select().from(t.deps.store.t.audit)).filter(
      (row) => row.type === 'auth.factor.refused',
    ).length;

  beforeAll(async () => {
    t = await createTestApp(kind, { asksFactors: true });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('[sec 17] [sec 18] the app is active only after its first right code, and its setup requires a step-up', async () => {
    const { owner } = p.users,
      post = (path: string, json?: unknown) =>
        t.call(path, { as: owner, method: 'POST', ...(json !== undefined && { json }) });
    expect((await post('/auth/setup-mfa-authenticator')).code).toBe('step_up');
    await stepUp(t, owner);
    const made = (await post('/auth/setup-mfa-authenticator')).json as {
      secret: string;
      otpauthUri: string;
    };
    ({ secret } = made);
    expect(made.otpauthUri).toContain(secret);
    expect((await new Browser(t).login(email('owner'))).json).toHaveProperty('authToken');
    expect((await post('/auth/enable-mfa-authenticator', { otp: '000000' })).code).toBe(
      'code_wrong',
    );
    recovery = (
      (await post('/auth/enable-mfa-authenticator', { otp: codeOf(secret) })).json as {
        recoveryCodes: string[];
      }
    ).recoveryCodes;
    expect(recovery).toHaveLength(10);
    const stored = JSON.stringify([
      await t.deps.store.read.select().from(t.deps.store.t.user),
      await t.deps.store.read.select().from(t.deps.store.t.recoveryCode),
    ]);
    for (const word of [secret, recovery[0]!, recovery[0]!.replace('-', '')])
      expect(stored).not.toContain(word);
    expect((await new Browser(t).login(email('owner'))).json).toEqual({
      secondFactor: { kinds: ['totp', 'recovery'] },
    });
  });

  it('[sec B24] each code of the app is accepted once; one time step off is accepted, two are not', async () => {
    t.clock.now += 60_000;
    const browser = new Browser(t),
      at = t.clock.now;
    await browser.login(email('owner'));
    expect((await browser.post('/auth/login/otp', { otp: codeOf(secret, at - 60_000) })).code).toBe(
      'code_wrong',
    );
    expect((await browser.post('/auth/login/otp', { otp: codeOf(secret, at + 60_000) })).code).toBe(
      'code_wrong',
    );
    const code = codeOf(secret, at + 30_000);
    const signedIn = await browser.post('/auth/login/otp', { otp: code });
    expect(signedIn.json).toMatchObject({
      user: { email: email('owner') },
      account: { factorNeed: 'no', lockMinutes: 10 },
    });
    const again = new Browser(t);
    await again.login(email('owner'));
    expect((await again.post('/auth/login/otp', { otp: code })).status).toBe(401);
    expect((await again.post('/auth/login/otp', { otp: codeOf(secret, at) })).code).toBe(
      'code_wrong',
    );
    expect(await refusals()).toBe(4);
    const { sessions, devices } = (await browser.get('/auth/sessions', bearer(signedIn))).json as {
      sessions: { isThis: boolean; factor: string; agent: string }[];
      devices: unknown[];
    };
    expect(sessions.find((s) => s.isThis)).toMatchObject({
      factor: 'totp',
      agent: 'Chrome, Windows',
    });
    expect(devices).toHaveLength(1);
  });

  it('[sec B23] accepts full-width digits and spaces in codes; other input is 400 and no attempt', async () => {
    t.clock.now += 90_000;
    const browser = new Browser(t);
    await browser.login(email('owner'));
    for (const otp of [123456, '12345a', '1234567', 'ABCDEFGHI1'])
      expect((await browser.post('/auth/login/otp', { otp })).status).toBe(400);
    const wide = [...codeOf(secret)]
      .map((d) => String.fromCodePoint(0xff10 + Number(d)))
      .join('')
      .replace(/^(.{3})/, '$1 ');
    expect((await browser.post('/auth/login/otp', { otp: wide })).status).toBe(200);
  });

  it("[sec 17] a right code is useless in another user's sign-in, or without one", async () => {
    t.clock.now += 90_000;
    const stranger = new Browser(t);
    expect((await stranger.post('/auth/login/otp', { otp: codeOf(secret) })).code).toBe(
      'login_step_over',
    );
    // Another user's login step in this browser: the owner's code is not theirs.
    const staff = new Browser(t);
    await stepUp(t, p.users.staff);
    const made = (
      await t.call('/auth/setup-mfa-authenticator', { as: p.users.staff, method: 'POST' })
    ).json as { secret: string };
    expect(
      (
        await t.call('/auth/enable-mfa-authenticator', {
          as: p.users.staff,
          method: 'POST',
          json: { otp: codeOf(made.secret) },
        })
      ).status,
    ).toBe(200);
    await staff.login(email('staff'));
    expect((await staff.post('/auth/login/otp', { otp: codeOf(secret) })).code).toBe('code_wrong');
    // A passkey challenge creates a login step of another kind.
    const asked = new Browser(t);
    await asked.post('/auth/login/passkey/options');
    expect(asked.cookies.get('molar-step')).toMatch(/^stp_/);
    expect((await asked.post('/auth/login/otp', { otp: codeOf(secret) })).code).toBe(
      'login_step_over',
    );
  });

  it('[sec 17] a recovery code works once; generating codes invalidates the old ones', async () => {
    const browser = new Browser(t),
      again = new Browser(t);
    await browser.login(email('owner'));
    const opened = await browser.post('/auth/login/otp', { otp: recovery[0]!.toLowerCase() });
    expect(opened.status).toBe(200);
    await again.login(email('owner'));
    expect((await again.post('/auth/login/otp', { otp: recovery[0] })).code).toBe('code_wrong');
    const as = bearer(opened);
    await stepUp(t, as, { otp: recovery[5] });
    const next = (
      (await t.call('/auth/recovery-codes', { as, method: 'POST' })).json as {
        recoveryCodes: string[];
      }
    ).recoveryCodes;
    expect((await again.post('/auth/login/otp', { otp: recovery[1] })).code).toBe('code_wrong');
    expect((await again.post('/auth/login/otp', { otp: next[0] })).status).toBe(200);
    recovery = next;
  });

  it('[sec B22] the sixth attempt is 429 and ends the sign-in, even for the right code and 200 at once', async () => {
    t.clock.now += 25 * 3_600_000;
    const browser = new Browser(t);
    await browser.login(email('owner'));
    const before = await refusals();
    const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
    const all = await Promise.all(
      Array.from({ length: 200 }, () => browser.post('/auth/login/otp', { otp: wrong })),
    );
    expect(all.filter((a) => a.code === 'code_wrong').length).toBeLessThanOrEqual(5);
    expect(all.filter((a) => a.status === 429).length).toBeGreaterThanOrEqual(195);
    expect((await refusals()) - before).toBeLessThanOrEqual(5);
    expect((await browser.post('/auth/login/otp', { otp: codeOf(secret) })).status).toBe(429);
  });

  it('[sec 17] a browser that gave its factor is not asked again for a day', async () => {
    t.clock.now += 25 * 3_600_000;
    const browser = new Browser(t);
    await browser.login(email('owner'));
    expect((await browser.post('/auth/login/otp', { otp: codeOf(secret) })).status).toBe(200);
    expect((await browser.login(email('owner'))).json).toHaveProperty('authToken');
    expect((await new Browser(t).login(email('owner'))).json).toHaveProperty('secondFactor');
    // The browser is known for this user only.
    expect((await browser.login(email('staff'))).json).toHaveProperty('secondFactor');
    t.clock.now += 24 * 3_600_000;
    expect((await browser.login(email('owner'))).json).toHaveProperty('secondFactor');
  });

  it('[sec 17] codes by mail: never for the owner, nor without a reason set by the practice', async () => {
    const reception = bearer(await new Browser(t).login(email('reception')));
    await stepUp(t, reception);
    expect((await t.call('/auth/enable-mfa-email', { as: reception, method: 'POST' })).code).toBe(
      'state_conflict',
    );
    const owner = bearer(
      await (async () => {
        const b = new Browser(t);
        await b.login(email('owner'));
        return b.post('/auth/login/otp', { otp: recovery[1] });
      })(),
    );
    await stepUp(t, owner, { otp: recovery[4] });
    expect((await t.call('/auth/enable-mfa-email', { as: owner, method: 'POST' })).code).toBe(
      'forbidden',
    );
    const { version } = (await t.call('/api/settings', { as: owner })).json as { version: number };
    expect(
      (
        await t.call('/api/settings/patch', {
          as: owner,
          method: 'POST',
          json: {
            settingsDiff: [
              {
                op: 'add',
                path: '/mailFactorReason',
                value: 'Am Empfang sind keine Telefone erlaubt.',
              },
            ],
            version,
          },
        })
      ).status,
    ).toBe(200);
    expect((await t.call('/auth/enable-mfa-email', { as: reception, method: 'POST' })).status).toBe(
      200,
    );
    const browser = new Browser(t);
    expect((await browser.login(email('reception'))).json).toEqual({
      secondFactor: { kinds: ['mail', 'recovery'] },
    });
    expect((await browser.post('/auth/login/mail')).status).toBe(204);
    expect((await browser.post('/auth/login/otp', { otp: '000000' })).status).toBe(401);
  });

  it('[sec 18] an app is removed by its own code after a step-up, and the next sign-in asks for none', async () => {
    const browser = new Browser(t);
    await browser.login(email('owner'));
    const as = bearer(await browser.post('/auth/login/otp', { otp: recovery[2] }));
    t.clock.now += 60_000;
    const off = (otp: string) =>
      t.call('/auth/disable-mfa', { as, method: 'POST', json: { kind: 'totp', otp } });
    expect((await off(codeOf(secret))).code).toBe('step_up');
    const confirm = (json: unknown) =>
      t.call('/auth/createMidSessionToken', { as, method: 'POST', json });
    expect((await confirm({ password: PASSWORD })).code).toBe('step_up_factor');
    expect((await confirm({ otp: '000000' })).code).toBe('code_wrong');
    expect((await confirm({ otp: recovery[2] })).code).toBe('code_wrong');
    const confirmed = await confirm({ otp: recovery[3] });
    expect(confirmed.status).toBe(200);
    as.token = (confirmed.json as { authToken: string }).authToken;
    expect((await off('000000')).code).toBe('code_wrong');
    expect((await off(codeOf(secret))).status).toBe(204);
    expect((await new Browser(t).login(email('owner'))).json).toMatchObject({
      account: { factorNeed: 'now' },
    });
  });
});
