// Administrators act on a contract: recorded, mailed, visible to the practice, and with a second one
// where money moves.

import { beforeEach, describe, expect, test } from 'vitest';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addDays, DAY_MS } from '../../../shared/base/day-math.ts';
import type { AdminContract, ContractList } from '../../../shared/vendor/contract/admin.schema.ts';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import { addPractice, login, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { Administrators } from '../../../tests/support/second-word.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { SELLER } from '../invoice/invoice.fixture.ts';
import { insertHeld } from '../payment/held/store-held.ts';
import { ensureContract, insertDebitNotice, writeInvoice } from '../payment/store.ts';
import { FAILS, payingPractice, PAYS } from '../payment/payment.testing.ts';
import { readFacts, type ContractFacts } from './store.ts';

const OWNER = 'owner@nord.test',
  reason = 'Vom Inhaber am Telefon gewünscht';

describe.each(STORES)('contracts in the hands of administrators (%s)', (kind) => {
  const c = payingPractice(kind, { seller: SELLER });
  let admins: Administrators;
  beforeEach(async () => {
    admins = await Administrators.of(c.t);
  });
  const path = (rest = ''): string => `/admin/contracts/${c.p.cid}${rest}`;
  const shown = async (): Promise<AdminContract> =>
    (await admins.get(path())).json as AdminContract;
  const list = async () => ((await admins.get('/admin/contracts')).json as ContractList).items;
  const act = async (rest: string, json: object, as = admins.first) => {
    const answer = await admins.post(path(rest), json, as);
    await c.t.runJobs();
    return answer;
  };
  const pass = async (days: number, step = 1): Promise<void> => {
    await c.pass(days, step);
    await admins.signIn();
  };
  const inDays = (days: number): string => addDays(berlinDay(c.t.clock.now), days);
  const sub = () => [...c.server.world.subscriptions.values()].at(-1)!;

  test('an end with the period and its return are recorded, mailed and visible', async () => {
    expect((await act('/end', { isEnding: true, reason })).code).toBe('not_found');
    await c.begin(PAYS);
    expect((await act('/end', { isEnding: true, reason: 'so' })).status).toBe(400);
    expect((await act('/end', { isEnding: true, reason })).status).toBe(204);
    expect((await act('/end', { isEnding: true, reason })).code).toBe('state_conflict');
    expect(await c.contract()).toMatchObject({ contract: { isEnding: true } });
    expect((await act('/end', { isEnding: false, reason })).status).toBe(204);
    expect(await c.contract()).toMatchObject({ contract: { isEnding: false } });
    expect((await c.ask('acts')).json).toMatchObject({
      items: [
        { kind: 'keep', reason, isDone: true },
        { kind: 'cancel', reason, isDone: true },
      ],
    });
    expect(c.mail.to(OWNER).filter((text) => text.includes(reason))).toHaveLength(2);
    const audit = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    expect(audit.split('contract.acted').length - 1).toBe(2);
    expect(audit).toContain(admins.first.userId);
  });

  test('an end whose call came late does not overtake its return', async () => {
    await c.begin(PAYS);
    c.server.break('error_500', 1, `POST /v1/subscriptions/${sub().id}`);
    await act('/end', { isEnding: true, reason });
    // The first call failed, so the contract still goes on and its end cannot be taken back yet.
    expect((await shown()).acts[0]).toMatchObject({ kind: 'cancel', isDone: false });
    c.t.clock.now += DAY_MS / 24;
    await c.t.runJobs();
    await c.signIn();
    await admins.signIn();
    await act('/end', { isEnding: false, reason });
    expect(sub().cancel_at_period_end).toBe(false);
    expect((await shown()).acts.map(({ isDone }) => isDone)).toEqual([true, true]);
  });

  test('another plan needs a second administrator who saw its sum', async () => {
    await c.begin(PAYS);
    await pass(10, 5);
    expect((await act('/plan', { plan: 'praxisPlus', reason })).status).toBe(204);
    expect((await act('/plan', { plan: 'praxisPlus', reason })).code).toBe('state_conflict');
    await c.t.runJobs();
    expect(await c.contract()).toMatchObject({ contract: { plan: 'praxis' } });
    const [open] = await admins.requests();
    const approve = (json: object, as = admins.second) =>
      admins.post(`/admin/requests/${open!.id}/approve`, json, as);
    const preview = (await admins.post(path('/preview'), { plan: 'praxisPlus' })).json as Preview;
    expect((await approve({})).code).toBe('validation');
    expect((await approve({ previewId: preview.previewId }, admins.first)).code).toBe('forbidden');
    expect((await approve({ previewId: `${'1'.repeat(10)}.${'a'.repeat(64)}` })).code).toBe(
      'state_conflict',
    );
    expect((await approve({ previewId: preview.previewId })).status).toBe(204);
    c.server.break('drop_after', 2, `POST /v1/subscriptions/${sub().id}`);
    await c.t.runJobs();
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    expect(await c.contract()).toMatchObject({
      contract: { plan: 'praxisPlus', nextTotalCents: preview.totalCents },
    });
    expect((await c.ask('acts')).json).toMatchObject({
      items: [{ kind: 'plan', detail: 'praxisPlus', isDone: true }],
    });
    expect(c.mail.to(OWNER).filter((text) => text.includes('Praxis Plus'))).toHaveLength(1);
    await pass(25, 5);
    const newest = [...c.server.world.invoices.values()].at(-1);
    expect(newest?.total).toBe(preview.totalCents);
  });

  test('in a pause nothing is charged, and after it the contract goes on', async () => {
    await c.begin(PAYS);
    expect((await act('/pause', { until: inDays(-1), reason })).status).toBe(400);
    expect((await act('/pause', { until: inDays(400), reason })).status).toBe(400);
    expect((await act('/pause', { until: inDays(45), reason })).status).toBe(204);
    expect((await c.contract()).state).toBe('active');
    expect((await admins.approve()).status).toBe(204);
    expect((await c.contract()).state).toBe('paused');
    await pass(35, 7);
    expect(await c.states()).toEqual(['void', 'paid']);
    await pass(35, 7);
    expect((await c.contract()).state).toBe('active');
    expect((await c.states()).filter((one) => one === 'void')).toHaveLength(1);
    expect((await act('/resume', { reason })).code).toBe('state_conflict');
    await act('/pause', { until: inDays(20), reason });
    await admins.approve();
    expect((await act('/resume', { reason })).status).toBe(204);
    expect((await c.contract()).state).toBe('active');
  });

  test('dunning is held with reason and end, and its mails that fail are shown', async () => {
    await c.begin(FAILS);
    await pass(6, 1);
    expect((await act('/hold', { until: inDays(10), reason })).status).toBe(204);
    await pass(10, 1);
    expect(await shown()).toMatchObject({ state: 'open', holdReason: reason });
    c.mail.outcome = 'rejected';
    await pass(1);
    await act('/hold', { until: inDays(30), reason });
    expect((await act('/hold', { until: null, reason })).status).toBe(204);
    await pass(2, 1);
    expect((await list())[0]).toMatchObject({ problems: ['noticeFailed'], owedCents: 17_731 });
    expect(await shown()).toMatchObject({ notice: { step: 1, isTaken: false, failed: 1 } });
    c.mail.outcome = 'taken';
    expect((await act('/notice', { act: 'again', reason })).status).toBe(204);
    await pass(1);
    expect(await shown()).toMatchObject({ state: 'reminded', problems: [] });
    c.mail.outcome = 'rejected';
    await pass(8, 1);
    expect((await act('/notice', { act: 'byHand', reason })).status).toBe(204);
    await pass(1);
    expect(await shown()).toMatchObject({ state: 'dunned1', problems: [] });
  });

  test('owners, staff and support do none of it, and every change is confirmed', async () => {
    await c.begin(PAYS);
    const staff = await login(c.t, c.p.users.staff.email);
    for (const as of [c.p.users.owner, staff, admins.support]) {
      for (const one of ['/admin/contracts', path(), '/admin/requests'])
        expect((await admins.get(one, as)).status, one).toBe(403);
      for (const [rest, json] of [
        ['/end', { isEnding: true, reason }],
        ['/plan', { plan: 'praxisPlus', reason }],
        ['/pause', { until: inDays(5), reason }],
        ['/hold', { until: inDays(5), reason }],
        ['/notice', { act: 'again', reason }],
        ['/resume', { reason }],
        ['/preview', { plan: 'praxisPlus' }],
      ] as const)
        expect((await admins.post(path(rest), json, as)).status, rest).toBe(403);
    }
    const bare = await login(c.t, 'administrator@molar.test');
    expect((await admins.post(path('/end'), { isEnding: true, reason }, bare)).code).toBe(
      'step_up',
    );
    const other = await addPractice(c.t, 'sued');
    await stepUp(c.t, other.users.owner);
    expect((await c.ask('acts', undefined, other.users.owner)).json).toEqual({ items: [] });
    expect((await admins.get('/admin/contracts/nobody')).code).toBe('not_found');
  });
  test('one contract is read without rows of another practice', async () => {
    const { store, workshop } = c.t.deps,
      now = c.t.clock.now;
    const owe = ({ cid, system }: Practice): Promise<unknown> =>
      workshop.write(cid, system, async (w) => {
        const payer = { name: cid, email: '', street: '', plz: '', city: '' };
        await ensureContract(w, `cus_${cid}`, payer);
        await writeInvoice(w, {
          id: 'in_1',
          number: null,
          status: 'open',
          at: now,
          totalCents: 100,
          taxCents: 0,
          isAttempted: true,
          isProcessing: false,
          disputedCents: 0,
          recoveredCents: 0,
        });
        await insertDebitNotice(w, {
          id: 'next',
          source: '',
          cents: 100,
          dueAt: now + 1,
          isOrdered: false,
          at: now,
          keys: [],
        });
        await insertHeld(w, {
          id: 'held',
          kind: 'name',
          payer,
          userId: 'u',
          name: 'Inhaberin',
          at: now,
          dueAt: now + 1,
          needsSecond: false,
          needsReader: false,
          stopHash: cid,
        });
      });
    const nord = c.p,
      sued = await addPractice(c.t, 'sued');
    for (const one of [nord, sued]) await owe(one);
    const cidsOf = ({ invoices, waiting, debits }: ContractFacts) =>
      [[...invoices.keys()], [...waiting], [...debits.keys()]].map((cids) => cids.sort());
    const both = [nord.cid, sued.cid].sort();
    for (const cids of [[nord.cid], both])
      expect(cidsOf(await readFacts(store, cids, now))).toEqual([cids, cids, cids]);
  });
});
