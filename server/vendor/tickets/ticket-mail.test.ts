// Answers by mail: they join their ticket once, ask for nothing in return, and hold no detail of a
// patient.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '../../../shared/base/day-math.ts';
import type {
  MailTaken,
  Sent,
  StrayMails,
  TicketView,
  TicketWithEntries,
} from '../../../shared/vendor/tickets.schema.ts';
import { ANSWER_MARKERS } from '../../../shared/vendor/ticket-mail.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type { Envelope } from '../../accounts/mail/sender.ts';
import { listTickets } from './store.ts';

const SECRET = 'a secret of at least 20 signs',
  BASE = 'hilfe@molar.example';

describe.each(STORES)('answers by mail on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, support: Bearer;
  const mails: Envelope[] = [];
  beforeAll(async () => {
    t = await createTestApp(kind, {
      publicUrl: 'https://molar.example',
      mail: {
        sender: {
          address: 'molar@molar.example',
          send: (mail) => {
            mails.push(mail);
            return Promise.resolve({ outcome: 'taken', code: 'ok' });
          },
          close: () => undefined,
        },
        hookSecret: SECRET,
        supportMail: BASE,
      },
    });
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ support } = await addVendor(t));
  });
  afterAll(() => t.drop());

  const open = async (as: Bearer): Promise<TicketView> =>
    (
      (
        await t.call('/api/tickets', {
          as,
          method: 'POST',
          json: {
            id: uuidv7(),
            area: 'tablet',
            priority: 'p3',
            subject: 'Kein Ton',
            text: 'Am Tablet.',
          },
        })
      ).json as Sent
    ).ticket!;
  const read = async (as: Bearer, id: string): Promise<TicketWithEntries> =>
    (await t.call(`/api/tickets/${id}`, { as })).json as TicketWithEntries;
  /** Answers as the vendor, and returns the mail that went out. */
  const reply = async (id: string, state = 'waits_practice'): Promise<Envelope> => {
    await t.call(`/support/tickets/${p.cid}/${id}/entries`, {
      as: support,
      method: 'POST',
      json: { id: uuidv7(), kind: 'message', text: 'Welches Modell?', state },
    });
    await t.runJobs();
    return mails.findLast(({ replyTo }) => replyTo?.startsWith('hilfe+') === true)!;
  };
  let count = 0;
  const raw = (head: Record<string, string>, body = 'iPad 9'): string => {
    const all = {
      From: p.users.staff.email,
      To: BASE,
      Subject: 'AW: Anfrage',
      'Message-ID': `<m${++count}@praxis.test>`,
      'Content-Type': 'text/plain; charset=utf-8',
      ...head,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${lines.join('\r\n')}\r\n\r\n${body}`;
  };
  const deliver = (mail: string | Uint8Array, headers: Record<string, string> = {}) =>
    t.call('/mail/inbound', {
      method: 'POST',
      body: mail,
      type: 'message/rfc822',
      headers: { 'molar-hook-secret': SECRET, ...headers },
    });
  const result = async (mail: string, headers?: Record<string, string>): Promise<string> =>
    ((await deliver(mail, headers)).json as MailTaken).result;
  const stray = async (): Promise<StrayMails['items']> =>
    ((await t.call('/support/mails', { as: support })).json as StrayMails).items;

  it('the mail names the conversation, and the answer joins it once', async () => {
    const ticket = await open(p.users.staff),
      first = await reply(ticket.id),
      second = await reply(ticket.id);
    expect(first.headers['References']).toBeUndefined();
    expect(second.replyTo).toBe(first.replyTo);
    expect(second.headers).toMatchObject({
      'In-Reply-To': first.messageId,
      References: first.messageId,
    });
    expect(second.text).toContain(ANSWER_MARKERS.de);
    expect(second.text).not.toContain('Welches Modell');
    const mail = raw(
      { To: second.replyTo! },
      `iPad 9\r\n\r\nAm Freitag schrieb Praxis:\r\n> ${ANSWER_MARKERS.de}\r\n> Hallo`,
    );
    const before = mails.length;
    expect([await result(mail), await result(mail)]).toEqual(['stored', 'known']);
    const { entries, ticket: now } = await read(p.users.staff, ticket.id);
    expect(entries.at(-1)).toMatchObject({ text: 'iPad 9', isMail: true, side: 'practice' });
    expect(now).toMatchObject({ state: 'open', lastSide: 'practice' });
    // The staff of the vendor are informed, the sender gets nothing.
    await t.runJobs();
    expect(mails.slice(before).map(({ to }) => to)).not.toContain(p.users.staff.email);
  });

  it('is also found by the envelope, by References, and by the number in the subject', async () => {
    const ticket = await open(p.users.staff),
      { replyTo, messageId } = await reply(ticket.id);
    expect(await result(raw({}), { 'molar-envelope-to': replyTo! })).toBe('stored');
    expect(await result(raw({ 'In-Reply-To': messageId }))).toBe('stored');
    expect(await result(raw({ References: `<a@b.test> ${messageId}` }))).toBe('stored');
    expect(await result(raw({ Subject: `AW: ${ticket.helpdeskid}` }))).toBe('stored');
    // Another number in the subject does not win over the address.
    const elsewhere = await open(p.users.staff);
    const mixed = raw({ To: replyTo!, Subject: elsewhere.helpdeskid });
    expect(await result(mixed)).toBe('stored');
    expect((await read(p.users.staff, ticket.id)).entries).toHaveLength(7);
    expect((await read(p.users.staff, elsewhere.id)).entries).toHaveLength(1);
  });

  it('a stranger, a colleague without access and a forged address are put aside', async () => {
    const ticket = await open(p.users.staff),
      { replyTo } = await reply(ticket.id),
      before = (await stray()).length;
    for (const From of ['fremd@evil.test', p.users.reception.email, other.users.owner.email])
      expect(await result(raw({ From, To: replyTo! }, 'Bitte IBAN ändern'))).toBe('aside');
    const forged = replyTo!.replace(/\+..../u, '+0000');
    expect(await result(raw({ To: forged, Subject: ticket.helpdeskid }))).toBe('aside');
    expect((await read(p.users.staff, ticket.id)).entries).toHaveLength(2);
    const waiting = await stray();
    expect(waiting).toHaveLength(before + 4);
    // An owner sees every ticket of the practice.
    expect(await result(raw({ From: p.users.owner.email, To: replyTo! }))).toBe('stored');
    const first = waiting.find(({ sender }) => sender === 'fremd@evil.test');
    const assign = (helpdeskid: string) =>
      t.call(`/support/mails/${first!.id}/assign`, {
        as: support,
        method: 'POST',
        json: { helpdeskid },
      });
    expect((await assign('T-26-00000')).code).toBe('not_found');
    expect((await assign(ticket.helpdeskid.toLowerCase())).status).toBe(204);
    expect((await read(p.users.staff, ticket.id)).entries.at(-1)).toMatchObject({
      name: 'fremd@evil.test',
      text: 'Bitte IBAN ändern',
    });
    for (const { id } of (await stray()).slice(before))
      await t.call(`/support/mails/${id}`, { as: support, method: 'DELETE' });
    expect(await stray()).toHaveLength(before);
    for (const as of [p.users.owner, p.users.reception])
      expect((await t.call('/support/mails', { as })).code).toBe('forbidden');
  });

  it('mails of programs are neither stored nor answered', async () => {
    const ticket = await open(p.users.staff),
      { replyTo } = await reply(ticket.id);
    const before = [mails.length, (await stray()).length];
    const heads: Record<string, string>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'List-Id': '<news.praxis.test>' },
      { 'Return-Path': '<>' },
      { From: 'molar@molar.example' },
      { From: replyTo! },
    ];
    for (const head of heads) expect(await result(raw({ To: replyTo!, ...head }))).toBe('ignored');
    await t.runJobs();
    expect([mails.length, (await stray()).length]).toEqual(before);
    expect((await read(p.users.staff, ticket.id)).entries).toHaveLength(2);
  });

  it('a program without such headers is stopped after twenty mails an hour', async () => {
    const ticket = await open(p.users.staff),
      { replyTo } = await reply(ticket.id);
    const results: string[] = [];
    for (let n = 0; n < 22; n++) results.push(await result(raw({ To: replyTo! })));
    expect(results.filter((one) => one === 'stored')).toHaveLength(20);
    const start = t.clock.now;
    t.clock.now += HOUR_MS + 1;
    expect(await result(raw({ To: replyTo! }))).toBe('stored');
    t.clock.now = start;
  });

  it('details of patients are removed, files are not taken, HTML becomes text', async () => {
    const ticket = await open(p.users.staff),
      { replyTo } = await reply(ticket.id),
      body = [
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Bei frau oezkan, geb. 11.07.1990, fehlt etwas.<script>alert(1)</script></p>',
        '--b',
        'Content-Type: image/png',
        'Content-Disposition: attachment; filename="Groß.png"',
        'Content-Transfer-Encoding: base64',
        '',
        'iVBORw0KGgo=',
        '--b--',
      ].join('\r\n');
    const mail = raw({ To: replyTo!, 'Content-Type': 'multipart/mixed; boundary=b' }, body);
    expect(await result(mail)).toBe('stored');
    expect((await read(p.users.staff, ticket.id)).entries.at(-1)).toMatchObject({
      text: 'Bei frau [entfernt], geb. [entfernt], fehlt etwas.',
      removed: 2,
      leftOut: 1,
      files: [],
    });
  });

  it('a late answer opens a new ticket that continues the closed one', async () => {
    const ticket = await open(p.users.staff),
      { replyTo } = await reply(ticket.id, 'solved');
    const look = t.deps.workshop.look(p.cid, p.system);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.ticket, { solvedAt: w.now - 31 * DAY_MS }, { id: ticket.id }),
    );
    const mail = raw({ To: replyTo! }, 'Wieder kein Ton.');
    expect([await result(mail), await result(mail)]).toEqual(['stored', 'known']);
    const made = (await listTickets(look)).filter(({ followsId }) => followsId === ticket.id);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      subject: 'Kein Ton',
      state: 'new',
      openedBy: p.users.staff.userId,
    });
  });

  it('bytes that are no mail, many parts and a wrong secret change nothing', async () => {
    const ticket = await open(p.users.staff),
      { replyTo } = await reply(ticket.id),
      before = (await stray()).length;
    const parts = Array.from({ length: 1000 }, (_, n) => `--b\r\n\r\nTeil ${n}`).join('\r\n'),
      deep = Array.from(
        { length: 60 },
        (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n`,
      ).join('\r\n');
    const nested = raw({ To: replyTo!, 'Content-Type': 'multipart/mixed; boundary=b0' }, deep);
    expect((await deliver(nested)).code).toBe('unreadable_file');
    const many = raw({ To: replyTo!, 'Content-Type': 'multipart/mixed; boundary=b' }, parts);
    expect((await deliver(many)).status).toBe(200);
    expect(await result(raw({ To: replyTo! }, ''))).toBe('ignored');
    const winmail = new Uint8Array(5000).fill(0x78);
    expect(await result(new TextDecoder().decode(winmail))).toBe('ignored');
    const wrong = await deliver(raw({ To: replyTo! }), { 'molar-hook-secret': 'x'.repeat(30) });
    expect(wrong.code).toBe('forbidden');
    expect(await stray()).toHaveLength(before);
    const { entries } = await read(p.users.staff, ticket.id);
    expect(entries.every(({ text }) => text.length <= 8000)).toBe(true);
  });
});

it('takes no mail without an address for help', async () => {
  const t = await createTestApp('sqlite');
  const answer = await t.call('/mail/inbound', {
    method: 'POST',
    body: 'x',
    type: 'message/rfc822',
    headers: { 'molar-hook-secret': SECRET },
  });
  expect(answer.status).toBe(404);
  await t.drop();
});
