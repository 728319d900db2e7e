// A contract is licensed as soon as it runs, once for each state of it.

import { describe, expect, test } from 'vitest';
import type { LicenceView } from '../../../shared/vendor/licence.schema.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { payingPractice, PAYS, SECRET, sessionOf } from '../payment/payment.testing.ts';
import { updateContract } from '../payment/store.ts';
import { followContract } from './issue-licence.ts';
import { licenceKeysOf } from './keys.ts';
import { listIssued } from './store.ts';

const LICENCES = { publicKeys: [], signingKey: Buffer.alloc(32, 7).toString('base64url') };

describe.each(STORES)('licences of contracts (%s)', (kind) => {
  const c = payingPractice(kind, { licences: LICENCES });
  const view = async (): Promise<LicenceView> =>
    (await c.t.call('/api/licence', { as: c.p.users.owner })).json as LicenceView;
  const seqs = async (): Promise<number[]> =>
    (await c.t.deps.store.read.select().from(c.t.deps.store.t.issuedLicence)).map(({ seq }) => seq);

  test('events twice and out of order license a new contract once, without a night between', async () => {
    expect(await view()).toMatchObject({ state: 'none', licence: null });
    const { previewId } = await c.previewOf('praxis');
    c.server.pay(sessionOf(await c.ask('subscription', { previewId, plan: 'praxis' })), PAYS);
    const sent = c.server.take(SECRET).reverse();
    for (const one of [...sent, ...sent]) expect((await c.deliver(one)).status).toBe(200);
    await c.t.runJobs();
    expect(await view()).toMatchObject({ state: 'active', licence: { plan: 'praxis' } });
    for (let n = 0; n < 3; n++) await c.ask('refresh', {});
    await c.deliverAll();
    await c.t.app.tidy();
    expect(await seqs()).toEqual([1]);
  });

  test('a larger plan, an end and its return are licensed at once', async () => {
    await c.begin(PAYS);
    const { previewId } = await c.previewOf('praxisPlus');
    await c.ask('subscription', { previewId, plan: 'praxisPlus' });
    await c.t.runJobs();
    const larger = (await view()).licence!;
    expect(larger.plan).toBe('praxisPlus');
    await c.ask('cancel', { isEnding: true });
    c.t.clock.now += 1000;
    await c.t.runJobs();
    expect((await view()).licence!.validUntil).toBeLessThan(larger.validUntil);
    await c.ask('cancel', { isEnding: false });
    c.t.clock.now += 1000;
    await c.t.runJobs();
    expect((await view()).licence!.validUntil).toBe(larger.validUntil);
  });

  test('two jobs of one change at once license it once', async () => {
    await c.begin(PAYS);
    const { store, workshop } = c.t.deps,
      deps = {
        keys: licenceKeysOf(LICENCES),
        countOf: () => Promise.resolve(0),
        paymentOf: () => Promise.resolve('active' as const),
        store,
        workshop,
        now: () => c.t.clock.now,
      };
    await workshop.write(c.p.cid, c.p.system, (w) => updateContract(w, { plan: 'praxisPlus' }));
    await Promise.all([followContract(deps, c.p.cid), followContract(deps, c.p.cid)]);
    expect(await seqs()).toEqual([1, 2]);
    expect((await listIssued(store)).map(({ seq }) => seq)).toEqual([2]);
    expect((await view()).licence?.plan).toBe('praxisPlus');
  });
});
