/**
 * Mails over a real mail server: sent once per key, deferred, refused, interrupted, unsubscribed,
 * and their content.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { mailKeysOf } from '../../server/accounts/mail/mail-keys.ts';
import { queueMail } from '../../server/accounts/mail/queue-mail.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, login, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { ordersOf } from './orders.ts';

const BASE = 'https://molar.praxis.example',
  SECRET = 'a shared secret of the provider',
  FROM = 'molar@praxis.example';

describe.each(STORES)('mails on %s', (kind) => {
  let t: TestApp, p: Practice, smtp: MailServer, sender: Sender;
  const { order, ask, rowOf, codeOf } = ordersOf(() => ({ t, p }));
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
    // A failed notice, for which no user waits, does not stop the action that it reports.
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
    // State left by a process that was killed while sending.
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

  it('a safety notice is tried again a day after a bounce; once it is taken, all mails go out', async () => {
    const to = 'voll@mail.test',
      reset = (): ReturnType<typeof order> => order({ to, template: 'password_changed', data: {} });
    smtp.next.push({ at: 'rcpt', code: 550, text: 'mailbox unavailable' });
    await ask(order({ to }));
    await t.runJobs();
    const early = reset();
    await ask(early);
    expect(await rowOf(early.key)).toMatchObject({ state: 'suppressed', error: 'bounced' });
    t.clock.now += 24 * 60 * 60_000;
    expect(await codeOf(ask(order({ to })))).toContain('inactive_recipient');
    const later = reset();
    await ask(later);
    await t.runJobs();
    expect(await rowOf(later.key)).toMatchObject({ state: 'sent', error: null });
    const one = order({ to });
    expect(await codeOf(ask(one))).toBe('ok');
    await t.runJobs();
    expect(await rowOf(one.key)).toMatchObject({ state: 'sent' });
  });
});
