// Tests of takeovers (R7) over HTTP on both databases: nothing lost, one use, two minutes, the old
// device fenced, the phone admitted for one Mappe only.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeoverCode, takeoverUrl } from '../../../shared/exchange/takeover.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, PIN, renew, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import {
  acceptBy,
  offerOf,
  phoneKeys,
  SimTablet,
  submissionOf,
} from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { takeoverOf } from './takeover.testing.ts';

const MINUTE = 60_000;
const word = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe.each(STORES)('[R7] takeover on %s', (kind) => {
  let t: TestApp,
    p: Practice,
    n = 0;
  let tablet: SimTablet;
  beforeAll(async () => {
    t = await createTestApp(kind, {
      renderer: quickRenderer(),
      publicUrl: 'https://praxis.example',
    });
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    p = await addPractice(t, `p${n++}`);
    tablet = await SimTablet.register(p);
  });
  const { states, begin, submit, rows, audit } = takeoverOf(() => ({ t, p, tablet }));
  const draft = {
    page: 2,
    declarations: [],
    ink: null,
    marks: [],
    stage: 'reading',
    signer: 0,
    language: 'de',
    textScale: 100,
    isCalm: false,
    reading: {
      shownAt: 1,
      sections: [],
      reachedEnd: false,
      fontScale: 100,
      openedPdf: false,
      languageSwitches: 0,
      unclear: [],
    },
  };

  it('[F15] moves typed data to the phone; earlier signatures stay, later tablet ones are separate', async () => {
    const {
      mappeId,
      bodies: [first, second],
    } = await begin(['foto@1', 'foto@1']);
    expect(await submit(tablet, first!)).toMatchObject({ s: 'applied' });
    expect((await tablet.putDraft(second!, 1, draft)).status).toBe(200);
    const offered = await tablet.call('/tablet/takeover', {
      method: 'POST',
      json: { taskId: second!.taskId },
    });
    const { url, expiresAt, serverTime } = offered.json as {
      url: string;
      expiresAt: number;
      serverTime: number;
    };
    expect([expiresAt - serverTime, url]).toEqual([
      2 * MINUTE,
      expect.stringMatching(/^https:\/\/praxis\.example\/takeover\/r4c-[0-9a-f]{12}\/[\w-]{43}$/),
    ]);
    const { r4chost, takeoverSecret } = takeoverCode(new URL(url).pathname)!;
    expect(
      (await t.call('/dispatcher/resolve', { method: 'POST', json: { r4chost } })).json,
    ).toMatchObject({ r4cUuid: p.r4cUuid, baseUrl: 'https://praxis.example' });
    // Opening the URL does not consume the code.
    expect((await rows()).map((row) => row.usedAt)).toEqual([null]);

    const phone = await SimTablet.takeOver(p, takeoverSecret),
      [there, ...more] = await phone.inbox();
    expect(more).toEqual([]);
    expect(there).toMatchObject({
      taskId: second!.taskId,
      taskRev: second!.taskRev + 1,
      resume: { stage: 'draft', page: 1 },
    });
    expect(JSON.stringify(await rows())).not.toContain(takeoverSecret);
    const { items } = await tablet.pull();
    expect(items.filter((one) => one.taskId === second!.taskId).map((one) => one.op)).toEqual([
      'revoke',
    ]);

    // The tablet was out of contact and was still used.
    expect(await submit(tablet, second!)).toMatchObject({ s: 'parked', code: 'stale_rev' });
    expect(
      (
        await phone.push(
          await phone.op('task.start', there!, {
            taskId: there!.taskId,
            at: t.clock.now,
            language: 'de',
          }),
        )
      ).verdicts[0],
    ).toMatchObject({ s: 'applied' });
    expect(await submit(phone, there!)).toMatchObject({ s: 'applied' });
    expect(await states(mappeId)).toEqual(['submitted', 'submitted']);
    const { items: parked } = (await p.call('/tablet/parked', { as: p.users.reception })).json as {
      items: { taskId: string; code: string }[];
    };
    expect(parked.map((one) => [one.taskId, one.code])).toEqual([[second!.taskId, 'stale_rev']]);
    expect(await audit()).toEqual(['takeover.offered', 'takeover.accepted']);
  });

  it('[sec B59] a code serves one device once: the same phone may repeat, others are refused', async () => {
    const { body } = await begin(),
      secret = await offerOf(tablet, body.taskId),
      mine = await phoneKeys(),
      other = await phoneKeys();
    const first = await acceptBy(p, secret, mine),
      again = await acceptBy(p, secret, mine),
      stranger = await acceptBy(p, secret, other);
    expect([first.status, again.status, (again.json as { tabletId: string }).tabletId]).toEqual([
      200,
      200,
      (first.json as { tabletId: string }).tabletId,
    ]);
    expect([stranger.status, stranger.code]).toEqual([410, 'takeover_over']);
    // Half of the keys does not make it the same phone.
    expect((await acceptBy(p, secret, { sign: mine.sign, seal: other.seal })).code).toBe(
      'takeover_over',
    );
    expect((await acceptBy(p, 'x'.repeat(43), other)).code).toBe('takeover_over');
    const guests = (
      await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.tablet)
    ).filter((row) => row.guestOf !== null);
    expect(guests).toHaveLength(1);
    // Moved on by the desk, the takeover is over for the first phone too.
    const third = await SimTablet.register(p, 'Tablet 2');
    expect(
      (
        await p.post(`/tablet/mappen/${body.mappeId}/move`, p.users.reception, {
          tabletId: third.id,
        })
      ).status,
    ).toBe(204);
    expect((await acceptBy(p, secret, mine)).code).toBe('takeover_over');
  });

  it('[sec B59] a code ends after two minutes, when closed, when replaced, or when the Mappe moves', async () => {
    const { body, mappeId } = await begin(),
      keys = await phoneKeys();
    const refused = async (secret: string) => (await acceptBy(p, secret, keys)).code;
    const late = await offerOf(tablet, body.taskId);
    t.clock.now += 2 * MINUTE;
    expect(await refused(late)).toBe('takeover_over');
    const closed = await offerOf(tablet, body.taskId);
    expect((await tablet.call('/tablet/takeover/cancel', { method: 'POST' })).status).toBe(204);
    expect(await refused(closed)).toBe('takeover_over');
    const older = await offerOf(tablet, body.taskId),
      newer = await offerOf(tablet, body.taskId);
    expect(await refused(older)).toBe('takeover_over');
    const elsewhere = await SimTablet.register(p, 'Tablet 2');
    expect(
      (
        await p.post(`/tablet/mappen/${mappeId}/move`, p.users.reception, {
          tabletId: elsewhere.id,
        })
      ).status,
    ).toBe(204);
    expect(await refused(newer)).toBe('takeover_over');
    expect(await word(offerOf(tablet, body.taskId))).toBe('404 not_found');
    expect((await elsewhere.inbox()).map((one) => one.taskId)).toEqual([body.taskId]);
  });

  it('[sec B60] a finished task cannot be taken over, by a new code or an earlier one', async () => {
    const { body } = await begin(),
      secret = await offerOf(tablet, body.taskId);
    expect(await submit(tablet, body)).toMatchObject({ s: 'applied' });
    expect(await word(offerOf(tablet, body.taskId))).toBe('409 state_conflict');
    const answer = await acceptBy(p, secret, await phoneKeys());
    expect([answer.status, answer.code]).toEqual([409, 'state_conflict']);
    expect((await rows()).map((row) => row.usedAt)).toEqual([null]);
  });

  it('[sec B58] rejects the right code at another practice, and host names are words', async () => {
    const { body } = await begin(),
      secret = await offerOf(tablet, body.taskId),
      there = await addPractice(t, `q${n++}`);
    expect((await acceptBy(there, secret, await phoneKeys())).code).toBe('takeover_over');
    expect((await rows()).map((row) => row.usedAt)).toEqual([null]);
    for (const r4chost of ['evil.example', 'r4c.example@evil', '127.0.0.1', 'xn--r4c-9ka.example'])
      expect(
        (await t.call('/dispatcher/resolve', { method: 'POST', json: { r4chost } })).code,
      ).toBe('not_found');
    expect(
      takeoverCode(new URL(takeoverUrl('https://a.example', 'r4c-1', secret)).pathname),
    ).toEqual({ r4chost: 'r4c-1', takeoverSecret: secret });
    for (const path of [
      `/takeover/r4c-1/${secret}x`,
      `/takeover/r4c-1/${secret}/`,
      `/takeover//${secret}`,
      `/takeover/%E0%A4%A/${secret}`,
      `/other/r4c-1/${secret}`,
      '/takeover',
    ])
      expect(takeoverCode(path)).toBeUndefined();
  });

  it("[inv S2] judges the tablet's waiting ops first: the phone is asked to wait", async () => {
    const {
        bodies: [first, second],
      } = await begin(['foto@1', 'foto@1']),
      secret = await offerOf(tablet, second!.taskId),
      keys = await phoneKeys();
    const pushed = await tablet.push(
      await tablet.op('task.submit', first!, submissionOf(first!, t.clock.now)),
    );
    const { op } = t.deps.store.t;
    const setResult = (result: 'stored' | 'applied') =>
      t.deps.store.write(async (db) => {
        await db.update(op).set({ result });
      });
    expect(pushed.verdicts[0]).toMatchObject({ s: 'applied' });
    await setResult('stored');
    const early = await acceptBy(p, secret, keys);
    expect([early.status, early.code, early.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    await setResult('applied');
    expect((await acceptBy(p, secret, keys)).status).toBe(200);
  });

  it('[inv S5] of two concurrent phones one gets the Mappe', async () => {
    const { body } = await begin(),
      secret = await offerOf(tablet, body.taskId),
      keys = await Promise.all([phoneKeys(), phoneKeys(), phoneKeys()]);
    const answers = await Promise.all(keys.map((one) => acceptBy(p, secret, one)));
    expect(answers.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 410, 410]);
    const [row] = await rows(),
      mine = answers.find((one) => one.status === 200)!.json as { tabletId: string };
    expect(row?.toTablet).toBe(mine.tabletId);
  });

  it('a phone can access its one Mappe only: no PIN, blank forms, other Mappe or desk routes', async () => {
    await p.call('/api/settings', { as: p.users.owner });
    const { body } = await begin(),
      phone = await SimTablet.takeOver(p, await offerOf(tablet, body.taskId));
    expect([tablet.config, phone.config].map((one) => 'pinCheck' in one)).toEqual([
      expect.any(Boolean),
      false,
    ]);
    for (const [path, json] of [
      ['/tablet/pin', { pin: PIN }],
      ['/tablet/codes', undefined],
    ] as const) {
      expect((await phone.call(path, { method: 'POST', ...(json && { json }) })).code).toBe(
        'forbidden',
      );
    }
    for (const path of [
      '/tablet/blanks',
      '/tablet/board',
      '/patient/search?q=Gro',
      '/documents/list',
      '/tablet/templates',
    ])
      expect([path, (await phone.call(path)).code]).toEqual([path, 'forbidden']);
    const blank = { taskId: t.deps.newId(), taskRev: 1 };
    expect(
      (
        await phone.push(
          await phone.op('blank.answers', blank, {
            ...blank,
            form: { key: 'schmerz@1', sha256: 'a'.repeat(64) },
          }),
        )
      ).verdicts[0]?.s,
    ).toBe('parked');
    const { mappeId } = await sendMappe(p, { templates: ['foto@1'], tabletId: null });
    expect(
      (await p.post(`/tablet/mappen/${mappeId}/move`, p.users.reception, { tabletId: phone.id }))
        .code,
    ).toBe('not_found');
    expect((await phone.inbox()).map((one) => one.taskId)).toEqual([body.taskId]);
  });

  it('returns the Mappe with typed data to the tablet, or reports it busy; then ends the phone', async () => {
    const { mappeId, body } = await begin(),
      phone = await SimTablet.takeOver(p, await offerOf(tablet, body.taskId)),
      [there] = await phone.inbox();
    expect((await phone.putDraft(there!, 4, draft)).status).toBe(200);
    const other = await sendMappe(p, { templates: ['foto@1'], tabletId: tablet.id });
    expect((await phone.call('/tablet/takeover/return', { method: 'POST' })).code).toBe(
      'state_conflict',
    );
    expect(
      (await p.post(`/tablet/mappen/${other.mappeId}/withdraw`, p.users.reception)).status,
    ).toBe(204);
    expect((await phone.call('/tablet/takeover/return', { method: 'POST' })).status).toBe(204);
    const [back] = (await tablet.inbox()).filter((one) => one.mappeId === mappeId);
    expect(back).toMatchObject({
      taskId: body.taskId,
      taskRev: there!.taskRev + 1,
      resume: { draftRev: 4 },
    });
    expect(await submit(phone, there!)).toMatchObject({ s: 'parked', code: 'stale_rev' });
    expect((await phone.call('/tablet/takeover/end', { method: 'POST' })).status).toBe(204);
    expect((await phone.call('/tablet/sync/v1/pull')).code).toBe('unauthenticated');
    expect((await phone.renew()).code).toBe('tablet_revoked');
    expect(await submit(tablet, back!)).toMatchObject({ s: 'applied' });
    expect((await audit()).slice(-2)).toEqual(['takeover.returned', 'takeover.ended']);
  });

  it('the same phone takes it again under its own name, and a tablet may take it from the phone', async () => {
    const { body } = await begin(),
      phone = await SimTablet.takeOver(p, await offerOf(tablet, body.taskId));
    expect((await phone.call('/tablet/takeover/return', { method: 'POST' })).status).toBe(204);
    const secret = await offerOf(tablet, body.taskId);
    const again = await phone.call('/tablet/takeover/accept', {
      method: 'POST',
      json: { takeoverSecret: secret, userAgent: 'test' },
    });
    expect([again.status, (again.json as { tabletId: string; isGuest: boolean }).tabletId]).toEqual(
      [200, phone.id],
    );
    const from = await offerOf(phone, body.taskId),
      taken = await tablet.call('/tablet/takeover/accept', {
        method: 'POST',
        json: { takeoverSecret: from, userAgent: 'test' },
      });
    expect(taken.json).toMatchObject({ tabletId: tablet.id, isGuest: false });
    expect((await tablet.inbox()).map((one) => one.taskId)).toEqual([body.taskId]);
    expect(await phone.inbox()).toEqual([]);
  });

  it('the desk creates a code without a tablet; an idle phone returns it, a lost one is ended', async () => {
    const { mappeId } = await sendMappe(p, { templates: ['foto@1'], tabletId: null });
    const made = await p.post(`/tablet/mappen/${mappeId}/takeover`, p.users.reception);
    const phone = await SimTablet.takeOver(
        p,
        (made.json as { url: string }).url.split('/').at(-1) ?? '',
      ),
      [there] = await phone.inbox();
    expect([there?.mappeId, await states(mappeId)]).toEqual([mappeId, ['assigned']]);
    // It came from no tablet: there is none to return it to.
    expect((await phone.call('/tablet/takeover/return', { method: 'POST' })).code).toBe(
      'state_conflict',
    );
    const later = async (minutes: number) => {
      t.clock.now += minutes * MINUTE;
      await t.app.sweep();
      await renew(p);
      await phone.renew();
    };
    await later(59);
    expect(await states(mappeId)).toEqual(['assigned']);
    await later(2);
    expect(await states(mappeId)).toEqual(['interrupted']);
    expect(await phone.inbox()).toEqual([]);
    // Signed before the interruption, and sent only after it.
    expect(await submit(phone, there!)).toMatchObject({ s: 'applied' });
    t.clock.now += 25 * 60 * MINUTE;
    await t.app.sweep();
    expect((await phone.renew()).code).toBe('tablet_revoked');
    expect(await audit()).toContain('takeover.ended');
  });

  it('a withdrawn Mappe gets no code', async () => {
    const { body } = await begin();
    const made = await p.post(`/tablet/mappen/${body.mappeId}/takeover`, p.users.staff);
    expect(made.status).toBe(200);
    expect(
      (await p.post(`/tablet/mappen/${body.mappeId}/withdraw`, p.users.reception)).status,
    ).toBe(204);
    expect((await p.post(`/tablet/mappen/${body.mappeId}/takeover`, p.users.staff)).code).toBe(
      'state_conflict',
    );
    expect((await p.post(`/tablet/mappen/${t.deps.newId()}/takeover`, p.users.staff)).code).toBe(
      'not_found',
    );
  });
});
