// In every state of payment the practice's work with patients goes on.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PAYMENT_STATES } from '../../../shared/vendor/payment.ts';
import { createTestApp, type CallOptions } from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, login, stepUp } from '../../../tests/support/practice.ts';
import { SimTablet, submissionOf } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { payingPractice, PAYS } from './payment.testing.ts';

describe.each(STORES)('work in every state of payment (%s)', (kind) => {
  const c = payingPractice(kind);

  test.each(PAYMENT_STATES)('in the state %s the work of the practice goes on', async (state) => {
    await c.begin(PAYS);
    const tablet = await SimTablet.register(c.p);
    const steps: readonly string[] = [
      'open',
      'reminded',
      'dunned1',
      'dunned2',
      'restricted',
      'endedUnpaid',
    ];
    const { workshop, store } = c.t.deps;
    await workshop.write(c.p.cid, c.p.system, async (w) => {
      if (state === 'none')
        await w.tx.remove(store.t.contract, eq(store.t.contract.step, store.t.contract.step));
      else
        await w.tx.update(
          store.t.contract,
          {
            openSince: steps.includes(state) ? w.now : null,
            step: Math.max(0, steps.indexOf(state)),
            endedAt: state.startsWith('ended') ? w.now : null,
            pausedUntil: state === 'paused' ? w.now + 86_400_000 : null,
            // What waits or is held must stop nothing either.
            holdUntil: state === 'dunned1' ? w.now + 86_400_000 : null,
            notice:
              state === 'reminded'
                ? { step: 2, at: w.now, attempt: 0, keys: [], isByHand: false }
                : null,
          },
          eq(store.t.contract.step, store.t.contract.step),
        );
    });
    expect((await c.contract()).state).toBe(state);
    const { owner, reception } = c.p.users;
    expect((await login(c.t, reception.email)).token).not.toBe('');
    const { taskIds } = await sendMappe(c.p, { tabletId: tablet.id }),
      body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0])!,
      signed = await tablet.op('task.submit', body, submissionOf(body, c.t.clock.now));
    expect((await tablet.push(signed)).verdicts).toEqual([
      expect.objectContaining({ s: 'applied' }),
    ]);
    await c.t.runJobs();
    const works: [string, CallOptions][] = [
      [`${c.p.base}/patient/search?q=Gro`, { as: reception }],
      [`${c.p.base}/patient/patients/1001`, { as: reception }],
      ['/api/backup', { as: owner }],
      ['/api/tickets', { as: owner }],
      ['/api/settings', { as: owner }],
      ['/api/audit/export?format=csv', { as: owner }],
    ];
    for (const [at, options] of works) expect((await c.t.call(at, options)).status, at).toBe(200);
    await stepUp(c.t, owner);
    const id = c.t.deps.newId();
    const asked = await c.t.call(`${c.p.base}/retention/people/1001/exports`, {
      as: owner,
      method: 'POST',
      json: { id },
    });
    expect(asked.status, 'the export of a person').toBe(204);
    await c.t.runJobs();
    const zip = await c.t.call(`${c.p.base}/retention/exports/${id}`, { as: owner });
    expect([zip.status, zip.bytes.length > 100]).toEqual([200, true]);
    // Naming the target begins a backup.
    const folder = mkdtempSync(path.join(tmpdir(), 'molar-pay-'));
    const target = await c.t.call('/api/backup/target', {
      as: owner,
      method: 'POST',
      json: { path: folder },
    });
    expect([target.status, target.code]).toEqual([200, undefined]);
    rmSync(folder, { recursive: true, force: true });
  });
});

test('without a key every call answers 404 in plain words', async () => {
  const t = await createTestApp('sqlite'),
    p = await addPractice(t, 'ohne');
  await stepUp(t, p.users.owner);
  const calls = [
    ['contract'],
    ['invoices'],
    ['plans'],
    ['preview', { plan: 'praxis' }],
    ['payment-method', {}],
    ['webhook', {}],
  ] as const;
  for (const [path, json] of calls) {
    const answer = await t.call(
      `/api/stripe/${path}`,
      json === undefined ? { as: p.users.owner } : { as: p.users.owner, method: 'POST', json },
    );
    expect([path, answer.status, answer.code]).toEqual([path, 404, 'payment_off']);
  }
  await t.app.tidy();
  await t.drop();
});
