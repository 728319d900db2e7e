// Files, canned answers, hand-over, mails to the vendor's staff, and the end of a request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import type {
  CannedTexts,
  Colleagues,
  Sent,
  TicketFile,
  TicketView,
  TicketWithEntries,
} from '../../../shared/vendor/tickets.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { ticketDaily } from './delete-tickets.ts';

describe.each(STORES)('care of requests for help on %s', (kind) => {
  type Person = Bearer & { userId: string };
  let t: TestApp, p: Practice, other: Practice, support: Person, administrator: Person;
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ support, administrator } = await addVendor(t));
  });
  afterAll(() => t.drop());

  const open = async (as: Bearer, change: object = {}): Promise<TicketView> => {
    const answer = await t.call('/api/tickets', {
      as,
      method: 'POST',
      json: {
        id: uuidv7(),
        area: 'tablet',
        priority: 'p3',
        subject: 'Kein Ton',
        text: 'Am Tablet.',
        ...change,
      },
    });
    return (answer.json as Sent).ticket!;
  };
  const read = async (as: Bearer, id: string): Promise<TicketWithEntries> =>
    (await t.call(`/api/tickets/${id}`, { as })).json as TicketWithEntries;
  const send = (as: Bearer, path: string, body: Uint8Array | string, type = 'image/png') =>
    t.call(path, { as, method: 'POST', body, type });
  const picture = (background = '#0b626a'): Promise<Buffer> =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .withExif({ IFD0: { Artist: 'Anna Groß' } })
      .png()
      .toBuffer();

  it('a picture is re-encoded without hidden data, and read by both sides only', async () => {
    const ticket = await open(p.users.reception),
      fileId = uuidv7(),
      path = `/api/tickets/${ticket.id}/entries/${ticket.id}/files/${fileId}`;
    const first = await send(p.users.reception, path, await picture());
    expect(first.json).toMatchObject({ id: fileId, mime: 'image/webp' });
    // A lost answer: the repeat stores no second one.
    expect((await send(p.users.reception, path, await picture())).json).toEqual(first.json);
    const { entries } = await read(p.users.owner, ticket.id);
    expect(entries[0]!.files.map(({ id }: TicketFile) => id)).toEqual([fileId]);
    const own = await t.call(`/api/tickets/${ticket.id}/files/${fileId}`, { as: p.users.owner });
    expect(own.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(own.bytes).metadata()).exif).toBeUndefined();
    const seen = await t.call(`/support/tickets/${p.cid}/${ticket.id}/files/${fileId}`, {
      as: support,
    });
    expect(seen.bytes).toEqual(own.bytes);
    for (const as of [p.users.staff, other.users.owner])
      expect((await t.call(`/api/tickets/${ticket.id}/files/${fileId}`, { as })).code).toBe(
        'not_found',
      );
    // A known file at another ticket.
    const second = await open(p.users.reception);
    const crossed = await t.call(`/api/tickets/${second.id}/files/${fileId}`, {
      as: p.users.reception,
    });
    expect(crossed.code).toBe('not_found');
  });

  it('refuses other formats, foreign messages, notes and a sixth file', async () => {
    const ticket = await open(p.users.reception),
      at = (entryId: string) => `/api/tickets/${ticket.id}/entries/${entryId}/files/${uuidv7()}`;
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
    expect((await send(p.users.reception, at(ticket.id), script)).status).toBe(415);
    expect((await send(p.users.reception, at(ticket.id), 'MZ\u0000', 'text/html')).status).toBe(
      415,
    );
    expect((await send(p.users.owner, at(ticket.id), await picture())).code).toBe('not_found');
    const noteId = uuidv7();
    await t.call(`/support/tickets/${p.cid}/${ticket.id}/entries`, {
      as: support,
      method: 'POST',
      json: { id: noteId, kind: 'note', text: 'Akku?' },
    });
    const note = `/support/tickets/${p.cid}/${ticket.id}/entries/${noteId}/files/${uuidv7()}`;
    expect((await send(support, note, await picture())).code).toBe('not_found');
    for (let n = 0; n < 5; n++)
      expect((await send(p.users.reception, at(ticket.id), await picture())).status).toBe(200);
    expect((await send(p.users.reception, at(ticket.id), await picture())).code).toBe(
      'state_conflict',
    );
  });

  it('canned answers are stored, changed and deleted by the vendor alone', async () => {
    const id = uuidv7(),
      path = `/support/answers/${id}`,
      put = (as: Bearer, title: string) =>
        t.call(path, { as, method: 'PUT', json: { title, text: 'Bitte neu starten.' } });
    expect((await put(p.users.owner, 'A')).code).toBe('forbidden');
    await put(support, 'Neustart');
    await put(administrator, 'Tablet neu starten');
    const list = async (): Promise<CannedTexts> =>
      (await t.call('/support/answers', { as: support })).json as CannedTexts;
    expect((await list()).items).toEqual([
      { id, title: 'Tablet neu starten', text: 'Bitte neu starten.' },
    ]);
    await t.call(path, { as: support, method: 'DELETE' });
    expect((await t.call(path, { as: support, method: 'DELETE' })).status).toBe(204);
    expect((await list()).items).toEqual([]);
  });

  const newsOf = async (userId: string): Promise<string[]> => {
    await t.runJobs();
    const { db, t: tables } = t.deps.workshop.look(VENDOR_CID, {
      kind: 'system',
      cid: VENDOR_CID,
    });
    return (await db.find(tables.mail))
      .filter(({ template, key }) => template === 'ticketNews' && key.endsWith(userId))
      .map(({ key }) => key);
  };
  it('mails all of the staff about a new request, then only the one who works on it', async () => {
    const ticket = await open(p.users.owner);
    const before = [await newsOf(support.userId), await newsOf(administrator.userId)];
    for (const keys of before)
      expect(keys.filter((key) => key.includes(ticket.id))).toHaveLength(1);
    const { items } = (await t.call('/support/colleagues', { as: support })).json as Colleagues;
    expect(items.map(({ id }) => id).sort()).toEqual([support.userId, administrator.userId].sort());
    const hand = (assigneeId: string | null) =>
      t.call(`/support/tickets/${p.cid}/${ticket.id}`, {
        as: support,
        method: 'PATCH',
        json: { assigneeId },
      });
    expect((await hand(p.users.owner.userId)).code).toBe('not_found');
    expect((await hand(administrator.userId)).status).toBe(204);
    expect(await newsOf(administrator.userId)).toHaveLength(before[1]!.length + 1);
    const entryId = uuidv7();
    await t.call(`/api/tickets/${ticket.id}/entries`, {
      as: p.users.owner,
      method: 'POST',
      json: { id: entryId, text: 'Noch immer.' },
    });
    expect((await newsOf(administrator.userId)).some((key) => key.includes(entryId))).toBe(true);
    expect(await newsOf(support.userId)).toEqual(before[0]);
    expect((await hand(null)).status).toBe(204);
    expect((await read(p.users.owner, ticket.id)).ticket.assignee).toBe('');
  });

  it('a new request continues a closed one of the same person', async () => {
    const first = await open(p.users.reception);
    expect((await open(p.users.reception, { follows: first.id })).follows).toBe(first.id);
    for (const as of [p.users.staff, other.users.owner])
      expect((await open(as, { follows: first.id })).follows).toBeNull();
  });

  it('closes what the practice does not answer, and deletes two years after the close', async () => {
    const ticket = await open(p.users.owner),
      path = `/api/tickets/${ticket.id}/entries/${ticket.id}/files/${uuidv7()}`;
    // Equal content of another request would keep the stored file.
    await send(p.users.owner, path, await picture('#ffffff'));
    await t.call(`/support/tickets/${p.cid}/${ticket.id}/entries`, {
      as: support,
      method: 'POST',
      json: { id: uuidv7(), kind: 'message', text: 'Welches Modell?' },
    });
    const daily = (): Promise<void> =>
      ticketDaily({
        store: t.deps.store,
        workshop: t.deps.workshop,
        now: () => t.clock.now,
        blobs: t.deps.blobs,
      });
    const start = t.clock.now;
    try {
      t.clock.now = start + 29 * DAY_MS;
      await daily();
      const at = (): Promise<{ state: string } | undefined> =>
        t.deps.workshop.look(p.cid, p.system).db.one(t.deps.store.t.ticket, { id: ticket.id });
      expect((await at())?.state).toBe('waits_practice');
      t.clock.now = start + 30 * DAY_MS;
      await daily();
      expect((await at())?.state).toBe('solved');
      t.clock.now += (2 * 365 + 7) * DAY_MS;
      await daily();
      expect((await at())?.state).toBe('solved');
      t.clock.now += DAY_MS;
      const stored = (): number =>
        readdirSync(`${t.blobsFolder}/${p.cid}`, { recursive: true }).length;
      const before = stored();
      await daily();
      expect(await at()).toBeUndefined();
      const { db, t: tables } = t.deps.workshop.look(p.cid, p.system);
      const left = [...(await db.find(tables.ticketEntry)), ...(await db.find(tables.ticketFile))];
      expect(left.filter(({ ticketId }) => ticketId === ticket.id)).toEqual([]);
      expect(stored()).toBeLessThan(before);
    } finally {
      t.clock.now = start;
    }
  });
});
