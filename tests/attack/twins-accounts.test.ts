/**
 * Accounts, mails, grants, tokens and pictures of two practices: every id of the other one is
 * answered like an unknown id (security B16).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, login, person, type Practice } from '../support/practice.ts';
import { snapshot } from '../support/snapshot.ts';
import { STORES } from '../support/stores.ts';
import {
  idsByRoute,
  insertAccountRows,
  insertDelivery,
  insertReports,
  insertSettings,
  OWN_RULE,
} from './foreign-rows.ts';

describe.each(STORES)('accounts of twin practices (%s)', (kind) => {
  let t: TestApp, a: Practice, b: Practice;
  /** Resources of the other practice, by the route that takes their id. */
  let foreign: Map<string, string>;
  /**
   * Not comparable by design: the link holder is its recipient; vendor users belong to no practice.
   */
  const ELSEWHERE = [
    'post /unsubscribe/{mail}/{unsubscribeToken}',
    'post /support/grants/{id}/end',
    'post /support/grants/{id}/second',
    'get /support/tickets/{cid}/{id}',
    'post /support/tickets/{cid}/{id}/entries',
    'patch /support/tickets/{cid}/{id}',
    'post /support/tickets/{cid}/{id}/entries/{entryId}/files/{fileId}',
    'get /support/tickets/{cid}/{id}/files/{fileId}',
    'put /support/answers/{id}',
    'post /support/mails/{id}/assign',
    'delete /support/mails/{id}',
    'delete /support/answers/{id}',
    'get /admin/licences/{tenant}/file',
    'post /admin/licences/{tenant}/block',
    'get /admin/contracts/{tenant}',
    'post /admin/contracts/{tenant}/preview',
    'post /admin/contracts/{tenant}/end',
    'post /admin/contracts/{tenant}/plan',
    'post /admin/contracts/{tenant}/pause',
    'post /admin/contracts/{tenant}/payer',
    'post /admin/contracts/{tenant}/method',
    'post /admin/contracts/{tenant}/page',
    'post /admin/contracts/{tenant}/resume',
    'post /admin/contracts/{tenant}/hold',
    'post /admin/contracts/{tenant}/notice',
    'post /admin/requests/{id}/approve',
    'post /admin/requests/{id}/refuse',
    'post /admin/vouchers/{id}/approve',
    'post /admin/vouchers/{id}/codes',
    'post /admin/vouchers/{id}/block',
    'get /admin/vouchers/{id}/report',
    'put /support/feedback/{cid}/{id}/seen',
    'get /support/clients/{cid}/health',
    'get /admin/flags/practices/{cid}',
    'post /admin/flags/rules/{id}/end',
    'get /admin/onboarding/{cid}/notes',
    'post /admin/onboarding/{cid}/notes',
    // Another practice's owner: the test of waiting changes.
    'post /api/stripe/changes/{id}/approve',
    'post /api/stripe/changes/{id}/stop',
    // Another practice's order: the test of the shop.
    'post /api/shop/orders/{id}/move',
    'post /admin/shop/orders/{id}/move',
    'get /api/invoices/{number}',
    'get /admin/invoices/{number}/file',
    'post /admin/invoices/{number}/cancel',
    'post /admin/invoices/{number}/refund',
  ];
  /** Keywords shared by all practices, ids made by the caller, and parameters that are no ids. */
  const WORDS = [
    'put /api/hkpvorlagen/{vorlageId}',
    'put /api/shop/cart/{sku}',
    'delete /api/shop/cart/{sku}',
    'put /admin/shop/products/{sku}',
    'put /admin/shop/products/{sku}/stock',
    'put /api/compliance/points/{point}',
    'put /api/compliance/breaches/{id}',
    'put /api/kosten/{costId}',
    'get /api/abgelehntevorschlaege/{from}/{to}',
    'get /api/hvm/{region}',
    'get /api/hvm/{region}/modell',
    'put /api/hvm/{region}/modell',
    'get /api/zeilen/{kennzahl}',
    'get /admin/dashboard/{figure}',
  ];

  beforeAll(async () => {
    t = await createTestApp(kind);
    a = await addPractice(t, 'anna');
    b = await addPractice(t, 'berta', [person('2002', 'Bea', 'Bert', '1970-01-02')]);
    const { mail, session, knownDevice, apiToken, accessGrant, image } = t.deps.store.t,
      userId = b.users.owner.userId;
    await t.deps.workshop.write(b.cid, b.system, async (w) => {
      await t.app.auth.mail(w, {
        key: 'k',
        to: 'jemand@berta.test',
        template: 'password_changed',
        language: 'de',
        data: {},
      });
      await insertAccountRows(w, userId);
      await insertSettings(w, userId);
      await insertReports(w, userId);
      await insertDelivery(w);
    });
    const look = t.deps.workshop.look(b.cid, b.system);
    const idOf = async (
      table: typeof mail | typeof knownDevice | typeof apiToken | typeof accessGrant | typeof image,
    ): Promise<string> => (await look.db.one(table as typeof mail))?.id ?? '';
    const grantId = await idOf(accessGrant),
      mailId = await idOf(mail),
      imageId = await idOf(image),
      sessionId = (await look.db.one(session))?.id ?? '';
    const importId = t.deps.newId();
    expect(
      (
        await t.call('/collector/imports', {
          as: b.users.owner,
          method: 'POST',
          json: { id: importId, files: [{ name: 'patient.csv', size: 10, modifiedAt: 1 }] },
        })
      ).status,
    ).toBe(200);
    foreign = new Map(
      idsByRoute({
        sessionId,
        deviceId: await idOf(knownDevice),
        tokenId: await idOf(apiToken),
        staffId: b.users.staff.userId,
        imageId,
        grantId,
        mailId,
        importId,
      }),
    );
    for (const [name, id] of foreign) expect([name, id.length > 0]).toEqual([name, true]);
  });
  afterAll(() => t.drop());

  const bare = (answer: Answer): string =>
    `${answer.status} ${answer.text.replace(/"requestId":"[^"]*"/g, '')}`;
  const BODIES: Record<string, object> = {
    'put /auth/passkeys/{id}': { name: 'Y' },
    'post /api/tickets/{id}/entries': { id: '01939c3e-0000-7000-8000-00000000000a', text: 'X' },
    'post /api/tickets/{id}/rating': { rating: 'good', comment: '' },
    'post /api/grants/{id}/review': { note: 'x' },
    'patch /api/hkplabels/{labelId}': { name: 'Y' },
    'patch /api/abrechnungslabels/{labelId}': { name: 'Y' },
    'put /api/abrechnung/regeln/{regelId}': { istAn: false },
    'post /api/abrechnung/regeln/{regelId}/rueckrechnung': { von: '2026-01-01', bis: '2026-12-31' },
    'put /api/abrechnung/eigeneregeln/{regelId}': { rev: 1, regel: OWN_RULE },
    'post /api/abrechnung/eigeneregeln/{regelId}/rueckrechnung': {
      rev: 1,
      von: '2026-01-01',
      bis: '2026-12-31',
    },
    'post /api/abrechnung/eigeneregeln/{regelId}/freigeben': { rev: 1 },
    'post /api/abrechnung/eigeneregeln/{regelId}/zurueckziehen': { rev: 1 },
    'post /collector/batches/{batch}/close': { parts: 0 },
  };

  it('[sec B16] every id of the other practice is answered like an unknown one, and nothing changes', async () => {
    const { session } = t.deps.store.t;
    const as = await login(t, a.users.owner.email);
    await t.deps.store.write(async (db) => {
      await db.update(session).set({ stepUpUntil: t.clock.now + 300_000 });
    });
    const before = await snapshot(t, b.cid),
      differing: string[] = [];
    for (const [name, id] of foreign) {
      const [method = '', path = ''] = name.split(' ');
      const nobody =
        name.includes('{seq}') || name.includes('{batch}')
          ? '987654'
          : name.includes('passkeys')
            ? 'passkey-of-nobody'
            : name.includes('{patid}')
              ? '987654'
              : t.deps.newId();
      const ask = (word: string) =>
        t.call(
          path
            .replace(/\{\w+\}/, word)
            .replace('{tag}', '2026-01-01')
            .replace(/\{(?:entryId|fileId)\}/g, '01939c3e-0000-7000-8000-00000000000b')
            .replace(/\{\w+\}/, '1'),
          { as, method: method.toUpperCase(), ...(BODIES[name] && { json: BODIES[name] }) },
        );
      const [one, other] = [await ask(id), await ask(nobody)];
      if (bare(one) !== bare(other))
        differing.push(`${name}: ${bare(one).slice(0, 200)} / ${bare(other).slice(0, 200)}`);
      if (one.status >= 500 || one.text.includes('berta'))
        differing.push(`${name}: ${bare(one).slice(0, 200)}`);
    }
    expect(differing).toEqual([]);
    expect(await snapshot(t, b.cid)).toEqual(before);
  });

  it('covers every route that takes an id', () => {
    const withIds = t.app.table
      .filter(({ path }) => !path.startsWith('/r4c/') && path.includes('{'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(
      withIds.filter(
        (name) => !foreign.has(name) && !WORDS.includes(name) && !ELSEWHERE.includes(name),
      ),
    ).toEqual([]);
  });
});
