/** Tests of a user's sessions, and of locking and unlocking a workstation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, PASSWORD, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { ADDRESS_RULE } from '../sign-in/attempts.ts';
import { DEVICE_COOKIE_MS } from '../sessions/known-device.ts';
import { disableUser } from './manage-users.ts';
import { findUser } from '../account-store/store.ts';
import { sweepAccounts } from './sweep-accounts.ts';
import { Browser, bearer } from './browser.testing.ts';

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
    expect((await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '4820' } })).code).toBe(
      'step_up',
    );
    await stepUp(t, as);
    expect((await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '1234' } })).status).toBe(
      400,
    );
    expect((await t.call('/auth/pin', { as, method: 'PUT', json: { pin: '4820' } })).status).toBe(
      204,
    );
    expect((await desk.post('/auth/lock', undefined, as)).status).toBe(204);
    expect((await t.call('/auth/user', { as })).code).toBe('session_locked');
    expect((await desk.post('/auth/refreshToken')).code).toBe('session_locked');
    const sessionId = await sessionIdOf(desk, 'reception');
    expect((await new Browser(t).post('/auth/unlock', { sessionId, pin: '4820' })).code).toBe(
      'unauthenticated',
    );
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => desk.post('/auth/unlock', { sessionId, pin: '0815' })),
    );
    expect(tries.filter((a) => a.code === 'unlock_pin_wrong').length).toBeLessThanOrEqual(5);
    expect((await desk.post('/auth/unlock', { sessionId, pin: '4820' })).code).toBe(
      'unlock_pin_blocked',
    );
    const back = await desk.post('/auth/unlock', { sessionId, password: PASSWORD }, as);
    expect(back.status).toBe(200);
    expect((await t.call('/auth/user', { as: bearer(back) })).status).toBe(200);
    await desk.post('/auth/lock', undefined, bearer(back));
    expect((await desk.post('/auth/unlock', { sessionId, pin: '4820' })).status).toBe(200);
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
      pin: '4820',
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
    t.clock.now += 120_000;
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

  it('[sec B25] [sec B27] checks a password for every caller; compares with the current one only when signed in', async () => {
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
