// Other invoice details and another account by two administrators: a day to stop it, mails to all
// owners, and nothing that one person alone brings about.

import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { AdminContract } from '../../../shared/vendor/contract/admin.schema.ts';
import type { ContractAnswer } from '../../../shared/vendor/payment.schema.ts';
import { addPractice, login } from '../../../tests/support/practice.ts';
import { Administrators } from '../../../tests/support/second-word.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { payingPractice, PAYS, RETURNS, sessionOf } from '../payment/payment.testing.ts';

const OWNER = 'owner@nord.test',
  reason = 'Vom Inhaber am Telefon gewünscht',
  HOUR_MS = 3_600_000;

describe.each(STORES)('details changed by administrators (%s)', (kind) => {
  const c = payingPractice(kind);
  let admins: Administrators;
  beforeEach(async () => {
    admins = await Administrators.of(c.t);
    await c.begin(PAYS);
  });
  const path = (rest = ''): string => `/admin/contracts/${c.p.cid}${rest}`;
  const payer = (json: object, as = admins.first) =>
    admins.post(path('/payer'), { payer: json, reason }, as);
  const method = (way: string, as = admins.first) =>
    admins.post(path('/method'), { way, reason }, as);
  const shown = async (): Promise<ContractAnswer> =>
    (await c.ask('contract')).json as ContractAnswer;
  const later = async (ms: number): Promise<void> => {
    c.t.clock.now += ms;
    c.server.advance(Math.floor(c.t.clock.now / 1000));
    await c.t.runJobs();
    await c.signIn();
    await admins.signIn();
  };
  const customer = () => [...c.server.world.customers.values()][0]!;
  const byLink = (token: string) =>
    c.t.call('/api/stripe/changes/page', { method: 'POST', json: { token } });
  const mails = (text: string): number =>
    c.mail.to(OWNER).filter((one) => one.includes(text)).length;

  test('another name is approved by a second person, mailed with its reason, and counts after a day', async () => {
    expect((await payer({ what: 'name', name: 'Zahnärzte am Markt' })).status).toBe(204);
    expect((await payer({ what: 'name', name: 'Andere' })).code).toBe('state_conflict');
    await c.t.runJobs();
    expect((await shown()).changes).toEqual([]);
    const [open] = await admins.requests();
    expect((await admins.post(`/admin/requests/${open!.id}/approve`, {})).code).toBe('forbidden');
    expect((await admins.approve()).status).toBe(204);
    const [change] = (await shown()).changes;
    expect(change).toMatchObject({
      kind: 'name',
      state: 'waiting',
      what: 'Zahnärzte am Markt',
      needsSecond: false,
      isOwn: false,
      dueAt: c.t.clock.now + DAY_MS,
    });
    expect(change!.name).toContain('(Molar)');
    expect(mails(reason)).toBe(1);
    expect((await c.ask('acts')).json).toMatchObject({
      items: [{ kind: 'payer', detail: 'Zahnärzte am Markt', reason, isDone: true }],
    });
    const one = (await admins.get(path())).json as AdminContract;
    expect(one).toMatchObject({
      problems: ['changeWaits'],
      shown: { changes: [{ kind: 'name' }] },
    });
    await later(DAY_MS - HOUR_MS);
    expect((await shown()).payer.name).not.toBe('Zahnärzte am Markt');
    await later(2 * HOUR_MS);
    expect((await shown()).payer.name).toBe('Zahnärzte am Markt');
    expect(customer().name).toBe('Zahnärzte am Markt');
    const audit = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    for (const word of ['contract.acted', 'payment.change_asked']) expect(audit).toContain(word);
  });

  test('an owner stops it by the link of the mail, and a new address needs its reader', async () => {
    await payer({ what: 'address', street: 'Neue Straße 7', plz: '10117', city: 'Berlin' });
    await admins.approve();
    expect((await c.byLink('stop', c.mail.tokenTo(OWNER, 'zahlung/stoppen'))).status).toBe(200);
    await payer({ what: 'email', email: 'buero@example.org' });
    await admins.approve();
    await later(2 * DAY_MS);
    expect((await shown()).payer).toMatchObject({ street: 'Kastanienallee 12', email: '' });
    await c.byLink('confirm', c.mail.tokenTo('buero@example.org', 'zahlung/adresse'));
    await later(HOUR_MS);
    expect((await shown()).payer.email).toBe('buero@example.org');
  });

  test('a link to all owners opens the page once, and the account counts after a day', async () => {
    expect((await method('mail')).status).toBe(204);
    await admins.approve();
    expect(mails(reason)).toBe(1);
    const token = c.mail.tokenTo(OWNER, 'zahlung/konto');
    expect((await byLink(`lnk_${'A'.repeat(43)}`)).code).toBe('link_invalid');
    // The page can be opened again until an account was entered on it.
    expect((await byLink(token)).status).toBe(200);
    c.server.pay(sessionOf(await byLink(token)), RETURNS);
    await c.deliverAll();
    expect((await byLink(token)).code).toBe('link_invalid');
    expect((await shown()).changes[0]).toMatchObject({
      kind: 'method',
      what: '···· 3002',
      needsSecond: false,
      dueAt: c.t.clock.now + DAY_MS,
    });
    expect((await shown()).method?.last4).toBe('3000');
    expect(c.mail.to(OWNER).at(-1)).toContain('/practice/zahlung/stoppen/');
    await later(DAY_MS + HOUR_MS);
    expect((await shown()).method?.last4).toBe('3002');
    expect(customer().invoice_settings.default_payment_method).toBeTruthy();
  });

  test('in a call only the asker opens the page, on the day of the approval', async () => {
    await method('phone');
    const [request] = await admins.requests(),
      open = (as = admins.first) => admins.post(path('/page'), { requestId: request!.id }, as);
    expect((await open()).code).toBe('not_found');
    await admins.approve();
    expect((await open(admins.second)).code).toBe('forbidden');
    const other = await addPractice(c.t, 'sued');
    expect(
      (await admins.post(`/admin/contracts/${other.cid}/page`, { requestId: request!.id })).code,
    ).toBe('not_found');
    const bare = await login(c.t, 'administrator@molar.test');
    expect((await open(bare)).code).toBe('step_up');
    const answer = await open();
    c.server.pay(sessionOf(answer), RETURNS);
    await c.deliverAll();
    expect((await open()).code).toBe('state_conflict');
    // The owner stops it: the account never counts, and is taken away.
    expect((await c.byLink('stop', c.mail.tokenTo(OWNER, 'zahlung/stoppen'))).status).toBe(200);
    await later(2 * DAY_MS);
    expect((await shown()).method?.last4).toBe('3000');
    expect([...c.server.world.paymentMethods.values()].map((one) => one.customer === null)).toEqual(
      [false, true],
    );
    expect((await open()).code).toBe('not_found');
  });

  test('a link ends after three days, and a change that waits already ends the request', async () => {
    await method('mail');
    await admins.approve();
    await payer({ what: 'name', name: 'Zahnärzte am Markt' });
    await c.ask('name', { name: 'Eigener Name' });
    expect((await admins.approve()).code).toBe('state_conflict');
    await later(3 * DAY_MS + HOUR_MS);
    expect((await byLink(c.mail.tokenTo(OWNER, 'zahlung/konto'))).code).toBe('link_invalid');
  });

  test('owners, staff and support ask for none of it, and bad details are refused', async () => {
    const staff = await login(c.t, c.p.users.staff.email);
    for (const as of [c.p.users.owner, staff, admins.support]) {
      expect((await payer({ what: 'name', name: 'X' }, as)).status).toBe(403);
      expect((await method('mail', as)).status).toBe(403);
      expect(
        (await admins.post(path('/page'), { requestId: crypto.randomUUID() }, as)).status,
      ).toBe(403);
    }
    for (const json of [
      { what: 'name', name: 'A\u202eB' },
      { what: 'name', name: '' },
      { what: 'name', name: 'X', email: 'x@example.org' },
      { what: 'email', email: 'kein' },
      { what: 'address', street: 'Weg 1', plz: 'A-1010', city: 'Wien' },
      { what: 'iban', iban: PAYS },
    ])
      expect((await payer(json)).status, JSON.stringify(json)).toBe(400);
    expect((await method('fax')).status).toBe(400);
    expect(
      (await admins.post('/admin/contracts/nobody/method', { way: 'mail', reason })).code,
    ).toBe('not_found');
  });
});
