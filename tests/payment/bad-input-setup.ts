/** Calls with bad inputs to a server with payment and licences, and the proof that nothing changed. */
import Stripe from 'stripe';
import type { Paying } from '../../server/vendor/payment/payment.testing.ts';
import { SECRET } from '../../server/vendor/payment/payment.testing.ts';
import type { Answer, Bearer } from '../support/in-process.ts';
import { Administrators } from '../support/second-word.ts';
import { snapshot } from '../support/snapshot.ts';
import type { Row } from './bad-input-rows.ts';

const signer = new Stripe('sk_test_signer', { telemetry: false });

export class BadInputs {
  readonly c: Paying;
  readonly admins: Administrators;
  private constructor(c: Paying, admins: Administrators) {
    this.c = c;
    this.admins = admins;
  }
  static async of(c: Paying): Promise<BadInputs> {
    return new BadInputs(c, await Administrators.of(c.t));
  }

  /** Signs a body with the webhook's secret at the time of the server. */
  signature(body: string): string {
    return signer.webhooks.generateTestHeaderString({
      payload: body,
      secret: SECRET,
      timestamp: Math.floor(this.c.t.clock.now / 1000),
    });
  }
  event(body: string, signature: string = this.signature(body)): Promise<Answer> {
    return this.c.deliver({
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
  }
  post(path: string, json: unknown, as: Bearer = this.c.p.users.owner): Promise<Answer> {
    return this.c.t.call(path, { as, method: 'POST', json });
  }
  /** Runs calls in turn. @returns those with another answer than wanted, or a stored change */
  async wrongOf(rows: readonly Row[]): Promise<string[]> {
    const wrong: string[] = [],
      before = await snapshot(this.c.t);
    for (const { number, what, wants, call } of rows) {
      const { status, code } = await call(this),
        got = `${status} ${code ?? ''}`.trim();
      if (got !== wants) wrong.push(`${number} ${what}: ${got}, not ${wants}`);
    }
    const after = await snapshot(this.c.t);
    for (const [table, stored] of Object.entries(after))
      if (stored.join('\n') !== before[table]!.join('\n')) wrong.push(`${table} changed`);
    return wrong;
  }
}
