/** A user whose only second factor are codes by mail confirms dangerous actions by such a code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { bearer, Browser } from '../../server/accounts/users/browser.testing.ts';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, PASSWORD, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { BASE } from './account-mails.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

describe.each(STORES)('a step-up by mail on %s', (kind) => {
  let t: TestApp, p: Practice, smtp: MailServer, sender: Sender, browser: Browser, as: Bearer;
  let recovery: string[];
  beforeAll(async () => {
    smtp = await startMailServer();
    sender = createSender(smtp.url, 'molar@praxis.example');
    t = await createTestApp(kind, { publicUrl: BASE, mail: { sender } });
    p = await addPractice(t, 'nord');
    const { reception, owner } = p.users,
      { version } = (await t.call('/api/settings', { as: owner })).json as { version: number },
      value = 'Am Empfang ist kein Telefon erlaubt.';
    await t.call('/api/settings/patch', {
      as: owner,
      method: 'POST',
      json: { settingsDiff: [{ op: 'add', path: '/mailFactorReason', value }], version },
    });
    await stepUp(t, reception);
    const enabled = await t.call('/auth/enable-mfa-email', { as: reception, method: 'POST' });
    ({ recoveryCodes: recovery } = enabled.json as { recoveryCodes: string[] });
    browser = new Browser(t);
    await browser.login(reception.email);
    as = bearer(await browser.post('/auth/login/otp', { otp: recovery[0] }));
  });
  afterAll(async () => {
    sender.close();
    await t.drop();
    await smtp.close();
  });

  const confirm = (json: object, by = browser): Promise<Answer> =>
    by.post('/auth/createMidSessionToken', json, as);
  const ask = (): Promise<Answer> =>
    browser.post('/auth/createMidSessionToken/mail', undefined, as);
  const newest = async (): Promise<string> => {
    await t.runJobs();
    const text = smtp.taken.at(-1)?.mail.text ?? '';
    return /\b(\d{3}) ?(\d{3})\b/.exec(text)?.slice(1).join('') ?? text;
  };

  it('[sec 17] refuses the password alone, and a code that was never sent', async () => {
    expect((await confirm({ password: PASSWORD })).code).toBe('step_up_factor');
    expect((await confirm({ otp: '123456' })).code).toBe('code_wrong');
  });

  it('[sec 17] accepts the newest code of this browser, once', async () => {
    expect((await ask()).status).toBe(204);
    const first = await newest();
    expect((await ask()).status).toBe(204);
    const second = await newest();
    expect(first).toMatch(/^\d{6}$/);
    if (first !== second) expect((await confirm({ otp: first })).code).toBe('code_wrong');
    const stranger = new Browser(t);
    expect((await confirm({ otp: second }, stranger)).code).toBe('code_wrong');
    const confirmed = await confirm({ otp: second });
    expect(confirmed.status).toBe(200);
    as = bearer(confirmed);
    expect((await confirm({ otp: second })).code).toBe('code_wrong');
    expect((await confirm({ otp: recovery[1]! })).status).toBe(200);
  });

  it('[sec 17] sends none to a user with another factor or without any', async () => {
    const { owner, staff } = p.users;
    for (const one of [owner, staff])
      expect(
        (await t.call('/auth/createMidSessionToken/mail', { as: one, method: 'POST' })).code,
      ).toBe('state_conflict');
  });
});
