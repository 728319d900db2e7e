/**
 * Mails about the end of a seal: owners read each step once while the renewal fails, and once that
 * it was renewed.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Sender } from '../../server/accounts/mail/sender.ts';
import { sealStanding } from '../../server/platform/keys/seals.ts';
import { authorityRows } from '../../server/platform/keys/store.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

const DAY = 86_400_000;

describe('mails about the seal', () => {
  let t: TestApp, p: Practice, smtp: MailServer, sender: Sender;
  beforeEach(async () => {
    smtp = await startMailServer();
    sender = createSender(smtp.url, 'molar@praxis.example');
    t = await createTestApp('sqlite', {
      publicUrl: 'https://molar.praxis.example',
      mail: { sender },
    });
    p = await addPractice(t, 'nord');
    await t.deps.keys(p.cid);
  });
  afterEach(async () => {
    sender.close();
    await t.drop();
    await smtp.close();
  });
  const look = () => t.deps.workshop.look(p.cid, p.system);
  const mails = () => smtp.taken.map((m) => [m.to[0], m.mail.subject]);
  const day = async (): Promise<void> => {
    await t.app.tidy();
    await t.runJobs();
  };
  /** Makes the root's key unreadable, or readable again. */
  const setRoot = async (wrapped: Buffer): Promise<Buffer> => {
    const { db, t: tables } = look(),
      [root] = await authorityRows(db, tables),
      { practiceKey } = t.deps.store.t;
    await t.deps.store.write((write) =>
      write.update(practiceKey).set({ wrapped }).where(eq(practiceKey.id, root!.id)),
    );
    return Buffer.from(root!.wrapped!);
  };

  it('owners read at 90, 30 and 7 days and at the end that the renewal fails, then that it worked', async () => {
    const end = (await sealStanding(look())).validUntil!,
      { email } = p.users.owner;
    await day();
    expect(mails()).toEqual([]);
    const whole = await setRoot(Buffer.alloc(64));
    for (const left of [88.5, 87, 60, 29, 28, 6.9, 3, -1, -2]) {
      t.clock.now = end - left * DAY;
      await day();
    }
    const ends = 'Das Praxissiegel endet am 20.11.2031';
    expect(mails()).toEqual([
      [email, ends],
      [email, ends],
      [email, ends],
      [email, 'Das Praxissiegel ist abgelaufen'],
    ]);
    expect(smtp.taken[0]?.mail.text).toContain('ließ sich bisher nicht erneuern');
    expect(smtp.taken[0]?.mail.text).toContain('https://molar.praxis.example/practice/pruefen');
    await setRoot(whole);
    t.clock.now += DAY;
    for (let i = 0; i < 3; i++) {
      await day();
      t.clock.now += DAY;
    }
    expect(mails().slice(4)).toEqual([[email, 'Das Praxissiegel wurde erneuert']]);
  });

  it('a renewal in time is mailed once; a later owner gets no mail about it', async () => {
    t.clock.now = (await sealStanding(look())).validUntil! - 80 * DAY;
    await day();
    t.clock.now += DAY;
    await day();
    expect(mails()).toEqual([[p.users.owner.email, 'Das Praxissiegel wurde erneuert']]);
    t.clock.now += 20 * DAY;
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.user, { role: 'owner' }, eq(w.t.user.id, p.users.staff.userId)),
    );
    await day();
    expect(mails()).toHaveLength(1);
  });
});
