/**
 * The built server is killed (SIGKILL) at each step between the payment provider and its database: a
 * contract begins once, a plan changes once, an account is held once, and nothing is lost.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractAnswer, Preview } from '../../shared/vendor/payment.schema.ts';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { XSRF_PAIR } from '../support/in-process.ts';
import { freePort, startServer, type RunningServer } from '../support/server.ts';
import { startPaymentServer, type PaymentServer } from '../support/stripe/server.ts';
import { emit } from '../support/stripe/world.ts';

const LIMIT_MS = 60_000,
  SECRET = 'whsec_killed',
  PAYS = 'DE89370400440532013000',
  OTHER = 'DE35370400440532013002';

describe('a server killed between the payment provider and its database', () => {
  let payment: PaymentServer,
    server: RunningServer,
    token = '';
  beforeAll(async () => {
    const port = await freePort();
    payment = await startPaymentServer({
      now: Math.floor(Date.now() / 1000),
      hasWallClock: true,
      prices: { praxis_v1: 14_900, praxis_plus_v1: 19_900 },
      webhook: { url: `http://localhost:${port}/api/stripe/webhook`, secret: SECRET },
    });
    server = await startServer({
      dist: await buildServer('payment'),
      port,
      env: {
        MOLAR_PUBLIC_URL: `http://localhost:${port}`,
        MOLAR_STRIPE_KEY: 'sk_test_killed',
        MOLAR_STRIPE_WEBHOOK_SECRET: SECRET,
        MOLAR_STRIPE_API_BASE: payment.url,
      },
    });
    const { password } = server.logins(),
      signedIn = await post('/auth/login', {
        credentials: { email: 'owner@demo.molar', password },
        longLogin: false,
      });
    token = ((await signedIn.json()) as { authToken: string }).authToken;
    const stepped = await post('/auth/createMidSessionToken', { password });
    token = ((await stepped.json()) as { authToken: string }).authToken;
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    await payment.close();
    removeBuilds();
  });
  const post = (path: string, json: object = {}): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        ...XSRF_PAIR,
        'Content-Type': 'application/json',
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(json),
    });
  const contract = async (): Promise<ContractAnswer> => {
    const answer = await fetch(`${server.url}/api/stripe/contract`, {
      headers: { ...XSRF_PAIR, Authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as ContractAnswer;
  };
  /** Polls, as the open page does, until the contract is as wanted. */
  const until = async (isRight: (shown: ContractAnswer) => boolean): Promise<ContractAnswer> => {
    for (const end = Date.now() + LIMIT_MS; ;) {
      await post('/api/stripe/refresh').catch(() => undefined);
      const shown = await contract();
      if (isRight(shown)) return shown;
      if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(shown)}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
  };
  /** Kills the server once the provider gets a call, and starts it again. */
  const killAt = async (
    call: RegExp,
    when: 'before' | 'after',
    work: () => Promise<unknown>,
  ): Promise<void> => {
    const isKilled = new Promise<void>((done) => {
      payment.stopAt(call, when, async () => {
        await server.kill();
        done();
      });
    });
    await Promise.all([isKilled, work().catch(() => undefined)]);
    await server.restart();
  };
  const sessionOf = async (answer: Promise<Response>): Promise<string> =>
    /cs_test_\w+/.exec(((await (await answer).json()) as { url: string }).url)![0];
  const preview = async (plan: string): Promise<Preview> =>
    (await (await post('/api/stripe/preview', { plan })).json()) as Preview;
  const order = async (plan: string): Promise<Response> =>
    post('/api/stripe/subscription', { previewId: (await preview(plan)).previewId, plan });
  const running = () =>
    [...payment.world.subscriptions.values()].filter(({ status }) => status !== 'canceled');
  /** Ends the contract at the provider, as after its period. */
  const end = async (): Promise<void> => {
    for (const one of running())
      Object.assign(one, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    await until((shown) => shown.contract === null);
  };

  it('a customer and a page that were made before the kill are used or forgotten', async () => {
    await killAt(/^POST \/v1\/customers$/, 'after', () => order('praxis'));
    await killAt(/^POST \/v1\/checkout\/sessions$/, 'after', () => order('praxis'));
    // The owner presses again: one customer, whatever was lost.
    const session = await sessionOf(order('praxis'));
    expect(payment.world.customers.size).toBe(1);
    payment.pay(session, PAYS);
    const shown = await until(({ contract: one }) => one !== null);
    expect(shown).toMatchObject({ contract: { plan: 'praxis' }, method: { last4: '3000' } });
    expect(running()).toHaveLength(1);
    await end();
  }, 180_000);

  it.each([
    ['the page is read', /^GET \/v1\/checkout\/sessions\//, 'before'],
    ['the mandate is read', /^GET \/v1\/mandates\//, 'after'],
    ['the default was set', /^POST \/v1\/customers\//, 'after'],
    ['the subscription is made', /^POST \/v1\/subscriptions$/, 'before'],
    ['the subscription was made', /^POST \/v1\/subscriptions$/, 'after'],
    ['the mirror is read', /^GET \/v1\/invoices$/, 'after'],
  ] as const)(
    'killed when %s, a contract begins once',
    async (_, call, when) => {
      const before = payment.world.subscriptions.size,
        session = await sessionOf(order('praxis'));
      await killAt(call, when, async () => {
        payment.pay(session, PAYS);
        await post('/api/stripe/refresh');
      });
      const shown = await until(({ contract: one }) => one !== null);
      expect(shown).toMatchObject({
        contract: { plan: 'praxis' },
        method: { last4: '3000' },
        isWaiting: false,
      });
      expect(payment.world.subscriptions.size).toBe(before + 1);
      const made = running().map(({ id, default_payment_method: method }) => [id, method !== null]);
      expect(made).toEqual([[expect.any(String), true]]);
      await end();
    },
    180_000,
  );

  it('a burst of events that one read covers survives a kill before and within that read', async () => {
    payment.pay(await sessionOf(order('praxis')), PAYS);
    await until(({ contract: one }) => one !== null);
    const [sub] = running(),
      { customer } = sub!;
    for (const [call, when, isEnding] of [
      [/^GET \/v1\/subscriptions\/\w+/, 'before', true],
      [/^GET \/v1\/invoices/, 'after', false],
    ] as const) {
      await killAt(call, when, () => {
        Object.assign(sub!, { cancel_at_period_end: isEnding });
        for (let n = 0; n < 20; n++)
          emit(payment.world, 'customer.subscription.updated', {
            object: 'subscription',
            customer,
          });
        return Promise.resolve();
      });
      // No page asks for a fresh read: the stored job alone brings it about.
      const limit = Date.now() + LIMIT_MS;
      while ((await contract()).contract?.isEnding !== isEnding) {
        expect(Date.now()).toBeLessThan(limit);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
    }
    await end();
  }, 180_000);

  it('a changed plan and another account survive a kill, each once', async () => {
    payment.pay(await sessionOf(order('praxis')), PAYS);
    await until(({ contract: one }) => one !== null);
    await killAt(/^POST \/v1\/subscriptions\/\w+$/, 'after', () => order('praxisPlus'));
    await until(({ contract: one }) => one?.plan === 'praxisPlus');
    expect(running()).toHaveLength(1);
    const session = await sessionOf(post('/api/stripe/payment-method'));
    await killAt(/^GET \/v1\/setup_intents\//, 'after', async () => {
      payment.pay(session, OTHER);
      await post('/api/stripe/refresh');
    });
    const shown = await until(({ changes }) => changes.length > 0);
    expect(shown.changes.map(({ kind, state, what }) => [kind, state, what])).toEqual([
      ['method', 'waiting', '···· 3002'],
    ]);
    expect(shown.method?.last4).toBe('3000');
  }, 180_000);
});
