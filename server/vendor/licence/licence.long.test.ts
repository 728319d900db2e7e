// Licences: signed by the vendor, checked without a network, asked for at few points only.

import { readFileSync } from 'node:fs';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { LICENCE_POINTS } from '../../../shared/vendor/licence.ts';
import type { IssuedList, LicenceView } from '../../../shared/vendor/licence.schema.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import {
  addPractice,
  addVendor,
  login,
  renew,
  stepUp,
  type Practice,
} from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { SimTablet, submissionOf } from '../../../tests/support/sim-tablet.ts';
import { Administrators } from '../../../tests/support/second-word.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { listFiles } from '../../../scripts/sources.mjs';

const SEED = Buffer.alloc(32, 7).toString('base64url'),
  STRANGER = Buffer.alloc(32, 8).toString('base64url');

const wanted = (tenant: string, change: object) => ({
  tenant,
  plan: 'praxis',
  seats: 20,
  tablets: 1,
  until: '2027-11-20',
  reason: 'Testpraxis der Kammer',
  ...change,
});
/** Issues a licence that no contract pays, by two administrators. @returns its file */
async function issueBy(admins: Administrators, json: { tenant: string }): Promise<string> {
  const asked = await admins.post('/admin/licences', json);
  expect([asked.status, asked.json]).toEqual([200, { file: null }]);
  expect((await admins.approve()).status).toBe(204);
  const { json: file } = await admins.get(`/admin/licences/${json.tenant}/file`);
  return (file as { file: string }).file;
}

