// Tests of second factors, step-up, sessions and the lock, over the whole server: refusals,
// one-time use, state of a workstation.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../tests/support/in-process.ts';
import { addPractice, PASSWORD, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { ADDRESS_RULE } from '../sign-in/attempts.ts';
import { DEVICE_COOKIE_MS } from '../sessions/known-device.ts';
import { disableUser } from './manage-users.ts';
import { findUser } from '../account-store/store.ts';
import { sweepAccounts } from './sweep-accounts.ts';

/** A browser: stores cookies and sends them back. */
class Browser {
  readonly cookies = new Map<string, string>();
  private readonly t: TestApp;
  constructor(t: TestApp) {
    this.t = t;
  }
  async post(path: string, json?: unknown, as?: Bearer, method = 'POST'): Promise<Answer> {
    const cookie = [
      'XSRF-TOKEN=0123456789abcdef',
      ...[...this.cookies].map(([k, v]) => `${k}=${v}`),
    ].join('; ');
    const answer = await this.t.call(path, {
      method,
      ...(json !== undefined && { json }),
      ...(as && { as }),
      headers: {
        Cookie: cookie,
        'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';'),
        at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
  get = (path: string, as?: Bearer): Promise<Answer> => this.post(path, undefined, as, 'GET');
  login = (email: string, password = PASSWORD): Promise<Answer> =>
    this.post('/auth/login', { credentials: { email, password }, longLogin: false });
}
const bearer = (answer: Answer): Bearer => ({
  token: (answer.json as { authToken: string }).authToken,
});

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
    t = await createTestApp(kind);
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
    await stepUp(t, as);
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
    await stepUp(t, owner);
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
    await stepUp(t, as);
    expect((await off('000000')).code).toBe('code_wrong');
    expect((await off(codeOf(secret))).status).toBe(204);
    expect((await new Browser(t).login(email('owner'))).json).toMatchObject({
      account: { factorNeed: 'soon' },
    });
    t.clock.now += 14 * 86_400_000;
    expect((await new Browser(t).login(email('owner'))).json).toMatchObject({
      account: { factorNeed: 'now' },
    });
  });
});

describe.each(STORES)('sessions and the lock on %s', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());
  const sessionIdOf = async (desk: Browser, name: string): Promise<string> => {
    const { people } = (await desk.get('/auth/sessions/desk')).json as {
      people: { sessionId: string; lastname: string }[];
    };
    return people.find((one) => one.lastname.endsWith(name))?.sessionId ?? 'nobody';
  };

  it('[sec 9] own sessions: listed, ended one by one or all others; never those of other users', async () => {
    const one = new Browser(t),
      two = new Browser(t),
      three = new Browser(t);
    const a = bearer(await one.login('staff@sued.test')),
      b = bearer(await two.login('staff@sued.test')),
      c = bearer(await three.login('staff@sued.test'));
    const list = (await one.get('/auth/sessions', a)).json as {
      sessions: { id: string; isThis: boolean }[];
    };
    const other = list.sessions.find((s) => !s.isThis)!;
    expect(
      (await t.call(`/auth/sessions/${other.id}`, { as: p.users.reception, method: 'DELETE' }))
        .code,
    ).toBe('not_found');
    expect((await t.call(`/auth/sessions/${other.id}`, { as: a, method: 'DELETE' })).status).toBe(
      204,
    );
    expect((await t.call('/auth/sessions/end-others', { as: a, method: 'POST' })).status).toBe(204);
    for (const as of [b, c])
      expect((await t.call('/auth/user', { as })).code).toBe('unauthenticated');
    expect((await two.post('/auth/refreshToken')).code).toBe('unauthenticated');
    expect((await t.call('/auth/user', { as: a })).status).toBe(200);
  });

  it('[sec 9] a locked session rejects calls until unlocked; five wrong PINs remove the PIN, not the password', async () => {
    const desk = new Browser(t),
      as = bearer(await desk.login('reception@sued.test'));
    expect((await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '4711' } })).code).toBe(
      'step_up',
    );
    await stepUp(t, as);
    expect((await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '1234' } })).status).toBe(
      400,
    );
    expect((await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '4711' } })).status).toBe(
      204,
    );
    expect((await desk.post('/auth/lock', undefined, as)).status).toBe(204);
    expect((await t.call('/auth/user', { as })).code).toBe('session_locked');
    expect((await desk.post('/auth/refreshToken')).code).toBe('session_locked');
    const sessionId = await sessionIdOf(desk, 'reception');
    expect((await new Browser(t).post('/auth/unlock', { sessionId, pin: '4711' })).code).toBe(
      'unauthenticated',
    );
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => desk.post('/auth/unlock', { sessionId, pin: '0815' })),
    );
    expect(tries.filter((a) => a.code === 'unlock_pin_wrong').length).toBeLessThanOrEqual(5);
    expect((await desk.post('/auth/unlock', { sessionId, pin: '4711' })).code).toBe(
      'unlock_pin_blocked',
    );
    const back = await desk.post('/auth/unlock', { sessionId, password: PASSWORD }, as);
    expect(back.status).toBe(200);
    expect((await t.call('/auth/user', { as: bearer(back) })).status).toBe(200);
    await desk.post('/auth/lock', undefined, bearer(back));
    expect((await desk.post('/auth/unlock', { sessionId, pin: '4711' })).status).toBe(200);
  });

  it('[sec 9] each user of a workstation keeps a locked session, and the previous user is locked', async () => {
    const desk = new Browser(t),
      first = bearer(await desk.login('reception@sued.test'));
    await desk.post('/auth/lock', undefined, first);
    const second = bearer(await desk.login('owner@sued.test'));
    expect([...desk.cookies.keys()].sort()).toEqual([
      'molar-device',
      'molar-refresh',
      'molar-refresh-1',
    ]);
    const back = await desk.post('/auth/unlock', {
      sessionId: await sessionIdOf(desk, 'reception'),
      pin: '4711',
    });
    expect(back.json).toMatchObject({ user: { email: 'reception@sued.test' } });
    expect((await t.call('/auth/user', { as: second })).code).toBe('session_locked');
    expect((await desk.post('/auth/refreshToken')).json).toMatchObject({
      user: { email: 'reception@sued.test' },
    });
    const again = await desk.post('/auth/unlock', {
      sessionId: await sessionIdOf(desk, 'owner'),
      password: PASSWORD,
    });
    expect(again.json).toMatchObject({ user: { email: 'owner@sued.test' } });
    expect((await desk.post('/auth/refreshToken')).json).toMatchObject({
      user: { email: 'owner@sued.test' },
    });
  });

  it('[sec 10] reuse of a replaced refresh cookie ends the session, unlocked or not', async () => {
    const desk = new Browser(t);
    await desk.login('staff@sued.test');
    const old = desk.cookies.get('molar-refresh') ?? '';
    expect((await desk.post('/auth/refreshToken')).status).toBe(200);
    t.clock.now += 11_000;
    const thief = new Browser(t);
    thief.cookies.set('molar-refresh', old);
    expect((await thief.post('/auth/refreshToken')).code).toBe('unauthenticated');
    expect((await desk.post('/auth/refreshToken')).code).toBe('unauthenticated');
  });

  it('[sec 5] disabling a user ends all their sessions at once, including locked ones', async () => {
    const desk = new Browser(t),
      as = bearer(await desk.login('staff@sued.test')),
      other = bearer(await new Browser(t).login('staff@sued.test'));
    await desk.post('/auth/lock', undefined, as);
    const user = await findUser(t.deps.store, p.users.staff.userId);
    if (!user) throw new Error('no user');
    await t.deps.workshop.write(p.cid, p.system, (w) => disableUser(w, user));
    for (const one of [as, other])
      expect((await t.call('/auth/user', { as: one })).code).toBe('unauthenticated');
    expect((await desk.get('/auth/sessions/desk')).json).toEqual({ people: [] });
    expect((await desk.post('/auth/refreshToken')).code).toBe('unauthenticated');
  });

  it('[sec B25] [sec B27] checks a password for everybody; compares with the current one only when signed in', async () => {
    const ask = (password: string, as?: Bearer) =>
      t.call('/auth/checkpassword', { method: 'POST', json: { password }, ...(as && { as }) });
    for (const word of ['kurz', 'vierzehnzeich1', 'Zahnarztpraxis1!'])
      expect(((await ask(word)).json as { error: { fields: object } }).error.fields).toHaveProperty(
        'password',
      );
    expect((await ask('Zahnarztpraxis sued', p.users.owner)).code).toBe('password_weak');
    expect((await ask(PASSWORD)).json).toEqual({});
    const owner = bearer(await new Browser(t).login('owner@sued.test'));
    expect((await ask(PASSWORD, owner)).json).toEqual({ isOwn: true });
    expect((await ask('vier Wale trinken Tee', owner)).json).toEqual({ isOwn: false });
  });

  it('[sec 15] two hundred concurrent wrong passkeys share the rate limit of their address with passwords', async () => {
    const assertion = {
      id: 'passkey-of-nobody',
      rawId: 'passkey-of-nobody',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
    };
    const browsers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const browser = new Browser(t);
        expect((await browser.post('/auth/login/passkey/options')).status).toBe(200);
        return browser;
      }),
    );
    const codes = (
      await Promise.all(
        browsers.map((b) =>
          b.post('/auth/login/passkey', { response: assertion, longLogin: false }),
        ),
      )
    ).map((a) => a.code);
    const judged = codes.filter((code) => code === 'passkey_failed').length;
    expect(judged).toBeLessThanOrEqual(ADDRESS_RULE.free);
    expect(judged).toBeGreaterThan(40);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(200 - judged);
    expect((await new Browser(t).login('owner@sued.test')).code).toBe('rate_limited');
    t.clock.now += ADDRESS_RULE.forgetMs;
    expect((await new Browser(t).login('owner@sued.test')).status).toBe(200);
  });

  it("a browser without a factor during its cookie's lifetime is forgotten", async () => {
    const { knownDevice } = t.deps.store.t,
      row = (id: string, factorAt: number) => ({
        hash: id,
        id,
        userId: p.users.owner.userId,
        agent: 'X',
        createdAt: 1,
        factorAt,
      });
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.insert(knownDevice, [
        row('old', w.now - DEVICE_COOKIE_MS - 1),
        row('young', w.now - DEVICE_COOKIE_MS),
      ]),
    );
    await sweepAccounts(t.deps.store, t.clock.now);
    const left = (await t.deps.store.read.select().from(knownDevice)).map((d) => d.id);
    expect([left.includes('old'), left.includes('young')]).toEqual([false, true]);
  });
});
