/** Tests of a share's link in the hands of staff: renewed, mailed, expired, given a new code. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, renew, stepUp, type Practice } from '../../../tests/support/practice.ts';
import {
  addDocument,
  makeShare,
  opensBy,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type { ShareLink } from '../../../shared/exchange/share.schema.ts';
import { sharesOf } from './share.testing.ts';

const DAY = 86_400_000,
  MINUTE = 60_000;

describe.each(STORES)('links of shares on %s', (kind) => {
  let t: TestApp, p: Practice, fileId: string;
  const { phone, look, give, listed, staff } = sharesOf(() => ({ t, p, fileId }));

  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example' });
    p = await addPractice(t, 'nord');
    fileId = await addDocument(p, '1001');
  });
  afterAll(() => t.drop());

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
});