describe.each(STORES)('licences (%s)', (kind) => {
  let t: TestApp, p: Practice, admins: Administrators;
  beforeEach(async () => {
    t = await createTestApp(kind, {
      renderer: quickRenderer(),
      licences: { publicKeys: [], signingKey: SEED },
    });
    p = await addPractice(t, 'nord');
    admins = await Administrators.of(t);
  });
  afterEach(() => t.drop());

  const post = (path: string, json: unknown, as: Bearer): Promise<Answer> =>
    t.call(path, { as, method: 'POST', json });
  const ask = (change: object = {}, as: Bearer = admins.first): Promise<Answer> =>
    post('/admin/licences', wanted(p.cid, change), as);
  /** Asks and approves. @returns the file */
  const issue = (change: object = {}): Promise<string> => issueBy(admins, wanted(p.cid, change));
  const view = async (): Promise<LicenceView> =>
    (await t.call('/api/licence', { as: p.users.owner })).json as LicenceView;
  const code = (): Promise<Answer> =>
    p.call('/tablet/codes', { as: p.users.owner, method: 'POST', json: {} });
  const later = async (days: number): Promise<void> => {
    t.clock.now += days * DAY_MS;
    await admins.signIn();
    await renew(p);
    await stepUp(t, p.users.owner);
  };

  test('a free licence counts after a second administrator only, once', async () => {
    expect((await ask()).json).toEqual({ file: null });
    expect((await ask({ tablets: 9 })).code).toBe('state_conflict');
    await t.runJobs();
    expect((await view()).state).toBe('none');
    const [open] = await admins.requests(),
      approve = (as: Bearer) => post(`/admin/requests/${open!.id}/approve`, {}, as);
    expect(open).toMatchObject({ kind: 'licence', tenant: p.cid, isOwn: true, state: 'open' });
    expect((await approve(admins.first)).code).toBe('forbidden');
    expect((await approve(admins.support)).code).toBe('forbidden');
    expect((await approve(p.users.owner)).code).toBe('forbidden');
    const third = await addVendor(t, 'drei');
    await stepUp(t, third.administrator);
    const answers = await Promise.all([admins.second, third.administrator].map(approve));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
    await t.runJobs();
    await t.runJobs();
    expect((await view()).licence?.tablets.limit).toBe(1);
    const { items } = (await admins.get('/admin/licences')).json as IssuedList;
    expect(items).toEqual([expect.objectContaining({ seq: 1 })]);
    // A day later an answer is too late, and a refused one stays so.
    await ask({ tablets: 3 });
    await later(2);
    await t.app.tidy();
    expect((await admins.requests())[0]).toMatchObject({ state: 'lapsed' });
    await ask({ tablets: 4 });
    const [asked] = await admins.requests();
    expect((await post(`/admin/requests/${asked!.id}/refuse`, {}, admins.first)).status).toBe(204);
    expect((await post(`/admin/requests/${asked!.id}/approve`, {}, admins.second)).code).toBe(
      'state_conflict',
    );
    expect((await view()).licence?.tablets.limit).toBe(1);
  });

  test('two administrators issue a licence, and the owner sees its terms', async () => {
    expect((await view()).state).toBe('none');
    await issue();
    expect(await view()).toMatchObject({
      state: 'active',
      licence: { plan: 'praxis', modules: ['designer'], tablets: { used: 0, limit: 1 } },
    });
    const { items, publicKey } = (await admins.get('/admin/licences')).json as IssuedList;
    expect(items).toEqual([expect.objectContaining({ tenant: p.cid, seq: 1, state: 'active' })]);
    expect(publicKey).toMatch(/^[\w-]{43}$/);
    await stepUp(t, admins.support);
    expect((await ask({}, admins.support)).status).toBe(403);
    for (const bad of [{ until: '2026-11-19' }, { seats: 0 }, { seats: 2.5 }, { reason: 'so' }])
      expect((await ask(bad)).status, JSON.stringify(bad)).toBe(400);
  });

  test('a file works on a server elsewhere; a changed, foreign or older one is refused and the last good one counts', async () => {
    await issue();
    const { publicKey } = (await admins.get('/admin/licences')).json as IssuedList;
    const box = await createTestApp(kind, {
        licences: { publicKeys: [publicKey!], signingKey: undefined },
      }),
      there = await addPractice(box, 'weit');
    const fileFor = (tenant: string, tablets: number): Promise<string> =>
      issue({ tenant, tablets });
    const upload = (file: string): Promise<Answer> =>
      box.call('/api/licence', { as: there.users.owner, method: 'POST', json: { file } });
    const first = await fileFor(there.cid, 3),
      second = await fileFor(there.cid, 4);
    expect((await upload(second)).status).toBe(200);
    const strange = await createTestApp(kind, {
      licences: { publicKeys: [], signingKey: STRANGER },
    });
    const forged = await issueBy(
      await Administrators.of(strange),
      wanted(there.cid, { seats: 900, tablets: 900 }),
    );
    await strange.drop();
    for (const bad of [
      first,
      second,
      second.replace('"tablets":4', '"tablets":9'),
      await fileFor('nord', 9),
      forged,
      '{}',
      '',
      'MLR',
      `${second} `.repeat(2),
    ])
      expect((await upload(bad)).code, bad.slice(0, 40)).toBe('validation');
    const shown = (await box.call('/api/licence', { as: there.users.owner })).json as LicenceView;
    expect(shown.licence?.tablets.limit).toBe(4);
    expect((await upload('x'.repeat(9000))).status).toBe(400);
    expect(
      (
        await box.call('/api/licence', {
          as: there.users.staff,
          method: 'POST',
          json: { file: first },
        })
      ).status,
    ).toBe(403);
    // Without the vendor's key nothing can be signed here.
    const { administrator: own } = await addVendor(box);
    await stepUp(box, own);
    const refused = await box.call('/admin/licences', {
      as: own,
      method: 'POST',
      json: wanted(there.cid, { seats: 1 }),
    });
    expect(refused.code).toBe('state_conflict');
    await box.drop();
  });

  test('each point that adds something is refused after the end, and nothing else is', async () => {
    const tablet = await SimTablet.register(p);
    await issue({ until: '2026-11-21' });
    await later(40);
    expect((await view()).state).toBe('expired');
    const { owner, reception } = p.users;
    const refused = {
      tablet: await code(),
      user: await post(
        '/auth/user',
        {
          action: 'invite',
          id: t.deps.newId(),
          email: 'neu@nord.test',
          firstName: 'Neu',
          lastname: 'Hier',
          role: 'staff',
          behandler: false,
          language: 'de',
        },
        owner,
      ),
      form: await p.call('/anamnese/forms', {
        as: owner,
        method: 'POST',
        json: { id: t.deps.newId(), title: 'Neu' },
      }),
      view: await t.call('/api/profiles', {
        as: owner,
        method: 'PUT',
        json: {
          id: t.deps.newId(),
          name: 'Neu',
          report: 'umsatz',
          filter: {},
          istGeteilt: false,
          istVorgabe: false,
        },
      }),
    };
    expect(Object.keys(refused)).toEqual([...LICENCE_POINTS]);
    for (const point of LICENCE_POINTS)
      expect([point, refused[point].status, refused[point].code]).toEqual([
        point,
        403,
        'licence_refused',
      ]);
    expect((await login(t, reception.email)).token).not.toBe('');
    await tablet.renew();
    const { taskIds } = await sendMappe(p, { tabletId: tablet.id }),
      body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0])!,
      signed = await tablet.op('task.submit', body, submissionOf(body, t.clock.now));
    expect((await tablet.push(signed)).verdicts).toEqual([
      expect.objectContaining({ s: 'applied' }),
    ]);
    for (const at of [
      `${p.base}/patient/search?q=Gro`,
      '/api/backup',
      '/api/tickets',
      '/api/settings',
      '/api/audit/export?format=csv',
    ])
      expect((await t.call(at, { as: owner })).status, at).toBe(200);
  });

  test('a plan shows no report that it does not contain, and keeps showing those that it does', async () => {
    const span = 'von=2026-11-01&bis=2026-11-20',
      ask = async (path: string): Promise<string> => {
        const { status, code: refusal } = await t.call(`/api/${path}`, { as: p.users.owner });
        return refusal === 'licence_refused' ? 'refused' : status < 500 ? 'open' : 'broken';
      };
    const paid = [
        `extended/leistungsmix?${span}`,
        `gewinn/bereiche?${span}`,
        `benchmark?${span}`,
        `berichtpdf?pfad=extended/faktoren&${span}`,
      ],
      free = [`umsatz/zeitreihe?${span}`, `leistungen?${span}`, `heute?${span}`],
      isWhole = async () =>
        (
          (await t.call('/api/berichtvorschau', { as: p.users.owner })).json as {
            istGrosserTarif: boolean;
          }
        ).istGrosserTarif;
    const all = async (paths: string[]): Promise<string[]> => {
      const seen = new Set<string>();
      for (const path of paths) seen.add(await ask(path));
      return [...seen];
    };
    // Without a licence nothing is kept back.
    expect([await all(paid), await isWhole()]).toEqual([['open'], true]);
    await issue();
    expect([await all(paid), await all(free), await isWhole()]).toEqual([
      ['refused'],
      ['open'],
      false,
    ]);
    await issue({ plan: 'praxisPlus' });
    expect([await all(paid), await isWhole()]).toEqual([['open'], true]);
    await later(500);
    expect((await view()).state).toBe('expired');
    expect([await all(paid), await all(free)]).toEqual([['open'], ['open']]);
  });

  test('an excess is allowed for 30 days, then no new tablets; a larger licence opens it again', async () => {
    await issue({ tablets: 1 });
    await SimTablet.register(p);
    expect((await code()).status).toBe(200);
    await later(31);
    await issue({ tablets: 1 });
    expect((await code()).code).toBe('licence_refused');
    await issue({ tablets: 2 });
    expect((await code()).status).toBe(200);
  });

  test('a block lasts until an administrator lifts it, and renewals keep to it', async () => {
    await issue();
    const block = (isBlocked: boolean): Promise<Answer> =>
      post(`/admin/licences/${p.cid}/block`, { isBlocked }, admins.first);
    expect((await block(true)).status).toBe(204);
    expect((await view()).state).toBe('blocked');
    await later(20);
    await t.app.tidy();
    expect((await view()).state).toBe('blocked');
    await block(false);
    expect((await view()).state).toBe('active');
    expect(
      (await post('/admin/licences/nobody/block', { isBlocked: true }, admins.first)).status,
    ).toBe(404);
  });

  test('files of this server are renewed without anyone', async () => {
    await issue();
    for (let n = 0; n < 8; n++) {
      await later(14);
      await t.app.tidy();
    }
    expect((await view()).state).toBe('active');
  });
});

test('only the listed points ask for a licence', () => {
  const asking = listFiles('server').filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.includes('.test') &&
      /\bneedLicence\(/.test(readFileSync(file, 'utf8')),
  );
  expect(asking.sort()).toEqual([
    'server/accounts/users/manage-users.ts',
    'server/analytics/reports/routes/view-routes.ts',
    'server/desk/forms/library/form-routes.ts',
    'server/desk/tablet/routes.ts',
  ]);
});
