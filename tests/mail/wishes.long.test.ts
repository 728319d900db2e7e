/**
 * Subscribed mails: once per item, in the user's language, only while new and unread, and never
 * after unsubscribing.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NEWS } from '../../catalog/news/catalogue.ts';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, addVendor, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

const DAY = 86_400_000,
  HOOK = 'ein Geheimnis nur für diesen Test';
describe.each(STORES)('subscribed mails on %s', (kind) => {
  let t: TestApp,
    p: Practice,
    smtp: MailServer,
    sender: Sender,
    vendor: Awaited<ReturnType<typeof addVendor>>;
  const newest = Math.max(...NEWS.map((item) => Date.parse(`${item.date}T12:00:00Z`)));
  beforeEach(async () => {
    smtp = await startMailServer();
    sender = createSender(smtp.url, 'molar@praxis.example');
    t = await createTestApp(kind, {
      publicUrl: 'https://molar.praxis.example',
      mail: { sender, hookSecret: HOOK },
    });
    t.clock.now = Math.max(t.clock.now, newest);
    p = await addPractice(t, 'nord');
    vendor = await addVendor(t);
  });
  afterEach(async () => {
    sender.close();
    await t.drop();
    await smtp.close();
  });
  const wish = (as: { token: string }, json: object) =>
    t.call('/auth/user/setting', { as, method: 'PUT', json });
  const tidy = async (): Promise<void> => {
    await t.app.tidy();
    await t.runJobs();
  };
  const to = (email: string) => smtp.taken.filter((m) => m.to[0] === email);
  const fresh = NEWS.filter((item) => Date.parse(`${item.date}T12:00:00Z`) > newest - 13 * DAY);

  it('news reach subscribers once, with an unsubscribe link', async () => {
    await wish(p.users.staff, { language: 'en', mails: { news: true } });
    await wish(p.users.reception, { mails: { news: false } });
    await wish(vendor.support, { mails: { news: true } });
    for (let i = 0; i < 3; i++) {
      await tidy();
      t.clock.now += DAY / 4;
    }
    expect([to(p.users.owner.email), to(p.users.reception.email)]).toEqual([[], []]);
    const mails = to(p.users.staff.email),
      texts = mails.map((m) => m.mail.text ?? '');
    expect(mails).toHaveLength(fresh.length);
    for (const item of fresh)
      expect(texts.filter((text) => text.includes(item.en.title))).toHaveLength(1);
    expect(to('support@molar.test').map((m) => m.mail.subject)).toEqual(
      fresh.map(() => 'Neu in Molar'),
    );
    expect(mails[0]?.mail.subject).toBe('New in Molar');
    const link = mails[0]?.mail.headers.find((h) => h.key === 'list-unsubscribe')?.value ?? '';
    expect(link).toMatch(/^<https:\/\/molar\.praxis\.example\/unsubscribe\//);
    for (const text of texts) expect(text).toContain(link.slice(1, -1));
  });

  it('nothing is sent for read or old news, or to unsubscribed or removed users', async () => {
    for (const one of [p.users.owner, p.users.staff, p.users.reception])
      await wish(one, { mails: { news: true } });
    await t.call('/auth/news/read', {
      as: p.users.owner,
      method: 'POST',
      json: { ids: fresh.map((item) => item.id) },
    });
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.user, { disabledAt: w.now }, eq(w.t.user.id, p.users.reception.userId)),
    );
    await tidy();
    expect([
      to(p.users.owner.email).length,
      to(p.users.reception.email).length,
      to(p.users.staff.email).length,
    ]).toEqual([0, 0, fresh.length]);
    const path = new URL(
      to(p.users.staff.email)[0]
        ?.mail.headers.find((h) => h.key === 'list-unsubscribe')
        ?.value.slice(1, -1) ?? '',
    ).pathname;
    expect(
      (
        await t.call(path, {
          method: 'POST',
          body: 'List-Unsubscribe=One-Click',
          type: 'application/x-www-form-urlencoded',
        })
      ).status,
    ).toBe(200);
    const { mail } = t.deps.store.t;
    // State as if no mail had been requested and the setting were still on: only the address is
    // suppressed.
    await t.deps.store.write(async (db) => {
      await db.delete(mail);
    });
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(
        w.t.user,
        { settings: { mails: { news: true } } },
        eq(w.t.user.id, p.users.staff.userId),
      ),
    );
    smtp.taken.length = 0;
    await tidy();
    expect(to(p.users.staff.email)).toEqual([]);
    expect((await t.deps.store.read.select().from(mail)).map((m) => m.state)).toEqual(
      fresh.map(() => 'suppressed'),
    );
    await t.deps.store.write(async (db) => {
      await db.delete(mail);
    });
    t.clock.now += 15 * DAY;
    await tidy();
    expect(await t.deps.store.read.select().from(mail)).toEqual([]);
  });

  it('[T6] unsubscribing clears the setting, resubscribing reverts it, and the link reverts both', async () => {
    const { staff, reception } = p.users;
    const settings = async (as: { token: string }): Promise<unknown> =>
      ((await t.call('/auth/user', { as })).json as { settings: { mails?: object } }).settings
        .mails;
    const state = async (as: { token: string; email: string }): Promise<unknown> =>
      (
        (
          await t.call('/auth/mailSuppressionStatus', {
            as,
            method: 'POST',
            json: { email: as.email },
          })
        ).json as { state: string }
      ).state;
    const post = (path: string, json: object) => t.call(path, { method: 'POST', json });
    const linkTo = (email: string): { email: string; unsubscribeToken: string } => {
      const [, , mail = '', unsubscribeToken = ''] = new URL(
        to(email)[0]
          ?.mail.headers.find((h) => h.key === 'list-unsubscribe')
          ?.value.slice(1, -1) ?? '',
      ).pathname.split('/');
      return { email: decodeURIComponent(mail), unsubscribeToken };
    };
    for (const one of [staff, reception])
      await wish(one, { language: 'en', theme: 'dark', mails: { news: true } });
    await tidy();
    expect((await post('/auth/unsubscribeFromMail', linkTo(staff.email))).json).toEqual({
      result: 'done',
    });
    expect([
      await settings(staff),
      await state(staff),
      await settings(reception),
      await state(reception),
    ]).toEqual([{ news: false }, 'unsubscribed', { news: true }, 'none']);
    // A change of other settings does not resubscribe.
    await wish(staff, { theme: 'light', mails: { news: false } });
    expect(await state(staff)).toBe('unsubscribed');
    await wish(staff, { mails: { news: true } });
    expect([await settings(staff), await state(staff)]).toEqual([{ news: true }, 'revoked']);
    await post('/auth/unsubscribeFromMail', linkTo(staff.email));
    expect((await post('/auth/revokeSuppressionRequest', linkTo(staff.email))).json).toEqual({
      result: 'revoked',
    });
    expect([await settings(staff), await state(staff)]).toEqual([{ news: true }, 'revoked']);
    // A user who had mails switched off before unsubscribing gets none by reverting it.
    await wish(reception, { mails: { news: false } });
    await post('/auth/unsubscribeFromMail', linkTo(reception.email));
    await post('/auth/revokeSuppressionRequest', linkTo(reception.email));
    expect([await settings(reception), await state(reception)]).toEqual([
      { news: false },
      'revoked',
    ]);
  });

  it('[T6] a complaint clears the setting, a bounce does not, and resubscribing reverts neither', async () => {
    const { staff, reception } = p.users;
    for (const one of [staff, reception]) await wish(one, { mails: { news: true } });
    await tidy();
    const told = await t.call('/mail/events', {
      method: 'POST',
      headers: { 'molar-hook-secret': HOOK },
      json: {
        events: [
          { type: 'complained', email: staff.email },
          { type: 'bounced', email: reception.email },
        ],
      },
    });
    expect([told.status, told.json]).toEqual([200, { taken: 2, ignored: 0 }]);
    const rows = async () =>
      Promise.all(
        [staff, reception].map(async (as) => [
          (
            (await t.call('/auth/user', { as })).json as {
              settings: { mails?: { news?: boolean } };
            }
          ).settings.mails?.news,
          (
            (
              await t.call('/auth/mailSuppressionStatus', {
                as,
                method: 'POST',
                json: { email: as.email },
              })
            ).json as { state: string }
          ).state,
        ]),
      );
    expect(await rows()).toEqual([
      [false, 'complained'],
      [true, 'bounced'],
    ]);
    for (const one of [staff, reception]) await wish(one, { mails: { news: true } });
    expect(await rows()).toEqual([
      [true, 'complained'],
      [true, 'bounced'],
    ]);
  });

  it('writes none without a mail server', async () => {
    const bare = await createTestApp(kind);
    try {
      bare.clock.now = Math.max(bare.clock.now, newest);
      const praxis = await addPractice(bare, 'still');
      await bare.call('/auth/user/setting', {
        as: praxis.users.owner,
        method: 'PUT',
        json: { mails: { news: true } },
      });
      await bare.app.tidy();
      expect(await bare.deps.store.read.select().from(bare.deps.store.t.mail)).toEqual([]);
    } finally {
      await bare.drop();
    }
  });
});
