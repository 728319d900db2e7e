// Requests for help through the routes: a practice asks, the vendor's staff answer; no one reads
// another's, and no detail of a patient leaves unasked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type {
  Sent,
  TicketView,
  TicketWithEntries,
  VendorTicketList,
} from '../../../shared/vendor/tickets.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { insertTicket, removeTicket } from './store.ts';

describe.each(STORES)('requests for help on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, support: Bearer & { userId: string };
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ support } = await addVendor(t));
  });
  afterAll(() => t.drop());

  const asked = {
    area: 'tablet',
    priority: 'p2',
    subject: 'Tablet 2 zeigt „Ohne Verbindung“',
    text: 'Seit heute Morgen.\nNeustart half nicht.',
  };
  const open = async (as: Bearer, change: object = {}): Promise<Sent & { code?: string }> => {
    const answer = await t.call('/api/tickets', {
      as,
      method: 'POST',
      json: { ...asked, id: uuidv7(), ...change },
    });
    return { ...(answer.json as Sent), ...(answer.code !== undefined && { code: answer.code }) };
  };
  const opened = async (as: Bearer, change: object = {}): Promise<TicketView> => {
    const { ticket, found } = await open(as, change);
    expect(found).toEqual([]);
    return ticket!;
  };
  const read = (as: Bearer, id: string) => t.call(`/api/tickets/${id}`, { as });
  const write = (as: Bearer, path: string, json?: object) =>
    t.call(path, { as, method: 'POST', ...(json && { json }) });
  const reply = (cid: string, id: string, json: object) =>
    write(support, `/support/tickets/${cid}/${id}/entries`, { id: uuidv7(), ...json });

  it('a person opens one, owners see it, colleagues and other practices do not', async () => {
    const ticket = await opened(p.users.reception);
    expect(ticket).toMatchObject({ state: 'new', lastSide: 'practice', isOwn: true });
    expect(ticket.helpdeskid).toMatch(/^T-\d\d-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect((await read(p.users.owner, ticket.id)).status).toBe(200);
    for (const as of [p.users.staff, other.users.owner])
      expect((await read(as, ticket.id)).code).toBe('not_found');
    const seen = await t.call('/api/tickets', { as: p.users.staff });
    expect((seen.json as { items: TicketView[] }).items.map(({ id }) => id)).not.toContain(
      ticket.id,
    );
  });

  it('a repeated call makes no second one, nor one with the id of a colleague', async () => {
    const id = uuidv7();
    const [first, second] = [
      await opened(p.users.reception, { id }),
      await opened(p.users.reception, { id }),
    ];
    expect(second.helpdeskid).toBe(first.helpdeskid);
    expect((await open(p.users.staff, { id })).code).toBe('not_found');
    // Another practice may use the same id for its own.
    expect((await opened(other.users.owner, { id })).helpdeskid).not.toBe(first.helpdeskid);
  });

  it('returns words that point to a patient, stores nothing, and accepts them once confirmed', async () => {
    const id = uuidv7(),
      text = 'Bei Frau Özkan, geb. 11.07.1990, fehlt die Unterschrift.';
    const { ticket, found } = await open(p.users.reception, { id, text });
    expect(ticket).toBeNull();
    expect(found).toEqual([
      { word: '11.07.1990', kind: 'birth' },
      { word: 'Özkan', kind: 'name' },
    ]);
    expect((await read(p.users.owner, id)).code).toBe('not_found');
    const confirmed = found.map(({ word }) => word);
    expect((await open(p.users.reception, { id, text, confirmed })).ticket?.id).toBe(id);
    // The other practice has no such patient.
    const elsewhere = await open(other.users.owner, { text: 'Frau Meier ruft an.' });
    expect(elsewhere.found).toEqual([]);
  });

  it('goes back and forth: answer, mail, reopening, solution, rating', async () => {
    const ticket = await opened(p.users.staff);
    expect((await reply(p.cid, ticket.id, { kind: 'note', text: 'Akku?' })).status).toBe(204);
    const answer = { kind: 'message', text: 'Bitte das WLAN prüfen.', state: 'waits_practice' };
    expect((await reply(p.cid, ticket.id, answer)).status).toBe(204);
    const seen = (await read(p.users.staff, ticket.id)).json as TicketWithEntries;
    expect(seen.ticket).toMatchObject({ state: 'waits_practice', dueAt: null });
    // The note stays with the vendor.
    expect(seen.entries.map(({ kind: one, side }) => `${side} ${one}`)).toEqual([
      'practice message',
      'vendor message',
    ]);
    const mails = await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.mail);
    expect(mails.filter(({ template }) => template === 'ticket')).toHaveLength(1);
    await write(p.users.staff, `/api/tickets/${ticket.id}/entries`, {
      id: uuidv7(),
      text: 'Geht weiter nicht.',
    });
    const again = (await read(p.users.staff, ticket.id)).json as TicketWithEntries;
    expect(again.ticket.state).toBe('open');
    expect(again.ticket.dueAt).not.toBeNull();
    const rating = { rating: 'good', comment: '' };
    const early = await write(p.users.staff, `/api/tickets/${ticket.id}/rating`, rating);
    expect(early.code).toBe('state_conflict');
    await write(p.users.staff, `/api/tickets/${ticket.id}/solved`);
    const late = await write(p.users.staff, `/api/tickets/${ticket.id}/rating`, rating);
    expect(late.status).toBe(204);
    const end = (await read(p.users.staff, ticket.id)).json as TicketWithEntries;
    expect(end.ticket).toMatchObject({ state: 'solved', rating: 'good', dueAt: null });
  });

  it('the vendor sees what waits, the most urgent first, and no one else does', async () => {
    const [question, standstill] = [
      await opened(other.users.owner, { priority: 'p4' }),
      await opened(other.users.owner, { priority: 'p1' }),
    ];
    const answer = await t.call('/support/tickets?view=waiting', { as: support });
    const { items, waiting } = answer.json as VendorTicketList;
    expect(waiting).toBe(items.length);
    const order = items.map(({ id }) => id);
    expect(order.indexOf(standstill.id)).toBeLessThan(order.indexOf(question.id));
    expect(items.find(({ id }) => id === question.id)).toMatchObject({
      cid: other.cid,
      praxisName: 'Zahnarztpraxis sued',
    });
    for (const as of [p.users.owner, p.users.reception])
      expect((await t.call('/support/tickets', { as })).code).toBe('forbidden');
    expect((await t.call('/api/tickets', { as: support })).code).toBe('forbidden');
    // The id of one practice with the cid of another.
    const crossed = await t.call(`/support/tickets/${p.cid}/${question.id}`, { as: support });
    expect(crossed.code).toBe('not_found');
  });

  it('a changed priority moves the deadline, taking it names the person', async () => {
    const ticket = await opened(p.users.owner, { priority: 'p4' });
    const change = await t.call(`/support/tickets/${p.cid}/${ticket.id}`, {
      as: support,
      method: 'PATCH',
      json: { priority: 'p1', assigneeId: support.userId },
    });
    expect(change.status).toBe(204);
    const { ticket: seen } = (await read(p.users.owner, ticket.id)).json as TicketWithEntries;
    expect(seen.dueAt).toBeLessThan(ticket.dueAt!);
    expect(seen.assignee).not.toBe('');
    const empty = await t.call(`/support/tickets/${p.cid}/${ticket.id}`, {
      as: support,
      method: 'PATCH',
      json: {},
    });
    expect(empty.code).toBe('validation');
  });

  it('refuses control characters, empty texts and unknown fields without a trace', async () => {
    const before = (await t.call('/api/tickets', { as: p.users.owner })).text;
    for (const change of [
      { subject: 'a\nb' },
      { subject: ' ' },
      { text: '\u0007' },
      { text: 'x'.repeat(8001) },
      { priority: 'p0' },
      { helpdeskid: 'T-26-00000' },
    ])
      expect((await open(p.users.owner, change)).code).toBe('validation');
    expect((await t.call('/api/tickets', { as: p.users.owner })).text).toBe(before);
  });

  it('takes no answer thirty days after the solution', async () => {
    const ticket = await opened(p.users.owner);
    await write(p.users.owner, `/api/tickets/${ticket.id}/solved`);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.ticket, { solvedAt: w.now - 30 * DAY_MS }, { id: ticket.id }),
    );
    const seen = (await read(p.users.owner, ticket.id)).json as TicketWithEntries;
    expect(seen.ticket).toMatchObject({ state: 'closed', takesAnswers: false });
    const answer = await write(p.users.owner, `/api/tickets/${ticket.id}/entries`, {
      id: uuidv7(),
      text: 'Wieder da.',
    });
    expect(answer.code).toBe('state_conflict');
  });

  it('the vendor reads all of them page by page: what is due first, then the latest', async () => {
    await t.deps.workshop.write(other.cid, other.system, async (w) => {
      for (let n = 0; n < 120; n += 1)
        await insertTicket(w, {
          id: w.newId(),
          helpdeskid: `T-20-${String(n).padStart(5, '0')}`,
          area: 'tablet',
          priority: 'p3',
          subject: `Anliegen ${n}`,
          state: n % 3 === 0 ? 'solved' : 'open',
          openedAt: w.now,
          openedBy: 'u1',
          openedName: 'Lena Groß',
          // Many have the same moment, and a page ends within them.
          lastAt: w.now - (n % 4),
          lastSide: 'practice',
          dueAt: n % 3 === 0 ? null : w.now + (n % 5),
          solvedAt: null,
          assigneeId: null,
          assigneeName: null,
          rating: null,
          ratingText: null,
          followsId: null,
          mailWord: null,
        });
    });
    const seen: VendorTicketList['items'] = [];
    let path: string | null = '/support/tickets?view=all';
    while (path !== null) {
      const answer = (await t.call(path, { as: support })).json as VendorTicketList;
      expect(answer.items.length).toBeLessThanOrEqual(50);
      seen.push(...answer.items);
      path = answer.cursor && `/support/tickets?view=all&cursor=${answer.cursor}`;
    }
    // Two practices may have used the same id.
    expect(new Set(seen.map(({ cid, id }) => `${cid} ${id}`)).size).toBe(seen.length);
    expect(seen.filter(({ helpdeskid }) => helpdeskid.startsWith('T-20-')).length).toBe(120);
    const places = seen.map(({ dueAt, lastAt }) => [dueAt ?? Infinity, -lastAt] as const);
    expect(places).toEqual([...places].sort((x, y) => x[0] - y[0] || x[1] - y[1]));
    for (const cursor of ['x', seen[0]!.id, 'W10', 'WzEuNSwxLCJhIiwiYiJd'])
      expect((await t.call(`/support/tickets?cursor=${cursor}`, { as: support })).code).toBe(
        'validation',
      );
    const page = async (cursor = ''): Promise<VendorTicketList> =>
      (await t.call(`/support/tickets?view=all${cursor}`, { as: support }))
        .json as VendorTicketList;
    // The last request of a page is deleted before the next page is read.
    const before = await page(),
      { cid, id } = before.items.at(-1)!,
      rest = (await page(`&cursor=${before.cursor}`)).items;
    await t.deps.workshop.write(cid, { kind: 'system', cid }, (w) => removeTicket(w, id));
    expect((await page(`&cursor=${before.cursor}`)).items).toEqual(rest);
    expect(rest.length).toBe(50);
  });
});
