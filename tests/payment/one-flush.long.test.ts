/** What an event costs until it is acknowledged: one flush, and no work of its job in between. */

import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { emit } from '../support/stripe/world.ts';
import { payingPractice, SECRET } from '../../server/vendor/payment/payment.testing.ts';

/** Counts the commits of this process while something runs. */
async function commitsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(Database.prototype, 'exec');
  try {
    await work();
    return spy.mock.calls.filter(([sql]) => sql === 'COMMIT').length;
  } finally {
    spy.mockRestore();
  }
}

describe('an event of the payment provider', () => {
  const c = payingPractice('sqlite');

  test('is one flush, a repeated one too, while the runner of jobs looks', async () => {
    await c.previewOf('praxis');
    await c.ask('payment-method', {});
    await c.t.runJobs();
    const [customer] = [...c.server.world.customers.keys()],
      { runner } = c.t.app;
    c.server.take(SECRET);
    for (let n = 0; n < 5; n++)
      emit(c.server.world, 'invoice.updated', { object: 'invoice', customer });
    const sent = c.server.take(SECRET);
    runner.start();
    await runner.idle();
    try {
      for (const one of [...sent, sent[0]!])
        expect(
          await commitsOf(async () => {
            expect((await c.deliver(one)).status).toBe(200);
            await runner.idle();
          }),
        ).toBe(1);
    } finally {
      await runner.stop();
    }
    const jobs = await c.t.deps.store.read.select().from(c.t.deps.store.t.job);
    expect(jobs.filter(({ kind }) => kind === 'take-payment-event')).toMatchObject([
      { key: `stripe:${customer}`, state: 'queued' },
    ]);
  });
});
