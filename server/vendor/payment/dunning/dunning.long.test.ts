// Dunning waits for its mails and for people, and ends after 90 days.

import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { Administrators } from '../../../../tests/support/second-word.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { SELLER } from '../../invoice/invoice.fixture.ts';
import { FAILS, payingPractice, PAYS, sessionOf } from '../payment.testing.ts';
import { findContract, updateContract } from '../store.ts';

const OWNER = 'owner@nord.test';

describe.each(STORES)('dunning (%s)', (kind) => {
  const c = payingPractice(kind, { seller: SELLER });
  const row = () => findContract(c.t.deps.workshop.look(c.p.cid, c.p.system));
  const state = async (): Promise<unknown> => (await c.contract()).state;
  const mails = (word: string): string[] => c.mail.to(OWNER).filter((text) => text.includes(word));
  const bounce = async (): Promise<void> => {
    const { store } = c.t.deps;
    await c.t.deps.workshop.write(c.p.cid, c.p.system, async (w) => {
      for (const one of await w.tx.find(store.t.mail))
        if (one.template === 'paymentDue')
          await w.tx.update(store.t.mail, { state: 'failed' }, { id: one.id });
    });
  };

  test('after 90 days the contract ends, nothing more is charged, and payment settles it', async () => {
    await c.begin(FAILS);
    await c.pass(6, 1);
    expect(await state()).toBe('open');
    await c.pass(92, 1);
    expect(await state()).toBe('endedUnpaid');
    expect(mails('Der Vertrag endet damit')).toHaveLength(1);
    const [sub] = [...c.server.world.subscriptions.values()];
    expect([sub!.status, (await row())?.endedAt !== null]).toEqual(['canceled', true]);
    const charged = c.server.world.invoices.size;
    await c.pass(40, 8);
    expect(c.server.world.invoices.size).toBe(charged);
    expect(c.server.calls.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
    c.server.pay(sessionOf(await c.ask('payment-method', {})), PAYS);
    await c.deliverAll();
    await c.pass(4, 1);
    expect((await c.ask('pay', {})).status).toBe(204);
    await c.pass(6, 1);
    expect([await state(), (await c.contract()).owedCents]).toEqual(['ended', 0]);
    const audit = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    expect(audit.split('payment.dunned').length - 1).toBe(5);
    // A new contract begins at once.
    await c.begin(PAYS);
    expect(await state()).toBe('active');
  });

  test('a step waits until its mail is delivered, and is never taken twice', async () => {
    await c.begin(FAILS);
    await c.pass(6, 1);
    c.mail.outcome = 'later';
    await c.pass(20, 1);
    expect([await state(), (await row())?.notice?.step]).toEqual(['open', 1]);
    c.mail.outcome = 'taken';
    await c.pass(1);
    await c.pass(1);
    expect(await state()).toBe('reminded');
    expect(mails('Bitte zahlen Sie bis zum')).toHaveLength(1);
    // The steps keep their distance: the next one comes a week later at the earliest.
    await c.pass(5, 1);
    expect(await state()).toBe('reminded');
    await c.pass(4, 1);
    expect(await state()).toBe('dunned1');
  });

  test('a mail that comes back stops dunning until a person looked at it', async () => {
    await c.begin(FAILS);
    await c.pass(15, 1);
    expect(await state()).toBe('reminded');
    await bounce();
    await c.pass(20, 1);
    expect(await state()).toBe('reminded');
    const admins = await Administrators.of(c.t),
      at = `/admin/contracts/${c.p.cid}`;
    expect((await admins.get(at)).json).toMatchObject({ problems: ['noticeFailed'] });
    const told = { act: 'byHand', reason: 'Am Telefon mitgeteilt' };
    expect((await admins.post(`${at}/notice`, told)).status).toBe(204);
    await c.pass(2, 1);
    expect(await state()).toBe('dunned1');
  });

  test('a hold stops every step until its end, whatever the mails do', async () => {
    await c.begin(FAILS);
    await c.pass(6, 1);
    const until = c.t.clock.now + 20 * DAY_MS;
    await c.t.deps.workshop.write(c.p.cid, c.p.system, (w) =>
      updateContract(w, { holdUntil: until, holdReason: 'Rechnung in Klärung' }),
    );
    await c.pass(19, 1);
    expect([await state(), (await c.contract()).holdUntil]).toEqual(['open', until]);
    await c.pass(3, 1);
    expect([await state(), (await c.contract()).holdUntil]).toEqual(['reminded', null]);
  });
});
