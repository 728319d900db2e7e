// Feedback through the routes: patient words stop it, repeats store nothing twice, limits hold, and
// each sees its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { FEEDBACK_A_DAY, FEEDBACK_KEPT_MS } from '../../../shared/vendor/feedback.ts';
import type {
  FeedbackList,
  OwnFeedback,
  SendFeedback,
  SentFeedback,
} from '../../../shared/vendor/feedback.schema.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import {
  addPractice,
  addVendor,
  login,
  renew,
  type Practice,
} from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';

describe.each(STORES)('feedback on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, support: Bearer;
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ support } = await addVendor(t));
  });
  afterAll(() => t.drop());

  const picture = { width: 100, height: 80, boxes: [[0, 0, 50, 10, 2]] } satisfies object;
  const send = (change: Partial<SendFeedback> | object, as: Bearer = p.users.reception) =>
    t.call('/api/feedback', {
      as,
      method: 'POST',
      json: { id: uuidv7(), rating: 'fair', text: '', page: '/heute', picture: null, ...change },
    });
  const own = async (as: Bearer): Promise<OwnFeedback> =>
    (await t.call('/api/feedback', { as })).json as OwnFeedback;
  const list = async (view = 'new'): Promise<FeedbackList> =>
    (await t.call(`/support/feedback?view=${view}`, { as: support })).json as FeedbackList;

  it('a name of a patient stops it until it is confirmed to be none; a repeat stores nothing twice', async () => {
    const id = uuidv7(),
      text = 'Die Liste zeigt Özkan doppelt.',
      first = (await send({ id, text, picture })).json as SentFeedback;
    expect([first.isStored, first.found.map(({ word }) => word)]).toEqual([false, ['Özkan']]);
    expect((await list()).items).toEqual([]);
    // A lost answer.
    for (let n = 0; n < 2; n++)
      expect((await send({ id, text, picture, confirmed: ['Özkan'] })).json).toEqual({
        isStored: true,
        found: [],
      });
    const { items, count, ratings } = await list();
    expect([count, ratings]).toEqual([1, { good: 0, fair: 1, poor: 0 }]);
    expect(items[0]).toMatchObject({
      cid: p.cid,
      praxisName: 'Zahnarztpraxis west',
      name: 'Özlem Yıldız-reception',
      role: 'reception',
      page: '/heute',
      picture,
    });
    const { audit } = t.deps.store.t,
      rows = await t.deps.workshop
        .look(p.cid, p.system)
        .db.find(audit, eq(audit.type, 'feedback.sent'));
    expect(rows.map(({ data }) => [data.feedbackId, data.hasPicture])).toEqual([[id, true]]);
    expect(JSON.stringify(rows)).not.toContain('doppelt');
  });

  it('users see their own only; the same id of a colleague is refused, of another practice another one', async () => {
    const [mine] = (await own(p.users.reception)).items;
    expect(mine?.rating).toBe('fair');
    expect((await own(p.users.owner)).items).toEqual([]);
    expect((await send({ id: mine!.id }, p.users.owner)).code).toBe('state_conflict');
    expect((await send({ id: mine!.id, rating: 'good' }, other.users.owner)).status).toBe(200);
    expect((await own(p.users.reception)).items[0]?.rating).toBe('fair');
    expect((await list()).count).toBe(2);
  });

  it('the vendor marks it as read and as new; a practice and an unknown id cannot', async () => {
    const { id, cid } = (await list()).items.find((one) => one.cid === p.cid)!,
      mark = (isSeen: boolean, as = support, at = `${cid}/${id}`) =>
        t.call(`/support/feedback/${at}/seen`, { as, method: 'PUT', json: { isSeen } });
    expect((await mark(true)).status).toBe(204);
    expect((await list()).items.map((one) => one.cid)).toEqual([other.cid]);
    expect((await own(p.users.reception)).items[0]?.seenAt).toBe(t.clock.now);
    expect((await mark(false)).status).toBe(204);
    expect((await list()).count).toBe(2);
    expect((await mark(true, p.users.owner)).code).toBe('forbidden');
    for (const at of [`${cid}/${uuidv7()}`, `nobody/${id}`])
      expect((await mark(true, support, at)).code).toBe('not_found');
    expect((await t.call('/support/feedback', { as: p.users.owner })).code).toBe('forbidden');
    expect((await send({}, support)).code).toBe('forbidden');
  });

  it('refuses words in pictures, addresses with numbers, and unknown keys', async () => {
    for (const bad of [
      { picture: { ...picture, title: 'Groß' } },
      { picture: { ...picture, boxes: [[0, 0, 5, 5, 'Groß']] } },
      { picture: 'data:image/png;base64,AA' },
      { page: '/patient/1001' },
      { page: '/patient?patid=1' },
      { rating: 'great' },
      { text: 'x'.repeat(2001) },
      { name: 'X' },
      { id: '1' },
    ])
      expect([bad, (await send(bad)).code]).toEqual([bad, 'validation']);
  });

  it('takes a limited number a day, and forgets it after two years', async () => {
    for (let n = 1; n < FEEDBACK_A_DAY; n++) expect([n, (await send({})).status]).toEqual([n, 200]);
    expect((await send({})).code).toBe('rate_limited');
    expect((await send({}, p.users.staff)).status).toBe(200);
    t.clock.now += DAY_MS + 1;
    await renew(p);
    expect((await send({})).status).toBe(200);
    t.clock.now += FEEDBACK_KEPT_MS - DAY_MS;
    await t.app.tidy();
    support = await login(t, 'support@molar.test');
    expect((await list('all')).count).toBe(1);
  });
});
