// Tests of sessions and tokens under a clock that was ahead when they were issued.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, START, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { nextAttempt, ACCOUNT_RULE } from '../sign-in/attempts.ts';
import { bearer, Browser } from '../users/browser.testing.ts';

const YEARS = 10 * 365 * 86_400_000;

describe.each(STORES)('sessions under a wrong clock on %s', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
  });
  beforeEach(() => {
    t.clock.now = START;
  });
  afterAll(() => t.drop());
  const own = async (token: string): Promise<number> =>
    (await t.call('/auth/user', { as: { token } })).status;

  it('a token and a cookie given while the clock was ten years ahead open nothing afterwards', async () => {
    t.clock.now += YEARS;
    const browser = new Browser(t);
    const { token } = bearer(await browser.login(p.users.staff.email));
    expect(await own(token)).toBe(200);
    t.clock.now = START;
    expect(await own(token)).toBe(401);
    expect((await browser.post('/auth/refreshToken')).status).toBe(401);
    // The cookie was used up by the refusal: it opens nothing once that time comes.
    t.clock.now = START + YEARS;
    expect((await browser.post('/auth/refreshToken')).status).toBe(401);
  });

  it('a correction by a minute signs no one out', async () => {
    t.clock.now += 60_000;
    const { token } = bearer(await new Browser(t).login(p.users.staff.email));
    t.clock.now = START;
    expect(await own(token)).toBe(200);
  });

  it('a step-up confirmed in the future permits nothing now', async () => {
    const as = bearer(await new Browser(t).login(p.users.owner.email));
    t.clock.now += 10 * 60_000;
    await stepUp(t, as);
    const { session, accessToken } = t.deps.store.t;
    t.clock.now = START;
    // The token itself is refused as well; this one is as if it had been issued now.
    await t.deps.store.write(async (tx) => {
      await tx.update(session).set({ createdAt: START, lastSeenAt: START });
      await tx.update(accessToken).set({ expiresAt: START + 60_000 });
    });
    expect((await t.call('/auth/setup-mfa-authenticator', { as, method: 'POST' })).code).toBe(
      'step_up',
    );
  });
});

it('attempts counted while the clock was ahead do not lock anyone out until that time', () => {
  const row = { key: 'k', count: 99, windowStart: START + YEARS };
  const next = nextAttempt(row, 'k', ACCOUNT_RULE, START);
  expect('waitMs' in next && next.waitMs).toBeLessThanOrEqual(ACCOUNT_RULE.maxWaitMs);
});
