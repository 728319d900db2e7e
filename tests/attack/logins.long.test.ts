/**
 * Thousands of wrong sign-ins: none succeeds, known and unknown users get the same response at the
 * same cost, and the right one still works.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, XSRF_PAIR, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, PASSWORD, type Practice } from '../support/practice.ts';

/** Raised by `npm run attack`. */
const LOGINS = Number(process.env.ATTACK_LOGINS ?? 150);

describe('[sec G4][sec V6.3.8] wrong sign-ins', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { isHashCostReal: true });
    await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const guess = (email: string, password: string): Promise<Answer> =>
    t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email, password }, longLogin: false },
    });
  const bare = (a: Answer): string =>
    `${a.status} ${a.text.replace(/"requestId":"[^"]*"/, '')} ${[...a.headers.keys()].sort().join()}`;

  it(`none of ${LOGINS} succeeds`, async () => {
    const work = { known: 0, unknown: 0 },
      { isRight } = t.deps.passwords;
    const seen = { known: new Map<string, number>(), unknown: new Map<string, number>() };
    let who: 'known' | 'unknown' = 'known';
    t.deps.passwords.isRight = (stored, word) => {
      work[who]++;
      return isRight(stored, word);
    };
    for (let i = 0; i < LOGINS; i++) {
      who = i % 2 === 0 ? 'known' : 'unknown';
      // The attacker respects Retry-After.
      const answer = await guess(
        who === 'known'
          ? `${['owner', 'staff', 'reception'][i % 3]}@nord.test`
          : `nobody${i % 3}@nord.test`,
        `Kastanien im Herbst ${1900 + i}`.replace('1958', '1959'),
      );
      const retry = Number(answer.headers.get('retry-after') ?? 0);
      if (retry > 0) t.clock.now += retry * 1000;
      const key = answer.status === 429 ? '429' : bare(answer);
      seen[who].set(key, (seen[who].get(key) ?? 0) + 1);
    }
    t.deps.passwords.isRight = isRight;
    expect([...seen.known.keys()].filter((key) => key.startsWith('200'))).toEqual([]);
    const wrong = (all: Map<string, number>): string[] =>
      [...all.keys()].filter((key) => key !== '429');
    expect(wrong(seen.known)).toEqual(wrong(seen.unknown));
    expect(wrong(seen.known)).toHaveLength(1);
    // Each attempt that was not rate-limited cost one hash, whether the user exists or not.
    const checked = (all: Map<string, number>): number =>
      [...all].reduce((n, [key, count]) => n + (key === '429' ? 0 : count), 0);
    expect(work).toEqual({ known: checked(seen.known), unknown: checked(seen.unknown) });
    t.clock.now += 24 * 3_600_000;
    expect((await guess('owner@nord.test', PASSWORD)).status).toBe(200);
  }, 1_800_000);
});

describe('[sec G4] rate limits after wrong sign-ins', () => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp('sqlite', {});
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const signIn = (
    email: string,
    password: string,
    from: string,
    cookie?: string,
  ): Promise<Answer> =>
    t.call('/auth/login', {
      method: 'POST',
      json: { credentials: { email, password }, longLogin: false },
      from,
      ...(cookie !== undefined && { headers: { Cookie: `${XSRF_PAIR.Cookie}; ${cookie}` } }),
    });
  const deviceCookie = (answer: Answer): string => {
    const set = answer.headers.getSetCookie().find((one) => /^[^=]*device=/.test(one));
    return set?.split(';')[0] ?? '';
  };

  it('a browser that signed in before still can, whatever strangers try at its address', async () => {
    const before = await signIn('staff@nord.test', PASSWORD, '192.0.2.1');
    expect(before.status).toBe(200);
    const statuses = new Set<number>();
    for (let i = 0; i < 70; i += 1)
      statuses.add((await signIn(`nobody${i}@nord.test`, 'wrong', '192.0.2.1')).status);
    expect(statuses).toContain(429);
    expect((await signIn('staff@nord.test', PASSWORD, '192.0.2.1')).status).toBe(429);
    expect(
      (await signIn('staff@nord.test', PASSWORD, '192.0.2.1', deviceCookie(before))).status,
    ).toBe(200);
  });

  it('its own wrong attempts are counted, and its cookie opens no other account', async () => {
    const before = await signIn('staff@nord.test', PASSWORD, '192.0.2.9');
    const cookie = deviceCookie(before);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1)
      statuses.push((await signIn('staff@nord.test', 'wrong', '192.0.2.9', cookie)).status);
    expect(statuses.at(-1)).toBe(429);
    for (let i = 0; i < 12; i += 1)
      statuses.push((await signIn('reception@nord.test', 'wrong', '192.0.2.10', cookie)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('one account takes few attempts, from however many addresses', async () => {
    const judged: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      const answer = await signIn('owner@nord.test', 'wrong', `198.51.100.${i}`);
      if (answer.status !== 429) judged.push(i);
    }
    expect(judged).toHaveLength(30);
    t.clock.now += 60_000;
    expect((await signIn('owner@nord.test', PASSWORD, '203.0.113.7')).status).toBe(200);
  });

  it('the owners are informed of guesses at one account, on the board and by mail, once a day', async () => {
    const guessFrom = async (net: string): Promise<void> => {
      for (let i = 0; i < 40; i += 1) await signIn('staff@nord.test', 'wrong', `${net}.${i}`);
    };
    await guessFrom('198.51.101');
    await guessFrom('198.51.102');
    const { staff, owner } = p.users,
      alarms = (await t.call('/api/audit/alarms', { as: owner })).json as {
        items: { seq: number; kind: string; name: string; count: number }[];
      };
    // One for strangers at this account and one for those at the owner's own, guessed at before; a
    // known browser, whose own limit is lower, is a separate incident.
    expect(alarms.items).toMatchObject([
      { kind: 'sign_in', count: 30, name: expect.stringMatching(/staff$/) as string },
      { kind: 'sign_in', count: 30, name: expect.stringMatching(/owner$/) as string },
      { kind: 'sign_in', count: 10, name: expect.stringMatching(/staff$/) as string },
    ]);
    expect((await t.call('/api/audit/alarms', { as: staff })).status).toBe(403);
    const { store } = t.deps,
      { mail } = store.t,
      mails = await store.read
        .select({ id: mail.id })
        .from(mail)
        .where(eq(mail.template, 'loginAlarm'));
    expect(mails).toHaveLength(3);
    for (const { seq } of alarms.items)
      expect(
        (await t.call(`/api/audit/alarms/${seq}/seen`, { method: 'POST', as: owner })).status,
      ).toBe(204);
    expect((await t.call('/api/audit/alarms', { as: owner })).json).toEqual({ items: [] });
  });
});
