// Tests of shares on both databases: created by staff, opened with link, name, birth date and code;
// all other users learn nothing.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, renew, type Practice } from '../../../tests/support/practice.ts';
import {
  addDocument,
  cookieHere,
  makeShare,
  newShare,
  opensBy,
  PDF,
  Phone,
} from '../../../tests/support/stories/share.ts';
import { PAIN } from '../../../tests/support/stories/home.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type {
  ShareContents,
  ShareItemContent,
  ShareLink,
} from '../../../shared/exchange/share.schema.ts';
import { sharesOf } from './share.testing.ts';

const MINUTE = 60_000;

describe.each(STORES)('the portal on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, fileId: string;
  const { phone, look, audited, give, listed, staff } = sharesOf(() => ({ t, p, fileId }));

  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example' });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
    fileId = await addDocument(p, '1001');
  });
  afterAll(() => t.drop());

  it('[R3] [V7] link, first name, birth date and code open the share: list, text, file', async () => {
    const share = await give(),
      one = phone();
    expect(share.url).toBe(`https://praxis.example${share.path}`);
    expect(share.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    expect((await one.call('/papo/status')).json).toEqual({
      praxis: {
        name: 'Zahnarztpraxis nord',
        anschrift: 'Kastanienallee 12, 10585 Berlin',
        telefon: '030 23125 140',
        mail: '',
      },
    });
    const first = await one.logIn(share);
    expect([first.status, first.json]).toMatchObject([200, { next: 'code', triesLeft: 5 }]);
    expect(first.headers.get('set-cookie')).toMatch(
      /^__Host-molar-share-[0-9a-f]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600; Secure/,
    );
    // The first step alone shows nothing.
    expect((await one.call('/ssf/list')).code).toBe('share_over');
    const step = one.cookie;
    expect(
      (await one.secondStep((share.code ?? '').toLowerCase().replace('-', ' '))).json,
    ).toMatchObject({ next: 'open', triesLeft: 5 });
    expect(one.cookie).not.toBe(step);
    const contents = (await one.call('/ssf/list')).json as ShareContents,
      [item] = contents.items;
    expect(contents).toMatchObject({
      firstName: 'Anna',
      language: 'de',
      isOnce: false,
      items: [{ kind: 'document', title: 'Einwilligung Implantat' }],
    });
    expect((await one.call(`/ssf/read/${item?.id ?? ''}`)).json).toMatchObject({
      kind: 'document',
      title: 'Einwilligung Implantat',
      document: null,
    });
    const file = await one.call(`/ssf/download/${item?.id ?? ''}`);
    expect([
      file.status,
      file.headers.get('content-type'),
      file.headers.get('content-disposition'),
    ]).toEqual([200, 'application/pdf', `attachment; filename="${item?.id}.pdf"`]);
    expect(new TextDecoder().decode(file.bytes)).toContain(new TextDecoder().decode(PDF));
    expect((await one.call('/ssf/list')).json).toMatchObject({ items: [{ isDone: true }] });
    expect(await listed(share.share.id)).toMatchObject({
      state: 'open',
      patientName: 'Groß, Anna',
      secondStep: 'code',
      openedAt: t.clock.now,
    });
    for (const type of ['share.made', 'share.opened', 'share.read', 'share.downloaded'])
      expect([type, await audited(type)]).toEqual([type, 1]);
    // The cookie of the first step is invalid after the second.
    one.cookie = step;
    expect((await one.call('/ssf/list')).code).toBe('share_over');
  });

  it('shares a picture in its original format', async () => {
    const picture = await addDocument(p, '1001', 'Röntgenbild'),
      { document } = t.deps.store.t;
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.document, { mime: 'image/webp' }, eq(document.fileId, picture)),
    );
    const share = await give({ items: [{ kind: 'document', fileId: picture }] }),
      one = await phone().open(share),
      [item] = ((await one.call('/ssf/list')).json as ShareContents).items;
    const file = await one.call(`/ssf/download/${item?.id ?? ''}`);
    expect([
      item?.title,
      file.status,
      file.headers.get('content-type'),
      file.headers.get('content-disposition'),
    ]).toEqual(['Röntgenbild', 200, 'image/webp', `attachment; filename="${item?.id}.webp"`]);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.document, { mime: 'text/html' }, eq(document.fileId, picture)),
    );
    expect(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, { items: [{ kind: 'document', fileId: picture }] }),
        )
      ).code,
    ).toBe('validation');
  });

  it('[sec 1.3] the database contains no link, key or code, and the same request returns the same link', async () => {
    const wish = newShare(p, { items: [{ kind: 'document', fileId }] });
    const [a, b] = [
        await p.post('/papo/shares', p.users.reception, wish),
        await p.post('/papo/shares', p.users.staff, wish),
      ],
      share = opensBy(a.json as ShareLink);
    expect((b.json as ShareLink).path).toBe((a.json as ShareLink).path);
    expect(
      (await p.post('/papo/shares', p.users.reception, { ...wish, language: 'en' })).code,
    ).toBe('conflict');
    await phone().open(share);
    const rows = JSON.stringify(
      await Promise.all(
        [
          t.deps.store.t.share,
          t.deps.store.t.shareItem,
          t.deps.store.t.shareSession,
          t.deps.store.t.audit,
        ].map((table) => look().db.find(table as typeof t.deps.store.t.share)),
      ),
    );
    for (const secret of [
      share.shareId,
      share.key,
      share.proof,
      share.code ?? '',
      (share.code ?? '').replace('-', ''),
    ])
      expect(rows).not.toContain(secret);
    expect(t.lines.join('')).not.toContain(share.shareId);
  });

  it('[sec 1.3] staff cannot share unknown or foreign items, nor a document without the second step', async () => {
    const emil = await addDocument(p, '1002'),
      codes: unknown[] = [];
    for (const wrong of [
      { items: [{ kind: 'document' as const, fileId: emil }] },
      { items: [{ kind: 'document' as const, fileId: t.deps.newId() }] },
      { items: [{ kind: 'questionnaire' as const, formId: 'gibtesnicht' }] },
      { items: [{ kind: 'document' as const, fileId }], secondStep: 'none' as const },
      { items: [{ kind: 'document' as const, fileId }], secondStep: 'sms' as const },
    ]) {
      codes.push((await p.post('/papo/shares', p.users.reception, newShare(p, wrong))).code);
    }
    expect(codes).toEqual(codes.map(() => 'validation'));
    expect(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, { patid: '4711', items: [{ kind: 'document', fileId }] }),
        )
      ).code,
    ).toBe('not_found');
    expect(
      (
        await other.post(
          '/papo/shares',
          other.users.reception,
          newShare(other, { items: [{ kind: 'document', fileId }] }),
        )
      ).code,
    ).toBe('validation');
  });

  it('[S4] the directory contains open links only', async () => {
    const share = await give(),
      ask = async (shareId: string) =>
        (await t.call('/dispatcher/resolve', { method: 'POST', json: { shareId } })).code;
    expect(await ask(share.shareId)).toBeUndefined();
    await staff(share, 'end');
    expect([await ask(share.shareId), await ask('x'.repeat(22))]).toEqual([
      'not_found',
      'not_found',
    ]);
  });

  it('a session ends after 15 idle minutes, an hour, logout, and when the practice ends the share', async () => {
    const share = await give(),
      one = await phone().open(share),
      two = await phone().open(share),
      three = await phone().open(share),
      list = async (which: Phone) => (await which.call('/ssf/list')).code;
    const start = t.clock.now;
    t.clock.now += 14 * MINUTE;
    expect(await list(one)).toBeUndefined();
    t.clock.now += MINUTE;
    expect([await list(one), await list(two)]).toEqual([undefined, 'share_over']);
    for (const at of [29, 43, 57]) {
      t.clock.now = start + at * MINUTE;
      expect(await list(one)).toBeUndefined();
    }
    t.clock.now = start + 60 * MINUTE + 1;
    expect(await list(one)).toBe('share_over');
    await t.app.sweep();
    expect(
      (await look().db.find(t.deps.store.t.shareSession)).filter((row) => row.endsAt < t.clock.now),
    ).toEqual([]);
    const four = await phone().open(share),
      five = await phone().open(share);
    expect((await four.call('/papo/lock', {})).status).toBe(204);
    expect([four.cookie, await list(four), (await four.call('/papo/lock', {})).status]).toEqual([
      undefined,
      'share_over',
      204,
    ]);
    await renew(p);
    await staff(share, 'end');
    expect([await list(five), await list(three)]).toEqual(['share_over', 'share_over']);
  });

  it('a session that was idle for too long stays over when the clock is set back', async () => {
    const share = await give(),
      idle = await phone().open(share),
      busy = await phone().open(share),
      list = async (which: Phone) => (await which.call('/ssf/list')).code;
    t.clock.now += 14 * MINUTE;
    expect(await list(busy)).toBeUndefined();
    t.clock.now += MINUTE;
    await t.app.sweep();
    t.clock.now -= 10 * MINUTE;
    expect(await list(idle)).toBe('share_over');
    t.clock.now += 10 * MINUTE;
    expect(await list(busy)).toBeUndefined();
    await renew(p);
  });

  it('[sec B16] a session cannot reach items of another share or another practice', async () => {
    const share = await give(),
      emil = await makeShare(p, {
        patid: '1002',
        items: [{ kind: 'document', fileId: await addDocument(p, '1002') }],
      }),
      one = await phone().open(share);
    const [foreign] = await look().db.find(
      t.deps.store.t.shareItem,
      eq(t.deps.store.t.shareItem.share, emil.share.id),
    );
    for (const path of [
      `/ssf/read/${foreign?.id}`,
      `/ssf/download/${foreign?.id}`,
      `/ssf/read/${t.deps.newId()}`,
    ])
      expect([path, (await one.call(path)).code]).toEqual([path, 'not_found']);
    const away = new Phone(other, one.ip);
    away.shareId = share.shareId;
    away.cookie = one.cookie;
    expect((await away.call('/ssf/list')).code).toBe('share_over');
    // Without the CSRF token of our own page a cookie is useless.
    expect(
      (
        await p.call('/papo/lock', {
          method: 'POST',
          json: {},
          headers: { Cookie: `${one.cookieName}=${one.cookie}`, 'X-XSRF-TOKEN': undefined },
        })
      ).code,
    ).toBe('xsrf');
  });

  it('[R3] two shares in one browser: each tab keeps its own list, file and logout', async () => {
    const jar = new Map<string, string>(),
      emil = await addDocument(p, '1001', 'Heilplan');
    const one = new Phone(p, phone().ip, jar),
      two = new Phone(p, one.ip, jar);
    const titles = async (tab: Phone) =>
      ((await tab.call('/ssf/list')).json as ShareContents).items.map((item) => item.title);
    const first = await give(),
      second = await give({ items: [{ kind: 'document', fileId: emil }] });
    await one.open(first);
    const [item] = ((await one.call('/ssf/list')).json as ShareContents).items;
    await two.open(second);
    expect([await titles(one), await titles(two)]).toEqual([
      ['Einwilligung Implantat'],
      ['Heilplan'],
    ]);
    expect((await one.call(`/ssf/read/${item?.id ?? ''}`)).status).toBe(200);
    // The end of one tab does not end the other.
    expect((await two.call('/papo/lock', {})).status).toBe(204);
    expect([(await two.call('/ssf/list')).code, await titles(one)]).toEqual([
      'share_over',
      ['Einwilligung Implantat'],
    ]);
    // A session is valid for its own share only, whatever name its cookie has.
    const secret = one.cookie;
    two.cookie = secret;
    expect((await two.call('/ssf/list')).code).toBe('share_over');
    two.shareId = 'no share';
    expect((await two.call('/ssf/list')).code).toBe('share_over');
  });

  it('a page loaded before pages named their share keeps its session', async () => {
    const share = await give();
    const cookie = await cookieHere(p, share);
    expect((await p.call('/ssf/list', { headers: { Cookie: cookie } })).status).toBe(200);
  });

  it('[R3] a blank form needs no code, is filled in once, is write-only, and is filed in the record', async () => {
    const share = await give({
        items: [{ kind: 'questionnaire', formId: 'schmerz' }],
        secondStep: 'none',
        language: 'en',
      }),
      one = phone();
    expect(share.code).toBeNull();
    expect((await one.logIn(share)).json).toMatchObject({ next: 'open' });
    const [item] = ((await one.call('/ssf/list')).json as ShareContents).items,
      read = (await one.call(`/ssf/read/${item?.id ?? ''}`)).json as Extract<
        ShareItemContent,
        { kind: 'questionnaire' }
      >;
    expect(read).toMatchObject({
      kind: 'questionnaire',
      key: 'schmerz@6',
      language: 'en',
      person: { firstName: 'Anna', lastName: 'Groß', geburtsdatum: '1941-03-04' },
    });
    expect(JSON.stringify(read.questionnaire)).toContain('"valueCode":"en"');
    const answers = {
        id: t.deps.newId(),
        form: { key: read.key, sha256: read.sha256 },
        language: 'en',
        at: t.clock.now,
        response: PAIN,
      },
      hand = (change: object = {}) =>
        one.call(`/ssf/fill/${item?.id ?? ''}`, { ...answers, ...change });
    expect((await hand({ form: { key: 'anamnese-erwachsene@1', sha256: read.sha256 } })).code).toBe(
      'validation',
    );
    const [first, again] = await Promise.all([hand(), hand()]);
    expect([first.status, again.json]).toEqual([200, first.json]);
    expect((await hand({ id: t.deps.newId() })).code).toBe('state_conflict');
    const rows = (await look().db.find(t.deps.store.t.answers)).filter(
      (row) => row.unmatchedId === answers.id,
    );
    expect(rows).toMatchObject([{ patid: '1001', origin: 'home', form: 'schmerz@6' }]);
    // Completed: open sessions show that, and the link opens nothing from then on.
    expect(((await one.call('/ssf/list')).json as ShareContents).items).toMatchObject([
      { isDone: true },
    ]);
    expect(await listed(share.share.id)).toMatchObject({
      state: 'done',
      items: [{ isDone: true }],
    });
    expect((await phone().logIn(share)).code).toBe('share_unknown');
    expect((await one.call(`/ssf/download/${item?.id ?? ''}`)).code).toBe('not_found');
  });
});
