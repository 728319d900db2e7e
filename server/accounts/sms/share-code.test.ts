/** Tests of the second factor of a share by text message, by mail, or without one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../tests/support/in-process.ts';
import type { Practice } from '../../../tests/support/practice.ts';
import {
  addressOf,
  makeShare,
  newShare,
  Phone,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import type { Share } from '../../../shared/exchange/share.schema.ts';
import { openSmsPractice, saveGateway, startGateway, type Gateway } from './gateway.testing.ts';

let gateway: Gateway,
  got: Gateway['got'],
  t: TestApp,
  p: Practice,
  fileId: string,
  nextIp = 0;
const MINUTE = 60_000,
  DAY = 86_400_000;

beforeAll(async () => {
  gateway = await startGateway();
  ({ got } = gateway);
  ({ t, p, fileId } = await openSmsPractice(gateway));
  await saveGateway(p, gateway.url);
});
afterAll(async () => {
  await t.drop();
  await gateway.close();
});
beforeEach(() => {
  got.length = 0;
  gateway.next = 'ok';
});

describe('[sec 1.3] second factor of a share', () => {
  const phone = (): Phone => new Phone(p, addressOf(nextIp++));
  const digits = (): string =>
    /\b\d{6}\b/.exec((JSON.parse(got.at(-1)?.body ?? '{}') as { text?: string }).text ?? '')?.[0] ??
    '';
  const stepIn = async (share: MadeShare): Promise<Phone> => {
    const one = phone();
    await one.logIn(share);
    return one;
  };
  const listed = async (id: string): Promise<Share | undefined> =>
    ((await p.call('/papo/shares', { as: p.users.staff })).json as Share[]).find(
      (one) => one.id === id,
    );
  const give = (secondStep: 'sms' | 'mail' | 'none', more: object = {}): Promise<MadeShare> =>
    makeShare(p, { items: [{ kind: 'document', fileId }], secondStep, ...more });
  const ask = async (one: Phone): Promise<number> => {
    const { status } = await one.call('/papo/requestCode', undefined, 'POST');
    await t.runJobs();
    return status;
  };

  it('six digits are sent on request, work once, and expire with the newest', async () => {
    expect((await p.call('/papo/ways?patid=1001', { as: p.users.reception })).json).toEqual({
      sms: '•••• 567',
      mail: 'a…@example.org',
      mayBeBare: false,
    });
    const share = await give('sms'),
      one = phone();
    expect((await one.logIn(share)).json).toMatchObject({ next: 'sms' });
    // No code is sent before the patient requests one.
    await t.runJobs();
    expect(got).toEqual([]);
    expect([await ask(one), got.length, await ask(one), got.length]).toEqual([204, 1, 204, 1]);
    expect(got[0]?.body).toContain('Zahnarztpraxis nord: Ihr Code ist');
    expect((await listed(share.share.id))?.sentCode).toMatchObject({ outcome: 'sent' });
    const first = digits();
    t.clock.now += MINUTE;
    await ask(one);
    expect([got.length, digits() === first]).toEqual([2, false]);
    expect((await one.secondStep(first)).code).toBe('share_code_wrong');
    expect((await one.secondStep(digits())).json).toMatchObject({ next: 'open', triesLeft: 4 });
    expect((await one.call('/ssf/list')).status).toBe(200);
    expect([
      (await (await stepIn(share)).secondStep(digits())).code,
      (await one.call('/papo/requestCode', undefined, 'POST')).code,
    ]).toEqual(['share_code_wrong', 'share_over']);
    const stored = JSON.stringify([
      await t.deps.store.read.select().from(t.deps.store.t.shareCode),
      await t.deps.store.read.select().from(t.deps.store.t.job),
      await t.deps.store.read.select().from(t.deps.store.t.audit),
    ]);
    expect([stored.includes(first), stored.includes('1711234567')]).toEqual([false, false]);
    // The code from the desk opens it too, where no message arrives.
    expect((await (await stepIn(share)).secondStep(share.code ?? '')).json).toMatchObject({
      next: 'open',
    });
  });

  it('expires after ten minutes; a failing gateway is reported to staff, never to the requester', async () => {
    const share = await give('sms'),
      one = await stepIn(share);
    gateway.next = 500;
    expect([await ask(one), (await listed(share.share.id))?.sentCode?.outcome]).toEqual([
      204,
      'refused',
    ]);
    gateway.next = 'ok';
    t.clock.now += MINUTE;
    await ask(one);
    const late = digits();
    t.clock.now += 10 * MINUTE;
    expect((await one.secondStep(late)).code).toBe('share_code_wrong');
  });

  it('one number gets five codes a day over all shares, without notice to the requester', async () => {
    const before = got.length,
      statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const share = await give('sms');
      statuses.push(await ask(await stepIn(share)));
    }
    // Four messages to this number were sent in the two previous tests.
    expect([statuses, got.length - before]).toEqual([[204, 204, 204, 204], 1]);
    expect(
      ((await p.call('/papo/shares', { as: p.users.staff })).json as Share[])[0]?.sentCode?.outcome,
    ).toBe('limit');
  });

  it('mail requires a reason, which is stored and logged', async () => {
    const wish = newShare(p, { items: [{ kind: 'document', fileId }], secondStep: 'mail' });
    expect((await p.post('/papo/shares', p.users.reception, wish)).json).toMatchObject({
      error: { fields: { stepReason: 'needed' } },
    });
    expect(
      (await p.post('/papo/shares', p.users.reception, { ...wish, stepReason: '   kurz      ' }))
        .code,
    ).toBe('validation');
    const share = await give('mail', { stepReason: 'Kein Handy, wohnt weit weg.' }),
      one = await stepIn(share);
    expect(share.share.stepReason).toBe('Kein Handy, wohnt weit weg.');
    await ask(one);
    const [mail] = (await t.deps.store.read.select().from(t.deps.store.t.mail)).filter(
      (row) => row.template === 'shareCode',
    );
    expect([mail?.state, (await listed(share.share.id))?.sentCode?.outcome]).toEqual([
      'sent',
      'sent',
    ]);
    expect(JSON.stringify(await t.deps.store.read.select().from(t.deps.store.t.audit))).toContain(
      'Kein Handy, wohnt weit weg.',
    );
    expect(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, {
            patid: '1002',
            items: [{ kind: 'questionnaire', formId: 'schmerz' }],
            secondStep: 'sms',
          }),
        )
      ).json,
    ).toMatchObject({ error: { fields: { secondStep: 'no_way' } } });
  });

  it('no second factor requires a written reason; then it opens once, for three days', async () => {
    expect(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, { items: [{ kind: 'document', fileId }], secondStep: 'none' }),
        )
      ).json,
    ).toMatchObject({ error: { fields: { secondStep: 'needed' } } });
    const { version } = (await t.call('/api/settings', { as: p.users.owner })).json as {
        version: number;
      },
      set = (value: string) =>
        t.call('/api/settings/patch', {
          as: p.users.owner,
          method: 'POST',
          json: { version, settingsDiff: [{ op: 'replace', path: '/shareBareReason', value }] },
        });
    expect([
      (await set('weil')).code,
      (await set('Viele haben weder Handy noch Zeit für den Empfang.')).status,
    ]).toEqual(['validation', 200]);
    const share = await give('none');
    expect([
      share.code,
      share.share.stepReason,
      share.share.expiresAt - t.clock.now <= 3 * DAY,
    ]).toEqual([null, 'Viele haben weder Handy noch Zeit für den Empfang.', true]);
    const one = phone();
    expect((await one.logIn(share)).json).toMatchObject({ next: 'open' });
    expect([(await one.call('/ssf/list')).status, (await phone().logIn(share)).code]).toEqual([
      200,
      'share_unknown',
    ]);
  });
});
