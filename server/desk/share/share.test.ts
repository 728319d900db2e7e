// Tests of shares on both databases: created by staff, opened with link, name, birth date and code;
// all other users learn nothing.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, renew, stepUp, type Practice } from '../../../tests/support/practice.ts';
import {
  addDocument,
  addressOf,
  ANNA_BORN,
  cookieHere,
  makeShare,
  newShare,
  opensBy,
  PDF,
  Phone,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import { PAIN } from '../../../tests/support/stories/home.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type {
  Share,
  ShareContents,
  ShareItemContent,
  ShareLink,
} from '../../../shared/exchange/share.schema.ts';

const DAY = 86_400_000,
  MINUTE = 60_000;

describe.each(STORES)('the portal on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, fileId: string;
  let nextIp = 0;
  const phone = (): Phone => new Phone(p, addressOf(nextIp++));
  const look = () => t.deps.workshop.look(p.cid, p.system);
  const audited = async (type: string) =>
    (await look().db.find(t.deps.store.t.audit, eq(t.deps.store.t.audit.type, type))).length;
  const give = (change?: Parameters<typeof makeShare>[1]): Promise<MadeShare> =>
    makeShare(p, { items: [{ kind: 'document', fileId }], ...change });
  const listed = async (id: string): Promise<Share | undefined> =>
    ((await p.call('/papo/shares', { as: p.users.staff })).json as Share[]).find(
      (one) => one.id === id,
    );
  const staff = (share: ShareLink, verb: string, json?: unknown): Promise<Answer> =>
    p.post(`/papo/shares/${share.share.id}/${verb}`, p.users.reception, json);

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

  it('[sec B30] five wrong attempts lock, even for right details, until unlocked; the link stays', async () => {
    const share = await give(),
      one = phone();
    const wrong = [
      await one.logIn(share, { birth: { ...ANNA_BORN, day: 5 } }),
      await one.logIn(share, { firstName: 'Berta' }),
      await one.logIn(share, { birth: { ...ANNA_BORN, year: 1942 } }),
    ];
    // The same answer, whichever of the two was wrong.
    expect(
      wrong.map((one) => [
        one.status,
        one.code,
        (one.json as { error: { message: string; extra: unknown } }).error.message,
      ]),
    ).toEqual(wrong.map(() => [401, 'share_wrong', 'Diese Angaben passen nicht zu diesem Link.']));
    expect(wrong.map((one) => (one.json as { error: { extra: unknown } }).error.extra)).toEqual([
      { triesLeft: 4 },
      { triesLeft: 3 },
      { triesLeft: 2 },
    ]);
    // A correct first step returns its attempt; wrong codes keep counting.
    expect((await one.logIn(share)).json).toMatchObject({ next: 'code', triesLeft: 2 });
    expect([
      (await one.secondStep('AAAA-BBBB')).code,
      (await one.secondStep('CCCC-DDDD')).code,
    ]).toEqual(['share_code_wrong', 'share_locked']);
    expect([
      (await one.secondStep(share.code ?? '')).code,
      (await phone().logIn(share)).code,
    ]).toEqual(['share_locked', 'share_locked']);
    expect((await phone().logIn(share)).status).toBe(423);
    expect(await listed(share.share.id)).toMatchObject({ state: 'locked', triesLeft: 0 });
    expect((await staff(share, 'unlock')).json).toMatchObject({ state: 'open', triesLeft: 5 });
    expect((await staff(share, 'unlock')).code).toBe('state_conflict');
    expect((await (await phone().open(share)).call('/ssf/list')).status).toBe(200);
  });

  it('[sec B30] of five hundred concurrent addresses at one share five are compared, the rest locked', async () => {
    const phones = kind === 'sqlite' ? 500 : 120;
    const share = await give(),
      before = await audited('share.refused');
    const answers = await Promise.all(
      Array.from({ length: phones }, (_, n) =>
        new Phone(p, addressOf(1000 + n)).logIn(share, {
          birth: { day: 1 + (n % 28), month: 1 + (n % 12), year: 1950 + (n % 40) },
        }),
      ),
    );
    const codes = answers.map((one) => one.code);
    expect([
      codes.filter((one) => one === 'share_wrong').length,
      codes.filter((one) => one === 'share_locked').length,
    ]).toEqual([4, phones - 4]);
    expect(await audited('share.refused')).toBe(before + 5);
    expect(await listed(share.share.id)).toMatchObject({ state: 'locked', triesLeft: 0 });
    expect((await phone().logIn(share)).code).toBe('share_locked');
  }, 60_000);

  it('[sec B31] invalid dates cost no attempt', async () => {
    const share = await give(),
      one = phone();
    for (const birth of [
      { day: 31, month: 2, year: 1980 },
      { day: 29, month: 2, year: 2019 },
      { day: 1, month: 1, year: 1899 },
      { day: 21, month: 11, year: 2026 },
      { day: 4, month: 3, year: 41 },
      { day: '4', month: 3, year: 1941 },
    ]) {
      expect([birth, (await one.logIn(share, { birth })).code]).toEqual([birth, 'validation']);
    }
    expect(await listed(share.share.id)).toMatchObject({ triesLeft: 5 });
  });

  it('[sec B34] accepts common spellings of the name', async () => {
    const share = await give();
    for (const firstName of ['ANNA ', 'anna', ' Ａｎｎａ', 'An\u200bna'])
      expect([firstName, (await phone().logIn(share, { firstName })).status]).toEqual([
        firstName,
        200,
      ]);
    for (const firstName of ['Anne', 'Ana', 'Groß', '-'])
      expect([firstName, (await phone().logIn(share, { firstName })).code]).toEqual([
        firstName,
        'share_wrong',
      ]);
  });

  it('[X3] unknown, expired, ended, renewed, used and foreign links get identical bytes, no change', async () => {
    const [ended, renewed, over, real] = [await give(), await give(), await give(), await give()];
    await staff(ended, 'end');
    await staff(renewed, 'renew', { id: t.deps.newId() });
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.share, { expiresAt: w.now }, { id: over.share.id }),
    );
    const foreign = await makeShare(other, {
      items: [{ kind: 'questionnaire', formId: 'schmerz' }],
      secondStep: 'none',
    });
    const unknown = { shareId: 'x'.repeat(22), proof: 'y'.repeat(43) },
      before = JSON.stringify(await look().db.find(t.deps.store.t.share)),
      entries = (await look().db.find(t.deps.store.t.audit)).length;
    const shape = async (share: Pick<MadeShare, 'shareId' | 'proof'>): Promise<unknown> => {
      const { status, text, headers } = await phone().logIn(share);
      return {
        status,
        text: text.replace(/"requestId":"[^"]+"/, ''),
        headers: [...headers].filter(([name]) => !/request-id|date/i.test(name)),
      };
    };
    const plain = await shape(unknown);
    expect(plain).toMatchObject({
      status: 404,
      text: expect.stringContaining('Unter diesem Link ist nichts freigegeben'),
    });
    for (const share of [
      ended,
      renewed,
      over,
      foreign,
      { ...real, proof: unknown.proof },
      { ...real, proof: 'short' },
      { shareId: 'kurz', proof: '' },
      { shareId: `${real.shareId} `, proof: real.proof },
    ])
      expect(await shape(share)).toEqual(plain);
    expect(JSON.stringify(await look().db.find(t.deps.store.t.share))).toBe(before);
    expect((await look().db.find(t.deps.store.t.audit)).length).toBe(entries);
    // A wrong key uses up no attempt of the legitimate patient.
    expect(await listed(real.share.id)).toMatchObject({ triesLeft: 5 });
  });

  it('[X3] response time does not distinguish any of them from an id that never existed', async () => {
    const [ended, over] = [await give(), await give()],
      unknown = { shareId: 'x'.repeat(22), proof: 'y'.repeat(43) };
    await staff(ended, 'end');
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.share, { expiresAt: w.now }, { id: over.share.id }),
    );
    const ways = [unknown, ended, over],
      longer: number[][] = [[], []],
      middle = (all: readonly number[]): number =>
        [...all].sort((a, b) => a - b)[all.length >> 1] ?? 0;
    let apart = Infinity;
    // Interleaved, so that other load on the machine affects all of them alike; its noise averages
    // out, a real difference stays.
    for (let turns = 0; turns < 300 && (turns < 60 || apart >= 5); turns++) {
      const spent: number[] = [];
      for (const share of ways) {
        const one = phone(),
          from = performance.now();
        await one.logIn(share);
        spent.push(performance.now() - from);
      }
      for (const [at, all] of longer.entries()) all.push(spent[at + 1]! - spent[0]!);
      apart = Math.max(...longer.map((all) => Math.abs(middle(all))));
    }
    expect(apart).toBeLessThan(5);
  }, 60_000);

  it('[sec 1.3] a link without its key opens with name, birth date and code, but not without a code', async () => {
    const share = await give(),
      form = await give({
        items: [{ kind: 'questionnaire', formId: 'schmerz' }],
        secondStep: 'none',
      }),
      one = phone();
    const bare = (which: MadeShare) => ({
      shareId: which.shareId,
      firstName: 'Anna',
      birth: ANNA_BORN,
    });
    expect((await one.call('/papo/login', bare(share))).json).toMatchObject({ next: 'code' });
    expect((await one.secondStep(share.code ?? '')).json).toMatchObject({ next: 'open' });
    expect((await phone().call('/papo/login', bare(form))).code).toBe('share_unknown');
  });

  it('[sec 1.3] link preview bots use nothing up', async () => {
    const share = await give(),
      scanner = new Phone(p, addressOf(5000));
    for (let i = 0; i < 30; i++)
      for (const path of [
        '/papo/status',
        '/ssf/list',
        `/ssf/read/${t.deps.newId()}`,
        `/ssf/download/${t.deps.newId()}`,
      ])
        await scanner.call(path);
    expect(
      (await t.call('/dispatcher/resolve', { method: 'POST', json: { shareId: share.shareId } }))
        .json,
    ).toMatchObject({ r4cUuid: p.r4cUuid });
    expect(await listed(share.share.id)).toMatchObject({
      state: 'open',
      triesLeft: 5,
      openedAt: null,
    });
    expect((await (await new Phone(p, addressOf(5000)).open(share)).call('/ssf/list')).status).toBe(
      200,
    );
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
    const one = new Phone(p, addressOf(nextIp++), jar),
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

  it('[sec 1.3] a network with twenty failures waits an hour; others do not', async () => {
    const bad = new Phone(p, addressOf(6000)),
      unknown = { shareId: 'z'.repeat(22), proof: 'y'.repeat(43) },
      share = await give();
    for (let i = 0; i < 20; i++) expect((await bad.logIn(unknown)).code).toBe('share_unknown');
    const stopped = await bad.logIn(share);
    expect([stopped.status, Number(stopped.headers.get('retry-after'))]).toEqual([429, 3600]);
    expect((await bad.call('/papo/renew', { shareId: share.shareId })).status).toBe(429);
    expect((await phone().logIn(share)).status).toBe(200);
    t.clock.now += 60 * MINUTE;
    expect((await bad.logIn(share)).status).toBe(200);
    await renew(p);
  });

  it('„Neuen Link anfordern“ answers every id alike, notifies own shares only; a new link ends the old', async () => {
    const share = await give();
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.share, { expiresAt: w.now }, { id: share.share.id }),
    );
    const answers = [
      await phone().call('/papo/renew', { shareId: share.shareId }),
      await phone().call('/papo/renew', { shareId: 'q'.repeat(22) }),
      await phone().call('/papo/renew', { shareId: 'kurz' }),
    ];
    expect(answers.map((one) => [one.status, one.text])).toEqual(answers.map(() => [204, '']));
    const keen = phone(),
      asked = [];
    for (let i = 0; i < 21; i++)
      asked.push((await keen.call('/papo/renew', { shareId: 'q'.repeat(22) })).status);
    expect(asked).toEqual([...Array.from({ length: 20 }, () => 204), 429]);
    expect(await listed(share.share.id)).toMatchObject({ state: 'over', wishedAt: t.clock.now });
    const id = t.deps.newId(),
      [a, b] = [await staff(share, 'renew', { id }), await staff(share, 'renew', { id })],
      fresh = opensBy(a.json as ShareLink);
    expect([a.status, (b.json as ShareLink).path]).toEqual([200, fresh.path]);
    expect(fresh.path).not.toBe(share.path);
    expect(fresh.code).not.toBe(share.code);
    expect([await listed(share.share.id), await listed(id)]).toMatchObject([
      { state: 'renewed' },
      { state: 'open', items: [{ kind: 'document', title: 'Einwilligung Implantat' }] },
    ]);
    expect((await phone().logIn(share)).code).toBe('share_unknown');
    expect((await (await phone().open(fresh)).call('/ssf/list')).status).toBe(200);
    expect((await staff(share, 'renew', { id: t.deps.newId() })).code).toBe('state_conflict');
    expect((await staff(share, 'show')).code).toBe('state_conflict');
    expect((await staff(fresh, 'show')).json as ShareLink).toMatchObject({
      path: fresh.path,
      code: fresh.code,
    });
  });

  it('expires the day after the next appointment, at most 30 days, 14 days without one', async () => {
    const days = async (share: MadeShare) =>
        ((await listed(share.share.id))?.expiresAt ?? 0) - t.clock.now,
      termin = (day: string) =>
        t.deps.workshop.write(p.cid, p.system, (w) =>
          w.tx.insert(w.t.termin, {
            terminId: `t-${day}`,
            patid: '1002',
            day,
            time: '10:00',
            minutes: 30,
            zimmer: '',
            behandler: '',
            art: '',
            quelle: null,
          }),
        );
    const emil = await addDocument(p, '1002'),
      given = (): Promise<MadeShare> =>
        makeShare(p, { patid: '1002', items: [{ kind: 'document', fileId: emil }] });
    expect(await days(await given())).toBe(14 * DAY);
    await termin('2027-03-30');
    expect(await days(await given())).toBe(30 * DAY);
    await termin('2026-11-25');
    expect((await listed((await given()).share.id))?.expiresAt).toBe(
      Date.parse('2026-11-26T23:00:00Z'),
    );
  });

  it('is mailed without its code; suppressed addresses are reported (X1)', async () => {
    const share = await give(),
      id = t.deps.newId();
    expect([
      (await staff(share, 'mail', { id, to: 'anna@example.org', language: 'de' })).status,
      (await staff(share, 'mail', { id, to: 'anna@example.org', language: 'de' })).status,
    ]).toEqual([204, 204]);
    const rows = await look().db.find(
      t.deps.store.t.mail,
      eq(t.deps.store.t.mail.template, 'share'),
    );
    expect(rows.length).toBe(1);
    await stepUp(t, p.users.owner);
    const mail = await t.call(`/api/mails/${rows[0]?.id ?? ''}/open`, {
      as: p.users.owner,
      method: 'POST',
    });
    expect([
      mail.status,
      mail.text.includes(share.shareId),
      mail.text.includes('anna@example.org'),
    ]).toEqual([200, true, true]);
    for (const secret of [share.code ?? '', (share.code ?? '').replace('-', ''), 'Groß', '1941'])
      expect([secret, mail.text.includes(secret)]).toEqual([secret, false]);
    expect(await listed(share.share.id)).toMatchObject({ mailedAt: t.clock.now });
  });

  it('[R4] the patient chooses a new code by a 30-minute link, once; open sessions start over', async () => {
    const share = await give(),
      one = await phone().open(share),
      made = async () =>
        (await staff(share, 'reset')).json as { path: string; url: string; until: number };
    const first = await made(),
      link = await made(),
      [, , shareId = '', secret = ''] = link.path.split('/');
    expect(link).toMatchObject({
      url: `https://praxis.example${link.path}`,
      until: t.clock.now + 30 * MINUTE,
    });
    const set = async (code: string, change: object = {}): Promise<string> => {
      const {
        status,
        code: word,
        json,
      } = await phone().call('/papo/resetPassword', { shareId, secret, code, ...change });
      return `${status} ${word ?? ''} ${(json as { error?: { fields?: { code?: string } } } | undefined)?.error?.fields?.code ?? ''}`.trim();
    };
    expect([
      await set('kurz'),
      await set('12345678'),
      await set('04.03.1941'),
      await set('1941-03-04'),
    ]).toEqual([
      '400 validation short',
      '400 validation easy',
      '400 validation easy',
      '400 validation easy',
    ]);
    for (const wrong of [
      { secret: first.path.split('/')[3] },
      { secret: 'y'.repeat(43) },
      { shareId: 'x'.repeat(22) },
      { shareId: 'kurz' },
    ])
      expect([wrong, await set('Kastanie 1958', wrong)]).toEqual([wrong, '400 link_invalid']);
    expect([await set('Kastanie 1958'), await set('Kastanie 1958')]).toEqual([
      '204',
      '400 link_invalid',
    ]);
    expect((await one.call('/ssf/list')).code).toBe('share_over');
    const two = phone();
    await two.logIn(share);
    expect((await two.secondStep(share.code ?? '')).code).toBe('share_code_wrong');
    expect((await two.secondStep('kastanie-1958')).json).toMatchObject({ next: 'open' });
    expect(((await staff(share, 'show')).json as ShareLink).code).toBeNull();
    const late = await made();
    t.clock.now += 30 * MINUTE;
    expect(await set('Kastanie 1958', { secret: late.path.split('/')[3] })).toBe(
      '400 link_invalid',
    );
    await renew(p);
    const form = await give({
      items: [{ kind: 'questionnaire', formId: 'schmerz' }],
      secondStep: 'none',
    });
    expect((await staff(form, 'reset')).code).toBe('state_conflict');
  });

  it('[sec 1.3] „Ihre Unterlagen wurden geöffnet“: once a day, no content; suppression blocks no login', async () => {
    const mails = () =>
        look().db.find(t.deps.store.t.mail, eq(t.deps.store.t.mail.template, 'shareOpened')),
      { patient } = t.deps.store.t,
      before = (await mails()).length;
    await t.deps.store.write(async (db) => {
      await db.update(patient).set({ email: 'anna@example.org' }).where(eq(patient.patid, '1001'));
    });
    const share = await give();
    for (let i = 0; i < 3; i++) await phone().open(share);
    const rows = await mails();
    expect(rows.length).toBe(before + 1);
    await stepUp(t, p.users.owner);
    const mail = await t.call(`/api/mails/${rows.at(-1)?.id ?? ''}/open`, {
      as: p.users.owner,
      method: 'POST',
    });
    expect([
      mail.status,
      mail.text.includes('wurden geöffnet'),
      mail.text.includes('anna@example.org'),
    ]).toEqual([200, true, true]);
    for (const secret of [share.shareId, share.code ?? '', 'Groß', 'Implantat', '1941'])
      expect([secret, mail.text.includes(secret)]).toEqual([secret, false]);
    t.clock.now += DAY;
    await renew(p);
    await phone().open(share);
    expect((await mails()).length).toBe(before + 2);
    await t.deps.store.write(async (db) => {
      await db.update(patient).set({ email: 'kein Zeichen' }).where(eq(patient.patid, '1001'));
    });
    t.clock.now += DAY;
    await renew(p);
    expect((await (await phone().open(share)).call('/ssf/list')).status).toBe(200);
    await t.deps.store.write(async (db) => {
      await db.update(patient).set({ email: null }).where(eq(patient.patid, '1001'));
    });
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
      key: 'schmerz@2',
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
    expect(rows).toMatchObject([{ patid: '1001', origin: 'home', form: 'schmerz@2' }]);
    // Completed: open sessions see that, the link opens nothing any more.
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

  it('[sec 1.3] two hundred wrong answers in an hour make every share require its code', async () => {
    const share = await give({
      items: [{ kind: 'questionnaire', formId: 'schmerz' }],
      secondStep: 'none',
    });
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      for (let i = 0; i < 200; i++)
        await w.tx.insert(w.t.shareEvent, {
          id: w.newId(),
          share: share.share.id,
          at: w.now,
          what: 'wrong',
          item: null,
        });
    });
    const one = phone();
    expect((await one.logIn(share)).json).toMatchObject({ next: 'code' });
    expect((await one.call('/ssf/list')).code).toBe('share_over');
    // The next wrong attempt notifies the owners, once.
    for (let i = 0; i < 2; i++) await phone().logIn(share, { firstName: 'Berta' });
    expect([
      await audited('share.alarm'),
      (await look().db.find(t.deps.store.t.mail, eq(t.deps.store.t.mail.template, 'shareAlarm')))
        .length,
    ]).toEqual([1, 1]);
    t.clock.now += 61 * MINUTE;
    await renew(p);
    expect((await phone().logIn(share)).json).toMatchObject({ next: 'open' });
  });
});
