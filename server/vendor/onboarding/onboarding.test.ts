// Guided starts through the routes: steps follow facts of each practice, skips and calls are the
// vendor's, and no practice reads another's.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '../../../shared/base/day-math.ts';
import type {
  OnboardingList,
  OnboardingNotes,
  OnboardingView,
} from '../../../shared/vendor/onboarding.schema.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import {
  addPractice,
  addVendor,
  login,
  renew,
  type Practice,
} from '../../../tests/support/practice.ts';
import { SimTablet } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';

describe.each(STORES)('guided starts on %s', (kind) => {
  let t: TestApp, p: Practice, admin: Bearer, support: Bearer;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'west');
    ({ administrator: admin, support } = await addVendor(t));
  });
  afterAll(() => t.drop());

  const own = async (one: Practice = p): Promise<OnboardingView> =>
    (await t.call('/api/onboarding', { as: one.users.owner })).json as OnboardingView;
  const list = async (view = 'open'): Promise<OnboardingList> =>
    (await t.call(`/admin/onboarding?view=${view}`, { as: support })).json as OnboardingList;
  const note = (json: object, as: Bearer = support, cid: string = p.cid) =>
    t.call(`/admin/onboarding/${cid}/notes`, { as, method: 'POST', json });
  const call = (change: object = {}) => ({
    id: uuidv7(),
    kind: 'call',
    step: null,
    text: 'Tablet kommt Freitag',
    ...change,
  });

  it('steps follow the facts; owner and vendor see the same list', async () => {
    const before = await own();
    expect([before.next, before.settled, before.needed]).toEqual(['target', 3, 7]);
    await SimTablet.register(p);
    expect((await own()).steps.find(({ step }) => step === 'tablet')).toMatchObject({
      state: 'done',
      at: t.clock.now,
    });
    const { items, running } = await list(),
      { cid, owner, phone, ...rest } = items[0]!;
    expect([cid, owner, phone, running]).toEqual([p.cid, 'Özlem Yıldız-owner', '030 23125 140', 1]);
    expect(rest).toMatchObject(await own());
  });

  it('a call and a skipped step are stored once, and the skip moves the practice on', async () => {
    const called = call();
    expect((await note(called)).status).toBe(204);
    // A lost answer.
    expect((await note(called)).status).toBe(204);
    for (const step of ['target', 'sheet'])
      expect(
        (await note(call({ kind: 'skip', step, text: 'Der Betreiber sichert' }), admin)).status,
      ).toBe(204);
    const { next, steps } = await own();
    expect(next).toBe('paper');
    expect(steps.find(({ step }) => step === 'target')?.skip).toEqual({
      name: 'Vera Hersteller-administrator',
      why: 'Der Betreiber sichert',
    });
    expect((await list()).items[0]?.calledAt).toBe(t.clock.now);
    const notes = (await t.call(`/admin/onboarding/${p.cid}/notes`, { as: admin }))
      .json as OnboardingNotes;
    expect(notes.items.map((one) => one.kind).sort()).toEqual(['call', 'skip', 'skip']);
    t.clock.now += 1;
    await note(call({ kind: 'resume', step: 'sheet', text: 'Doch hier' }));
    expect((await own()).next).toBe('sheet');
    await note(call({ kind: 'skip', step: 'sheet', text: 'Der Betreiber sichert' }));
    const { audit } = t.deps.store.t,
      look = t.deps.workshop.look(p.cid, p.system),
      words = (await look.db.find(audit)).filter(({ type }) => type.startsWith('onboarding.'));
    expect(words.map(({ type, data }) => [type, data.step]).slice(0, 2)).toEqual([
      ['onboarding.called', undefined],
      ['onboarding.skipped', 'target'],
    ]);
  });

  it('refuses notes without words, with control characters, for wrong steps and unknown practices', async () => {
    for (const bad of [
      { text: ' ' },
      { text: 'x'.repeat(501) },
      { text: 'a\u0007b' },
      { text: 'a\u202eb' },
      { kind: 'skip' },
      { step: 'tablet' },
      { kind: 'skip', step: 'all' },
      { id: '1' },
      { more: 1 },
    ])
      expect([bad, (await note(call(bad))).code]).toEqual([bad, 'validation']);
    for (const cid of ['nobody', 'vendor'])
      expect([
        (await note(call(), support, cid)).code,
        (await t.call(`/admin/onboarding/${cid}/notes`, { as: admin })).code,
      ]).toEqual(['not_found', 'not_found']);
    for (const as of [p.users.owner, p.users.staff]) {
      expect((await note(call(), as)).code).toBe('forbidden');
      expect((await t.call('/admin/onboarding', { as })).code).toBe('forbidden');
    }
    expect((await t.call('/api/onboarding', { as: p.users.staff })).code).toBe('forbidden');
    expect((await t.call('/admin/onboarding?view=all', { as: admin })).code).toBe('validation');
  });

  it('a practice that stands still comes first; its first signed paper ends the start', async () => {
    const other = await addPractice(t, 'sued');
    // Two practices share the server now: its operator takes care of the backup.
    expect((await own(other)).steps.map(({ step }) => step)).toEqual([
      'terms',
      'processing',
      'praxis',
      'tablet',
      'paper',
      'import',
    ]);
    t.clock.now += 2 * DAY_MS + HOUR_MS;
    support = await login(t, 'support@molar.test');
    await renew(p);
    await SimTablet.register(p);
    const fresh = await addPractice(t, 'nord');
    expect((await list()).items.map(({ cid, state }) => [cid, state])).toEqual(
      expect.arrayContaining([
        [other.cid, 'stuck'],
        [fresh.cid, 'running'],
      ]),
    );
    expect((await list()).items.at(-1)?.state).toBe('running');
    await t.deps.workshop.write(fresh.cid, fresh.system, async (w) => {
      await w.tx.insert(w.t.tablet, {
        id: w.newId(),
        r4cUuid: fresh.r4cUuid,
        name: 'X',
        posture: 'hand',
        signKey: {},
        sealKey: {},
        tokenHash: w.newId(),
        gate: {} as never,
        exceptions: [],
        userAgent: 'x',
        highN: 0,
        ackN: 0,
        safeN: 0,
        feedSeq: 0,
        registeredAt: w.now,
        leaseUntil: w.now,
      });
      const envelope = {
        prevEnvelopeId: null,
        opId: 'o',
        dataSha256: 'a',
        presentedPdfSha256: 'a',
        finalSha256: [],
        pointFiles: [],
        signers: [],
        level: 'none' as const,
        signedAt: w.now,
        receivedAt: w.now,
      };
      // A paper that was declared void is no paper.
      await w.tx.insert(w.t.envelope, {
        ...envelope,
        id: w.newId(),
        taskId: 'void',
        sealedAt: w.now - 1,
        voidedAt: w.now,
      });
      await w.tx.insert(w.t.envelope, {
        ...envelope,
        id: w.newId(),
        taskId: 'good',
        sealedAt: w.now + 3 * HOUR_MS,
      });
    });
    // A start that was over before the contract on processing existed stays over.
    await t.deps.store.write(async (db) => {
      await db
        .delete(t.deps.store.t.processingContract)
        .where(eq(t.deps.store.t.processingContract.cid, fresh.cid));
    });
    const done = await list('done');
    expect(done.items.map(({ cid, firstPaperMs }) => [cid, firstPaperMs])).toEqual([
      [fresh.cid, 3 * HOUR_MS],
    ]);
    expect([done.medianMs, done.done]).toEqual([3 * HOUR_MS, 1]);
    expect((await list()).items.map(({ cid }) => cid)).not.toContain(fresh.cid);
  });
});
