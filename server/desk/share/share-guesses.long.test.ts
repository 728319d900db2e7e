/** Tests of guessing at shares: attempts, locks, equal answers and times, rate limits. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import {
  addPractice,
  person,
  renew as renewSessions,
  type Practice,
} from '../../../tests/support/practice.ts';
import {
  addDocument,
  addressOf,
  ANNA_BORN,
  makeShare,
  newShare,
  Phone,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { addPatients } from '../patient/add-records.ts';
import { sharesOf } from './share.testing.ts';

const MINUTE = 60_000;

describe.each(STORES)('guesses at the portal on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, fileId: string;
  const { phone, look, audited, give, listed, staff } = sharesOf(() => ({ t, p, fileId }));

  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example' });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
    fileId = await addDocument(p, '1001');
  });
  afterAll(() => t.drop());

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

  it('a name in another script costs no attempt, and the answer is the same for unknown links', async () => {
    const share = await give(),
      one = phone();
    for (const firstName of ['Анна', 'Аnna', '安娜', 'آنا', 'Ann\u03b1'])
      for (const of of [share, { ...share, shareId: 'A'.repeat(22) }]) {
        const answer = await one.logIn(of, { firstName });
        expect([firstName, answer.status, answer.json]).toMatchObject([
          firstName,
          400,
          { error: { code: 'validation', fields: { firstName: 'latin' } } },
        ]);
      }
    expect(await listed(share.share.id)).toMatchObject({ triesLeft: 5 });
  });

  it('a person with one name opens a link with it; without Latin letters there is no link', async () => {
    const born = '1970-01-02',
      birth = { day: 2, month: 1, year: 1970 };
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      addPatients(w, 'pvs', [
        person('8801', '', 'Suharto', born),
        person('8802', '小明', '王', born),
      ]),
    );
    const items = [{ kind: 'document' as const, fileId: await addDocument(p, '8801') }],
      share = await give({ patid: '8801', items });
    expect((await phone().logIn(share, { firstName: 'suharto', birth })).status).toBe(200);
    const refused = await p.post(
      '/papo/shares',
      p.users.reception,
      newShare(p, {
        patid: '8802',
        items: [{ kind: 'document', fileId: await addDocument(p, '8802') }],
      }),
    );
    expect([refused.status, refused.code]).toEqual([409, 'name_not_latin']);
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

  it('[sec 1.3] a network that tried twenty unknown links waits an hour; holders of a link do not', async () => {
    const network = addressOf(6000),
      stranger = new Phone(p, network),
      unknown = { shareId: 'z'.repeat(22), proof: 'y'.repeat(43) },
      share = await give(),
      reset = { secret: 's'.repeat(43), code: 'ABCD-EFGH' },
      renew = (shareId: string) => stranger.call('/papo/renew', { shareId });
    for (let i = 0; i < 18; i++) expect((await stranger.logIn(unknown)).code).toBe('share_unknown');
    expect((await renew(unknown.shareId)).status).toBe(204);
    expect(
      (await stranger.call('/papo/resetPassword', { shareId: unknown.shareId, ...reset })).code,
    ).toBe('link_invalid');
    const stopped = await stranger.logIn(unknown);
    expect([stopped.status, Number(stopped.headers.get('retry-after'))]).toEqual([429, 3600]);
    expect((await renew(unknown.shareId)).status).toBe(429);
    expect(
      (await stranger.call('/papo/resetPassword', { shareId: share.shareId, ...reset })).status,
    ).toBe(429);
    // In the same waiting room.
    const patient = new Phone(p, network);
    expect((await patient.logIn(share, { firstName: 'Berta' })).code).toBe('share_wrong');
    expect((await renew(share.shareId)).status).toBe(204);
    expect((await patient.logIn(share)).json).toMatchObject({ next: 'code' });
    expect((await patient.secondStep('AAAA-BBBB')).code).toBe('share_code_wrong');
    expect((await patient.secondStep(share.code ?? '')).json).toMatchObject({ next: 'open' });
    t.clock.now += 60 * MINUTE;
    await renewSessions(p);
    expect((await stranger.logIn(unknown)).code).toBe('share_unknown');
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
    await renewSessions(p);
    expect((await phone().logIn(share)).json).toMatchObject({ next: 'open' });
  });
});
