/** Tests of unsubscribing by link, by the provider's events and by address. */
import { createHmac, hkdfSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { mailKeysOf } from '../../server/accounts/mail/mail-keys.ts';
import { foldEmail } from '../../shared/base/email.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { ordersOf } from './orders.ts';
import { secretOf } from '../../server/platform/keys/rootkey/root-keys.ts';

const BASE = 'https://molar.praxis.example',
  SECRET = 'a shared secret of the provider',
  FROM = 'molar@praxis.example';

describe.each(STORES)('unsubscribing on %s', (kind) => {
  let t: TestApp, p: Practice, smtp: MailServer, sender: Sender;
  const { order, ask, rowOf, codeOf } = ordersOf(() => ({ t, p }));

  beforeAll(async () => {
    smtp = await startMailServer();
    sender = createSender(smtp.url, FROM);
    t = await createTestApp(kind, { publicUrl: BASE, mail: { sender, hookSecret: SECRET } });
    p = await addPractice(t, 'nord');
  });
  afterAll(async () => {
    sender.close();
    await t.drop();
    await smtp.close();
  });
  beforeEach(async () => {
    smtp.next.length = 0;
    await t.runJobs();
    smtp.taken.length = 0;
  });

  it.each(["o'connor@mail.test", "!#$%&'*+-/=?^_`{|}~@mail.test"])(
    'a mail to %s is sent, and its link unsubscribes it',
    async (to) => {
      const one = order({ to });
      await ask(one);
      await t.runJobs();
      expect([await rowOf(one.key), smtp.taken.map((m) => m.to)]).toMatchObject([
        { state: 'sent' },
        [[to]],
      ]);
      const link =
        /\/unsubscribe\/\S+?(?=>)/.exec(
          smtp.taken[0]?.mail.headers.find((h) => h.key === 'list-unsubscribe')?.value ?? '',
        )?.[0] ?? '';
      const [email = '', unsubscribeToken = ''] = link.split('/').slice(2).map(decodeURIComponent);
      expect(
        (
          await t.call('/auth/unsubscribeFromMail', {
            method: 'POST',
            json: { email, unsubscribeToken },
          })
        ).json,
      ).toEqual({ result: 'done' });
    },
  );

  it('an umlaut domain and its ASCII form are one address, for sending and unsubscribing', async () => {
    await ask(order({ to: 'Info@Zähne-Köln.test' }));
    await t.runJobs();
    // The mail server of the tests converts ASCII names back.
    expect(smtp.taken.map((m) => m.to)).toEqual([['info@zähne-köln.test']]);
    const path = smtp.taken[0]?.mail.headers.find((h) => h.key === 'list-unsubscribe')?.value ?? '';
    const [, email = '', unsubscribeToken = ''] =
      /\/unsubscribe\/([^/]+)\/([^/>]+)>/.exec(path) ?? [];
    const proof = { email: decodeURIComponent(email), unsubscribeToken };
    expect(proof.email).toBe('info@xn--zhne-kln-0za9p.test');
    expect(
      (await t.call('/auth/unsubscribeFromMail', { method: 'POST', json: proof })).json,
    ).toEqual({ result: 'done' });
    for (const to of ['info@zähne-köln.test', 'info@xn--zhne-kln-0za9p.test'])
      expect(await codeOf(ask(order({ to })))).toEqual([
        'inactive_recipient',
        'InactiveRecipientError',
      ]);
  });

  it('an older row and link with the umlaut form keep their meaning', async () => {
    const old = 'anna@möbel-meyer.test',
      hash = createHmac(
        'sha256',
        new Uint8Array(hkdfSync('sha256', secretOf(t.deps.rootKey), 'molar', 'mail address 1', 32)),
      )
        .update(old)
        .digest('hex');
    const own = mailKeysOf(t.deps.rootKey),
      nonce = t.deps.newId();
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.insert(w.t.mailSuppression, {
        hash,
        sealed: own.seal({ email: old }, `suppression|${p.cid}|${hash}`),
        state: 'unsubscribed',
        reason: 'link',
        at: w.now,
        nonce,
      }),
    );
    const puny = foldEmail(old);
    expect(puny).toMatch(/^anna@xn--/);
    for (const to of [old, puny])
      expect(await codeOf(ask(order({ to })))).toEqual([
        'inactive_recipient',
        'InactiveRecipientError',
      ]);
    const proof = { email: old, unsubscribeToken: own.unsubscribeToken(p.cid, old, nonce) };
    expect(
      (await t.call('/auth/revokeSuppressionRequest', { method: 'POST', json: proof })).json,
    ).toEqual({ result: 'revoked' });
    for (const to of [old, puny]) expect(await codeOf(ask(order({ to })))).toBe('ok');
    // Now both rows exist: the old link ends both.
    expect(
      (await t.call('/auth/unsubscribeFromMail', { method: 'POST', json: proof })).json,
    ).toEqual({ result: 'done' });
    expect(
      (
        await t.call('/auth/mailSuppressionStatus', {
          method: 'POST',
          json: { email: puny },
          as: p.users.owner,
        })
      ).json,
    ).toMatchObject({ state: 'unsubscribed' });
  });

  describe('[T6] unsubscribing', () => {
    const linkOf = async (to: string): Promise<{ email: string; unsubscribeToken: string }> => {
      await ask(order({ to }));
      await t.runJobs();
      const value =
        smtp.taken
          .find((m) => m.to[0] === to)
          ?.mail.headers.find((h) => h.key === 'list-unsubscribe')?.value ?? '';
      const [, email = '', unsubscribeToken = ''] =
        /\/unsubscribe\/([^/]+)\/([^/>]+)>/.exec(value) ?? [];
      return { email: decodeURIComponent(email), unsubscribeToken };
    };
    const post = (path: string, json: object, as?: Practice['users']['owner']) =>
      t.call(path, { method: 'POST', json, ...(as && { as }) });

    it('by the link: done, already, revoked; security notices still arrive', async () => {
      const proof = await linkOf('abmelden@mail.test');
      expect((await post('/auth/mailSuppressionStatus', proof)).json).toMatchObject({
        state: 'none',
      });
      expect((await post('/auth/unsubscribeFromMail', proof)).json).toEqual({ result: 'done' });
      expect((await post('/auth/unsubscribeFromMail', proof)).json).toEqual({ result: 'already' });
      expect(await codeOf(ask(order({ to: proof.email })))).toEqual([
        'inactive_recipient',
        'InactiveRecipientError',
      ]);
      smtp.taken.length = 0;
      await ask(order({ to: proof.email, template: 'password_changed', data: {} }));
      await t.runJobs();
      expect(smtp.taken).toHaveLength(1);
      expect(smtp.taken[0]?.mail.headers.some((h) => h.key.startsWith('list-unsubscribe'))).toBe(
        false,
      );
      expect((await post('/auth/revokeSuppressionRequest', proof)).json).toEqual({
        result: 'revoked',
      });
      expect(
        (await post('/auth/mailSuppressionStatus', { email: proof.email }, p.users.reception)).json,
      ).toMatchObject({ state: 'revoked' });
      expect(await codeOf(ask(order({ to: proof.email })))).toBe('ok');
    });

    it('[sec B64] wrong, foreign, folded, tagged and unknown links get the same response without changes', async () => {
      const proof = await linkOf('neutral@mail.test'),
        other = await linkOf('andere@mail.test');
      const before = await t.deps.store.read.select().from(t.deps.store.t.mailSuppression);
      const wrong = [
        { ...proof, unsubscribeToken: other.unsubscribeToken },
        { ...proof, email: 'NEUTRAL@mail.test' },
        { ...proof, email: 'neutral+tag@mail.test' },
        { ...proof, email: 'niemand@mail.test' },
        { ...proof, unsubscribeToken: 'x' },
      ];
      for (const json of wrong) {
        const answer = await post('/auth/unsubscribeFromMail', json);
        expect([answer.status, answer.text]).toEqual([200, '{"result":"unknown"}']);
      }
      expect(await t.deps.store.read.select().from(t.deps.store.t.mailSuppression)).toEqual(before);
      expect(
        (await post('/auth/unsubscribeFromMail', { ...proof, email: 'neutral@mail.test\u0000' }))
          .status,
      ).toBe(400);
      expect((await post('/auth/mailSuppressionStatus', { email: proof.email })).code).toBe(
        'unauthenticated',
      );
      expect((await post('/auth/revokeSuppressionRequest', { email: proof.email })).code).toBe(
        'unauthenticated',
      );
    });

    it('[RFC 8058] one-click works without cookie or page token; its URL is in no log', async () => {
      const proof = await linkOf('einklick@mail.test');
      const path = `/unsubscribe/${encodeURIComponent(proof.email)}/${proof.unsubscribeToken}`;
      const click = (target: string) =>
        t.call(target, {
          method: 'POST',
          body: 'List-Unsubscribe=One-Click',
          type: 'application/x-www-form-urlencoded',
          headers: {
            Cookie: undefined,
            'X-XSRF-TOKEN': undefined,
            Origin: 'https://mail.provider.test',
            'Sec-Fetch-Site': 'cross-site',
          },
        });
      const [wrong, right, again] = [
        await click(path.slice(0, -2)),
        await click(path),
        await click(path),
      ];
      expect([wrong, right, again].map((a) => [a.status, a.text])).toEqual(
        Array.from({ length: 3 }, () => [200, '{"result":"done"}']),
      );
      expect((await post('/auth/mailSuppressionStatus', proof)).json).toMatchObject({
        state: 'unsubscribed',
      });
      const log = t.lines.join('\n');
      expect(log).toContain('/unsubscribe/{mail}/{unsubscribeToken}');
      for (const word of ['einklick', proof.unsubscribeToken]) expect(log).not.toContain(word);
    });

    it('provider reports: secret, JSON, bounce and complaint; a repeat counts once', async () => {
      const proof = await linkOf('zurueck@mail.test'),
        messageId = smtp.taken.find((m) => m.to[0] === proof.email)?.mail.messageId ?? '';
      const report = (body: string, type: string, secret: string | undefined = SECRET) =>
        t.call('/mail/events', {
          method: 'POST',
          body,
          type,
          headers: { 'molar-hook-secret': secret, Cookie: undefined, 'X-XSRF-TOKEN': undefined },
        });
      const dsn = (id: string): string =>
        `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\nMessage-ID: <report@provider>\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.mail.test\r\n\r\nFinal-Recipient: rfc822;\r\n ${proof.email}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${id}\r\nSubject: x\r\n\r\n--b--\r\n`;
      expect((await report('{}', 'application/json', 'wrong')).status).toBe(403);
      expect((await report('{}', 'application/json')).status).toBe(400);
      expect((await report(dsn('<somebody@else>'), 'message/rfc822')).json).toEqual({
        taken: 0,
        ignored: 1,
      });
      expect((await report(dsn(messageId), 'message/rfc822')).json).toEqual({
        taken: 1,
        ignored: 0,
      });
      expect((await report(dsn(messageId), 'message/rfc822')).json).toEqual({
        taken: 0,
        ignored: 1,
      });
      expect(
        (await post('/auth/mailSuppressionStatus', { email: proof.email }, p.users.owner)).json,
      ).toMatchObject({ state: 'bounced' });
      // The recipient's link does not revert the mail server's report.
      expect((await post('/auth/revokeSuppressionRequest', proof)).json).toEqual({
        result: 'unknown',
      });
      const complaint = JSON.stringify({
        events: [{ type: 'complained', email: proof.email, messageId }],
      });
      expect((await report(complaint, 'application/json')).json).toEqual({ taken: 1, ignored: 0 });
      expect(
        (await post('/auth/mailSuppressionStatus', { email: proof.email }, p.users.owner)).json,
      ).toMatchObject({ state: 'complained' });
      expect(
        (await post('/auth/revokeSuppressionRequest', { email: proof.email }, p.users.owner)).json,
      ).toEqual({ result: 'revoked' });
    });
  });
});
