// Changes of account and invoice details wait: one stolen session redirects neither invoices nor
// debits.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createUser } from '../../../accounts/users/create-user.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import type { ContractAnswer } from '../../../../shared/vendor/payment.schema.ts';
import type { HeldChange } from '../../../../shared/vendor/contract/held-change.schema.ts';
import type { Bearer } from '../../../../tests/support/in-process.ts';
import { addPractice, login, PASSWORD, stepUp } from '../../../../tests/support/practice.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { payingPractice, PAYS, RETURNS, sessionOf } from '../payment.testing.ts';

const SECOND = 'zweite@nord.test',
  OWNER = 'owner@nord.test',
  NEW_MAIL = 'buero@example.org',
  HOUR_MS = 3_600_000;

describe.each(STORES)('changes that wait (%s)', (kind) => {
  const c = payingPractice(kind);

  const addOwner = async (): Promise<void> => {
    const passwordHash = await c.t.deps.passwords.hash(PASSWORD);
    await c.t.deps.workshop.write(c.p.cid, c.p.system, (w) =>
      createUser(w, {
        email: SECOND,
        firstName: 'Zoe',
        lastname: 'Zweite',
        role: 'owner',
        behandler: false,
        passwordHash,
      }),
    );
  };
  /** A contract that runs for ten days; owners of its beginning may agree to changes. */
  const runs = async (account = PAYS): Promise<void> => {
    await c.begin(account);
    await c.pass(10, 5);
  };
  const second = async (): Promise<Bearer> => {
    const as = await login(c.t, SECOND);
    await stepUp(c.t, as);
    return as;
  };
  const shown = async (): Promise<ContractAnswer> =>
    (await c.ask('contract')).json as ContractAnswer;
  const newest = async (): Promise<HeldChange> =>
    (await shown()).changes.find(({ state }) => state === 'waiting') ?? (await shown()).changes[0]!;
  const approve = async (as: Bearer): Promise<string | undefined> =>
    (await c.ask(`changes/${(await newest()).id}/approve`, {}, as)).code;
  const customer = () => [...c.server.world.customers.values()][0]!;
  const later = async (ms: number): Promise<void> => {
    c.t.clock.now += ms;
    c.server.advance(Math.floor(c.t.clock.now / 1000));
    await c.t.runJobs();
    await c.signIn();
  };
  const address = { street: 'Neue Straße 7', plz: '10117', city: 'Berlin' };

  test('one stolen session redirects neither invoices nor debits', async () => {
    await addOwner();
    await runs();
    const before = await shown();
    const page = await c.ask('payment-method', {});
    c.server.pay(sessionOf(page), RETURNS);
    await c.deliverAll();
    for (const [what, json] of [
      ['name', { name: 'Fremde GmbH' }],
      ['address', address],
      ['email', { email: NEW_MAIL }],
    ] as const)
      expect((await c.ask(what, json)).json, what).toEqual({ state: 'waiting' });
    await c.t.runJobs();
    // The reader of the own mailbox and the first owner are the thief here; the second owner is not.
    expect((await c.byLink('confirm', c.mail.tokenTo(NEW_MAIL, 'zahlung/adresse'))).status).toBe(
      200,
    );
    for (const { id } of (await shown()).changes)
      expect((await c.ask(`changes/${id}/approve`, {})).code).toBe('forbidden');
    // The practice's own settings are no way around.
    await c.pass(5, 1);
    expect(await shown()).toMatchObject({ method: before.method, payer: before.payer });
    expect(customer().email).not.toBe(NEW_MAIL);
    expect(customer().name).toBe(before.payer.name);
    const sub = [...c.server.world.subscriptions.values()][0]!,
      method = c.server.world.paymentMethods.get(sub.default_payment_method as string);
    expect(method?.sepa_debit?.last4).toBe('3000');
    // After a week nothing of it is left, and the account is taken away.
    await c.pass(3, 1);
    expect((await shown()).changes.map(({ state }) => state)).toEqual(Array(4).fill('lapsed'));
    expect([...c.server.world.paymentMethods.values()].map((one) => one.customer === null)).toEqual(
      [false, true],
    );
  });

  test('an owner whom the stolen session made is no second word', async () => {
    await runs();
    await addOwner();
    expect((await c.ask('name', { name: 'Fremde GmbH' })).json).toEqual({ state: 'waiting' });
    expect(await newest()).toMatchObject({ needsSecond: false });
    expect(await approve(await second())).toBe('forbidden');
    await later(DAY_MS + HOUR_MS);
    expect((await shown()).payer.name).not.toBe('Fremde GmbH');
  });

  test('a second owner agrees, and the change counts after a day', async () => {
    await addOwner();
    await runs();
    await c.ask('address', address);
    expect(await newest()).toMatchObject({ needsSecond: true, mayApprove: false, isOwn: true });
    expect(await approve(await second())).toBeUndefined();
    expect(await approve(await second())).toBe('state_conflict');
    await later(DAY_MS - HOUR_MS);
    expect((await shown()).payer.street).not.toBe(address.street);
    await later(2 * HOUR_MS);
    expect((await shown()).payer).toMatchObject(address);
    expect(customer().address?.line1).toBe(address.street);
    expect(await newest()).toMatchObject({ state: 'done' });
    for (const to of [OWNER, SECOND])
      expect(c.mail.to(to).some((text) => text.includes('Neue Straße 7'))).toBe(true);
  });

  test('a single owner waits three days and is informed of it', async () => {
    await runs();
    await c.ask('name', { name: 'Zahnärzte am Markt' });
    await c.t.runJobs();
    expect(await shown()).toMatchObject({
      hasSecondOwner: false,
      changes: [{ needsSecond: false, state: 'waiting' }],
    });
    expect(c.mail.to(OWNER).at(-1)).toContain('keinen zweiten Inhaber');
    await later(3 * DAY_MS - HOUR_MS);
    expect((await shown()).payer.name).not.toBe('Zahnärzte am Markt');
    await later(2 * HOUR_MS);
    expect((await shown()).payer.name).toBe('Zahnärzte am Markt');
  });

  test('any owner stops a change, by the link of the mail or on the page', async () => {
    await addOwner();
    await runs();
    const page = await c.ask('payment-method', {});
    c.server.pay(sessionOf(page), RETURNS);
    await c.deliverAll();
    const token = c.mail.tokenTo(SECOND, 'zahlung/stoppen');
    expect((await c.byLink('stop', `lnk_${'A'.repeat(43)}`)).code).toBe('link_invalid');
    expect((await c.byLink('confirm', token)).code).toBe('link_invalid');
    expect((await c.byLink('stop', token)).json).toEqual({ kind: 'method' });
    expect((await c.byLink('stop', token)).code).toBe('link_invalid');
    expect(await approve(await second())).toBe('state_conflict');
    await c.ask('name', { name: 'Zahnärzte am Markt' });
    const { id } = await newest();
    expect((await c.ask(`changes/${id}/stop`, {}, await second())).status).toBe(204);
    expect((await c.ask(`changes/${id}/stop`, {})).code).toBe('state_conflict');
    await later(8 * DAY_MS);
    const after = await shown();
    expect([after.method?.last4, after.payer.name]).toEqual(['3000', 'Zahnarztpraxis nord']);
    expect(c.mail.to(OWNER).filter((text) => text.includes('wurde gestoppt'))).toHaveLength(2);
    const audit = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    expect(audit).toContain('payment.change_stopped');
  });

  test('another practice neither stops nor sees a change, and staff do not', async () => {
    await runs();
    await c.ask('name', { name: 'Zahnärzte am Markt' });
    const { id } = await newest(),
      other = await addPractice(c.t, 'sued');
    await stepUp(c.t, other.users.owner);
    for (const act of ['stop', 'approve'])
      expect((await c.ask(`changes/${id}/${act}`, {}, other.users.owner)).code).toBe('not_found');
    const staff = await login(c.t, c.p.users.staff.email);
    expect((await c.ask(`changes/${id}/stop`, {}, staff)).code).toBe('forbidden');
  });

  test('a new mail address counts only after its reader has confirmed it', async () => {
    // Before the first contract nothing can be led elsewhere: the reader's word is enough.
    await c.ask('email', { email: NEW_MAIL });
    await later(8 * HOUR_MS);
    expect((await shown()).payer.email).toBe('');
    const first = c.mail.tokenTo(NEW_MAIL, 'zahlung/adresse');
    expect((await c.byLink('confirm', first)).json).toEqual({ kind: 'email' });
    await later(HOUR_MS);
    expect([(await shown()).payer.email, customer().email]).toEqual([NEW_MAIL, NEW_MAIL]);
    await runs();
    await c.ask('email', { email: 'neu@example.org' });
    await later(4 * DAY_MS);
    expect((await shown()).payer.email).toBe(NEW_MAIL);
    await c.byLink('confirm', c.mail.tokenTo('neu@example.org', 'zahlung/adresse'));
    await later(HOUR_MS);
    expect(customer().email).toBe('neu@example.org');
  });

  test('of two changes of one kind at once the first waits, and two kinds both count', async () => {
    await runs();
    const answers = await Promise.all(
      ['Erste', 'Zweite', 'Dritte'].map((name) => c.ask('name', { name })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    await c.ask('address', address);
    const name = (await shown()).changes.find((one) => one.kind === 'name')!.what;
    await later(3 * DAY_MS + HOUR_MS);
    expect((await shown()).payer).toMatchObject({ name, ...address });
    expect((await c.ask('name', { name: 'Vierte' })).json).toEqual({ state: 'waiting' });
  });

  test('of two hosted pages that are completed at once one method waits', async () => {
    await runs();
    const pages = [await c.ask('payment-method', {}), await c.ask('payment-method', {})];
    for (const [at, page] of pages.entries())
      c.server.pay(sessionOf(page), at === 0 ? RETURNS : PAYS);
    await c.deliverAll();
    await Promise.all([c.ask('refresh', {}), c.ask('refresh', {})]);
    await c.t.runJobs();
    expect((await shown()).changes.map(({ state }) => state)).toEqual(['waiting']);
    expect((await c.ask('payment-method', {})).code).toBe('state_conflict');
    await later(3 * DAY_MS + HOUR_MS);
    expect((await shown()).changes[0]).toMatchObject({ state: 'done' });
    const attached = [...c.server.world.paymentMethods.values()].filter(
      (one) => one.customer !== null,
    );
    expect(attached).toHaveLength(2);
  });

  test('a provider that is away delays a change, which can no longer be stopped then', async () => {
    await runs();
    c.server.pay(sessionOf(await c.ask('payment-method', {})), RETURNS);
    await c.deliverAll();
    c.t.clock.now += 3 * DAY_MS + HOUR_MS;
    c.server.advance(Math.floor(c.t.clock.now / 1000));
    c.server.break('error_500', 1, `POST /v1/customers/${customer().id}`);
    await c.t.runJobs();
    await c.signIn();
    expect(await newest()).toMatchObject({ state: 'applying' });
    // Too late: the provider may know it already.
    expect((await c.ask(`changes/${(await newest()).id}/stop`, {})).code).toBe('state_conflict');
    await later(HOUR_MS);
    expect(await newest()).toMatchObject({ state: 'done' });
    expect((await shown()).method?.last4).toBe('3002');
  });

  test('settings of the practice change nothing on its invoices', async () => {
    await runs();
    const { payer } = await shown();
    const { version } = (await c.t.call('/api/settings', { as: c.p.users.owner })).json as {
      version: number;
    };
    const changed = await c.t.call('/api/settings/patch', {
      as: c.p.users.owner,
      method: 'POST',
      json: { version, settingsDiff: [{ op: 'replace', path: '/street', value: 'Fremde Str. 1' }] },
    });
    expect(changed.status).toBe(200);
    await c.pass(1);
    expect((await shown()).payer).toEqual(payer);
  });
});

describe('a restart', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-held-')),
    c = payingPractice('sqlite', { folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps the delay of a change, and its stop', async () => {
    await c.begin(PAYS);
    await c.pass(10, 5);
    await c.ask('name', { name: 'Zahnärzte am Markt' });
    await c.ask('address', { street: 'Neue Straße 7', plz: '10117', city: 'Berlin' });
    await c.t.runJobs();
    const token = c.mail.tokenTo(OWNER, 'zahlung/stoppen');
    c.t.clock.now += 2 * DAY_MS;
    await c.restart();
    await c.t.runJobs();
    expect(await c.contract()).toMatchObject({
      changes: [{ state: 'waiting' }, { state: 'waiting' }],
      payer: { name: 'Zahnarztpraxis nord' },
    });
    expect((await c.byLink('stop', token)).json).toEqual({ kind: 'address' });
    c.t.clock.now += DAY_MS + HOUR_MS;
    await c.restart();
    await c.t.runJobs();
    await c.signIn();
    expect(await c.contract()).toMatchObject({
      payer: { name: 'Zahnärzte am Markt', street: 'Kastanienallee 12' },
    });
  });
});
