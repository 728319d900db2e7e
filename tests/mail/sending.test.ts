/**
 * Mails over a real mail server: sent once per key, deferred, refused, interrupted, unsubscribed,
 * and their content.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { mailKeysOf } from '../../server/accounts/mail/mail-keys.ts';
import { queueMail } from '../../server/accounts/mail/queue-mail.ts';
import { foldEmail } from '../../shared/base/email.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { MailOrder } from '../../shared/accounts/mail.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, login, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

const BASE = 'https://molar.praxis.example',
  SECRET = 'a shared secret of the provider',
  FROM = 'molar@praxis.example';

describe.each(STORES)('mails on %s', (kind) => {
  let t: TestApp,
    p: Practice,
    smtp: MailServer,
    sender: Sender,
    n = 0;
  const keys = mailKeysOf(new Uint8Array(32).fill(7));
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

  const order = (over: Partial<MailOrder> = {}): MailOrder => ({
    key: `k${++n}`,
    to: `person${n}@mail.test`,
    template: 'invite',
    language: 'de',
    data: { name: 'Ayşe', by: 'Özlem Müller', link: '/practice/einladung/lnk_abc' },
    ...over,
  });
  const ask = (one: MailOrder): Promise<void> =>
    t.deps.workshop.write(p.cid, { kind: 'system', cid: p.cid }, (w) => t.app.auth.mail(w, one));
  const rows = () => t.deps.store.read.select().from(t.deps.store.t.mail);
  const rowOf = async (key: string) => (await rows()).find((r) => r.key === key);
  const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      await work;
    } catch (e) {
      return e instanceof AppError ? [e.code, e.extra?.name] : e;
    }
    return 'ok';
  };

  it('a mail is sent after the commit, as text and as HTML, with the practice in it and both headers of RFC 8058', async () => {
    const one = order();
    await ask(one);
    expect(smtp.taken).toHaveLength(0);
    await t.runJobs();
    const [mail] = smtp.taken;
    expect(mail?.to).toEqual([one.to]);
    expect(mail?.from).toBe(FROM);
    expect(mail?.mail.subject).toBe('Ihr Zugang zu Molar');
    const headers = new Map(mail?.mail.headers.map((h) => [h.key, h.value]));
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/molar\.praxis\.example\/unsubscribe\/person\d+%40mail\.test\/[\w-]{43}>$/,
    );
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    for (const body of [mail?.mail.text ?? '', mail?.mail.html ?? '']) {
      expect(body).toContain(`${BASE}/practice/einladung/lnk_abc`);
      expect(body).toContain('Ayşe');
    }
    expect(mail?.mail.html).not.toMatch(/<img|<script|src=/);
    expect(await rowOf(one.key)).toMatchObject({ state: 'sent', error: null });
  });

  it('the database contains no readable address, name or link', async () => {
    const one = order({
      to: 'geheim@mail.test',
      data: { name: 'Geheimrat', by: 'X', link: '/practice/einladung/lnk_geheim' },
    });
    await ask(one);
    await t.runJobs();
    const { mail, mailSuppression, job, audit } = t.deps.store.t;
    for (const table of [mail, mailSuppression, job, audit]) {
      const text = JSON.stringify(
        await t.deps.store.read.select().from(table),
        (_, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      );
      for (const word of ['geheim@mail.test', 'Geheimrat', 'lnk_geheim'])
        expect(text).not.toContain(word);
    }
    expect(t.lines.join('\n')).not.toContain('geheim');
  });

  it('[sec F27] the same key is sent once, however often requested', async () => {
    const one = order();
    for (let i = 0; i < 5; i++) await ask(one);
    await Promise.all([t.runJobs(), ask(one)]);
    await t.runJobs();
    expect(smtp.taken).toHaveLength(1);
  });

  it('[sec F27] a deferred mail (4xx) is retried, and sent once', async () => {
    const one = order();
    smtp.next.push(
      { at: 'rcpt', code: 451, text: '4.7.1 greylisted' },
      { at: 'data', code: 452, text: '4.3.1 full' },
    );
    await ask(one);
    await t.runJobs();
    expect(await rowOf(one.key)).toMatchObject({
      state: 'queued',
      error: 'smtp_451',
      messageId: null,
    });
    for (let i = 0; i < 3; i++) {
      t.clock.now += 60_000;
      await t.runJobs();
    }
    expect(smtp.taken).toHaveLength(1);
    expect(await rowOf(one.key)).toMatchObject({ state: 'sent', error: null });
  });

  it('[X1] a permanently refused address is reported to the next sender', async () => {
    const one = order({ to: 'weg@mail.test' });
    smtp.next.push({ at: 'rcpt', code: 550, text: '5.1.1 no such user' });
    await ask(one);
    await t.runJobs();
    expect(await rowOf(one.key)).toMatchObject({ state: 'failed', error: 'recipient' });
    expect(await codeOf(ask(order({ to: 'Weg@Mail.test' })))).toEqual([
      'inactive_recipient',
      'InactiveRecipientError',
    ]);
    // A notice nobody waits for does not stop the act it tells of.
    const notice = order({ to: 'weg@mail.test', template: 'password_changed', data: {} });
    expect(await codeOf(ask(notice))).toBe('ok');
    expect(await rowOf(notice.key)).toMatchObject({ state: 'suppressed', error: 'bounced' });
  });

  it('a policy refusal (5.7.1) is not a wrong address', async () => {
    const one = order({ to: 'streng@mail.test' });
    smtp.next.push({ at: 'rcpt', code: 550, text: '5.7.1 blocked for policy' });
    await ask(one);
    await t.runJobs();
    expect(await rowOf(one.key)).toMatchObject({ state: 'failed', error: 'smtp_550' });
    expect(await codeOf(ask(order({ to: 'streng@mail.test' })))).toBe('ok');
  });

  it('[sec F27] connection lost after DATA: links never twice, notices again with the same Message-ID', async () => {
    const link = order(),
      notice = order({ template: 'password_changed', data: {} });
    for (const one of [link, notice]) {
      smtp.next.push('hang-up');
      await ask(one);
      await t.runJobs();
      for (let i = 0; i < 3; i++) {
        t.clock.now += 60_000;
        await t.runJobs();
      }
    }
    const sent = (to: string) => smtp.taken.filter((m) => m.to[0] === to);
    expect(sent(link.to)).toHaveLength(1);
    expect(await rowOf(link.key)).toMatchObject({ state: 'failed', error: 'unsure' });
    expect(sent(notice.to)).toHaveLength(2);
    expect(new Set(sent(notice.to).map((m) => m.mail.messageId)).size).toBe(1);
    expect(await rowOf(notice.key)).toMatchObject({ state: 'sent' });
  });

  it('[sec F27] a process that dies before recording a sent link does not cause a resend', async () => {
    const one = order();
    await ask(one);
    // What a process leaves that was killed while it was sending.
    const { mail } = t.deps.store.t;
    await t.deps.store.write(async (db) => {
      await db.update(mail).set({ messageId: '<left@behind>' }).where(eq(mail.key, one.key));
    });
    await t.runJobs();
    expect(smtp.taken).toHaveLength(0);
    expect(await rowOf(one.key)).toMatchObject({ state: 'failed', error: 'unsure' });
  });

  it('the outbox pages without gaps for many mails of one millisecond', async () => {
    const asked = Array.from({ length: 7 }, () => order());
    for (const one of asked) await ask(one);
    const as = await login(t, p.users.owner.email),
      seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { mails, next }: { mails: { to: string }[]; next: string | null } = (
        await t.call(`/api/mails?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`, { as })
      ).json as never;
      seen.push(...mails.map((m) => m.to));
      cursor = next;
    }
    expect(
      asked.map((one) => one.to).filter((to) => seen.filter((s) => s === to).length !== 1),
    ).toEqual([]);
    expect((await t.call('/api/mails?cursor=1', { as })).code).toBe('validation');
  });

  it('an expired mail is not sent', async () => {
    const one = order({ expiresAt: t.clock.now + 1000 });
    await ask(one);
    t.clock.now += 1000;
    await t.runJobs();
    expect(smtp.taken).toHaveLength(0);
    expect(await rowOf(one.key)).toMatchObject({ state: 'failed', error: 'expired' });
  });

  it('names with line breaks, markup and links stay plain text [sec B41]', async () => {
    const one = order({
      data: {
        name: 'A\r\nBcc: x@y.test',
        by: '<img src=x onerror=1> https://boese.test www.boese.test',
        link: '/practice/einladung/lnk_abc',
      },
    });
    await ask(one);
    await t.runJobs();
    const [mail] = smtp.taken;
    expect(mail?.to).toEqual([one.to]);
    expect(mail?.mail.headers.some((h) => h.key === 'bcc')).toBe(false);
    expect(mail?.mail.html).not.toContain('<img');
    expect(mail?.mail.text).not.toMatch(/https?:\/\/boese|www\./);
    expect(
      await codeOf(queueMail({ keys, hasServer: true }, undefined as never, order({ data: {} }))),
    ).toBeInstanceOf(Error);
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
    // The mail server of the tests reads ASCII names back.
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
        new Uint8Array(hkdfSync('sha256', t.deps.rootKey, 'molar', 'mail address 1', 32)),
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
    // Now both rows are there: the old link ends both.
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
      // The link of the person does not undo what the mail server said.
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

  it('the outbox hides the link of a sent mail, and a failed mail is resent once', async () => {
    const { owner } = p.users,
      one = order();
    smtp.next.push({ at: 'data', code: 554, text: '5.7.1 no' });
    await ask(one);
    await t.runJobs();
    const list = (await t.call('/api/mails?limit=500', { as: owner })).json as {
      mails: { id: string; to: string; state: string; mayResend: boolean }[];
      hasServer: boolean;
    };
    const item = list.mails.find((m) => m.to === one.to);
    expect(item).toMatchObject({ state: 'failed', mayResend: true });
    expect((await t.call(`/api/mails/${item?.id}/open`, { as: owner, method: 'POST' })).code).toBe(
      'step_up',
    );
    await stepUp(t, owner);
    const opened = (await t.call(`/api/mails/${item?.id}/open`, { as: owner, method: 'POST' }))
      .json as { text: string; html: string; link: string | null };
    expect(opened.link).toBeNull();
    expect(opened.text + opened.html).not.toContain('lnk_abc');
    for (let i = 0; i < 2; i++)
      expect(
        (await t.call(`/api/mails/${item?.id}/resend`, { as: owner, method: 'POST' })).status,
      ).toBe(200);
    await t.runJobs();
    expect(smtp.taken.filter((m) => m.to[0] === one.to)).toHaveLength(1);
    expect(
      (await t.call(`/api/mails/${item?.id}/resend`, { as: owner, method: 'POST' })).code,
    ).toBe('state_conflict');
    expect(
      (await t.call(`/api/mails/${t.deps.newId()}/open`, { as: owner, method: 'POST' })).code,
    ).toBe('not_found');
  });

  it('texts and links are deleted when expired, later the mail itself', async () => {
    const one = order({ to: 'vergessen@mail.test', expiresAt: t.clock.now + 60_000 });
    await ask(one);
    await t.runJobs();
    t.clock.now += 60_001;
    await t.app.tidy();
    const row = await rowOf(one.key);
    expect(keys.open(row!.sealed, `mail|${p.cid}|${row!.id}`)).toEqual({
      to: '',
      data: {},
      isStripped: true,
    });
    t.clock.now += 61 * 86_400_000;
    await t.app.tidy();
    expect(await rowOf(one.key)).toBeUndefined();
  });
});
