// Tests of signing in on both databases: rate limits, equal responses for unknown users, session
// expiry.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factorDeps } from '../../../tests/support/factor-deps.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { codeOf, createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Store } from '../../platform/db/store.ts';
import { createPractice } from '../settings/create-practice.ts';
import { ensureInstallation } from '../settings/ensure-installation.ts';
import { replaceEpoch } from '../settings/store.ts';
import { createAttempts } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { checkLogin } from './check-login.ts';
import { createUser } from '../users/create-user.ts';
import { signOut } from '../sessions/end-session.ts';
import { disableUser } from '../users/manage-users.ts';
import { openSession } from '../sessions/open-session.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { resolveActor } from '../sessions/resolve-actor.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { stepUp } from './step-up.ts';
import { sweepAccounts } from '../users/sweep-accounts.ts';

const PASSWORD = 'rumpel kachel nebel';

describe.each(STORES)('auth on %s', (kind) => {
  let store: Store,
    drop: () => Promise<void>,
    bench: TestBench,
    deps: AuthDeps,
    checked = 0;
  const ip = '192.0.2.7';
  const login = async ({
    longLogin = false,
    ...over
  }: Partial<Parameters<typeof checkLogin>[1]> & { longLogin?: boolean } = {}) =>
    openSession(
      deps,
      await checkLogin(deps, { email: 'owner@praxis.example', password: PASSWORD, ip, ...over }),
      { longLogin, ip, reason: 'login' },
    );
  const actorOf = (token: string) => resolveActor({ store, now: bench.now }, token, ip);

  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    bench = createTestBench(store);
    await ensureInstallation(store, { now: bench.now, newEpoch: bench.newId });
    const real = createPasswords();
    const passwords: Passwords = {
      hash: (word) => real.hash(word),
      isRight: (stored, word) => {
        checked++;
        return real.isRight(stored, word);
      },
    };
    deps = {
      store,
      workshop: bench.workshop,
      passwords,
      attempts: createAttempts(store),
      now: bench.now,
      newId: bench.newId,
      createPractice: async (w, input) => {
        await createPractice(w, input);
      },
      later: (work) => {
        void work();
      },
      mail: async () => undefined,
      ...factorDeps,
    };
    const passwordHash = await passwords.hash(PASSWORD);
    await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, async (w) => {
      await createPractice(w, { name: 'Praxis Eins' });
      await createUser(w, {
        email: 'Owner@Praxis.example ',
        firstName: 'Özlem',
        lastname: 'Müller',
        role: 'owner',
        behandler: true,
        passwordHash,
      });
    });
  });
  afterAll(() => drop());

  it('[sec 7] tokens are random, prefixed, and only their hashes are in the database', async () => {
    const { answer, refresh } = await login();
    expect(answer.authToken).toMatch(/^ses_[\w-]{43}$/);
    expect(answer).toMatchObject({
      user: { email: 'owner@praxis.example', role: 'owner', behandler: true },
      praxis: { name: 'Praxis Eins' },
    });
    expect(answer.expiresAt - bench.now()).toBe(15 * 60_000);
    const stored = JSON.stringify([
      await store.read.select().from(store.t.session),
      await store.read.select().from(store.t.accessToken),
      await store.read.select().from(store.t.audit),
      await store.read.select().from(store.t.attempt),
    ]);
    expect(stored).toContain(hashSecret(answer.authToken));
    for (const secret of [
      answer.authToken,
      refresh?.split('.')[1] ?? '-',
      'owner@praxis.example',
      ip,
    ])
      expect(stored).not.toContain(secret);
  });

  it('[sec 8] a bearer token ends after 15 minutes; rights are read on each request', async () => {
    const { answer } = await login();
    expect(await actorOf(answer.authToken)).toMatchObject({
      kind: 'user',
      cid: 'c1',
      role: 'owner',
      behandler: true,
    });
    bench.pass(15 * 60_000 - 1);
    expect(await actorOf(answer.authToken)).toBeDefined();
    bench.pass(1);
    expect(await actorOf(answer.authToken)).toBeUndefined();
    expect(await actorOf('ses_unknown_unknown_unknown')).toBeUndefined();
  });

  it('[sec 16] an unknown user, a wrong password and a disabled user get the same response after equal work', async () => {
    const before = checked;
    const codes = [
      await codeOf(login({ email: 'nobody@praxis.example' })),
      await codeOf(login({ password: 'wrong' })),
    ];
    expect(codes).toEqual(['login_failed', 'login_failed']);
    expect(checked - before).toBe(2);
  });

  const refuses = (refresh: string | undefined): Promise<string> =>
    codeOf(refreshSession(deps, { refresh, ip }));
  it('[sec 10] every refresh replaces the cookie; a second tab has ten seconds of grace', async () => {
    const first = await login();
    const second = await refreshSession(deps, { refresh: first.refresh, ip });
    expect(second.refresh).not.toBe(first.refresh);
    bench.pass(9_000);
    const tab = await refreshSession(deps, { refresh: first.refresh, ip });
    expect(tab.refresh).toBeUndefined();
    expect(await actorOf(tab.answer.authToken)).toBeDefined();
    bench.pass(14 * 60_000);
    expect((await refreshSession(deps, { refresh: second.refresh, ip })).refresh).toBeDefined();
  });
  it('[sec 10] a replaced cookie ends the session two minutes later, for both of its holders', async () => {
    const first = await login();
    const second = await refreshSession(deps, { refresh: first.refresh, ip });
    bench.pass(2 * 60_000);
    expect(await refuses(first.refresh)).toBe('unauthenticated');
    expect(await refuses(second.refresh)).toBe('unauthenticated');
    expect(await actorOf(second.answer.authToken)).toBeUndefined();
  });
  it('[sec 10] a page whose response was lost goes on with its old cookie, also twice', async () => {
    const first = await login();
    await refreshSession(deps, { refresh: first.refresh, ip });
    bench.pass(25_000);
    await refreshSession(deps, { refresh: first.refresh, ip });
    bench.pass(25_000);
    const third = await refreshSession(deps, { refresh: first.refresh, ip });
    expect(third.refresh).toBeDefined();
    bench.pass(14 * 60_000);
    expect((await refreshSession(deps, { refresh: third.refresh, ip })).refresh).toBeDefined();
  });
  it('[sec 10] a stolen cookie used as if a response was lost is noticed at the next refresh', async () => {
    const first = await login();
    const owner = await refreshSession(deps, { refresh: first.refresh, ip });
    bench.pass(25_000);
    const thief = await refreshSession(deps, { refresh: first.refresh, ip });
    bench.pass(14 * 60_000);
    expect(await refuses(owner.refresh)).toBe('unauthenticated');
    expect(await refuses(thief.refresh)).toBe('unauthenticated');
  });
  it('[sec 10] a secret that was never given is refused and ends nothing', async () => {
    const { refresh } = await login(),
      id = refresh?.split('.')[0] ?? '',
      [other] = [(await login()).refresh ?? ''];
    for (const invented of [
      `${id}.rfr_garbage`,
      `${id}.`,
      `${id}.${other.split('.').slice(1).join('.')}`,
    ])
      expect(await refuses(invented), invented).toBe('unauthenticated');
    expect((await refreshSession(deps, { refresh, ip })).refresh).toBeDefined();
  });

  it('[sec 10] two tabs at the same moment both continue', async () => {
    const { refresh } = await login();
    const both = await Promise.all([
      refreshSession(deps, { refresh, ip }),
      refreshSession(deps, { refresh, ip }),
    ]);
    expect(both.filter((b) => b.refresh !== undefined)).toHaveLength(1);
    for (const b of both) expect(await actorOf(b.answer.authToken)).toBeDefined();
  });

  it('[sec 8] sessions end after 30 idle minutes or 12 hours; longLogin after 24 hours', async () => {
    const idle = await login();
    bench.pass(30 * 60_000);
    expect(await codeOf(refreshSession(deps, { refresh: idle.refresh, ip }))).toBe(
      'unauthenticated',
    );
    let busy = await login();
    for (let i = 0; i < 36; i++) {
      bench.pass(20 * 60_000 - 1);
      const next: Awaited<ReturnType<typeof refreshSession>> | undefined = await refreshSession(
        deps,
        { refresh: busy.refresh, ip },
      ).catch(() => undefined);
      if (!next) throw new Error(`ended early, round ${i}`);
      busy = next;
    }
    bench.pass(60_000);
    expect(await codeOf(refreshSession(deps, { refresh: busy.refresh, ip }))).toBe(
      'unauthenticated',
    );
    const long = await login({ longLogin: true });
    expect(long.maxAgeMs).toBe(24 * 3_600_000);
    bench.pass(11 * 3_600_000);
    const again = await refreshSession(deps, { refresh: long.refresh, ip });
    bench.pass(11 * 3_600_000);
    const last = await refreshSession(deps, { refresh: again.refresh, ip });
    bench.pass(2 * 3_600_000);
    expect(await codeOf(refreshSession(deps, { refresh: last.refresh, ip }))).toBe(
      'unauthenticated',
    );
  });

  it('[sec 9] signing out ends every copy, by bearer or by cookie alone', async () => {
    const a = await login();
    const actor = await actorOf(a.answer.authToken);
    await signOut(deps, { bearer: actor ?? { kind: 'anonymous', ip }, refresh: undefined });
    expect(await actorOf(a.answer.authToken)).toBeUndefined();
    expect(await codeOf(refreshSession(deps, { refresh: a.refresh, ip }))).toBe('unauthenticated');
    const b = await login();
    await signOut(deps, {
      bearer: { kind: 'anonymous', ip },
      refresh: `${b.refresh?.split('.')[0]}.rfr_guessed`,
    });
    expect(await actorOf(b.answer.authToken)).toBeDefined();
    await signOut(deps, { bearer: { kind: 'anonymous', ip }, refresh: b.refresh });
    expect(await actorOf(b.answer.authToken)).toBeUndefined();
  });

  it('[sec 18] step-up requires the own password and lasts five minutes', async () => {
    const { answer } = await login();
    const actor = await actorOf(answer.authToken);
    if (!actor) throw new Error('no actor');
    expect(actor).toMatchObject({ stepUpUntil: 0 });
    const context = { actor, origin: 'http://localhost:4000', cookie: () => undefined };
    expect(await codeOf(stepUp(deps, { password: 'wrong' }, context))).toBe('login_failed');
    const { stepUpUntil, authToken } = await stepUp(deps, { password: PASSWORD }, context);
    expect(stepUpUntil - bench.now()).toBe(5 * 60_000);
    expect(await actorOf(authToken)).toMatchObject({ stepUpUntil });
    // A token read before the step-up is useless after it.
    expect(await actorOf(answer.authToken)).toBeUndefined();
  });

  it('[sec 5] a disabled user is rejected at the next call; another security epoch rejects everyone', async () => {
    const passwordHash = await deps.passwords.hash(PASSWORD);
    const user = await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, (w) =>
      createUser(w, {
        email: 'gone@praxis.example',
        firstName: 'G',
        lastname: 'One',
        role: 'staff',
        behandler: false,
        passwordHash,
      }),
    );
    const gone = await login({ email: 'gone@praxis.example' });
    await bench.workshop.write('c1', { kind: 'system', cid: 'c1' }, (w) => disableUser(w, user));
    expect(await actorOf(gone.answer.authToken)).toBeUndefined();
    expect(await codeOf(refreshSession(deps, { refresh: gone.refresh, ip }))).toBe(
      'unauthenticated',
    );
    expect(await codeOf(login({ email: 'gone@praxis.example' }))).toBe('login_failed');

    const other = await login();
    await replaceEpoch(store, bench.newId());
    expect(await actorOf(other.answer.authToken)).toBeUndefined();
    expect(await codeOf(refreshSession(deps, { refresh: other.refresh, ip }))).toBe(
      'unauthenticated',
    );
  });

  it('[sec 15] 200 concurrent guesses count no more than the ten free ones', async () => {
    const attempts = createAttempts(store);
    const rule = { free: 10, waitMs: 30_000, maxWaitMs: 900_000, forgetMs: 86_400_000 };
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => attempts.reserve('parallel', rule, bench.now())),
    );
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(10);
  });

  it('[sec 15] after ten wrong passwords the account is blocked for this address only, even for the right one', async () => {
    const far = '198.51.100.9';
    for (let i = 0; i < 10; i++)
      expect(await codeOf(login({ password: `wrong ${i}`, ip: far }))).toBe('login_failed');
    const before = checked;
    expect(await codeOf(login({ ip: far }))).toBe('rate_limited');
    expect(checked).toBe(before);
    expect(await codeOf(login())).toBe('ok');
    bench.pass(30_000);
    expect(await codeOf(login({ ip: far }))).toBe('ok');
    expect(await codeOf(login({ password: 'wrong', ip: far }))).toBe('login_failed');
  });

  it('the sweep removes expired rows and keeps valid ones', async () => {
    const { answer, refresh } = await login();
    await sweepAccounts(store, bench.now());
    expect(await actorOf(answer.authToken)).toBeDefined();
    await sweepAccounts(store, bench.now() + 31 * 86_400_000);
    expect(await codeOf(refreshSession(deps, { refresh, ip }))).toBe('unauthenticated');
    expect(await store.read.$count(store.t.session)).toBe(0);
    expect(await store.read.$count(store.t.attempt)).toBe(0);
  });
});
