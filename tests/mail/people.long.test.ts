/** Tests of the users of a practice and the mails about them: invited, disabled, promoted. */
import { eq } from 'drizzle-orm';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRevoked } from '../../server/operations/backup/revoked.ts';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, login, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { accountsOf, BASE, NEW } from './account-mails.ts';

describe.each(STORES)('people and their mails on %s', (kind) => {
  let t: TestApp, p: Practice, q: Practice, smtp: MailServer, sender: Sender;
  const { post, tokenTo, settle, invite, join, act } = accountsOf(() => ({ t, p, smtp }));
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

  describe('people', () => {
    it('invites, accepts, signs in; a repeated invitation gives one account and one mail', async () => {
      const id = t.deps.newId(),
        email = 'doppelt@nord.test',
        json = {
          action: 'invite',
          id,
          email,
          firstName: 'Nele',
          lastname: 'Neu',
          role: 'staff',
          behandler: false,
        };
      for (let i = 0; i < 2; i++) expect((await act(json)).status).toBe(200);
      const token = await tokenTo(email, 'einladung');
      expect(smtp.taken.filter((m) => m.to[0] === email)).toHaveLength(1);
      expect((await act({ ...json, id: t.deps.newId() })).code).toBe('conflict');
      await expect(login(t, email, '!')).rejects.toThrow('401');
      for (let i = 0; i < 3; i++)
        expect((await post('/auth/acceptinvite', { token })).json).toMatchObject({
          email,
          role: 'staff',
          praxisName: 'Zahnarztpraxis nord',
        });
      expect((await post('/auth/setnewpassword', { token, newPassword: NEW })).status).toBe(200);
      expect((await post('/auth/acceptinvite', { token })).code).toBe('link_invalid');
      await login(t, email, NEW);
      const { users } = (await t.call('/auth/users', { as: p.users.owner })).json as {
        users: { id: string; state: string; lastSignInAt: number | null }[];
      };
      expect(users.find((u) => u.id === id)).toMatchObject({
        state: 'active',
        lastSignInAt: t.clock.now,
      });
    });

    it('[sec B16] an address of another practice is invited normally; only its mail reveals the account', async () => {
      const free = 'niemand@frei.test',
        held = q.users.staff.email,
        made: Record<string, string> = {},
        bare: unknown[] = [];
      for (const email of [free, held]) {
        const id = (made[email] = t.deps.newId()),
          json = {
            action: 'invite',
            id,
            email,
            firstName: 'Nele',
            lastname: 'Neu',
            role: 'staff',
            behandler: false,
          };
        smtp.taken.length = 0;
        const answers = [
          await act(json),
          await act(json),
          await act({ ...json, id: t.deps.newId() }),
          await act({ action: 'resend', id }),
        ];
        const { users } = (await t.call('/auth/users', { as: p.users.owner })).json as {
          users: { id: string; email: string; state: string; inviteUntil: number | null }[];
        };
        const row = users.find((u) => u.id === id),
          { mails } = (await t.call('/api/mails', { as: p.users.owner })).json as {
            mails: { to: string; subject: string; template: string; error: string | null }[];
          };
        await settle();
        bare.push([
          answers.map((a) => `${a.status} ${a.code}`),
          row && { ...row, id: '', email: row.email === email },
          mails.filter((m) => m.to === email).map((m) => [m.template, m.subject, m.error]),
          smtp.taken.filter((m) => m.to[0] === email).map((m) => m.mail.subject),
        ]);
      }
      expect(bare[0]).toEqual(bare[1]);
      expect(JSON.stringify(bare[0])).toContain('200 undefined');
      const token = await tokenTo(held, 'einladung');
      expect((await post('/auth/acceptinvite', { token })).json).toMatchObject({
        email: held,
        praxisName: 'Zahnarztpraxis nord',
      });
      expect((await post('/auth/setnewpassword', { token, newPassword: NEW })).code).toBe(
        'address_elsewhere',
      );
      await expect(login(t, held, NEW)).rejects.toThrow('401');
      await login(t, held);
      // Once the other account is removed the same link opens.
      await t.deps.workshop.write(q.cid, q.system, (w) =>
        w.tx.update(
          w.t.user,
          { email: 'umgezogen@sued.test' },
          eq(w.t.user.id, q.users.staff.userId),
        ),
      );
      try {
        expect((await post('/auth/setnewpassword', { token, newPassword: NEW })).json).toEqual({
          email: held,
        });
        expect((await login(t, held, NEW)).userId).toBe(made[held]);
      } finally {
        await act({ action: 'disable', id: made[held] });
        await t.deps.workshop.write(p.cid, p.system, (w) =>
          w.tx.update(w.t.user, { email: 'weg@nord.test' }, eq(w.t.user.id, made[held] ?? '')),
        );
        await t.deps.workshop.write(q.cid, q.system, (w) =>
          w.tx.update(w.t.user, { email: held }, eq(w.t.user.id, q.users.staff.userId)),
        );
      }
    });

    it('[F28] a disabled or removed user is on the list that no restore undoes', async () => {
      const [one, two] = [await join(), await join()];
      await act({ action: 'disable', id: one.id });
      expect(
        (await t.call(`/auth/user/${two.id}`, { as: p.users.owner, method: 'DELETE' })).status,
      ).toBe(204);
      const list = async () =>
        (await readRevoked(path.join(path.dirname(t.blobsFolder), 'revoked.jsonl'))).map(
          (r) => r.id,
        );
      expect(await list()).toEqual(expect.arrayContaining([one.id, two.id]));
      t.clock.now += 1000;
      await act({ action: 'enable', id: one.id });
      expect([(await list()).includes(one.id), (await list()).includes(two.id)]).toEqual([
        false,
        true,
      ]);
      t.clock.now += 1000;
      await act({ action: 'disable', id: one.id });
      expect(await list()).toContain(one.id);
    });

    it('a repeated invitation voids the older link; a lock voids it too', async () => {
      const { id, email, token } = await invite();
      smtp.taken.length = 0;
      expect((await act({ action: 'resend', id })).status).toBe(200);
      const again = await tokenTo(email, 'einladung');
      expect((await post('/auth/acceptinvite', { token })).code).toBe('link_invalid');
      expect((await post('/auth/acceptinvite', { token: again })).status).toBe(200);
      await act({ action: 'disable', id });
      expect((await post('/auth/setnewpassword', { token: again, newPassword: NEW })).code).toBe(
        'link_invalid',
      );
    });

    it('a lock ends every session at once and can be undone', async () => {
      const { id, email, as } = await join();
      expect((await act({ action: 'disable', id })).status).toBe(200);
      expect((await t.call('/auth/user', { as })).status).toBe(401);
      await expect(login(t, email, NEW)).rejects.toThrow('401');
      expect((await act({ action: 'enable', id })).status).toBe(200);
      await login(t, email, NEW);
    });

    it('changed rights apply to the next request', async () => {
      const { id, as } = await join();
      expect((await t.call('/auth/users', { as })).code).toBe('forbidden');
      expect((await act({ action: 'change', id, role: 'owner' })).status).toBe(200);
      expect((await t.call('/auth/users', { as })).status).toBe(200);
      expect((await act({ action: 'change', id, role: 'staff' })).status).toBe(200);
      expect((await t.call('/auth/users', { as })).code).toBe('forbidden');
    });

    it('[sec B01] users cannot give themselves a role: unknown keys are refused', async () => {
      const { as } = await join();
      for (const extra of [
        { role: 'owner' },
        { behandler: true },
        { email: 'x@y.test' },
        { cid: q.cid },
      ]) {
        expect(
          (
            await t.call('/auth/user', {
              as,
              method: 'PUT',
              json: { firstName: 'Nele', lastname: 'Neu', ...extra },
            })
          ).code,
        ).toBe('validation');
      }
      expect(
        (
          await t.call('/auth/user', {
            as,
            method: 'PUT',
            json: { firstName: 'Nora', lastname: 'Neu' },
          })
        ).json,
      ).toMatchObject({ firstName: 'Nora', role: 'reception' });
      expect(
        (await act({ action: 'change', id: p.users.staff.userId, role: 'administrator' })).code,
      ).toBe('validation');
    });

    it('the last owner cannot be demoted, locked or removed', async () => {
      const id = q.users.owner.userId,
        as = q.users.owner;
      expect((await act({ action: 'change', id, role: 'staff' }, as)).code).toBe('last_owner');
      expect((await act({ action: 'disable', id }, as)).code).toBe('last_owner');
      expect((await t.call(`/auth/user/${id}`, { as, method: 'DELETE' })).code).toBe('last_owner');
    });

    it('[sec B16] users of another practice are answered like unknown ones', async () => {
      const random = t.deps.newId(),
        foreign = q.users.staff.userId;
      const bare = (a: Answer): string => `${a.status} ${a.code}`;
      for (const action of ['change', 'disable', 'enable', 'resend'])
        expect(bare(await act({ action, id: foreign }))).toBe(
          bare(await act({ action, id: random })),
        );
      expect(
        bare(await t.call(`/auth/user/${foreign}`, { as: p.users.owner, method: 'DELETE' })),
      ).toBe('404 not_found');
      expect(
        bare(
          await post(
            '/auth/changeusermail',
            { userMail: q.users.staff.email, newUserMail: 'a@b.test' },
            p.users.owner,
          ),
        ),
      ).toBe('404 not_found');
      expect((await t.call('/auth/usersinfo', { as: p.users.owner })).text).not.toContain(foreign);
    });

    it('removing needs a fresh password; the id stays in the audit log only', async () => {
      const { id, as } = await join(),
        fresh = await login(t, p.users.owner.email);
      expect((await t.call(`/auth/user/${id}`, { as: fresh, method: 'DELETE' })).code).toBe(
        'step_up',
      );
      expect(
        (await t.call(`/auth/user/${id}`, { as: p.users.owner, method: 'DELETE' })).status,
      ).toBe(204);
      expect((await t.call('/auth/user', { as })).status).toBe(401);
      expect((await t.call(`/auth/user/${id}`, { as: p.users.owner, method: 'DELETE' })).code).toBe(
        'not_found',
      );
      const types = (await t.deps.store.read.select().from(t.deps.store.t.audit))
        .filter((r) => r.cid === p.cid && r.data.userId === id)
        .map((r) => r.type);
      expect(types).toEqual(
        expect.arrayContaining([
          'auth.user.invited',
          'auth.invite.sent',
          'auth.invite.accepted',
          'auth.user.removed',
        ]),
      );
    });
  });
});
