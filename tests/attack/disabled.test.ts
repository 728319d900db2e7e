/**
 * Disabled users: signed out at once, and sessions opened before stay ended, even after
 * reactivation.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, XSRF_PAIR, type TestApp } from '../support/in-process.ts';
import { addPractice, login, PASSWORD, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';

describe.each(STORES)('disabled users (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('[sec 5] sessions open at the time of disabling stay ended after reactivation', async () => {
    const { owner, staff } = p.users;
    const entered = await t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email: staff.email, password: PASSWORD }, longLogin: true },
    });
    const { authToken } = entered.json as { authToken: string };
    const refresh =
      /molar-refresh=[^;]+/.exec(entered.headers.getSetCookie().join('\n'))?.[0] ?? '';
    const ask = async (): Promise<number> =>
      (await t.call('/auth/user', { as: { token: authToken } })).status;
    const renew = async (): Promise<number> =>
      (
        await t.call('/auth/refreshToken', {
          method: 'POST',
          headers: { Cookie: `${XSRF_PAIR.Cookie}; ${refresh}` },
        })
      ).status;
    expect([await ask(), refresh]).toEqual([200, expect.stringMatching(/^molar-refresh=./)]);
    await stepUp(t, owner);
    const act = async (action: 'disable' | 'enable'): Promise<number> =>
      (
        await t.call('/auth/user', {
          as: owner,
          method: 'POST',
          json: { action, id: staff.userId },
        })
      ).status;
    expect(await act('disable')).toBe(200);
    // No renewal happens meanwhile: that alone would end the session.
    expect(await ask()).toBe(401);
    expect(await act('enable')).toBe(200);
    expect([await ask(), await renew()]).toEqual([401, 401]);
    expect((await t.call('/auth/user', { as: await login(t, staff.email) })).status).toBe(200);
  });
});
