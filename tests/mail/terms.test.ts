/**
 * Mails about terms: owners who can sign in are notified of each open version once, but not if
 * accepted or without a mail server.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { queueMail } from '../../server/accounts/mail/queue-mail.ts';
import { mailKeysOf } from '../../server/accounts/mail/mail-keys.ts';
import { listActive } from '../../server/accounts/account-store/store-links.ts';
import { mailTerms } from '../../server/accounts/terms/mail-terms.ts';
import { acceptTerms } from '../../server/accounts/terms/terms.ts';
import type { TermsFile } from '../../shared/accounts/terms.schema.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

const DAY = 86_400_000;
const text = { title: 'T', lines: ['a'] };
const version = (n: number, from: string, due: string): TermsFile => ({
  version: n,
  validFrom: from,
  dueFrom: due,
  isReviewed: false,
  de: text,
  en: text,
});

describe.each(STORES)('mails about terms on %s', (kind) => {
  let t: TestApp, p: Practice, smtp: MailServer, sender: Sender;
  beforeEach(async () => {
    smtp = await startMailServer();
    sender = createSender(smtp.url, 'molar@praxis.example');
    t = await createTestApp(kind, { publicUrl: 'https://molar.praxis.example', mail: { sender } });
    p = await addPractice(t, 'nord');
  });
  afterEach(async () => {
    sender.close();
    await t.drop();
    await smtp.close();
  });
  const mails = () => smtp.taken.map((m) => [m.to[0], m.mail.subject]);
  const forget = () =>
    t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.remove(w.t.termsAcceptance, eq(w.t.termsAcceptance.cid, p.cid)),
    );
  const forgetContract = () =>
    t.deps.store.write(async (db) => {
      await db.delete(t.deps.store.t.processingContract);
    });

  it('the daily job notifies the owner only, once', async () => {
    await t.app.tidy();
    await t.runJobs();
    expect(mails()).toEqual([]);
    await forget();
    for (let i = 0; i < 3; i++) {
      await t.app.tidy();
      await t.runJobs();
      t.clock.now += DAY;
    }
    // The reminder of the next step of a new practice is another mail.
    expect(mails().filter(([, subject]) => subject?.startsWith('Bedingungen'))).toEqual([
      [p.users.owner.email, 'Bedingungen für Molar: Ihre Zustimmung fehlt'],
    ]);
    expect(smtp.taken[0]?.mail.text).toContain('https://molar.praxis.example/practice/agb');
  });

  it('notifies each owner who can sign in of each version, in their language, also before it is due', async () => {
    const versions = [version(1, '2020-01-01', '2020-01-01')],
      keys = mailKeysOf(t.deps.rootKey);
    const tell = async (): Promise<void> => {
      await mailTerms(
        {
          workshop: t.deps.workshop,
          versions,
          mail: (w, order) => queueMail({ keys, hasServer: true }, w, order),
          owners: async (look) =>
            (await listActive(look))
              .filter((u) => u.role === 'owner')
              .map((u) => ({ id: u.id, email: u.email, language: 'en' as const })),
        },
        p.cid,
      );
      await t.runJobs();
    };
    await tell();
    expect(mails()).toEqual([]);
    versions.push(version(2, '2020-02-01', '2999-01-01'));
    const file = versions[1]!;
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.user, { role: 'owner' }, eq(w.t.user.id, p.users.staff.userId)),
    );
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(
        w.t.user,
        { role: 'owner', disabledAt: w.now },
        eq(w.t.user.id, p.users.reception.userId),
      ),
    );
    await tell();
    await tell();
    expect(mails()).toHaveLength(2);
    expect(mails()).toEqual(
      expect.arrayContaining(
        [p.users.owner, p.users.staff].map(({ email }) => [
          email,
          'Terms for Molar: your acceptance is missing',
        ]),
      ),
    );
    expect(smtp.taken[0]?.mail.text).toContain(`no. ${file.version}`);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      acceptTerms({ versions }, w, { userId: p.users.owner.userId, name: 'O' }),
    );
    smtp.taken.length = 0;
    await t.deps.store.write(async (db) => {
      await db.delete(t.deps.store.t.mail);
    });
    await tell();
    expect(mails()).toEqual([]);
  });

  it('a working practice gets one mail about the contract with its last day, one at its start without', async () => {
    await forgetContract();
    for (let i = 0; i < 3; i++) {
      await t.app.tidy();
      await t.app.daily(p.cid);
      await t.runJobs();
      t.clock.now += DAY;
    }
    const about = () =>
      smtp.taken.filter(({ mail }) => mail.subject?.startsWith('Vertrag zur Auftrags'));
    expect(about().map(({ to }) => to[0])).toEqual([p.users.owner.email]);
    expect(about()[0]?.mail.text).toMatch(
      /vor dem \d\d\.\d\d\.\d{4} an\. Bis dahin ändert sich nichts/,
    );
    expect(about()[0]?.mail.text).toContain('https://molar.praxis.example/practice/agb');
    await forgetContract();
    await forget();
    await t.deps.store.write(async (db) => {
      await db.delete(t.deps.store.t.mail);
    });
    smtp.taken.length = 0;
    await t.app.daily(p.cid);
    await t.runJobs();
    expect(about()).toHaveLength(1);
    expect(about()[0]?.mail.text).toContain('können Inhaberinnen und Inhaber nicht weiterarbeiten');
  });

  it('writes none without a mail server', async () => {
    const bare = await createTestApp(kind);
    try {
      const praxis = await addPractice(bare, 'still');
      await bare.deps.workshop.write(praxis.cid, praxis.system, (w) =>
        w.tx.remove(w.t.termsAcceptance, eq(w.t.termsAcceptance.cid, praxis.cid)),
      );
      await bare.app.tidy();
      expect(await bare.deps.store.read.select().from(bare.deps.store.t.mail)).toEqual([]);
    } finally {
      await bare.drop();
    }
  });
});
