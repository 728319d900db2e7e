/**
 * Account mails and their recipients: reset, invitation, change of address, users of a practice; on
 * both databases.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, login, PASSWORD, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { accountsOf, BASE, NEW } from './account-mails.ts';

describe.each(STORES)('accounts by mail on %s', (kind) => {
  let t: TestApp,
    p: Practice,
    q: Practice,
    smtp: MailServer,
    sender: Sender,
    changes = 0;
  const { post, tokenTo, settle, invite, join } = accountsOf(() => ({ t, p, smtp }));
  beforeAll(async () => {
    smtp = await startMailServer();
    sender = createSender(smtp.url, 'molar@praxis.example');
    t = await createTestApp(kind, { publicUrl: BASE, mail: { sender } });
    p = await addPractice(t, 'nord');
    q = await addPractice(t, 'sued');
    await stepUp(t, p.users.owner);
  });
  afterAll(async () => {
    sender.close();
    await t.drop();
    await smtp.close();
  });
  beforeEach(async () => {
    await t.runJobs();
    smtp.taken.length = 0;
    // Bearer tokens and the step-up of five minutes expire: the clock advances between the tests.
    t.clock.now += 60 * 60_000;
    for (const one of [p, q])
      one.users.owner = { ...one.users.owner, ...(await login(t, one.users.owner.email)) };
    for (const one of [p, q]) await stepUp(t, one.users.owner);
  });

  describe('reset', () => {
    it('[sec B28] known, unknown, disabled and missing addresses get the same bytes, and one mail is sent', async () => {
      const words = [
        p.users.staff.email,
        'niemand@nord.test',
        'kein Wort einer Adresse',
        p.users.staff.email.toUpperCase(),
      ];
      const answers = [];
      for (const email of words) answers.push(await post('/auth/resetpassword', { email }));
      expect(new Set(answers.map((a) => `${a.status} ${a.text}`))).toEqual(
        new Set(['200 {"isSent":true}']),
      );
      await settle();
      expect(new Set(smtp.taken.map((m) => m.to[0]))).toEqual(new Set([p.users.staff.email]));
    });

    it('[sec B29] a link scanned five times works once; weak passwords do not use it up; sessions end', async () => {
      const { email, as } = await join();
      smtp.taken.length = 0;
      await post('/auth/resetpassword', { email });
      await settle();
      const token = await tokenTo(email, 'reset');
      // The page itself is a file of the app; no path below /auth answers GET.
      for (let i = 0; i < 5; i++)
        expect((await t.call(`/auth/setnewpassword?token=${token}`)).status).toBe(405);
      expect((await post('/auth/setnewpassword', { token, newPassword: 'kurz' })).code).toBe(
        'password_weak',
      );
      expect((await t.call('/auth/user', { as })).status).toBe(200);
      expect(
        (await post('/auth/setnewpassword', { token, newPassword: `${NEW} neu` })).json,
      ).toEqual({ email });
      expect(
        (await post('/auth/setnewpassword', { token, newPassword: `${NEW} neu 2` })).code,
      ).toBe('link_invalid');
      expect((await t.call('/auth/user', { as })).status).toBe(401);
      await expect(login(t, email, NEW)).rejects.toThrow('401');
      await login(t, email, `${NEW} neu`);
      await settle();
      expect(smtp.taken.map((m) => m.mail.subject)).toContain('Ihr Passwort wurde geändert');
    });

    it('links expire after 30 minutes, a newer one voids the older, a restore voids all', async () => {
      const ask = async (): Promise<string> => {
        await post('/auth/resetpassword', { email: p.users.reception.email });
        await settle();
        return tokenTo(p.users.reception.email, 'reset');
      };
      const first = await ask(),
        second = await ask();
      expect((await post('/auth/setnewpassword', { token: first, newPassword: NEW })).code).toBe(
        'link_invalid',
      );
      t.clock.now += 30 * 60_000;
      expect((await post('/auth/setnewpassword', { token: second, newPassword: NEW })).code).toBe(
        'link_invalid',
      );
      const third = await ask();
      const { installation } = t.deps.store.t,
        [row] = await t.deps.store.read.select().from(installation);
      await t.deps.store.write(async (db) => {
        await db.update(installation).set({ securityEpoch: (row?.securityEpoch ?? 0) + 1 });
      });
      expect((await post('/auth/setnewpassword', { token: third, newPassword: NEW })).code).toBe(
        'link_invalid',
      );
      await t.deps.store.write(async (db) => {
        await db.update(installation).set({ securityEpoch: row?.securityEpoch ?? 0 });
      });
    });

    it('a forged Host header changes no link', async () => {
      await post('/auth/resetpassword', { email: p.users.staff.email }, undefined, {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
      });
      await settle();
      expect(JSON.stringify(smtp.taken.map((m) => m.raw))).not.toContain('evil');
    });

    it('mails are limited to five an hour; the response stays the same', async () => {
      const { email } = await join();
      smtp.taken.length = 0;
      for (let i = 0; i < 8; i++)
        expect((await post('/auth/resetpassword', { email })).status).toBe(200);
      await settle();
      expect(smtp.taken.filter((m) => m.to[0] === email)).toHaveLength(5);
    });

    it('changing the own password needs the present one; other sessions end, this one stays', async () => {
      const { email, as } = await join(),
        other = await login(t, email, NEW);
      expect(
        (
          await post(
            '/auth/setnewpassword',
            { currentPassword: 'falsch', newPassword: `${NEW} x` },
            as,
          )
        ).code,
      ).toBe('login_failed');
      expect(
        (await post('/auth/setnewpassword', { currentPassword: NEW, newPassword: `${NEW} x` }, as))
          .status,
      ).toBe(200);
      expect((await t.call('/auth/user', { as })).status).toBe(200);
      expect((await t.call('/auth/user', { as: other })).status).toBe(401);
      expect((await post('/auth/setnewpassword', { newPassword: NEW })).code).toBe('validation');
      expect(
        (
          await post('/auth/setnewpassword', {
            token: 'x'.repeat(30),
            currentPassword: NEW,
            newPassword: NEW,
          })
        ).code,
      ).toBe('validation');
    });
  });

  describe('[sec row 18] change of address', () => {
    const change = async (): Promise<{
      old: string;
      wanted: string;
      as: Bearer;
      confirm: string;
      undo: string;
    }> => {
      const { email: old, as } = await join(),
        wanted = `anders${++changes}@nord.test`;
      await stepUp2(as, NEW);
      smtp.taken.length = 0;
      expect(
        (await post('/auth/changeusermail', { userMail: old, newUserMail: wanted }, as)).json,
      ).toEqual({ isSent: true });
      return {
        old,
        wanted,
        as,
        confirm: await tokenTo(wanted, 'mail'),
        undo: await tokenTo(old, 'mail/undo'),
      };
    };
    /** Step-up with a password other than the shared one; the bearer token is replaced. */
    const stepUp2 = async (as: Bearer, password: string): Promise<void> => {
      const { authToken } = (await post('/auth/createMidSessionToken', { password }, as)).json as {
        authToken?: string;
      };
      if (authToken !== undefined) as.token = authToken;
    };

    it('takes effect only when the new address confirms it', async () => {
      const { old, wanted, confirm } = await change();
      await expect(login(t, wanted, NEW)).rejects.toThrow('401');
      expect((await post('/auth/confirmusermail', { token: confirm })).json).toEqual({
        email: wanted,
      });
      await login(t, wanted, NEW);
      await expect(login(t, old, NEW)).rejects.toThrow('401');
      expect((await post('/auth/confirmusermail', { token: confirm })).code).toBe('link_invalid');
    });

    it('can be reverted by the old address for a day, confirmed or not; every session ends', async () => {
      const two = await change();
      expect((await post('/auth/undousermail', { token: two.undo })).status).toBe(200);
      expect((await post('/auth/confirmusermail', { token: two.confirm })).code).toBe(
        'link_invalid',
      );
      expect((await t.call('/auth/user', { as: two.as })).status).toBe(401);
      const one = await change();
      await post('/auth/confirmusermail', { token: one.confirm });
      t.clock.now += 23 * 60 * 60_000;
      expect((await post('/auth/undousermail', { token: one.undo })).json).toEqual({
        email: one.old,
      });
      await login(t, one.old, NEW);
    });

    it('needs a fresh password; an address of another practice is indistinguishable', async () => {
      const { email, as } = await join();
      expect(
        (await post('/auth/changeusermail', { userMail: email, newUserMail: 'x@y.test' }, as)).code,
      ).toBe('step_up');
      await stepUp2(as, NEW);
      smtp.taken.length = 0;
      expect(
        (
          await post(
            '/auth/changeusermail',
            { userMail: email, newUserMail: q.users.staff.email },
            as,
          )
        ).json,
      ).toEqual({ isSent: true });
      await settle();
      // The holder gets the same page as any other caller; a confirmation changes nothing.
      expect(new Set(smtp.taken.map((m) => m.to[0]))).toEqual(
        new Set([email, q.users.staff.email]),
      );
      expect(
        (await post('/auth/confirmusermail', { token: await tokenTo(q.users.staff.email, 'mail') }))
          .code,
      ).toBe('link_invalid');
      expect(
        (
          await post(
            '/auth/changeusermail',
            { userMail: email, newUserMail: p.users.staff.email },
            as,
          )
        ).code,
      ).toBe('conflict');
      expect(
        (
          await post(
            '/auth/changeusermail',
            { userMail: p.users.staff.email, newUserMail: 'x@y.test' },
            as,
          )
        ).code,
      ).toBe('forbidden');
    });
  });

  it('no secret of a link is in the database or in a log', async () => {
    const { token } = await invite();
    const { oneTimeLink, mail, audit, job } = t.deps.store.t;
    for (const table of [oneTimeLink, mail, audit, job]) {
      expect(
        JSON.stringify(await t.deps.store.read.select().from(table), (_, v: unknown) =>
          v instanceof Uint8Array ? Buffer.from(v).toString('latin1') : v,
        ),
      ).not.toContain(token);
    }
    expect(t.lines.join('\n')).not.toContain(token);
    expect(PASSWORD).not.toBe(NEW);
  });
});
