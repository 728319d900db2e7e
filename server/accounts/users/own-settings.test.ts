/** Tests of personal settings stored with the account, and of news read per user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewsList } from '../../../shared/accounts/news.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, PASSWORD, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';

describe.each(STORES)('own settings and news (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const put = (json: object, as = p.users.reception) =>
    t.call('/auth/user/setting', { as, method: 'PUT', json });

  it('keeps omitted settings and returns them with the next sign-in', async () => {
    expect((await put({ language: 'en', mails: { news: true } })).json).toEqual({
      language: 'en',
      mails: { news: true },
    });
    // A setting of an earlier version is dropped without an error.
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(
        w.t.user,
        { settings: { language: 'en', mails: { news: true, report: true } as { news: boolean } } },
        { id: p.users.reception.userId },
      ),
    );
    expect((await t.call('/auth/user', { as: p.users.reception })).json).toMatchObject({
      settings: { language: 'en', mails: { news: true } },
    });
    expect((await put({ theme: 'dark', start: '/dokumente', mails: {} })).json).toEqual({
      language: 'en',
      theme: 'dark',
      start: '/dokumente',
      mails: { news: true },
    });
    const { user } = (
      await t.call('/auth/login', {
        method: 'POST',
        json: {
          credentials: { email: p.users.reception.email, password: PASSWORD },
          longLogin: false,
        },
      })
    ).json as { user: { settings: object } };
    expect(user.settings).toMatchObject({ language: 'en', theme: 'dark', start: '/dokumente' });
    expect((await t.call('/auth/user', { as: p.users.staff })).json).toMatchObject({
      settings: {},
    });
  });
  it.each([
    { start: 'https://evil.example' },
    { start: '//evil.example' },
    { language: 'fr' },
    { role: 'owner' },
    { theme: 'x' },
    { mails: { report: true } },
  ])('refuses %j', async (json) => {
    expect((await put(json)).code).toBe('validation');
  });
  it('keeps favourite reports with the account, and replaces them by the next list', async () => {
    const as = p.users.owner;
    await put({ reports: ['umsatz/zeitreihe', 'umsatz/ursachen/positionen'] }, as);
    expect((await put({ reports: ['praxiskpi'] }, as)).json).toEqual({ reports: ['praxiskpi'] });
    expect((await put({ reports: ['../x'] }, as)).code).toBe('validation');
    expect((await t.call('/auth/user', { as })).json).toMatchObject({
      settings: { reports: ['praxiskpi'] },
    });
  });
  it('news are unread until this user has read them', async () => {
    const ask = async (as = p.users.staff) => (await t.call('/auth/news', { as })).json as NewsList;
    const all = await ask();
    expect(all.unread).toBe(all.items.length);
    for (let i = 0; i < 2; i++)
      expect(
        (
          await t.call('/auth/news/read', {
            as: p.users.staff,
            method: 'POST',
            json: { ids: [all.items[0]!.id, '999999'] },
          })
        ).json,
      ).toMatchObject({ unread: all.unread - 1 });
    expect((await ask()).items[0]).toMatchObject({ isRead: true });
    expect((await ask(p.users.owner)).unread).toBe(all.unread);
  });
});
