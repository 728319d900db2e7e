/**
 * Owners who have not accepted the terms: every route returns `terms_open` except those of the
 * account, the terms and the public ones; other users are not blocked.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessingView, TermsView } from '../../shared/accounts/terms.schema.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { SimTablet } from '../support/sim-tablet.ts';

let t: TestApp, p: Practice, tablet: SimTablet;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  tablet = await SimTablet.register(p);
  // Clears the cache of accepted terms; another process would read the table.
  const { termsAcceptance, processingContract } = t.deps.store.t;
  await t.deps.store.write(async (db) => {
    await db.delete(termsAcceptance).where(eq(termsAcceptance.cid, p.cid));
    await db.delete(processingContract).where(eq(processingContract.cid, p.cid));
  });
  t.clock.now += 1;
  Object.assign(t, await reopened());
});
afterAll(() => t.drop());

/** The gate caches accepted terms; a restart clears the cache. */
async function reopened(): Promise<Pick<TestApp, 'app' | 'call'>> {
  const { createApp } = await import('../../server/compose/app.ts');
  const { readAnswer, XSRF_PAIR } = await import('../support/in-process.ts');
  const app = createApp(t.deps, {});
  return {
    app,
    async call(target, { as, method = 'GET', json } = {}) {
      const headers = new Headers({
        Host: 'localhost',
        ...XSRF_PAIR,
        ...(as && { Authorization: `Bearer ${as.token}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      });
      return readAnswer(
        await app.frame.app.fetch(
          new Request(new URL(target, 'http://localhost').href, {
            method,
            headers,
            ...(json !== undefined && { body: JSON.stringify(json) }),
          }),
        ),
      );
    },
  };
}
const FREE = [
  'public',
  'docs.read',
  'session.open',
  'account.own',
  'terms.read',
  'terms.accept',
  'mail.unsubscribe',
  'mail.events',
  'payment.events',
  'payment.link',
  'home.fill',
  'share.open',
];
const codes = async (as: { token: string }): Promise<Record<string, string | undefined>> => {
  const out: Record<string, string | undefined> = {};
  for (const { method, path, route } of t.app.table) {
    if (
      path === '/auth/logout' ||
      path === '/auth/lock' ||
      path.endsWith('/live') ||
      FREE.includes(route.spec.policy)
    )
      continue;
    const target = path
      .replace('{r4cUuid}', p.r4cUuid)
      .replace('{patid}', '1001')
      .replace(/\{\w+\}/g, () => t.deps.newId());
    out[`${method} ${path}`] = (
      await t.call(target, {
        as,
        method: method.toUpperCase(),
        ...(method !== 'get' && { json: {} }),
      })
    ).code;
  }
  return out;
};

describe('the terms gate', () => {
  it('blocks owners on every route until one of them accepts; other users can work', async () => {
    const stopped = await codes(p.users.owner);
    const through = Object.entries(stopped).filter(
      ([, code]) => code !== 'terms_open' && code !== 'forbidden',
    );
    expect(through).toEqual([]);
    expect(Object.values(stopped).filter((code) => code === 'terms_open').length).toBeGreaterThan(
      40,
    );
    for (const as of [p.users.staff, p.users.reception])
      expect(Object.values(await codes(as))).not.toContain('terms_open');
    expect(
      (await t.call(`${p.base}/tablet/heartbeat`, { as: tablet, method: 'POST', json: {} })).code,
    ).not.toBe('terms_open');
    expect((await t.call('/auth/user', { as: p.users.owner })).status).toBe(200);
  });

  it('names the reason and who may accept, accepts from an owner only, and then opens', async () => {
    const seen = (await t.call('/api/agb', { as: p.users.reception })).json as TermsView;
    expect(seen).toMatchObject({
      state: 'open',
      mayAccept: false,
      accepted: null,
      whoMay: ['Özlem Yıldız-owner'],
    });
    const body = { version: seen.version, sha256: seen.sha256 };
    expect((await t.call('/api/agb', { as: p.users.staff, method: 'POST', json: body })).code).toBe(
      'forbidden',
    );
    expect(
      (
        await t.call('/api/agb', {
          as: p.users.owner,
          method: 'POST',
          json: { ...body, sha256: '0'.repeat(64) },
        })
      ).code,
    ).toBe('conflict');
    for (let i = 0; i < 2; i++)
      expect(
        (await t.call('/api/agb', { as: p.users.owner, method: 'POST', json: body })).json,
      ).toMatchObject({ state: 'accepted' });
    // The second document is still missing.
    expect((await t.call('/api/settings', { as: p.users.owner })).code).toBe('terms_open');
    const contract = (await t.call('/api/avv', { as: p.users.reception })).json as ProcessingView;
    expect(contract).toMatchObject({ state: 'open', mayAccept: false, accepted: null });
    const own = { version: contract.version, sha256: contract.sha256 };
    expect(
      (await t.call('/api/avv', { as: p.users.reception, method: 'POST', json: own })).code,
    ).toBe('forbidden');
    for (const wrong of [body, { ...own, version: 99 }])
      expect(
        (await t.call('/api/avv', { as: p.users.owner, method: 'POST', json: wrong })).code,
      ).toBe('conflict');
    for (let i = 0; i < 2; i++)
      expect(
        (await t.call('/api/avv', { as: p.users.owner, method: 'POST', json: own })).json,
      ).toMatchObject({ state: 'accepted', accepted: { name: 'Özlem Yıldız-owner' } });
    expect((await t.call('/api/settings', { as: p.users.owner })).status).toBe(200);
  });
});
