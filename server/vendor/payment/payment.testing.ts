// A practice that pays: the whole server in the test's process with the local payment server.

import { afterEach, beforeEach, expect } from 'vitest';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import {
  createTestApp,
  START,
  type Answer,
  type Bearer,
  type TestApp,
  type TestOptions,
} from '../../../tests/support/in-process.ts';
import { addPractice, login, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import type { StoreKind } from '../../../tests/support/stores.ts';
import type { Delivery } from '../../../tests/support/stripe/deliver.ts';
import { takenMail, type TakenMail } from '../../../tests/support/taken-mail.ts';
import { startPaymentServer, type PaymentServer } from '../../../tests/support/stripe/server.ts';

const DAY_S = 86_400;
const BASE = 'https://molar.test';
export const SECRET = 'whsec_local',
  PAYS = 'DE89370400440532013000',
  FAILS = 'DE62370400440532013001',
  RETURNS = 'DE35370400440532013002';

/** Finds the session of a hosted page. */
export const sessionOf = (answer: Answer): string =>
  /cs_test_\w+/.exec((answer.json as { url: string }).url)![0];

/** Calls of one test; filled before each. */
export class Paying {
  t!: TestApp;
  server!: PaymentServer;
  p!: Practice;
  mail!: TakenMail;
  /** Ends the server and starts it again on its data; needs the option `folder`. */
  restart!: () => Promise<void>;

  ask(path: string, json?: unknown, as: Bearer = this.p.users.owner): Promise<Answer> {
    return this.t.call(
      `/api/stripe/${path}`,
      json === undefined ? { as } : { as, method: 'POST', json },
    );
  }
  deliver({ body, headers }: Delivery): Promise<Answer> {
    return this.t.call('/api/stripe/webhook', {
      method: 'POST',
      body,
      type: 'application/json',
      headers,
    });
  }
  async deliverAll(): Promise<void> {
    for (const one of this.server.take(SECRET)) expect((await this.deliver(one)).status).toBe(200);
    await this.t.runJobs();
  }
  async signIn(): Promise<void> {
    const { owner } = this.p.users;
    owner.token = (await login(this.t, owner.email)).token;
    await stepUp(this.t, owner);
  }
  /** Moves both clocks, and does the daily work each `step` days. */
  async pass(days: number, step = 1): Promise<void> {
    for (let left = days; left > 0; left -= step) {
      this.t.clock.now += Math.min(step, left) * DAY_S * 1000;
      this.server.advance(Math.floor(this.t.clock.now / 1000));
      await this.deliverAll();
      await this.t.app.tidy();
      await this.t.runJobs();
    }
    await this.signIn();
  }
  /** Calls as someone without a session. */
  byLink(act: 'stop' | 'confirm', token: string): Promise<Answer> {
    return this.t.call(`/api/stripe/changes/${act}`, { method: 'POST', json: { token } });
  }
  async previewOf(plan: string): Promise<Preview> {
    return (await this.ask('preview', { plan })).json as Preview;
  }
  async begin(account: string): Promise<void> {
    const { previewId } = await this.previewOf('praxis'),
      answer = await this.ask('subscription', { previewId, plan: 'praxis' });
    expect(answer.status).toBe(200);
    this.server.pay(sessionOf(answer), account);
    await this.deliverAll();
  }
  async contract(): Promise<Record<string, unknown>> {
    return (await this.ask('contract')).json as Record<string, unknown>;
  }
  async states(): Promise<string[]> {
    return ((await this.ask('invoices')).json as { items: { state: string }[] }).items.map(
      (one) => one.state,
    );
  }
}

/** Starts both servers before each test, and ends them after it. */
export function payingPractice(
  kind: StoreKind,
  options: Pick<TestOptions, 'seller' | 'folder' | 'monitor' | 'licences'> = {},
): Paying {
  const c = new Paying();
  beforeEach(async () => {
    c.server = await startPaymentServer({
      now: START / 1000,
      prices: { praxis_v1: 14_900, praxis_plus_v1: 19_900 },
    });
    c.mail = takenMail();
    const open = (): Promise<TestApp> =>
      createTestApp(kind, {
        mail: { base: BASE, sender: c.mail.sender },
        ...options,
        renderer: quickRenderer(),
        payment: { key: 'sk_test_local', webhookSecrets: [SECRET], base: c.server.url },
      });
    c.t = await open();
    c.restart = async () => {
      const { now } = c.t.clock;
      await c.t.drop();
      c.t = await open();
      c.t.clock.now = now;
      await c.signIn();
    };
    c.p = await addPractice(c.t, 'nord');
    await stepUp(c.t, c.p.users.owner);
  });
  afterEach(async () => {
    await c.t.drop();
    await c.server.close();
  });
  return c;
}
